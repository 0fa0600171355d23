"""The move clock of a live table: a fold over its events and when they were told.

What starts and stops it is the game's own (`app/games/<game>/`).
"""

from dataclasses import dataclass, replace

from stolik.app.tables.messages import ClockShown
from stolik.app.tables.recorded import Recorded
from stolik.seats import Seat

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


def with_lag(clock: MoveClock, told: Recorded) -> MoveClock:
    """The clock with the lag that was granted beside this event."""
    granted = told.note.get("lag_ms", 0)
    if not granted:
        return clock
    given = dict(clock.lag_given)
    given[clock.seat] = given.get(clock.seat, 0) + granted
    return replace(clock, lag_given=tuple(sorted(given.items())))


def clock_shown(clock: MoveClock, now: int) -> ClockShown:
    """The clock as everybody sees it."""
    given = dict(clock.lag_given).get(clock.seat, 0)
    return ClockShown(clock.seat, clock.running, clock.left(now), now, given)
