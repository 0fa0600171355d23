"""The film of a game of Miś Wojtek: after each event, what of the table looks otherwise."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

from stolik.app.games.wojtek.speaking import BoardShown, board_shown
from stolik.app.games.wojtek.table import WojtekTable
from stolik.app.tables.speaking import noted
from stolik.seats import Viewer
from stolik.wojtek.state import Phase
from stolik.wojtek.view import (
    TableView,
    event_looking_back,
    event_visible_to,
    visible_in_film,
    visible_looking_back,
)


@dataclass(frozen=True, slots=True)
class WojtekFrame:
    """One event, and those parts of the table's view that look otherwise after it."""

    seq: int
    kind: str
    at: int
    by: str
    data: Mapping[str, Any]
    view: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WojtekFilm:
    """A game of a table as one viewer may look back at it."""

    plays: Literal["wojtek"]
    table: str
    tournament: str
    game: int
    games: int  # how many were dealt at this table so far
    over: bool
    seat: int | None  # whose eyes look; None: of nobody who played
    seats: Sequence[Mapping[str, Any]]
    board: BoardShown
    frames: Sequence[WojtekFrame]


def film(table: WojtekTable, game: int, viewer: Viewer, after: int) -> WojtekFilm:
    """The frames of a game that follow an event."""
    over = game < table.state.game or table.state.phase is Phase.OVER
    return WojtekFilm(
        plays="wojtek",
        table=table.setup.id,
        tournament=table.setup.tournament,
        game=game,
        games=table.state.game,
        over=over,
        seat=viewer.seat,
        seats=[{"entrant": seat.entrant, "bot": seat.bot} for seat in table.setup.seats],
        board=board_shown(table.board),
        frames=[frame for frame in _frames(table, game, viewer, over=over) if frame.seq > after],
    )


def _frames(table: WojtekTable, game: int, viewer: Viewer, *, over: bool) -> Iterator[WojtekFrame]:
    """The table is played through again; each frame keeps what is new in it."""
    again = WojtekTable(table.setup, table.board)
    look, know = (
        (visible_looking_back, event_looking_back) if over else (visible_in_film, event_visible_to)
    )
    before: TableView | None = None
    for number, told in enumerate(table.told, start=1):
        again.apply(told)
        if again.state.game != game:
            continue
        shown = look(again.state, viewer)
        yield WojtekFrame(
            seq=number,
            kind=type(told.event).__name__,
            at=told.at,
            by=told.by,
            data=dict(know(told.event, viewer)) | noted(told, viewer),
            view=_changes(before, shown),
        )
        before = shown


def _changes(before: TableView | None, after: TableView) -> Mapping[str, Any]:
    """The parts of a view that are new; all of it where there was nothing before."""
    values = ((field.name, getattr(after, field.name)) for field in fields(after))
    return {
        name: value for name, value in values if before is None or value != getattr(before, name)
    }
