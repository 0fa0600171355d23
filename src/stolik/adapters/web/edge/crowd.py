"""How many sockets and lines come from one address.

A hall or a school is one address, so there is room for all of its phones; what one machine could
open beside them is bounded. Strangers take at most half of the places: whom somebody let in still
finds one, and is heard however much they say: all of an address share what they are listened to.
A login has a few: its oldest sockets make room (`sockets/lines.py`), and where they are slow to go
no more come.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import NoReturn

from stolik.adapters.web.edge.budget import STRANGERS, Budget
from stolik.adapters.web.edge.codes import Refusal
from stolik.refusal import Violation, refuse

MOST = 2000  # unless the organiser says otherwise
MOST_OF_ONE_LOGIN = 30  # sockets
SOCKET_LOGIN = "socket_login"  # in a scope's state: the login a socket came with
STRANGER_HEARD = (
    "stranger_heard"  # likewise, of a stranger's: whether so many more messages are read
)
STRANGER_TURN = "stranger_turn"  # likewise: comes back when it is the turn of one of them
GOES_FIRST = "goes_first"  # likewise, of all others: what they ask for is done within it


class Crowd:
    """Who is connected to this node, by address."""

    def __init__(self, most: int = MOST, now: Callable[[], float] = monotonic) -> None:
        self.most = most
        self._now = now
        self._heard: dict[str, Budget] = {}  # what the strangers of an address say together
        self._here: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()  # those of them whom nobody has let in
        self._logins: Counter[str] = Counter()  # sockets, from anywhere

    @contextmanager
    def socket(self, host: str, *, stranger: bool, login: str = "") -> Iterator[None]:
        """A socket, for as long as it is open."""
        self.line(host, stranger=stranger)
        self._logins[login] += 1
        try:
            yield
        finally:
            self.line_gone(host, stranger=stranger)
            _less(self._logins, login)

    def line(self, host: str, *, stranger: bool) -> None:
        """A line has come."""
        self.check(host, stranger=stranger)
        self._here[host] += 1
        self._strangers[host] += stranger

    def line_gone(self, host: str, *, stranger: bool) -> None:
        """A line has gone."""
        _less(self._here, host)
        _less(self._strangers, host, stranger)
        if host not in self._strangers:
            self._heard.pop(host, None)

    def hears(self, host: str, messages: int = 0) -> bool:
        """Whether strangers of this address are listened to now; so much is taken either way."""
        if host not in self._heard:
            self._heard[host] = Budget(self._now(), times=STRANGERS)
        return self._heard[host].allows(self._now(), messages=messages)

    def check(self, host: str, *, stranger: bool = False, login: str = "") -> None:
        """Refused if nobody more can come from there, or with this login."""
        if self._here[host] >= self.most or (stranger and self._strangers[host] >= self.most // 2):
            _refuse(self.most)
        if login and self._logins[login] >= 2 * MOST_OF_ONE_LOGIN:
            _refuse(MOST_OF_ONE_LOGIN)


def _refuse(most: int) -> NoReturn:
    refuse(Violation(Refusal.TOO_MANY_CONNECTIONS, facts={"most": most}))


def _less(counted: Counter[str], key: str, by: int = 1) -> None:
    counted[key] -= by
    if counted[key] <= 0:
        del counted[key]
