"""The film of a game of Rummikub: the felt, the racks and the drafts of every turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from stolik.app.games.rummikub.speaking import rules_shown
from stolik.app.games.rummikub.table import LiveTable
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.speaking import noted
from stolik.rummikub import events as e
from stolik.rummikub.jokers import jokers_of
from stolik.rummikub.state import Phase
from stolik.rummikub.view import (
    SeatView,
    TableView,
    event_looking_back,
    event_visible_to,
    visible_in_film,
    visible_looking_back,
)
from stolik.seats import Viewer


@dataclass(frozen=True, slots=True)
class Frame:
    """One event and the table after it; `felt` and `seats` are None where they did not change."""

    seq: int
    kind: str
    at: int
    by: str
    data: Mapping[str, Any]
    phase: str
    turn: int
    pool: int
    felt: Sequence[Sequence[Any]] | None
    seats: Sequence[SeatView] | None
    jokers: Mapping[str, Sequence[str]] | None  # what they stand for, with the felt
    drafts: Sequence[Mapping[str, Any]]  # how the turn went that this event ends


@dataclass(frozen=True, slots=True)
class Film:
    """A game of a table as one viewer may look back at it."""

    plays: Literal["rummikub"]
    table: str
    tournament: str
    game: int
    games: int  # how many were dealt at this table so far
    over: bool
    seat: int | None  # whose eyes look; None: of nobody who played
    seats: Sequence[Mapping[str, Any]]
    rules: Mapping[str, Any]
    frames: Sequence[Frame]


def games_dealt(table: LiveTable) -> list[int]:
    """The numbers of the games dealt at a table; one that was dealt anew stands there again."""
    return [told.event.game for told in table.told if isinstance(told.event, e.TilesDealt)]


def film(table: LiveTable, game: int, viewer: Viewer, after: int) -> Film:
    """The frames of a game that follow an event."""
    over = game < table.state.game or table.state.phase is Phase.OVER
    return Film(
        plays="rummikub",
        table=table.setup.id,
        tournament=table.setup.tournament,
        game=game,
        games=max(games_dealt(table)),
        over=over,
        seat=viewer.seat,
        seats=[{"entrant": seat.entrant, "bot": seat.bot} for seat in table.setup.seats],
        rules={**rules_shown(table.rules), "free_felt": table.setup.free_felt},
        frames=[f for f in _frames(table, game, viewer, over=over) if f.seq > after],
    )


def _frames(table: LiveTable, game: int, viewer: Viewer, *, over: bool) -> Iterator[Frame]:
    """The table is played through again; each frame keeps what is new in it."""
    again = LiveTable(table.setup, table.rules)
    look, know = (
        (visible_looking_back, event_looking_back) if over else (visible_in_film, event_visible_to)
    )
    felt: Any = None
    seats: tuple[SeatView, ...] | None = None
    for number, told in enumerate(table.told, start=1):
        again.apply(told)
        if again.state.game != game:
            continue
        shown, lies = look(again.state, viewer), again.felt
        data = dict(know(told.event, viewer)) | noted(told, viewer)
        data.pop("felt", None)  # it stands in the frame
        yield _frame(
            *(number, told, data, shown),
            felt=None if lies == felt else lies,
            seats=None if shown.seats == seats else shown.seats,
            jokers=None if lies == felt else jokers_of(shown.tableau, table.rules),
        )
        felt, seats = lies, shown.seats


def _frame(
    number: int,
    told: Recorded,
    data: Mapping[str, Any],
    shown: TableView,
    *,
    felt: Sequence[Sequence[Any]] | None,
    seats: Sequence[SeatView] | None,
    jokers: Mapping[str, Sequence[str]] | None,
) -> Frame:
    return Frame(
        seq=number,
        kind=type(told.event).__name__,
        at=told.at,
        by=told.by,
        data=data,
        phase=shown.phase.value,
        turn=shown.turn,
        pool=shown.middle.tiles + sum(stack.tiles for stack in shown.bank),
        felt=felt,
        seats=seats,
        jokers=jokers,
        drafts=told.note.get("film", ()),
    )
