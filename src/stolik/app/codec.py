"""Dataclasses of the cores as plain JSON values and back; reading takes nothing on trust.

    {"event": "TileDrawn", "seat": 0, "tile": "r5", "reason": "move"}

What is written reads back to the same values, byte for byte.
"""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from stolik.app.codes import Refusal
from stolik.app.exact import read_exact, write_exact
from stolik.refusal import Violation, refuse

_LARGEST = 10**9
# Moments of the service clock are milliseconds: years of them fit in here.
LARGEST_MOMENT = 10**12
TAG = "event"


def write_event(event: Any) -> dict[str, Any]:
    """One event as JSON values."""
    return {TAG: type(event).__name__, **write_fields(event)}


def plain(value: Any) -> Any:
    """A value of the core as JSON values."""
    if isinstance(value, Fraction):
        return write_exact(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return write_fields(value) if is_dataclass(value) else value


def write_fields(value: Any) -> dict[str, Any]:
    return {key_of(f.name): plain(getattr(value, f.name)) for f in fields(value)}


def key_of(name: str) -> str:
    """A challenge is about an `event`, and so is the tag: the field steps aside."""
    return f"{name}_" if name == TAG else name


class Reader:
    """Reads values by the types of the core's own dataclasses."""

    def __init__(
        self,
        events: Iterable[type[Any]],
        names: Mapping[Any, Iterable[str]] | None = None,
        *,
        largest: int = _LARGEST,
    ) -> None:
        """`names`: of which words a type of its own (a tile, a colour) consists."""
        self._events: Mapping[str, type[Any]] = {kind.__name__: kind for kind in events}
        self._largest = largest
        self._names = {kind: frozenset(known) for kind, known in (names or {}).items()}

    def event(self, raw: object, number: int) -> Any:
        """The event with this number, of one of the kinds this reader knows."""
        where = f"log.events[{number}]"
        name = raw.get(TAG) if isinstance(raw, dict) else None
        kind = self._events.get(name) if isinstance(name, str) else None
        if kind is None or not isinstance(raw, dict):
            refuse(Violation(Refusal.LOG_EVENT_UNKNOWN, facts={"number": number}))
            raise AssertionError
        rest = {key: value for key, value in raw.items() if key != TAG}
        return self._dataclass(kind, rest, where)

    def value(self, kind: Any, raw: object, where: str) -> Any:
        """A value of any type a core's dataclass may have."""
        return self._value(kind, raw, where)

    def _dataclass(self, kind: Any, raw: object, where: str) -> Any:
        hints = _hints(kind)
        given = raw if isinstance(raw, dict) else {}
        # Fields that came later have a default: a log written before them reads as it did.
        absent = {name for name in _defaults(kind) if key_of(name) not in given}
        names = [name for name in hints if name not in absent]
        table = json_object(raw, (key_of(name) for name in names), where)
        return kind(
            **{
                name: self._value(hints[name], table[key_of(name)], f"{where}.{name}")
                for name in names
            }
        )

    def _value(self, hint: Any, raw: object, where: str) -> Any:
        if (known := self._known(hint)) is not None:
            return raw if isinstance(raw, str) and raw in known else wrong(where)
        hint = getattr(hint, "__supertype__", hint)
        if get_origin(hint) in (Union, UnionType):
            return self._union(hint, raw, where)
        if get_origin(hint) is tuple:
            return self._tuple(get_args(hint), raw, where)
        if is_dataclass(hint):
            return self._dataclass(hint, raw, where)
        return _simple(hint, raw, where, self._largest)

    def _known(self, hint: Any) -> frozenset[str] | None:
        return self._names.get(hint) if hasattr(hint, "__supertype__") else None

    def _union(self, hint: Any, raw: object, where: str) -> Any:
        """Something or nothing; or an exact number, which is text where it is a fraction."""
        arms = [arm for arm in get_args(hint) if arm is not NoneType]
        if raw is None and len(arms) < len(get_args(hint)):
            return None
        if len(arms) > 1:
            arms = [Fraction if isinstance(raw, str) else int]
        return self._value(arms[0], raw, where)

    def _tuple(self, kinds: tuple[Any, ...], raw: object, where: str) -> tuple[Any, ...]:
        items = raw if isinstance(raw, list) else wrong(where)
        if kinds[-1] is Ellipsis:
            return tuple(self._value(kinds[0], item, where) for item in items)
        if len(items) != len(kinds):
            wrong(where)
        return tuple(self._value(k, item, where) for k, item in zip(kinds, items, strict=True))


def _simple(hint: Any, raw: object, where: str, largest: int) -> Any:
    if issubclass(hint, StrEnum):
        known = isinstance(raw, str) and raw in {member.value for member in hint}
        return hint(raw) if known else wrong(where)
    if hint is Fraction:
        exact = read_exact(raw) if isinstance(raw, str) else None
        return wrong(where) if exact is None else exact
    if type(raw) is not hint or (isinstance(raw, int) and abs(raw) > largest):
        wrong(where)
    return raw


def json_object(raw: object, keys: Iterable[str], where: str) -> dict[str, Any]:
    """A JSON object with exactly these keys."""
    if not isinstance(raw, dict) or set(raw) != set(keys):
        wrong(where)
    assert isinstance(raw, dict)
    return raw


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _defaults(kind: Any) -> frozenset[str]:
    return frozenset(f.name for f in fields(kind) if f.default is not MISSING)


def wrong(where: str) -> Any:
    """Refuse a value that is not what its place wants."""
    refuse(Violation(Refusal.LOG_SHAPE, facts={"field": where}))
