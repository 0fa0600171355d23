"""What falls due at a live table when nobody does anything: flags, calls, an absent player's part.

Pure: the room asks when to look again and what has to happen by then.
"""

from collections.abc import Iterator

from stolik.app.access.roles import PRACTICE
from stolik.app.games.rummikub.on_the_felt.drafts import draft_of
from stolik.app.games.rummikub.table import LiveTable
from stolik.app.tables.codes import Refusal
from stolik.app.tables.seam.exchanged import LOOKS, Due, Presence, Waits
from stolik.app.tables.setup import TableSetup
from stolik.refusal import Violation, refuse
from stolik.rummikub import events as e
from stolik.rummikub.commands import CallTime, ConfirmResult, DeclareReady, TimeOut
from stolik.rummikub.state import Phase
from stolik.seats import Seat


def next_due(table: LiveTable, lag_ms: int, presence: Presence) -> Due | None:
    """The first thing to fall due; `lag_ms` is what was measured of the mover's line this turn."""
    if table.state.paused:
        return None
    dues = (*_times(table, lag_ms), *_awaited(table, presence))
    return min(dues, key=lambda due: due.at, default=None)


def waits(table: LiveTable, presence: Presence) -> Waits:
    """When readiness or a result is declared for who has not done so, and by whom."""
    if table.state.paused:
        return Waits()
    acts_at = min((due.at for due in _awaited(table, presence)), default=None)
    return Waits(acts_at, _begins_from(table))


def demand_patience(table: LiveTable, now: int) -> None:
    """Refuse to begin without somebody's word before he had time to give it."""
    begins = _begins_from(table)
    if begins is not None and (left := begins - now) > 0:
        refuse(Violation(Refusal.NOT_YET, facts={"seconds": -(-left // 1000)}))


def unready_for_long(table: LiveTable, now: int) -> list[Seat]:
    """The seats whose readiness a referee is asked about."""
    begins = _begins_from(table)
    return [] if begins is None or now < begins else _unready(table)


def _begins_from(table: LiveTable) -> int | None:
    """From when the game may begin without the word of who is there, by another's decision."""
    if not _unready(table) or _is_alone(table.setup):
        return None
    return _time_of(table, e.TilesDealt) + _patience(table)


def _unready(table: LiveTable) -> list[Seat]:
    """The seats that have not declared readiness."""
    state = table.state
    waits = state.phase is Phase.READYING and not state.paused
    return [seat for seat in state.active_seats if waits and not state.seats[seat].ready]


def _times(table: LiveTable, lag_ms: int) -> Iterator[Due]:
    """The flag of a turn and the time of the game."""
    state, clock = table.state, table.clock
    if state.phase is not Phase.PLAYING or clock.deadline is None:
        return
    # Never early: what the line may have cost is waited for before the flag falls.
    draft = draft_of(state, table.draft) if table.draft else None
    yield Due(clock.deadline + clock.lag_credit(lag_ms), TimeOut(state.turn, draft))
    if table.setup.game_minutes and not state.time_called:
        yield Due(_played_from(table) + 60_000 * table.setup.game_minutes, CallTime())


def _awaited(table: LiveTable, presence: Presence) -> Iterator[Due]:
    """The part of who has gone; who practises alone keeps nobody waiting (decision 0003 h)."""
    if _is_alone(table.setup):
        return
    patience = _patience(table)
    for seat in _unready(table):
        # Who is there declares himself: after the start there is no redeal and no announcement.
        if not presence.here[seat]:
            since = max(_time_of(table, e.TilesDealt), presence.since[seat])
            yield Due(since + patience, DeclareReady(seat))
    state = table.state
    for seat in state.active_seats if state.phase is Phase.OVER else ():
        if not state.seats[seat].confirmed:
            yield Due(_looks_until(table, seat, presence), ConfirmResult(seat))


def _looks_until(table: LiveTable, seat: Seat, presence: Presence) -> int:
    """Until when a seat may look at the racks: only another deal takes them away (mp2023 L121)."""
    ended, patience = _time_of(table, e.GameEnded), _patience(table)
    if table.state.game >= table.setup.games:
        return ended + patience
    latest = ended + LOOKS * patience
    gone = max(ended, presence.since[seat]) + patience
    return latest if presence.here[seat] else min(latest, gone)


def _is_alone(setup: TableSetup) -> bool:
    """Whether one person practises with bots."""
    return setup.tournament == PRACTICE and sum(not seat.bot for seat in setup.seats) == 1


def _patience(table: LiveTable) -> int:
    return 1000 * table.setup.patience_s


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
