"""Dataclasses of the cores as plain JSON values and back; reading takes nothing on trust.

    {"event": "TileDrawn", "seat": 0, "tile": "r5", "reason": "move"}

What is written reads back to the same values, byte for byte.
"""

from collections.abc import Callable, Iterable, Mapping
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
    """Reads values by the types of the core's own dataclasses.

    How a type is read is worked out once: a table that is opened again has hundreds of events.
    """

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
        self._known: dict[Any, Read] = {}

    def event(self, raw: object, number: int) -> Any:
        """The event with this number, of one of the kinds this reader knows."""
        name = raw.get(TAG) if isinstance(raw, dict) else None
        kind = self._events.get(name) if isinstance(name, str) else None
        if kind is None or not isinstance(raw, dict):
            refuse(Violation(Refusal.LOG_EVENT_UNKNOWN, facts={"number": number}))
            raise AssertionError
        rest = {key: value for key, value in raw.items() if key != TAG}
        return self.value(kind, rest, f"log.events[{number}]")

    def value(self, kind: Any, raw: object, where: str) -> Any:
        """A value of any type a core's dataclass may have."""
        try:
            return self._reading(kind)(raw)
        except _Wrong as found:
            return wrong(where + found.path)

    def _reading(self, hint: Any) -> "Read":
        if hint not in self._known:
            self._known[hint] = self._made(hint)
        return self._known[hint]

    def _made(self, hint: Any) -> "Read":
        if hasattr(hint, "__supertype__") and hint in self._names:
            return _word(self._names[hint])
        hint = getattr(hint, "__supertype__", hint)
        if get_origin(hint) in (Union, UnionType):
            return self._union(hint)
        if get_origin(hint) is tuple:
            return self._tuple(get_args(hint))
        if is_dataclass(hint):
            return self._dataclass(hint)
        return _simple(hint, self._largest)

    def _dataclass(self, kind: Any) -> "Read":
        fields_of = {
            key_of(name): (name, self._reading(hint)) for name, hint in _hints(kind).items()
        }
        # Fields that came later have a default: a log written before them reads as it did.
        needed = fields_of.keys() - {
            key_of(f.name) for f in fields(kind) if f.default is not MISSING
        }

        def read(raw: Any) -> Any:
            if not isinstance(raw, dict) or not needed <= raw.keys() <= fields_of.keys():
                raise _Wrong
            values = {}
            for key, value in raw.items():
                name, reading = fields_of[key]
                try:
                    values[name] = reading(value)
                except _Wrong as found:
                    found.path = f".{name}{found.path}"
                    raise
            return kind(**values)

        return read

    def _union(self, hint: Any) -> "Read":
        """Something or nothing; or an exact number, which is text where it is a fraction."""
        arms = [arm for arm in get_args(hint) if arm is not NoneType]
        may_be_none = len(arms) < len(get_args(hint))
        text, other = (Fraction, int) if len(arms) > 1 else (arms[0], arms[0])
        read_text, read_other = self._reading(text), self._reading(other)

        def read(raw: Any) -> Any:
            if raw is None and may_be_none:
                return None
            return read_text(raw) if isinstance(raw, str) else read_other(raw)

        return read

    def _tuple(self, kinds: tuple[Any, ...]) -> "Read":
        if kinds[-1] is Ellipsis and kinds[0] in self._names:
            return _words(self._names[kinds[0]])
        if kinds[-1] is Ellipsis:
            read_one = self._reading(kinds[0])
            return lambda raw: tuple([read_one(item) for item in _listed(raw)])
        readings = [self._reading(kind) for kind in kinds]

        def read(raw: Any) -> Any:
            if len(_listed(raw)) != len(readings):
                raise _Wrong
            return tuple([one(item) for one, item in zip(readings, raw, strict=True)])

        return read


Read = Callable[[Any], Any]


class _Wrong(Exception):  # noqa: N818 - becomes a refusal that names the field
    """A value is not what its place wants; `path` grows on the way up."""

    path = ""


def _listed(raw: Any) -> list[Any]:
    if not isinstance(raw, list):
        raise _Wrong
    return raw


def _word(known: frozenset[str]) -> Read:
    def read(raw: Any) -> Any:
        if not isinstance(raw, str) or raw not in known:
            raise _Wrong
        return raw

    return read


def _words(known: frozenset[str]) -> Read:
    """Many words at once: most of a log of games is lists of tiles."""

    def read(raw: Any) -> Any:
        try:
            if not known.issuperset(_listed(raw)):
                raise _Wrong
        except TypeError:  # a list among them
            raise _Wrong from None
        return tuple(raw)

    return read


def _simple(hint: Any, largest: int) -> Read:
    if issubclass(hint, StrEnum):
        members = {member.value: member for member in hint}
        is_member = _word(frozenset(members))
        return lambda raw: members[is_member(raw)]

    def read(raw: Any) -> Any:
        if type(raw) is not hint or (isinstance(raw, int) and abs(raw) > largest):
            raise _Wrong
        return raw

    return _exact if hint is Fraction else read


def _exact(raw: Any) -> Fraction:
    exact = read_exact(raw) if isinstance(raw, str) else None
    if exact is None:
        raise _Wrong
    return exact


def json_object(raw: object, keys: Iterable[str], where: str) -> dict[str, Any]:
    """A JSON object with exactly these keys."""
    if not isinstance(raw, dict) or set(raw) != set(keys):
        wrong(where)
    assert isinstance(raw, dict)
    return raw


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def wrong(where: str) -> Any:
    """Refuse a value that is not what its place wants."""
    refuse(Violation(Refusal.LOG_SHAPE, facts={"field": where}))
