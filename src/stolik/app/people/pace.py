"""How fast forms may come from one address, so that nobody fills the waiting list alone.

A hall is one address, and a school writes itself down within minutes: the pace is generous.
"""

from collections import deque
from math import ceil

from stolik.app.tournaments.codes import Refusal
from stolik.refusal import Violation, refuse

MOST_FORMS = 200
WINDOW_S = 600.0


class FormPace:
    """Counts the forms of each address, in the memory of this node."""

    def __init__(self) -> None:
        self._sent: dict[str, deque[float]] = {}

    def count(self, address: str, now: float) -> None:
        """One more form at this moment; refused if there were too many within the window."""
        self._forget(now)
        sent = self._sent.setdefault(address, deque())
        if len(sent) >= MOST_FORMS:
            wait = ceil((sent[0] + WINDOW_S - now) / 60)
            refuse(Violation(Refusal.REGISTRATION_PACE, facts={"minutes": max(1, wait)}))
        sent.append(now)

    def _forget(self, now: float) -> None:
        for address, sent in list(self._sent.items()):
            while sent and sent[0] <= now - WINDOW_S:
                sent.popleft()
            if not sent:
                del self._sent[address]
