"""How many sockets and lines come from one address.

A hall or a school is one address, so there is room for all of its phones; what one machine could
open beside them is bounded. Strangers take at most half of the places: whom somebody let in still
finds one.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from stolik.adapters.web.edge.codes import Refusal
from stolik.refusal import Violation, refuse

MOST = 2000  # unless the organiser says otherwise


class Crowd:
    """Who is connected to this node, by address."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._here: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()  # those of them whom nobody has let in

    @contextmanager
    def socket(self, host: str, *, stranger: bool) -> Iterator[None]:
        """A socket, for as long as it is open."""
        self.line(host, stranger=stranger)
        try:
            yield
        finally:
            self.line_gone(host, stranger=stranger)

    def line(self, host: str, *, stranger: bool) -> None:
        """A line has come."""
        self.check(host, stranger=stranger)
        self._here[host] += 1
        self._strangers[host] += stranger

    def line_gone(self, host: str, *, stranger: bool) -> None:
        """A line has gone."""
        self._here[host] -= 1
        self._strangers[host] -= stranger
        for counted in (self._here, self._strangers):
            if counted[host] <= 0:
                del counted[host]

    def check(self, host: str, *, stranger: bool = False) -> None:
        """Refused if nobody more can come from there."""
        if self._here[host] >= self.most or (stranger and self._strangers[host] >= self.most // 2):
            refuse(Violation(Refusal.TOO_MANY_CONNECTIONS, facts={"most": self.most}))
