"""What the server says, as this client reads it. Fields it does not need are passed over, and so
are messages it does not know: a newer server may say more.
"""

from typing import Any, Protocol

import msgspec
from msgspec import Struct


class View(Protocol):
    """A table as its game shows it: what every game has."""

    @property
    def game(self) -> int: ...

    @property
    def version(self) -> int: ...


class Clock(Struct, frozen=True):
    """The move clock at server time `now`."""

    seat: int
    running: bool
    left_ms: int
    now: int
    lag_ms: int = 0


class Item(Struct, frozen=True):
    """One event as this viewer may know it."""

    seq: int
    kind: str
    at: int
    data: dict[str, Any]


class Fault(Struct, frozen=True):
    """One reason of a refusal."""

    code: str
    message: str
    article: str = ""


class Said(Struct, frozen=True, tag_field="t"):
    """Anything the server says."""


class Welcome(Said, frozen=True, tag="welcome"):
    table: str
    role: str
    seat: int | None
    seq: int
    rules: dict[str, Any]
    game: str = "rummikub"
    games: int = 1


class Events(Said, frozen=True, tag="events"):
    items: list[Item]
    clock: Clock
    rack: list[str] | None = None


class Snapshot(Said, frozen=True, tag="snapshot"):
    seq: int
    view: msgspec.Raw  # what it is depends on the game: `ClientGame.view`
    clock: Clock
    rack: list[str] | None
    fair: dict[str, str] | None = None


class Status(Said, frozen=True, tag="status"):
    commands: dict[str, dict[str, Any]]


class Ack(Said, frozen=True, tag="ack"):
    id: str
    seq: int


class Rejected(Said, frozen=True, tag="no"):
    id: str | None
    faults: list[Fault]
    seq: int


class Deal(Said, frozen=True, tag="deal"):
    game: int
    ctx: str
    commit: str
    hashes: dict[str, str]
    reveal: bool


class Ping(Said, frozen=True, tag="ping"):
    n: int


class Bye(Said, frozen=True, tag="bye"):
    code: str
    message: str


Heard = Welcome | Events | Snapshot | Status | Ack | Rejected | Deal | Ping | Bye
KNOWN = frozenset(
    str(kind.__struct_config__.tag)
    for kind in (Welcome, Events, Snapshot, Status, Ack, Rejected, Deal, Ping, Bye)
)


class _Tag(Struct, frozen=True):
    t: str


def read(raw: str | bytes) -> Heard | None:
    """A message; None if it is of a kind this client knows nothing of."""
    if _TAG.decode(raw).t not in KNOWN:
        return None
    return _HEARD.decode(raw)


_TAG = msgspec.json.Decoder(_Tag)
_HEARD: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)
