"""How many sockets and lines come from one address.

A hall or a school is one address, so there is room for all of its phones; what one machine could
open beside them is bounded. Strangers' lines take at most half of the places: who has a login
still finds one.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from stolik.adapters.web.codes import Refusal
from stolik.refusal import Violation, refuse

MOST = 2000  # unless the organiser says otherwise


class Crowd:
    """Who is connected to this node, by address."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._here: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()  # those of them who are lines without a login

    @contextmanager
    def socket(self, host: str) -> Iterator[None]:
        """A socket, for as long as it is open."""
        self._come(host)
        try:
            yield
        finally:
            self._go(host)

    def line(self, host: str, *, stranger: bool) -> None:
        """A line has come."""
        if stranger and self._strangers[host] >= self.most // 2:
            self._refuse()
        self._come(host)
        self._strangers[host] += stranger

    def line_gone(self, host: str, *, stranger: bool) -> None:
        """A line has gone."""
        self._go(host)
        self._strangers[host] -= stranger
        self._strangers += Counter()  # forgets whom nothing is counted of

    def of(self, host: str) -> int:
        """How many are connected from there."""
        return self._here[host]

    def check(self, host: str) -> None:
        """Refused if nobody more can come from there."""
        if self._here[host] >= self.most:
            self._refuse()

    def _come(self, host: str) -> None:
        self.check(host)
        self._here[host] += 1

    def _go(self, host: str) -> None:
        self._here[host] -= 1
        if not self._here[host]:
            del self._here[host]

    def _refuse(self) -> None:
        refuse(Violation(Refusal.TOO_MANY_CONNECTIONS, facts={"most": self.most}))
