"""What falls due at a table of Miś Wojtek: flags, calls, the part of a player who has gone.

Pure. Where turns have no clock only absence passes them.
"""

from collections.abc import Iterator

from stolik.app.games.wojtek.table import WojtekTable
from stolik.app.tables.play import Due, Presence
from stolik.wojtek import events as e
from stolik.wojtek.commands import CallTime, ConfirmResult, PassTurn, TimeOut
from stolik.wojtek.state import JUDGE_WAITS, Phase, TableState, Waiting

BEGINS_TURN = (e.StartCardDrawn, e.GameStarted, e.TurnEnded, e.Rewound, e.Resumed)
_AWAY = "away"  # the reason the house gives for passing a turn; screens know the word


def next_due(table: WojtekTable, lag_ms: int, presence: Presence) -> Due | None:
    """The first thing to fall due; `lag_ms` is what was measured of the mover's line this turn."""
    if table.state.paused:
        return None
    dues = (*_times(table, lag_ms), *_absences(table, presence), *_confirmations(table))
    return min(dues, key=lambda due: due.at, default=None)


def waits_for_player(state: TableState) -> bool:
    """Whether the seat to move has to do something, and nobody else."""
    if state.phase is Phase.PLAYING:
        return state.waiting not in JUDGE_WAITS
    return state.waiting is Waiting.START


def next_game_comes(table: WojtekTable) -> bool:
    """Whether a game is over and not the last of the table."""
    return table.state.phase is Phase.OVER and table.state.game < table.setup.games


def vanished_turns(table: WojtekTable, seat: int) -> int:
    """How many turns in a row this seat has let pass."""
    count = 0
    for told in reversed(table.since_opened()):
        match told.event:
            case e.TurnTimedOut(seat=s) | e.TurnPassed(seat=s) if s == seat:
                count += 1
            case e.CardsExchanged(seat=s) | e.BearMoved(seat=s) if s == seat:
                break
            case _:
                pass
    return count


def _times(table: WojtekTable, lag_ms: int) -> Iterator[Due]:
    """The clock of a turn and the time of the game, where there are any."""
    state, clock, setup = table.state, table.clock, table.setup
    if clock.deadline is not None:
        yield Due(clock.deadline + clock.lag_credit(lag_ms), TimeOut(state.turn))
    if setup.game_minutes and state.phase is Phase.PLAYING and not state.time_called:
        yield Due(_last(table, e.GameStarted) + 60_000 * setup.game_minutes, CallTime())


def _absences(table: WojtekTable, presence: Presence) -> Iterator[Due]:
    """Without a clock: somebody who has gone is not waited for without end (decision W19).

    Only for a person's sake: bots wait, and a table everybody has left stands as it is.
    """
    state, setup = table.state, table.setup
    clock = state.board.clock
    if clock.turn_time_s or not waits_for_player(state):
        return
    others = (seat for seat in state.active_seats if seat != state.turn)
    people = (seat for seat in others if presence.here[seat] and not setup.is_bot(seat))
    waiting = [presence.since[seat] for seat in people]
    if waiting and not presence.here[state.turn]:
        since = max(_last(table, *BEGINS_TURN), presence.since[state.turn], min(waiting))
        yield Due(since + 1000 * clock.patience_s, PassTurn(state.turn, _AWAY))


def _confirmations(table: WojtekTable) -> Iterator[Due]:
    """Nobody keeps the others from their next game by looking at the last one."""
    if not next_game_comes(table):
        return
    patience = 1000 * table.state.board.clock.patience_s
    ended = _last(table, e.GameEnded)
    for seat in table.state.active_seats:
        if not table.state.seats[seat].confirmed:
            yield Due(ended + patience, ConfirmResult(seat))


def _last(table: WojtekTable, *kinds: type[e.Event]) -> int:
    """When the last event of these kinds was told."""
    return next(told.at for told in reversed(table.told) if isinstance(told.event, kinds))
