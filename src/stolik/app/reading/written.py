"""Answers as JSON values: what a dataclass says, field by field, under the names of the wire.

What has a default and is at it is left out. A field of the type `Spread[…]` gives its own fields
to the answer around it. `from_` is written `from`: the word belongs to Python.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

from stolik.app.reading.exact import write_exact

T = TypeVar("T")

_SPREAD = "spread"
Spread = Annotated[T, _SPREAD]


def is_spread(hint: Any) -> bool:
    """Whether the fields of such a field stand in the answer itself."""
    return _SPREAD in getattr(hint, "__metadata__", ())


def written_name(one: "Field[Any]") -> str:
    """What a field is called outside."""
    return one.name.removesuffix("_")


def written(value: Any) -> Any:
    """An answer, or any part of it, as JSON values."""
    if is_dataclass(value):
        return written_fields(value)
    if isinstance(value, tuple | list):
        return [written(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    return write_exact(value) if isinstance(value, Fraction) else value


def written_fields(value: Any) -> dict[str, Any]:
    """An answer that is a dataclass, as a JSON object."""
    found: dict[str, Any] = {}
    for name, outside, default, spreads in _plan(value.__class__):
        mine = getattr(value, name)
        if spreads:
            found.update(mine if isinstance(mine, Mapping) else written_fields(mine))
        elif default is MISSING or mine != default:
            found[outside] = written(mine)
    return found


@cache
def _plan(kind: type[Any]) -> tuple[tuple[str, str, Any, bool], ...]:
    """Of each field of a class: its name here and outside, its default, whether it is spread."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (one.name, written_name(one), one.default, is_spread(hints[one.name]))
        for one in fields(kind)
    )
