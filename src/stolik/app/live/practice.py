"""Practice without an account, within reason: so many tables from one address in a while."""

from collections import deque
from collections.abc import Callable
from math import ceil

from stolik.app.live.codes import Refusal
from stolik.refusal import Violation, refuse

_MOST = 60  # a school class behind one address may practise
_WINDOW_S = 600.0


class PracticeLimit:
    """Counts practice tables by address."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._opened: dict[str, deque[float]] = {}

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
