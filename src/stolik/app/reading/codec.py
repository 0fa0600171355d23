"""Dataclasses of the cores as plain JSON values and back; reading takes nothing on trust.

    {"event": "TileDrawn", "seat": 0, "tile": "r5", "reason": "move"}

What is written reads back to the same values, byte for byte.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Any, NoReturn

from stolik.app.codes import Refusal
from stolik.app.reading.exact import write_exact
from stolik.app.reading.shapes import LARGEST, Shapes, Unreadable
from stolik.refusal import Violation, refuse

# Moments of the service clock are milliseconds: years of them fit in here.
LARGEST_MOMENT = 10**12
TAG = "event"


def write_event(event: Any) -> dict[str, Any]:
    """One event as JSON values."""
    return {TAG: type(event).__name__, **write_fields(event)}


def plain(value: Any) -> Any:
    """A value of the core as JSON values."""
    kind = type(value)
    write = _WRITERS.get(kind)
    if write is None:
        write = _WRITERS[kind] = _writer(kind)
    return write(value)


def write_fields(value: Any) -> dict[str, Any]:
    kind = type(value)
    keys = _KEYS.get(kind)
    if keys is None:
        keys = _KEYS[kind] = tuple((f.name, key_of(f.name)) for f in fields(kind))
    return {key: plain(getattr(value, name)) for name, key in keys}


# How values of a type are written is worked out once: every event of every table is.
_WRITERS: dict[type[Any], Callable[[Any], Any]] = {}
_KEYS: dict[type[Any], tuple[tuple[str, str], ...]] = {}


def _writer(kind: type[Any]) -> Callable[[Any], Any]:
    if issubclass(kind, Fraction):
        return write_exact
    if issubclass(kind, StrEnum):
        return attrgetter("value")
    if issubclass(kind, tuple):
        return lambda items: [plain(item) for item in items]
    return write_fields if is_dataclass(kind) else lambda value: value


def key_of(name: str) -> str:
    """A challenge is about an `event`, and so is the tag: the field steps aside."""
    return f"{name}_" if name == TAG else name


class Reader:
    """Reads what a log holds; the first fault is a refusal that names its field."""

    def __init__(
        self,
        events: Iterable[type[Any]],
        names: Mapping[Any, Iterable[str]] | None = None,
        *,
        largest: int = LARGEST,
    ) -> None:
        """`names`: of which words a type of its own (a tile, a colour) consists."""
        self._events: Mapping[str, type[Any]] = {kind.__name__: kind for kind in events}
        self._shapes = Shapes(names, largest=largest, key_of=key_of)

    def event(self, raw: object, number: int) -> Any:
        """The event with this number, of one of the kinds this reader knows."""
        name = raw.get(TAG) if isinstance(raw, dict) else None
        kind = self._events.get(name) if isinstance(name, str) else None
        if kind is None or not isinstance(raw, dict):
            refuse(Violation(Refusal.LOG_EVENT_UNKNOWN, facts={"number": number}))
        rest = {key: value for key, value in raw.items() if key != TAG}
        return self.value(kind, rest, f"log.events[{number}]")

    def value(self, kind: Any, raw: object, where: str) -> Any:
        """A value of any type a core's dataclass may have."""
        try:
            return self._shapes.read(kind, raw)
        except Unreadable as found:
            wrong(where + _path(found.faults[0].place))


def _path(place: Iterable[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)


def json_object(raw: object, keys: Iterable[str], where: str) -> dict[str, Any]:
    """A JSON object with exactly these keys."""
    if not isinstance(raw, dict) or set(raw) != set(keys):
        wrong(where)
    return raw


def wrong(where: str) -> NoReturn:
    """Refuse a value that is not what its place wants."""
    refuse(Violation(Refusal.LOG_SHAPE, facts={"field": where}))
