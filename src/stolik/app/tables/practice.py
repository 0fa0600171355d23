"""Practice without an account, within reason: what a stranger can make us keep has a budget.

A school is one address, so what one pupil does must not stop the others. Whoever came before is an
asker of his own: by the pass or account he was let in with, or by the first table he was given;
what follows from it is on his account. Per asker: so many tables in a while, and some bytes of his
own, which grow back. Per address: so many new askers in a while, so many tables kept at once, and
bytes for what its askers write beyond their own. Per table: so many events and bytes. What is not
used any more is removed (`practice_keeper.py`).
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from stolik.app.tables.codes import Refusal
from stolik.refusal import Violation, refuse

_MOST = 60  # new ones behind one address: two school classes begin to practise
_MOST_OF_ONE = 20
_WINDOW_S = 600.0

TABLE_EVENTS = 4_000
TABLE_BYTES = 600_000
# A class of thirty writes some 7 kB a second together.
ADDRESS_BYTES = 1_500_000
_GROWS_BACK = 15_000  # a second
# A person who plays against three bots writes some 250 bytes a second.
OWN_BYTES = 40_000
_OWN_GROWS_BACK = 500


@dataclass
class _Purse:
    left: float
    at: float


@dataclass(frozen=True, slots=True)
class Asker:
    """On whose account something is kept: his address, and himself if he came before."""

    host: str
    self_: str = ""


class PracticeLimit:
    """Counts by address and asker, in the memory of this node; no address is ever kept."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._opened: dict[str, deque[float]] = {}
        self._purses: dict[str, _Purse] = {}

    def count(self, asker: Asker) -> None:
        """One more table for somebody, refused if there were too many.

        Only who is new is counted with the others of his address.
        """
        host, most = (asker.self_, _MOST_OF_ONE) if asker.self_ else (asker.host, _MOST)
        now = self._monotonic()
        for key in [key for key, times in self._opened.items() if times[-1] <= now - _WINDOW_S]:
            del self._opened[key]
        times = self._opened.setdefault(host, deque([now]))
        while times[0] <= now - _WINDOW_S:
            times.popleft()
        if len(times) > most:
            seconds = ceil(times[0] + _WINDOW_S - now)
            refuse(Violation(Refusal.TOO_MUCH_PRACTICE, facts={"seconds": seconds}))
        times.append(now)

    def spend(self, asker: Asker, size: int) -> None:
        """So many bytes more: of his own, else of his address; refused if both have to wait."""
        now = self._monotonic()
        self._forget(now)
        own = self._purse(asker.self_, OWN_BYTES, _OWN_GROWS_BACK) if asker.self_ else None
        shared = self._purse(asker.host, ADDRESS_BYTES, _GROWS_BACK)
        purse = own if own and size <= own.left else shared
        if size > purse.left:
            seconds = ceil((size - purse.left) / _GROWS_BACK)
            refuse(Violation(Refusal.PRACTICE_PACE, facts={"seconds": seconds}))
        purse.left -= size

    def _purse(self, whose: str, full: float, grows_back: float) -> _Purse:
        now = self._monotonic()
        purse = self._purses.setdefault(whose, _Purse(full, now))
        purse.left = min(full, purse.left + grows_back * (now - purse.at))
        purse.at = now
        return purse

    def _forget(self, now: float) -> None:
        """Who has not written for long has a full purse again: no need to know him."""
        full_after = ADDRESS_BYTES / _GROWS_BACK
        for host in [h for h, purse in self._purses.items() if now - purse.at > full_after]:
            del self._purses[host]


@dataclass(frozen=True, slots=True)
class TableBudget:
    """What one practice table may still write, and on whose account."""

    limit: PracticeLimit
    asker: Asker

    def spend(self, *, events: int, bytes_: int, size: int) -> None:
        """Write so many bytes more at a table that holds so much; refused if it may not."""
        if events >= TABLE_EVENTS or bytes_ + size > TABLE_BYTES:
            refuse(Violation(Refusal.PRACTICE_FULL))
        self.limit.spend(self.asker, size)
