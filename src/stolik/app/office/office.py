"""One tournament on the server. A command is tried on a copy of the desk, kept, then believed."""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Protocol, get_args

from stolik.app.access.standing import Allowed, always
from stolik.app.chain import Rot
from stolik.app.codec import Reader, write_event
from stolik.app.codes import Refusal as Desked
from stolik.app.command_ids import our_own
from stolik.app.desk import Desk
from stolik.app.draw_trail import Happened
from stolik.app.drawing import NextDraw
from stolik.app.free_fields import people_in
from stolik.app.office.codes import Refusal
from stolik.app.office.consent import Consent
from stolik.app.office.event import (
    FORGOTTEN,
    KIND,
    PERSON,
    SECRET,
    EventCard,
    Person,
    person_of,
    read_card,
    read_person,
    secret_key,
    write_card,
    write_person,
    write_secret,
)
from stolik.app.pledging import House
from stolik.app.ports import (
    AlreadyDone,
    Appended,
    Bus,
    Chance,
    CommandId,
    Entry,
    EventStore,
    IdTaken,
    Put,
    Stale,
)
from stolik.app.reading_eyes import ALL, STRANGER, Eyes, as_seen
from stolik.app.service_clock import ServiceClock
from stolik.app.stream_log import StreamLog
from stolik.app.thinking import Pool, Pools
from stolik.app.thinking_codes import Refusal as Busy
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.tournament.engine import evolve
from stolik.tournament.events import Event, PenaltyCancelled, RoundDrawn
from stolik.tournament.state import EntrantNumber, TournamentState
from stolik.wojtek.board import Board

_READER = Reader(get_args(Event))
_TRIES = 8
_MOST_QUEUED = 1000  # a school sends its results at once; nobody sends more
_AGAIN_S = 2
_AT_A_STROKE = 50  # events that can be written or read within a few milliseconds


@dataclass
class Book:
    """A desk to try things on: what the same requests work with on the command line."""

    desk: Desk
    rules: RulesProfile | None
    board: Board | None = None
    house: House | None = None

    def create(self, *_: object) -> tuple[Event, ...]:
        """A tournament on the server has been created when its desk can be asked."""
        refuse(Violation(Desked.LOGBOOK_EXISTS))
        raise AssertionError


# Something to be done with a desk; what it does there is kept or it did not happen.
Work = Callable[[Book], dict[str, Any]]


class Parts(Protocol):
    """What an office needs of the house."""

    @property
    def store(self) -> EventStore: ...

    @property
    def bus(self) -> Bus: ...

    @property
    def clock(self) -> ServiceClock: ...

    @property
    def chance(self) -> Chance: ...

    @property
    def pools(self) -> Pools: ...

    @property
    def next_draw(self) -> NextDraw: ...


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks: under which id, and what he may read."""

    by: str
    command: CommandId | None = None
    eyes: Eyes = STRANGER
    thinks: bool = False  # for seconds, as a draw does: it must not take the place of results
    allowed: Allowed = always  # asked when it is his turn: meanwhile he may have lost the right
    consent: Consent | None = None  # of who enters by this command


@dataclass
class _Tried:
    """What a request would change."""

    events: list[Event] = field(default_factory=list)
    names: dict[EntrantNumber, str] = field(default_factory=dict)
    house: House | None = None
    state: TournamentState | None = None  # as it would be then

    def keep(self, events: tuple[Event, ...], names: dict[EntrantNumber, str]) -> None:
        self.events += events
        self.names |= names


class Office:
    """Everything that happens in one tournament goes through here."""

    def __init__(
        self,
        card: EventCard,
        state: TournamentState,
        *,
        rules: RulesProfile | None,
        parts: Parts,
        board: Board | None = None,
    ) -> None:
        self.card = card
        self.state = state
        self.rules = rules
        self.board = board
        self.people: dict[EntrantNumber, Person] = {}
        self.forgotten: frozenset[EntrantNumber] = frozenset()  # whose name was erased
        self.edition = 0  # grows with everything that could be read otherwise than before
        self.on_names: Callable[[], None] = lambda: None  # somebody is called otherwise now
        self.on_card: Callable[[], None] = lambda: None  # others may follow it than before
        self._parts = parts
        self._blank = state
        self._log = self._stream_log()
        self._lock = asyncio.Lock()
        self._queued = 0
        self._told: tuple[int, asyncio.Future[bytes]] | None = None  # of which edition
        self.forms = asyncio.Lock()  # of two forms under one number the first counts
        self._listeners: set[asyncio.Event] = set()

    def listen(self) -> asyncio.Event:
        """Is set whenever the tournament has moved on."""
        news = asyncio.Event()
        self._listeners.add(news)
        return news

    def stop_listening(self, news: asyncio.Event) -> None:
        """Nobody waits for it any more."""
        self._listeners.discard(news)

    def tell(self) -> None:
        """Wake everybody who listens: there is something new here or in the hall."""
        for news in self._listeners:
            news.set()

    def labels(self) -> dict[EntrantNumber, str]:
        """What entrants are called among those who belong to the tournament."""
        return self.desk().labels()

    def desk(self, eyes: Eyes = ALL) -> Desk:
        """A desk to look at, with what these eyes may read; what is done at it is forgotten."""
        return self._desk(_Tried(), eyes)

    async def entries(self) -> tuple[Entry, ...]:
        """The whole stream, as it was written."""
        return await self._log.all()

    async def entries_told(self) -> tuple[Entry, ...]:
        """The whole stream with the words that stand beside it."""
        return await self._log.told()

    @property
    def head(self) -> str:
        """The end of the hash chain, for the organiser's screen and the printed sheets."""
        return self._log.head.hex()

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self._log.seq

    async def do(self, work: Work, asking: Asking) -> dict[str, Any]:
        """Do something at the desk; what it changes is on disk when this returns."""
        if self._queued >= _MOST_QUEUED:
            refuse(Violation(Busy.HERE, facts={"seconds": _AGAIN_S}))
        self._queued += 1
        try:
            if asking.thinks and (answer := await self._do_beside(work, asking)) is not None:
                return answer
            return await self._do_in_turn(work, asking)
        except IdTaken:
            refuse(Violation(Refusal.COMMAND_ID_USED))
            raise
        finally:
            self._queued -= 1

    async def ask(self, work: Work, pool: Pool, *keys: str, eyes: Eyes) -> dict[str, Any]:
        """The answer to a question about the tournament as it is now: nobody waits for it, and
        nothing it might do is kept."""
        book = Book(self.desk(eyes), self.rules, self.board)
        return await pool.think(lambda: work(book), *keys)

    async def author_of(self, command: CommandId) -> str | None:
        """Who has given a command that stands here; None if none such does."""
        return await self._log.author_of(command)

    async def catch_up(self) -> None:
        """Learn what other nodes have written; raises `Rot` if the stream is damaged."""
        async with self._lock:
            await self._catch_up()

    async def describe(self, card: EventCard) -> None:
        """Other words, times or publicity for the same tournament."""
        await self._parts.store.put([write_card(card)])
        self.card = card
        self.on_card()
        self._changed()
        self._parts.bus.whisper(card.stream, b"")

    async def history(self, after: int, most: int, pool: Pool, *keys: str) -> list[dict[str, Any]]:
        """What happened beyond a number, in order: when, by whom, which event."""
        entries = await self._log.told(after)
        return await pool.think(
            lambda: [{"seq": entry.seq, **json.loads(entry.body)} for entry in entries[:most]],
            *keys,
        )

    async def told(self, tell: Callable[[list[Happened]], bytes], pool: Pool, *keys: str) -> bytes:
        """What is told of everything that happened, in order: made once for all who ask."""
        known = self._told
        if known is None or known[0] != self.edition or _failed(known[1]):
            known = (self.edition, asyncio.ensure_future(self._tell_all(tell, pool, *keys)))
            self._told = known
        return await asyncio.shield(known[1])

    async def _tell_all(
        self, tell: Callable[[list[Happened]], bytes], pool: Pool, *keys: str
    ) -> bytes:
        entries = await self._log.told()
        return await pool.think(lambda: tell([self._happened(entry) for entry in entries]), *keys)

    def _happened(self, entry: Entry) -> Happened:
        """An event with when, by whom, and the salt it is chained with."""
        event, body = self._read(entry), json.loads(entry.body)
        return Happened(event, body["at"], body["by"], entry.salt)

    async def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return [self._read(entry) for entry in await self._log.told()]

    async def record(
        self, puts: Sequence[Put], names: Mapping[EntrantNumber, Person | None]
    ) -> None:
        """Change what is known of people, or forget it; nothing of it is in the stream."""
        gone = {number for number, who in names.items() if who is None}
        tombs = [Put(FORGOTTEN, f"{self.card.id}/{number}", b"{}") for number in gone]
        await self._parts.store.put([*puts, *tombs])
        self.forgotten |= gone
        known = {**self.people, **names}
        self._know({number: who for number, who in known.items() if who is not None})
        self._changed()
        self._parts.bus.whisper(self.card.stream, b"")

    async def read_records(self) -> None:
        """Learn what another node has changed beside the stream: the card, or what is known of
        people."""
        async with self._lock:
            before = (self.card, self.people)
            body = await self._parts.store.get(KIND, self.card.id)
            self.card = read_card(body) if body else self.card
            await self._read_people()
            if (self.card, self.people) != before:
                self.on_card()
                self._changed()
            await self._forget()

    async def forget(self) -> None:
        """If words were erased: know the tournament only as its log tells it now."""
        async with self._lock:
            await self._forget()

    async def _forget(self) -> None:
        if await self._log.has_lost_words():
            log = self._stream_log()
            state = await self._read_on(await log.fresh(), self._blank)
            self._log, self.state = log, state
            self._changed()

    async def _do_in_turn(self, work: Work, asking: Asking) -> dict[str, Any]:
        async with self._lock:
            for _ in range(_TRIES):
                await asking.allowed()
                try:
                    return await self._do(work, asking)
                except Stale:
                    await self._catch_up()
            raise Stale

    async def _do_beside(self, work: Work, asking: Asking) -> dict[str, Any] | None:
        """What thinks for seconds thinks while results come; None if one came meanwhile."""
        if asking.command and (done := await self._log.done(asking.command, asking.by)):
            return _done(done)
        seq = self.seq
        tried, answer = await self._tried(work, asking)
        async with self._lock:
            if self.seq != seq:
                return None
            try:
                return await self._kept(tried, answer, asking)
            except Stale:
                await self._catch_up()
        return None

    async def _do(self, work: Work, asking: Asking) -> dict[str, Any]:
        if asking.command and (done := await self._log.done(asking.command, asking.by)):
            return _done(done)
        return await self._kept(*await self._tried(work, asking), asking)

    async def _tried(self, work: Work, asking: Asking) -> tuple[_Tried, dict[str, Any]]:
        """What a request would change, and its answer."""
        tried = _Tried(house=await self._house())
        book = Book(self._desk(tried, asking.eyes), self.rules, self.board, tried.house)
        before, pools = self.state, self._parts.pools
        is_whole = book.desk.state is before

        def think() -> dict[str, Any]:
            answer = work(book)
            # Who may not read everything has tried it on less: what is believed is the whole.
            known = book.desk.state if is_whole else reduce(evolve, tried.events, before)
            tried.state = known
            return answer

        pool = pools.draws if asking.thinks else pools.commands
        # Whatever it is, the tables of this node must not wait for it.
        return tried, await pool.think(think, self.card.id)

    async def _kept(self, tried: _Tried, answer: dict[str, Any], asking: Asking) -> dict[str, Any]:
        if tried.events:
            await asking.allowed()  # it may have thought for long
        if tried.events and (done := await self._keep(tried, asking)):
            return _done(done)
        return answer

    async def _keep(self, tried: _Tried, asking: Asking) -> Appended | None:
        """Keep it; where its events stand, if the same command was carried out before."""
        bodies = await self._bodies(tried.events, asking.by)
        consent = asking.consent
        people = {number: person_of(name, consent) for number, name in tried.names.items()}
        puts = [write_person(self.card.id, number, who) for number, who in people.items()]
        if tried.house:
            puts += [write_secret(self.card.id, *made) for made in tried.house.kept.items()]
        command = asking.command or our_own(self._parts.chance)
        try:
            await self._log.append(tried.events, bodies, command, puts, by=asking.by)
        except AlreadyDone as again:
            await self._catch_up()  # the same command was carried out on another node meanwhile
            return again.appended
        self.forgotten -= people.keys()
        self._know(self.people | people)
        if tried.state is None:
            self._believe(tried.events)
        else:  # it was counted when it was tried; nothing has happened since
            self.state = tried.state
            self._changed()
        self._parts.bus.wake(self.card.stream, self.seq)
        return None

    async def _bodies(self, events: Sequence[Event], by: str) -> list[bytes]:
        """The events as they are kept; a whole list of entrants is not written on the loop."""
        at = self._parts.clock.now()

        def work() -> list[bytes]:
            return [_body({"at": at, "by": by, "event": write_event(event)}) for event in events]

        if len(events) <= _AT_A_STROKE:
            return work()
        return await self._parts.pools.commands.think(work, self.card.id)

    async def _house(self) -> House:
        """What this server brings to a draw; the secret lies beside the stream until shown."""
        pledge, chance = self.state.pledge, self._parts.chance
        key = secret_key(self.card.id, pledge.commit) if pledge else ""
        held = await self._parts.store.get(SECRET, key) if key else None
        draw = self._parts.next_draw
        return House(self.card.id, held, fresh=chance(32), own=chance(16), next_draw=draw)

    async def _catch_up(self) -> None:
        entries = await self._log.fresh()
        if entries:
            self.state = await self._read_on(entries, self.state)
            await self._read_people()
            self._changed()

    async def _read_on(self, entries: Sequence[Entry], before: TournamentState) -> TournamentState:
        """The tournament after these events; a long one is not read on the loop."""

        def work() -> TournamentState:
            return reduce(evolve, map(self._read, entries), before)

        if len(entries) <= _AT_A_STROKE:
            return work()
        return await self._parts.pools.commands.think(work, self.card.id)

    async def _read_people(self) -> None:
        records = await self._parts.store.all(PERSON, f"{self.card.id}/")
        gone = await self._parts.store.all(FORGOTTEN, f"{self.card.id}/")
        self.forgotten = frozenset(EntrantNumber(int(key.rpartition("/")[2])) for key in gone)
        self._know(
            {
                EntrantNumber(int(key.rpartition("/")[2])): read_person(body)
                for key, body in records.items()
            }
        )

    def _know(self, people: dict[EntrantNumber, Person]) -> None:
        if people != self.people:
            self.people = people
            self.on_names()

    def _believe(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
        self._changed()

    def _changed(self) -> None:
        self.edition += 1
        self.tell()

    def _read(self, entry: Entry) -> Event:
        try:
            event: Event = _READER.event(json.loads(entry.body)["event"], entry.seq)
        except (Refused, ValueError, KeyError, TypeError) as fault:
            raise Rot(self.card.stream, entry.seq) from fault
        return event

    def _stream_log(self) -> StreamLog:
        parts = self._parts
        return StreamLog(self.card.stream, parts.store, parts.chance, self.about)

    def about(self, event: Any) -> Iterable[int]:
        """Whom an event is about; who was punished is not in the event that takes it back."""
        penalties = self.state.penalties
        if isinstance(event, PenaltyCancelled) and event.penalty <= len(penalties):
            return (penalties[event.penalty - 1].entrant,)
        # A draw seats everybody; why it was repeated is no more about one than about another.
        return () if isinstance(event, RoundDrawn) else people_in(event)

    def _desk(self, tried: _Tried, eyes: Eyes) -> Desk:
        agreed = [n for n, who in self.people.items() if who.consent]
        shown = {n: who.name for n, who in self.people.items() if eyes.names or who.consent}
        state = as_seen(self.state, eyes, consenting=agreed, forgotten=self.forgotten)
        return Desk(state, tried.keep, shown, eyes)


def _failed(making: "asyncio.Future[bytes]") -> bool:
    return making.done() and (making.cancelled() or making.exception() is not None)


def _done(done: Appended) -> dict[str, Any]:
    return {"done": [done.first, done.last]}


def _body(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
