"""What falls due at a live table when nobody does anything: flags, calls, an absent player's part.

Pure: the room asks when to look again and what has to happen by then.
"""

from collections.abc import Iterator

from stolik.app.games.rummikub.drafts import draft_of
from stolik.app.games.rummikub.table import LiveTable
from stolik.app.tables.play import Due
from stolik.rummikub import events as e
from stolik.rummikub.commands import CallTime, ConfirmResult, DeclareReady, TimeOut
from stolik.rummikub.state import Phase
from stolik.seats import Seat


def next_due(table: LiveTable, lag_ms: int) -> Due | None:
    """The first thing to fall due; `lag_ms` is what was measured of the mover's line this turn."""
    if table.state.paused:
        return None
    return min(_dues(table, lag_ms), key=lambda due: due.at, default=None)


def _dues(table: LiveTable, lag_ms: int) -> Iterator[Due]:
    state, clock = table.state, table.clock
    if state.phase is Phase.PLAYING and clock.deadline is not None:
        # Never early: what the line may have cost is waited for before the flag falls.
        draft = draft_of(state, table.draft) if table.draft else None
        yield Due(clock.deadline + clock.lag_credit(lag_ms), TimeOut(state.turn, draft))
        if table.setup.game_minutes and not state.time_called:
            yield Due(_played_from(table) + 60_000 * table.setup.game_minutes, CallTime())
    patience = 1000 * table.setup.patience_s
    if state.phase is Phase.READYING:
        dealt = _time_of(table, e.TilesDealt)
        yield from (
            Due(dealt + patience, DeclareReady(seat))
            for seat in state.active_seats
            if not state.seats[seat].ready
        )
    if state.phase is Phase.OVER:
        ended = _time_of(table, e.GameEnded)
        yield from (
            Due(ended + patience, ConfirmResult(seat))
            for seat in state.active_seats
            if not state.seats[seat].confirmed
        )


def acts_for_absent(table: LiveTable) -> int | None:
    """When readiness or a result is declared for who has not done so; None while nobody waits."""
    waits = not table.state.paused and table.state.phase in (Phase.READYING, Phase.OVER)
    return min((due.at for due in _dues(table, 0)), default=None) if waits else None


def vanished_turns(table: LiveTable, seat: Seat) -> int:
    """How many turns in a row this seat has let pass without touching a tile."""
    count = 0
    for told in reversed(table.since_dealt()):
        match told.event:
            case e.TimeRanOut(seat=s, draft=None) if s == seat:
                count += 1
            case e.TurnEnded(seat=s, how=how) if s == seat and how is not e.TurnEnd.TIME:
                break
            case _:
                pass
    return count


def _played_from(table: LiveTable) -> int:
    """From when the game has been played without the time it stood: a dispute takes none of it."""
    began, stood, stands_from = 0, 0, 0
    for told in table.since_dealt():
        match told.event:
            case e.GameStarted():
                began = told.at
            case e.Paused():
                stands_from = told.at
            case e.Resumed() if stands_from:
                stood, stands_from = stood + told.at - stands_from, 0
            case _:
                pass
    return began + stood


def _time_of(table: LiveTable, kind: type[e.Event]) -> int:
    """When the last event of a kind was told."""
    return next(told.at for told in reversed(table.told) if isinstance(told.event, kind))
