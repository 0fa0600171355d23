"""Pledges, slips, draws and seats, until a round is published; tiles drawn for seats."""

from typing import Annotated

from msgspec import Meta

from stolik.app import bounds as b
from stolik.app.reading.typed import Request
from stolik.app.tournaments.requests.do import Do


class Slip(Do, frozen=True):
    entrant: b.Entrant
    slip: b.Word  # as it is printed: 3B
    by: b.Word = ""


class SlipBack(Slip, frozen=True):
    """A slip that was entered by mistake."""


class Pledge(Do, frozen=True):
    """Pledge chance for the next draw."""


class Publish(Do, frozen=True):
    """Show the draft to everybody."""


class Draw(Do, frozen=True):
    tables: b.TablesListed | None = None
    slips: bool = False  # as the slips say that people drew
    table_size: b.SeatNumber | None = None
    reason: b.Reason = ""
    dice: b.Name = ""


class Swap(Do, frozen=True):
    one: b.Entrant
    other: b.Entrant
    reason: b.Reason


class TakeSeat(Do, frozen=True):
    """Somebody late sits down on a free chair; nobody else moves."""

    entrant: b.Entrant
    table: b.Table
    reason: b.Reason


class Lock(Do, frozen=True):
    table: b.Table
    locked: bool = True
    reason: b.Reason = ""


class Unpublish(Do, frozen=True):
    reason: b.Reason


class StartCards(Do, frozen=True):
    """The set-up of a table in the hall, as far as it has come; nothing of it is kept."""

    seats: b.SeatNumber
    key: b.Word
    drawn: Annotated[tuple[b.Word, ...], Meta(max_length=100)] | None = None
    choices: Annotated[tuple[b.Word, ...], Meta(max_length=10)] = ()


class SeatTile(Request, frozen=True):
    entrant: b.Entrant
    drawn: Annotated[list[b.Word], b.Seats]  # the first tile, then others if equal ones were drawn


class SeatTiles(Do, frozen=True):
    round: b.Round
    table: b.Table
    tiles: Annotated[list[SeatTile], b.Seats]
    reason: b.Reason = ""  # for drawing again, which a referee or an organiser writes down
    by: b.Word = ""
