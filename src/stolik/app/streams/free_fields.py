"""Where an event holds free text, and whom an event is about: read from the types of its fields."""

from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from stolik.app.reading.codec import key_of
from stolik.free_text import Kept, free_texts

Place = tuple[tuple[str, ...], Kept]

# Numbers that stand for a person: in a tournament, at a table.
_PERSON = ("EntrantNumber", "Seat")


@cache
def free_places(kind: Any) -> tuple[Place, ...]:
    """The ways to the free texts of an event, through its own fields and those it holds."""
    return tuple(_places(kind))


def _places(kind: Any) -> Iterator[Place]:
    for name, kept in free_texts(kind).items():
        yield (key_of(name),), kept
    for name, hint in _hints(kind).items():
        if is_dataclass(hint) and isinstance(hint, type):
            for way, kept in _places(hint):
                yield (key_of(name), *way), kept


def people_in(event: Any) -> Iterator[int]:
    """The numbers of everybody an event names."""
    return _people(event, type(event))


def _people(value: Any, hint: Any) -> Iterator[int]:
    if getattr(hint, "__supertype__", None) is int and hint.__name__ in _PERSON:
        yield int(value)
    elif is_dataclass(hint) and isinstance(hint, type):
        for name, inner in _hints(hint).items():
            yield from _people(getattr(value, name), inner)
    elif get_origin(hint) is tuple:
        yield from _in_tuple(value, get_args(hint))
    elif get_origin(hint) in (Union, UnionType) and value is not None:
        for arm in get_args(hint):
            yield from _people(value, arm) if _is_simple(arm) else ()


def _in_tuple(values: Sequence[Any], kinds: tuple[Any, ...]) -> Iterator[int]:
    each = [kinds[0]] * len(values) if kinds[-1] is Ellipsis else kinds
    for value, kind in zip(values, each, strict=True):
        yield from _people(value, kind)


def _is_simple(arm: Any) -> bool:
    """A union of ours is a number or nothing; what else it may be is about nobody."""
    return hasattr(arm, "__supertype__")


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
