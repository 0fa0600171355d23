"""Practice without an account, within reason: what a stranger can make us keep has a budget.

Per address: so many tables in a while, so many kept at once, and so many bytes, which grow back.
Per table: so many events and bytes. What is not used any more is removed (`practice_keeper.py`).
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from stolik.app.tables.codes import Refusal
from stolik.refusal import Violation, refuse

_MOST = 60  # a school class behind one address may practise
_WINDOW_S = 600.0

TABLE_EVENTS = 4_000
TABLE_BYTES = 600_000
# A class of thirty writes some 7 kB a second together.
ADDRESS_BYTES = 1_500_000
_GROWS_BACK = 15_000  # a second


@dataclass
class _Purse:
    left: float
    at: float


class PracticeLimit:
    """Counts by address, in the memory of this node; no address is ever kept."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._opened: dict[str, deque[float]] = {}
        self._purses: dict[str, _Purse] = {}

    def count(self, host: str) -> None:
        """One more table for somebody at this address, refused if there were too many."""
        now = self._monotonic()
        for key in [key for key, times in self._opened.items() if times[-1] <= now - _WINDOW_S]:
            del self._opened[key]
        times = self._opened.setdefault(host, deque([now]))
        while times[0] <= now - _WINDOW_S:
            times.popleft()
        if len(times) > _MOST:
            seconds = ceil(times[0] + _WINDOW_S - now)
            refuse(Violation(Refusal.TOO_MUCH_PRACTICE, facts={"seconds": seconds}))
        times.append(now)

    def spend(self, host: str, size: int) -> None:
        """So many bytes more on account of this address; refused if it has to wait first."""
        now = self._monotonic()
        self._forget(now)
        purse = self._purses.setdefault(host, _Purse(ADDRESS_BYTES, now))
        purse.left = min(ADDRESS_BYTES, purse.left + _GROWS_BACK * (now - purse.at))
        purse.at = now
        if size > purse.left:
            seconds = ceil((size - purse.left) / _GROWS_BACK)
            refuse(Violation(Refusal.PRACTICE_PACE, facts={"seconds": seconds}))
        purse.left -= size

    def _forget(self, now: float) -> None:
        """Who has not written for long has a full purse again: no need to know him."""
        full_after = ADDRESS_BYTES / _GROWS_BACK
        for host in [h for h, purse in self._purses.items() if now - purse.at > full_after]:
            del self._purses[host]


@dataclass(frozen=True, slots=True)
class TableBudget:
    """What one practice table may still write; on whose account, if we know."""

    limit: PracticeLimit
    host: str

    def spend(self, *, events: int, bytes_: int, size: int) -> None:
        """Write so many bytes more at a table that holds so much; refused if it may not."""
        if events >= TABLE_EVENTS or bytes_ + size > TABLE_BYTES:
            refuse(Violation(Refusal.PRACTICE_FULL))
        self.limit.spend(self.host, size)
