"""A table's event as it is kept: what happened, when, by whom, and what belongs to it.

The number of an entry in its stream is the number of the event in the game's log, so a challenge,
a rewind and a message all speak of the same number.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, get_args

from stolik.app.reading.codec import TAG, Reader, key_of

# Any value of a core as JSON; `wiring` passes a fast one.
Encode = Callable[[Any], bytes]


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its time by the service clock and its author; `note`: beside the rules."""

    event: Any  # of the game that is played here
    at: int
    by: str
    note: Mapping[str, Any] = field(default_factory=dict)


def write_recorded(told: Recorded, encode: Encode) -> bytes:
    """The body of an entry."""
    event = told.event
    kind: Any = type(event)
    tagged = {TAG: kind.__name__}
    for key, name in _keys(kind):
        tagged[key] = getattr(event, name)
    return encode({"at": told.at, "by": told.by, "event": tagged, "note": told.note})


@cache
def _keys(kind: type[Any]) -> tuple[tuple[str, str], ...]:
    """What the fields of an event are called where it is kept."""
    return tuple((key_of(f.name), f.name) for f in fields(kind))


class RecordedReader:
    """Reads bodies back; takes nothing on trust."""

    def __init__(self, events: Any, names: Mapping[Any, Iterable[str]]) -> None:
        """`events`: the union of the game's kinds; `names`: of which words its pieces consist."""
        self._reader = Reader(get_args(events), names)

    def read(self, body: bytes, number: int) -> Recorded:
        """The event an entry holds."""
        raw = json.loads(body)
        event = self._reader.event(raw["event"], number)
        return Recorded(event, raw["at"], raw["by"], raw["note"])
