"""Connections of this node, and those without a socket: an event stream with posts, or polling.

Where WebSockets are blocked a line takes their place: it is opened by `hello`, messages are posted
to it, and what the server says is streamed or fetched. A line nobody reads is closed. Its number is
no right: whoever uses it shows the same login as who opened it.

Every connection is looked at again whenever somebody has lost a right, and each second: what its
login may no longer do ends it.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Protocol

from msgspec import Struct

from stolik.adapters.web.edge import crowd as crowds
from stolik.adapters.web.edge.budget import Budget, cost_of
from stolik.adapters.web.edge.crowd import Crowd
from stolik.adapters.web.sockets.outbox import Outbox
from stolik.adapters.web.sockets.session import TableSession, WhoIs
from stolik.app.access.access import Access
from stolik.app.access.standing import LoginNow, nobody
from stolik.app.ports import Chance, NotRead
from stolik.app.tables.codes import NoticeCode, Refusal
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.setup import is_let_in
from stolik.refusal import Refused, Violation, refuse

_FORGOTTEN_S = 40.0  # without a reader
_MOST_WAITING = 500
_MOST_OF_ONE_LOGIN = 20  # the oldest makes room
_LOOKS_EACH_S = 1.0
_AT_ONCE = 200  # sessions looked at in one turn of the loop


class Session(Protocol):
    """A connection of any kind: it ends with its login."""

    @property
    def standing(self) -> LoginNow:
        """The login it came with, as it is now."""
        ...

    def why_over(self) -> str:
        """Why it must end, as far as is known without asking the store; empty if it may stay."""
        ...

    def close(self, code: str) -> None:
        """End it with a last word; what was not read yet is not to be had any more."""
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

    def forget(self) -> None:
        """What was not fetched is not to be had any more."""
        self.waiting.clear()

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to fetch and never will be."""
        return self.ended and not self.waiting

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


@dataclass(frozen=True, slots=True)
class Opener:
    """Who opened a line: what every later request has to show too, and from where it came."""

    token: str | None
    host: str


@dataclass
class Line:
    """A session without a socket."""

    id: str
    session: Spoken
    mail: Mail
    key: bytes  # what is kept of the token that opened it
    host: str
    is_stranger: bool
    budget: Budget
    read_at: float = 0.0


def key_of(token: str | None) -> bytes:
    """What is kept of a token to know it again."""
    return sha256((token or "").encode()).digest()


class LineOpened(Struct):
    """A way to talk to a table, a clock or a hall without a socket."""

    line: str


class Lines:
    """Who is connected to this node."""

    def __init__(
        self,
        rooms: Rooms,
        access: Access,
        monotonic: Callable[[], float],
        *,
        chance: Chance,
        crowd: Crowd,
    ) -> None:
        self._rooms = rooms
        self._access = access
        self._chance = chance
        self._crowd = crowd
        self._monotonic = monotonic
        self._sessions: set[Session] = set()
        self._lines: dict[str, Line] = {}
        self._sockets: dict[str, list[Session]] = {}  # by the login they came with, oldest first
        # Learns what another node has changed, where its whisper was lost.
        self.look_elsewhere: Callable[[], Awaitable[None]] = _nowhere
        self._look = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    def opened(self, session: Session) -> None:
        """A connection has come."""
        self._sessions.add(session)
        if not session.standing.is_fresh:
            self.look_soon()  # something ended while it came in

    def closed(self, session: Session) -> None:
        """A connection has gone."""
        self._sessions.discard(session)

    @contextmanager
    def socket(self, session: Session, login: str) -> Iterator[None]:
        """A socket, for as long as it is open; the oldest of its login makes room."""
        own = self._sockets.setdefault(login, []) if login else []
        while len(own) >= crowds.MOST_OF_ONE_LOGIN:
            own.pop(0).close(NoticeCode.NEWER_CONNECTION)
        own.append(session)
        self.opened(session)
        try:
            yield
        finally:
            self.closed(session)
            if session in own:
                own.remove(session)
            if not self._sockets.get(login, [session]):
                del self._sockets[login]

    @property
    def count(self) -> int:
        """How many connections there are."""
        return len(self._sessions)

    # --- whoever may no longer be here ---------------------------------------------------------

    def begin(self) -> None:
        """Look after the connections from now on."""
        self._watching = asyncio.ensure_future(self._watch())

    def stop(self) -> None:
        """Leave them as they are."""
        if self._watching:
            self._watching.cancel()

    async def end(self) -> None:
        """The server stops: everybody is sent home, and nothing is left that would go on."""
        self.stop()
        for session in tuple(self._sessions):
            session.close(NoticeCode.SERVER_STOPS)
        for line in tuple(self._lines.values()):
            self._drop(line)
        if self._watching:
            await asyncio.gather(self._watching, return_exceptions=True)
        await asyncio.sleep(0)  # what was called off hears of it

    def revoked(self, logins: frozenset[str]) -> None:
        """Close everything of logins that have just ended."""
        for session in tuple(self._sessions):
            if session.standing.id in logins:
                session.close(NoticeCode.LOGGED_OUT)

    def look_soon(self) -> None:
        """Somebody may have lost a right: look at everybody again."""
        self._look.set()

    async def look(self) -> None:
        """Close everybody who may not be here any more."""
        for n, session in enumerate(tuple(self._sessions), start=1):
            await self.judge(session)
            if n % _AT_ONCE == 0:
                await asyncio.sleep(0)

    async def judge(self, session: Session) -> None:
        """Close a connection that may not be here any more."""
        await session.standing.now()
        if why := session.why_over():
            session.close(why)

    async def _may_stay(self, session: Session) -> bool:
        """Whether it may hear more; not while nobody can look whether it may."""
        try:
            await self.judge(session)
        except NotRead:
            await asyncio.sleep(_LOOKS_EACH_S)
            return False
        return True

    async def _watch(self) -> None:
        while True:
            try:
                await self._access.look()
                await self.look_elsewhere()
                self._look.clear()
                await self.look()
            except NotRead:
                pass  # nothing can be written either; in a second again
            self._forget()
            try:
                await asyncio.wait_for(self._look.wait(), _LOOKS_EACH_S)
            except TimeoutError:
                continue

    # --- lines ---------------------------------------------------------------------------------

    async def open(self, hello: bytes, who: WhoIs, host: str) -> tuple[Spoken, Mail]:
        """Say hello to a table where no socket gets through; to be kept as a line."""
        self._crowd.check(host)
        mail, outbox = self.mail()
        session = TableSession(self._rooms, outbox, who, nobody(self._access))
        await session.receive(hello)
        return session, mail

    def mail(self, lang: str = "pl") -> tuple[Mail, Outbox]:
        """Where what is said to a line waits, and the box it is put in."""
        mail = Mail()
        return mail, Outbox(mail, self._rooms.house.encode, lang)

    def keep(self, session: Spoken, mail: Mail, opener: Opener) -> Line:
        """A line to anything that can be spoken with; refused where there are too many."""
        self._forget()
        standing = session.standing
        try:
            self._crowd.line(opener.host, stranger=not is_let_in(standing.login))
        except Refused:
            session.leave()
            raise
        now = self._monotonic()
        line = Line(
            self._chance(16).hex(),
            session,
            mail,
            key_of(opener.token),
            opener.host,
            not is_let_in(standing.login),
            Budget(now),
            now,
        )
        self._make_room(standing.id)
        self._lines[line.id] = line
        self.opened(session)
        return line

    def line(self, line_id: str, shown: Iterable[str | None]) -> Line:
        """A line that is still open, for who opened it; for everybody else there is none."""
        line = self._lines.get(line_id)
        keys = [key_of(token) for token in shown]
        if line is None or line.mail.is_over or not any(compare_digest(line.key, k) for k in keys):
            refuse(Violation(Refusal.NO_SUCH_LINE))
        line.read_at = self._monotonic()
        return line

    async def say(self, line: Line, message: bytes) -> None:
        """One message of whoever is at the other end."""
        size = len(message)
        if line.is_stranger and not self._crowd.hears(line.host, cost_of(size)):
            refuse(Violation(Refusal.TOO_FAST))
        if not line.budget.allows(self._monotonic(), messages=cost_of(size), size=size):
            line.session.close(NoticeCode.TOO_FAST)
            refuse(Violation(Refusal.TOO_FAST))
        await self.judge(line.session)
        if line.mail.ended:
            refuse(Violation(Refusal.NO_SUCH_LINE))
        await line.session.receive(message)

    async def fetch(self, line: Line, wait_s: float) -> list[bytes]:
        """What the server has said since the last time."""
        await self.judge(line.session)
        return await line.mail.take(wait_s)

    async def stream(self, line: Line) -> AsyncIterator[bytes]:
        """What the server says, as server-sent events; a comment keeps the way open."""
        while not line.mail.is_over:
            line.read_at = self._monotonic()
            taken = await line.mail.take(15.0) if await self._may_stay(line.session) else []
            yield b"".join(b"data: " + message + b"\n\n" for message in taken) or b": .\n\n"

    def _make_room(self, login: str) -> None:
        if not login:
            return  # for strangers there is a bound for each address
        own = [line for line in self._lines.values() if line.session.standing.id == login]
        for oldest in own[: max(0, len(own) - _MOST_OF_ONE_LOGIN + 1)]:
            oldest.session.close(NoticeCode.NEWER_CONNECTION)
            self._drop(oldest)

    def _forget(self) -> None:
        late = self._monotonic() - _FORGOTTEN_S
        for line in [one for one in self._lines.values() if one.read_at < late or one.mail.is_over]:
            self._drop(line)

    def _drop(self, line: Line) -> None:
        del self._lines[line.id]
        self._crowd.line_gone(line.host, stranger=line.is_stranger)
        self.closed(line.session)
        line.session.leave()


async def _nowhere() -> None:
    """Where no other node is."""
