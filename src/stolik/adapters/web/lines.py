"""Connections of this node, and those without a socket: an event stream with posts, or polling.

Where WebSockets are blocked a line takes their place: it is opened by `hello`, messages are posted
to it, and what the server says is streamed or fetched. A line nobody reads is closed.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from stolik.adapters.web.outbox import Outbox
from stolik.adapters.web.table_session import TableSession
from stolik.app.access.roles import Login
from stolik.app.live.codes import Notice
from stolik.app.live.rooms import Rooms
from stolik.app.ports import Chance

_FORGOTTEN_S = 40.0  # without a reader
_MOST_WAITING = 500


class Session(Protocol):
    """A connection of any kind: it ends with its login."""

    @property
    def login_id(self) -> str:
        """The login it came with."""
        ...

    def close(self, code: str) -> None:
        """End it with a last word."""
        ...


class Spoken(Session, Protocol):
    """A connection that need not be a socket."""

    async def receive(self, raw: str | bytes) -> None:
        """One message of whoever is there."""
        ...

    def leave(self) -> None:
        """Nobody is there any more."""
        ...


class Mail:
    """What the server has said and nobody has fetched yet."""

    def __init__(self) -> None:
        self.ended = False
        self.is_full = False  # never: what is too much ends it
        self.on_room: Callable[[], None] = lambda: None
        self.waiting: deque[bytes] = deque()
        self._news = asyncio.Event()

    def say(self, messages: Iterable[bytes]) -> None:
        """Something the server says."""
        self.waiting.extend(messages)
        self.ended = self.ended or len(self.waiting) > _MOST_WAITING
        self._news.set()

    def end(self, _: int) -> None:
        """The server has said its last word."""
        self.ended = True
        self._news.set()

    def hang_up(self) -> None:
        """There is nothing to cut: whoever fetches finds the end."""

    async def take(self, wait_s: float) -> list[bytes]:
        """Everything that waits; if nothing does, what comes within the time."""
        if not self.waiting and not self.ended:
            try:
                await asyncio.wait_for(self._news.wait(), wait_s)
            except TimeoutError:
                return []
        self._news.clear()
        taken = list(self.waiting)
        self.waiting.clear()
        return taken


@dataclass
class Line:
    """A session without a socket."""

    id: str
    session: Spoken
    mail: Mail
    read_at: float = 0.0


class LineOpened(Struct):
    """A way to talk to a table, a clock or a hall without a socket."""

    line: str


class Lines:
    """Who is connected to this node."""

    def __init__(self, rooms: Rooms, chance: Chance, monotonic: Callable[[], float]) -> None:
        self._rooms = rooms
        self._chance = chance
        self._monotonic = monotonic
        self._sessions: set[Session] = set()
        self._lines: dict[str, Line] = {}

    def opened(self, session: Session) -> None:
        """A connection has come."""
        self._sessions.add(session)

    def closed(self, session: Session) -> None:
        """A connection has gone."""
        self._sessions.discard(session)

    @property
    def count(self) -> int:
        """How many connections there are."""
        return len(self._sessions)

    def revoked(self, logins: frozenset[str]) -> None:
        """Close everything of logins that have just ended."""
        for session in tuple(self._sessions):
            if session.login_id in logins:
                session.close(Notice.LOGGED_OUT)

    async def open(self, hello: bytes, who: Callable[[str], Awaitable[Login]]) -> Line:
        """A line to a table, for somebody whose network lets no socket through."""
        mail, outbox = self.mail()
        session = TableSession(self._rooms, outbox, who)
        line = self.keep(session, mail)
        await session.receive(hello)
        return line

    def mail(self, lang: str = "pl") -> tuple[Mail, Outbox]:
        """Where what is said to a line waits, and the box it is put in."""
        mail = Mail()
        return mail, Outbox(mail, self._rooms.house.encode, lang)

    def keep(self, session: Spoken, mail: Mail) -> Line:
        """A line to anything that can be spoken with."""
        self._forget()
        line = Line(self._chance(16).hex(), session, mail, self._monotonic())
        self._lines[line.id] = line
        self.opened(session)
        return line

    def line(self, line_id: str) -> Line | None:
        """A line that is still open."""
        line = self._lines.get(line_id)
        if line:
            line.read_at = self._monotonic()
        return line

    async def stream(self, line: Line) -> AsyncIterator[bytes]:
        """What the server says, as server-sent events; a comment keeps the way open."""
        while not line.mail.ended:
            line.read_at = self._monotonic()
            taken = await line.mail.take(15.0)
            yield b"".join(b"data: " + message + b"\n\n" for message in taken) or b": .\n\n"

    def _forget(self) -> None:
        late = self._monotonic() - _FORGOTTEN_S
        for line in [one for one in self._lines.values() if one.read_at < late or one.mail.ended]:
            del self._lines[line.id]
            self.closed(line.session)
            line.session.leave()
