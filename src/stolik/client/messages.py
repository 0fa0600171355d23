"""What the server says, as this client reads it. Fields it does not need are passed over, and so
are messages it does not know: a newer server may say more.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from stolik.rummikub.view import TableView
from stolik.wojtek.view import TableView as WojtekView

View = TableView | WojtekView


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
    view: msgspec.Raw  # what it is depends on the game: `read_view`
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

_EXACT = re.compile(r"(-?)(?:(\d+)(?: |$))?(?:(\d+)/(\d+))?")


class _Tag(Struct, frozen=True):
    t: str


def read(raw: str | bytes) -> Heard | None:
    """A message; None if it is of a kind this client knows nothing of."""
    if _TAG.decode(raw).t not in KNOWN:
        return None
    return _HEARD.decode(raw)


def read_view(raw: msgspec.Raw, game: str) -> View:
    """The table as the game of a welcome shows it; of a game this client knows, or `KeyError`."""
    return _VIEWS[game].decode(raw)


def _decoded(kind: type, value: Any) -> Any:
    """Exact numbers come as people write them: `63 1/3`."""
    if kind is not Fraction:
        raise NotImplementedError(kind)
    found = _EXACT.fullmatch(str(value))
    if not found:
        raise ValueError(f"{value} is no exact number")
    sign, whole, over, under = found.groups()
    number = int(whole or 0) + (Fraction(int(over), int(under)) if under else Fraction(0))
    return -number if sign else number


_TAG = msgspec.json.Decoder(_Tag)
_VIEWS: Mapping[str, msgspec.json.Decoder[View]] = {
    "rummikub": msgspec.json.Decoder(TableView, dec_hook=_decoded),
    "wojtek": msgspec.json.Decoder(WojtekView),
}
_HEARD: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)
