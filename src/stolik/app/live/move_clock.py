"""The move clock of a live table: a fold over its events and when they were told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stolik.app.live.told import Told
from stolik.rummikub import events as e
from stolik.rummikub.state import Phase, Seat, TableState

# What a slow line may give back: a move's share of it, and the whole of a game's. A device can
# always make its line look slower than it is, so this is also what a forger can gain.
LAG_PER_MOVE_MS = 250
LAG_PER_GAME_MS = 1000


@dataclass(frozen=True, slots=True)
class MoveClock:
    """How long the seat to move still has; counts down from `since` while it runs."""

    seat: Seat
    running: bool = False
    left_ms: int = 0
    since: int = 0
    lag_given: tuple[tuple[Seat, int], ...] = ()  # milliseconds granted in this game

    def left(self, now: int) -> int:
        """Milliseconds left at service time `now`; negative once it has run out."""
        return self.left_ms - (now - self.since if self.running else 0)

    @property
    def deadline(self) -> int | None:
        """When the time of the seat to move runs out; None while the clock stands."""
        return self.since + self.left_ms if self.running else None

    def lag_credit(self, measured_ms: int) -> int:
        """What the seat to move gets for its line in this move."""
        given = dict(self.lag_given).get(self.seat, 0)
        return max(0, min(measured_ms, LAG_PER_MOVE_MS, LAG_PER_GAME_MS - given))


def ticked(clock: MoveClock, told: Told, after: TableState, factors: Sequence[int]) -> MoveClock:
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
    running = not after.paused
    return clock if clock.running is running else replace(clock, running=running)


def turn_time_ms(state: TableState, factors: Sequence[int]) -> int:
    """What the seat to move has for a fresh turn: the rule's time, longer for who needs it."""
    factor = factors[state.turn] if state.turn < len(factors) else 100
    return state.rules.clock.turn_time_s * 10 * factor


def with_lag(clock: MoveClock, told: Told) -> MoveClock:
    """The clock with the lag that was granted beside this event."""
    granted = told.note.get("lag_ms", 0)
    if not granted:
        return clock
    given = dict(clock.lag_given)
    given[clock.seat] = given.get(clock.seat, 0) + granted
    return replace(clock, lag_given=tuple(sorted(given.items())))
