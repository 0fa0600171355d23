"""How fast a player may write to a tournament: what a phone never needs is not kept.

A round takes a dozen results and confirmations of a phone; a script could write thousands, and all
that is written is read again by everybody. Each node counts for itself.
"""

from collections.abc import Callable

from stolik.app.hall.clock_measure import OF_A_SEAT
from stolik.app.hall.codes import Refusal
from stolik.refusal import Violation, refuse

BURST = 200
_EACH_MS = 10_000  # one more, after that
_MOST_KNOWN = 10_000


class WritingPace:
    """What each phone's owner has written lately; time is the service clock's."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._free_at: dict[str, float] = {}  # when he would have his whole burst again

    def demand(self, tournament: str, by: str) -> None:
        """Refuse a player who writes too much; who runs the tournament is not counted."""
        if not by.startswith(OF_A_SEAT):
            return
        now, who = self._now(), f"{tournament} {by}"
        until = max(now, self._free_at.get(who, now)) + _EACH_MS
        if until > now + BURST * _EACH_MS:
            refuse(Violation(Refusal.TOO_OFTEN, facts={"seconds": _EACH_MS // 1000}))
        if len(self._free_at) >= _MOST_KNOWN:
            self._free_at = {one: at for one, at in self._free_at.items() if at > now}
        self._free_at[who] = until
