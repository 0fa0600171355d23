"""What time it was by the clock on the wall: the service clock knows only how long it has run.

Whenever the two have drifted apart (a restart, a closed lid, a wall clock set right) a mark is
kept: from this millisecond of the service on it was so late. Nothing is decided by it; people who
read what happened see a time of day.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from stolik.app.ports import EventStore, Put
from stolik.app.streams.service_clock import ServiceClock

KIND = "wall"
_DRIFT_S = 20


@dataclass(slots=True)
class WallMarks:
    """Keeps the marks of this node's store."""

    store: EventStore
    clock: ServiceClock
    wall: Callable[[], int]  # seconds since 1970; 0: nobody knows
    _offset: int | None = field(default=None, init=False)

    async def mind(self) -> None:
        """Keep a mark if the last one tells the wrong time by now; raises `NotSaved`."""
        at, now = self.clock.now(), self.wall()
        offset = now - at // 1000
        if now and (self._offset is None or abs(offset - self._offset) > _DRIFT_S):
            await self.store.put([Put(KIND, f"{at:015d}", str(now).encode())])
            self._offset = offset

    async def read(self) -> "WallTimes":
        """Every mark that was ever kept here."""
        found = await self.store.all(KIND)
        return WallTimes(sorted((int(at), int(body)) for at, body in found.items()))


@dataclass(frozen=True, slots=True)
class WallTimes:
    """Marks in order: (of the service clock, seconds since 1970)."""

    marks: Sequence[tuple[int, int]]

    def when(self, at: int) -> int:
        """Seconds since 1970 of a moment of the service clock; 0: before the first mark."""
        after = bisect_right(self.marks, at, key=lambda mark: mark[0])
        if not after:
            return 0
        since, wall = self.marks[after - 1]
        return wall + (at - since) // 1000
