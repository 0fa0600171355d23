"""Phones that asked for it are told their table by web push. Nothing in the hall waits for it.

The logs of the tournament and of its hall say what there is to tell; what was in them when the
server started is old. Each phone is tried a few times and, when it would be late, not any more.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic
from typing import Any, Protocol

from stolik.app.access.access import Access
from stolik.app.access.logins import login_now
from stolik.app.access.phones import ToldPhone, as_kept, phones_of, want_no_more
from stolik.app.access.roles import PersonRole
from stolik.app.hall.hall import KIND as HALL
from stolik.app.hall.hall import Hall, hall_stream
from stolik.app.hall.halls import Halls
from stolik.app.hall.push_words import Occasion, is_still_so, message_to, occasion_of, topic_of
from stolik.app.ports import Entry, Put, Stream
from stolik.app.streams.one_act import one_act
from stolik.app.tournaments.card import KIND as TOURNAMENT
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.offices import Offices

LASTS_S = 600
PUSHED = "pushed"  # how far one of several nodes has told
_LOOKS_EVERY_S = 1.0
_AT_ONCE = 16
_PAUSES_S = (2.0, 10.0, 30.0)  # before each further try


class PushFate(StrEnum):
    """What became of a message."""

    TAKEN = "taken"
    GONE = "gone"  # the browser wants none any more
    LATER = "later"  # its service cannot just now
    NEVER = "never"


# Sends a message to a phone; it is worth so many seconds, and replaces what has the same topic.
Send = Callable[[ToldPhone, bytes, int, str], Awaitable[PushFate]]


class PushLog(Protocol):
    """The lines a server writes for whoever runs it."""

    def info(self, event: str, **facts: Any) -> Any: ...

    def warning(self, event: str, **facts: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class PushPace:
    """How patient it is; tests are in more of a hurry."""

    looks_every_s: float = _LOOKS_EVERY_S
    pauses_s: tuple[float, ...] = _PAUSES_S
    lasts_s: float = LASTS_S


class Pushing:
    """Looks at what happens in the halls of this node and tells phones."""

    def __init__(
        self,
        access: Access,
        offices: Offices,
        halls: Halls,
        send: Send,
        log: PushLog,
        pace: PushPace = PushPace(),  # noqa: B008 - a frozen value
    ) -> None:
        self._access, self._offices, self._halls = access, offices, halls
        self._send, self._log, self._pace = send, log, pace
        self._told: dict[Stream, int] = {}
        self._last: dict[str, Occasion] = {}  # by tournament: an older one is told no further
        self._few = asyncio.Semaphore(_AT_ONCE)
        self._running: set[asyncio.Task[None]] = set()

    async def keep_on(self) -> None:
        """Until the server stops."""
        step = self.begin
        try:
            while True:
                with self._faults_said():
                    await step()
                    step = self.look
                await asyncio.sleep(self._pace.looks_every_s)
        finally:
            for task in self._running:
                task.cancel()

    async def begin(self) -> None:
        """What has happened so far is told to nobody."""
        for kind in (TOURNAMENT, HALL):
            self._told |= await self._access.store.streams(f"{kind}/")

    async def look(self) -> None:
        """Begin to tell what is new."""
        ends = {office.card.stream: (office.card.id, office.seq) for office in self._opened()}
        for hall in self._halls.opened():
            ends[hall_stream(hall.tournament)] = (hall.tournament, hall.seq)
        for stream, (here, seq) in ends.items():
            known = self._told.get(stream, 0)
            if seq > known:
                with self._faults_said():  # then it is looked at again
                    await self._news(here, stream, known, seq)
                    self._told[stream] = seq

    async def told(self) -> None:
        """Come back when nobody is being told."""
        while self._running:
            await asyncio.gather(*self._running)

    def _opened(self) -> list[Office]:
        return [office for office in self._offices.opened() if not office.card.deleted]

    async def _news(self, here: str, stream: Stream, known: int, seq: int) -> None:
        phones = await phones_of(self._access.store, here)
        if not phones:
            return
        hall = await self._halls.look(here)
        entries = await self._access.store.read(stream, known, seq - known)
        newest = self._newest(hall, entries)
        if newest is None:
            return
        number, what = newest
        self._last[here] = what  # whoever tells it
        if await self._claimed(stream, number):
            task = asyncio.ensure_future(self._tell_all(hall, phones, what))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def _newest(self, hall: Hall, entries: Sequence[Entry]) -> tuple[int, Occasion] | None:
        """The last thing worth a word, by the number of its event; not if it is old.

        What another node wrote stands in the log long before somebody opens the tournament here.
        """
        old = hall.house.clock.now() - self._pace.lasts_s * 1000
        for entry in reversed(entries):
            body = json.loads(entry.body)
            event = body["event"]
            if what := occasion_of(hall, event):
                at = body["at"] if "at" in body else event["at"]
                return (entry.seq, what) if at > old else None
        return None

    async def _claimed(self, stream: Stream, seq: int) -> bool:
        """Whether it is for this node to tell: of several only the first one does."""
        store = self._access.store
        if self._access.alone:
            return True

        async def look() -> tuple[bool, list[Put]]:
            done = int(await store.get(PUSHED, stream) or b"0") >= seq
            return not done, [] if done else [Put(PUSHED, stream, str(seq).encode())]

        return await one_act(store, f"{PUSHED}/{stream}", look)

    async def _tell_all(self, hall: Hall, phones: tuple[ToldPhone, ...], what: Occasion) -> None:
        until = monotonic() + self._pace.lasts_s
        fates = await asyncio.gather(*(self._tell(hall, one, what, until) for one in phones))
        counted = {fate.value: number for fate, number in Counter(fates).items()}
        self._log.info("pushed", tournament=hall.tournament, **counted)

    async def _tell(self, hall: Hall, phone: ToldPhone, what: Occasion, until: float) -> PushFate:
        """Tell one phone, or give up: it is late, something newer is told, it wants no more."""
        for pause in (0.0, *self._pace.pauses_s):
            await asyncio.sleep(pause)
            async with self._few:
                left = until - monotonic()
                if left <= 0 or self._last.get(hall.tournament) is not what:
                    return PushFate.NEVER
                fate = PushFate.LATER
                with self._faults_said():
                    fate = await self._try(hall, phone, what, int(left))
            if fate is not PushFate.LATER:
                return fate
        return PushFate.NEVER

    async def _try(self, hall: Hall, phone: ToldPhone, what: Occasion, lasts_s: int) -> PushFate:
        message = message_to(hall, phone, what) if is_still_so(hall, what) else None
        if message is None:
            return PushFate.NEVER
        if not await self._is_wanted(phone):
            return PushFate.NEVER
        if await self._is_theirs(phone):
            fate = await self._send(phone, message, lasts_s, topic_of(hall, what))
        else:
            fate = PushFate.GONE
        if fate is PushFate.GONE and await self._is_wanted(phone):
            await want_no_more(self._access.store, phone.login)
        return fate

    async def _is_wanted(self, phone: ToldPhone) -> bool:
        """Whether its record is still this one: who switched it on anew has another."""
        return await as_kept(self._access.store, phone.login) == phone

    async def _is_theirs(self, phone: ToldPhone) -> bool:
        """Whether the login is still good: who lost it is told nothing."""
        login = await login_now(self._access, phone.login)
        now = (login.role, login.tournament, login.entrant)
        return now == (PersonRole.PLAYER, phone.tournament, phone.entrant)

    @contextmanager
    def _faults_said(self) -> Iterator[None]:
        """Nobody waits for these tasks: they have to say themselves what went wrong."""
        try:
            yield
        except Exception as fault:
            self._log.warning("no push", why=type(fault).__name__)
