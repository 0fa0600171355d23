"""The move clock of a table of Rummikub: which events set it, and when it stands."""

from collections.abc import Sequence
from dataclasses import replace

from stolik.app.tables.move_clock import MoveClock, with_lag
from stolik.app.tables.recorded import Recorded
from stolik.rummikub import events as e
from stolik.rummikub.state import Phase, TableState


def ticked(
    clock: MoveClock, told: Recorded, after: TableState, factors: Sequence[int]
) -> MoveClock:
    """The clock after an event that led to the state `after`; factors are percent per seat."""
    clock = with_lag(clock, told)
    if after.phase is not Phase.PLAYING:
        given = () if after.phase is Phase.READYING else clock.lag_given
        return MoveClock(seat=after.turn, since=told.at, lag_given=given)
    match told.event:
        case e.GameStarted() | e.TurnEnded() | e.TurnRestarted() | e.Rewound():
            left = turn_time_ms(after, factors)
            clock = replace(clock, seat=after.turn, left_ms=left, since=told.at)
        case e.TimeAdded(seconds=seconds):
            clock = replace(clock, left_ms=clock.left_ms + 1000 * seconds)
        case e.Paused() | e.Resumed():
            clock = replace(clock, left_ms=clock.left(told.at), since=told.at)
        case _:
            pass
    running = not after.paused and after.rules.clock.turn_time_s > 0
    return clock if clock.running is running else replace(clock, running=running)


def turn_time_ms(state: TableState, factors: Sequence[int]) -> int:
    """What the seat to move has for a fresh turn: the rule's time, longer for who needs it."""
    factor = factors[state.turn] if state.turn < len(factors) else 100
    return state.rules.clock.turn_time_s * 10 * factor
