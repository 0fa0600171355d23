"""One tournament on the server. A command is tried on a copy of the desk, kept, then believed."""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, get_args

from stolik.app.access.watched import set_otherwise
from stolik.app.fairness.draw_trail import Happened
from stolik.app.fairness.drawing import NextDraw, next_draw
from stolik.app.games.counting import Counting
from stolik.app.ports import Appended, Chance, CommandId, Entry, Put
from stolik.app.reading.codec import Reader, write_event
from stolik.app.streams.beside import off_the_loop
from stolik.app.streams.chain import Rot
from stolik.app.streams.errand import Errand, Pace
from stolik.app.streams.free_fields import people_in
from stolik.app.streams.log import StreamLog
from stolik.app.streams.node_parts import NodeParts
from stolik.app.streams.runner import Decided, StreamRunner
from stolik.app.streams.slices import in_slices
from stolik.app.thinking.codes import Refusal as Busy
from stolik.app.thinking.pools import Pool
from stolik.app.tournaments.amended_told import with_changes
from stolik.app.tournaments.as_seen import is_as_shown
from stolik.app.tournaments.card import (
    FORGOTTEN,
    KIND,
    PERSON,
    SECRET,
    Person,
    TournamentCard,
    instead_of,
    person_of,
    read_card,
    read_person,
    renamed,
    secret_key,
    write_card,
    write_person,
    write_secret,
)
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.desk import Desk, in_book
from stolik.app.tournaments.desk_copies import DeskCopies, KnownNow
from stolik.app.tournaments.pledging import HouseSecrets
from stolik.app.tournaments.reading_eyes import ALL, Eyes
from stolik.app.tournaments.roll import Roll
from stolik.app.tournaments.trying import Asking, TrialBook, Tried, Work
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament.engine import evolve
from stolik.tournament.events import (
    EntrantAmended,
    EntrantSubstituted,
    Event,
    PenaltyCancelled,
    RoundDrawn,
)
from stolik.tournament.state import EntrantNumber, TournamentState

_READER = Reader(get_args(Event))
_MOST_QUEUED = 1000  # a school sends its results at once; nobody sends more
_AGAIN_S = 2
_AT_A_STROKE = 50  # events that can be written or read within a few milliseconds


@dataclass(frozen=True, slots=True)
class _Records:
    """What the records beside the stream tell of people."""

    people: dict[EntrantNumber, Person]
    forgotten: frozenset[EntrantNumber]


@dataclass(frozen=True, slots=True)
class _News:
    """The tournament after something has happened, and who is called how since."""

    state: TournamentState
    joined: Mapping[EntrantNumber, Person] = field(default_factory=dict)
    known: _Records | None = None


Change = Callable[[TournamentCard], TournamentCard]
Told = Callable[[TournamentCard, TournamentCard], Sequence[Put]]  # before and after


def _untold(_before: TournamentCard, _after: TournamentCard) -> Sequence[Put]:
    return ()


class Office:
    """Everything that happens in one tournament goes through here."""

    def __init__(
        self,
        card: TournamentCard,
        state: TournamentState,
        *,
        counting: Counting,
        parts: NodeParts,
        draw: NextDraw = next_draw,
    ) -> None:
        self.card = card
        self.state = state
        self.counting = counting
        self.people: dict[EntrantNumber, Person] = {}
        self.forgotten: frozenset[EntrantNumber] = frozenset()  # whose name was erased
        self.edition = 0  # grows with everything that could be read otherwise than before
        self.on_names: Callable[[], None] = lambda: None  # somebody is called otherwise now
        self.on_card: Callable[[], None] = lambda: None  # others may follow it than before
        self._parts = parts
        self._blank = state
        self._draw = draw
        self._runner: StreamRunner[_News] = StreamRunner(card.stream, parts, self, self.about)
        self._queued = 0
        self._out: tuple[TournamentState, frozenset[int]] = (state, frozenset())
        self._told: tuple[int, asyncio.Future[bytes]] | None = None  # of which edition
        self.forms = asyncio.Lock()  # of two forms under one number the first counts
        # Of two changes to what is known of people the second knows of the first: nobody who was
        # forgotten meanwhile comes back with a consent.
        self.recording = asyncio.Lock()
        self.judging = asyncio.Lock()  # of two penalties at once the second knows of the first
        self._describing = asyncio.Lock()
        self._copies = DeskCopies()
        self._listed: dict[bool, tuple[KnownNow, asyncio.Future[Roll]]] = {}  # by `names`
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

    async def listed(self, *, names: bool = True) -> Roll:
        """Everybody as who reads names or who does not may read them: made once for all of them."""
        now, known = self._now, self._listed.get(names)
        if known is None or not known[0].is_still(now) or _failed(known[1]):
            desk = self.reading(Eyes(names))
            making = self._parts.pools.pages.think(lambda: _listed(desk()), self.card.id)
            known = (now, asyncio.ensure_future(making))
            self._listed[names] = known
        return await asyncio.shield(known[1])

    def reading(self, eyes: Eyes = ALL) -> Callable[[], Desk]:
        """What makes a desk to look at, of the tournament as it is now, with what these eyes may
        read; what is done at it is forgotten. With thousands that is not for the loop."""
        return self._copies.maker(self._now, Tried(self.state), eyes)

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
    def blank(self) -> TournamentState:
        """The tournament before its first event."""
        return self._blank

    @property
    def next_draw(self) -> NextDraw:
        """The draw that is due, thought out where draws are."""
        return self._draw

    @property
    def profile(self) -> str:
        """The id of the rules it is played by."""
        return self.card.profile or self._blank.format.profile

    @property
    def chance(self) -> Chance:
        """For what is kept beside the tournament."""
        return self._parts.chance

    @property
    def out(self) -> frozenset[int]:
        """The entrants who play no longer: withdrawn, not come, disqualified."""
        if self._out[0] is not self.state:
            gone = frozenset(int(n) for n, one in self.state.entrants.items() if not one.plays)
            # The same set for the same people: who keeps it sees at once that nothing changed.
            self._out = (self.state, gone if gone != self._out[1] else self._out[1])
        return self._out[1]

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self._log.seq

    async def do(self, work: Work, asking: Asking) -> dict[str, Any]:
        """Do something at the desk; what it changes is on disk when this returns."""
        self._demand_there(self.card)
        if self._queued >= _MOST_QUEUED:
            refuse(Violation(Busy.HERE, facts={"seconds": _AGAIN_S}))
        self._queued += 1
        try:
            return await self._do(work, asking)
        finally:
            self._queued -= 1

    async def _do(self, work: Work, asking: Asking) -> dict[str, Any]:
        answer: dict[str, Any] = {}

        async def decided() -> Decided[_News] | None:
            nonlocal answer
            tried, answer = await self._tried(work, asking)
            if 0 < asking.seen < self.seq:
                await self._demand_as_seen(work, asking, tried)
            return await self._drawn_up(tried, asking) if tried.events else None

        pace = Pace.LONG if asking.thinks else Pace.QUEUED
        errand = Errand(asking.by, asking.command, asking.allowed, pace, asked=asking.asked)
        done = await self._runner.run(errand, decided)
        return answer if done.is_new else await self._told_again(work, asking, done.at)

    async def ask(self, work: Work, pool: Pool, *keys: str, eyes: Eyes) -> dict[str, Any]:
        """The answer to a question about the tournament as it is now: nobody waits for it, and
        nothing it might do is kept."""
        desk, details = self.reading(eyes), self.card.details
        return await pool.think(
            lambda: work(TrialBook(desk(), self.counting, details=details)), *keys
        )

    async def author_of(self, command: CommandId) -> str | None:
        """Who has given a command that stands here; None if none such does."""
        return await self._log.author_of(command)

    async def catch_up(self) -> None:
        """Learn what other nodes have written; raises `Rot` if the stream is damaged."""
        await self._runner.catch_up()

    async def describe(self, change: Change, *puts: Put, told: Told = _untold) -> None:
        """Other words, times or publicity for the same tournament.

        `change` says what becomes of the card as it is by then: others may have changed it too.
        """
        async with self._describing:
            known = await self._parts.store.get(KIND, self.card.id)
            before = read_card(known) if known else self.card
            self._demand_there(before)
            card, otherwise = change(before), set_otherwise(self._parts.chance)
            await self._parts.store.put([write_card(card), otherwise, *puts, *told(before, card)])
            self.card = card
        self.on_card()
        self._changed()
        self._parts.bus.whisper(card.stream, b"")

    def demand_taking(self) -> None:
        """Refused where nobody would see what comes from outside, nor could erase it."""
        self._demand_there(self.card)
        if self.card.archived:
            refuse(Violation(Refusal.ARCHIVED))

    @staticmethod
    def _demand_there(card: TournamentCard) -> None:
        """What was deleted for ever is never otherwise again."""
        if card.deleted:
            refuse(Violation(Refusal.DELETED))

    async def history(self, after: int, most: int, pool: Pool, *keys: str) -> list[dict[str, Any]]:
        """What happened beyond a number, in order: when, by whom, which event."""
        entries = (await self._log.told(after))[:most]
        if any(b'"EntrantAmended"' in entry.body for entry in entries):
            whole, people = await self._log.told(), self.people
            return await pool.think(lambda: with_changes(whole, people, after, most), *keys)
        return await pool.think(
            lambda: [{"seq": entry.seq, **json.loads(entry.body)} for entry in entries], *keys
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
        return Happened(event, body["at"], body["by"], entry.salt, file=body.get("file", False))

    async def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return [self._read(entry) async for entry in in_slices(await self._log.told())]

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
        async with self._runner.turn:
            before = (self.card, self.people)
            body = await self._parts.store.get(KIND, self.card.id)
            self.card = read_card(body) if body else self.card
            self._know_all(await self._read_people())
            if (self.card, self.people) != before:
                self.on_card()
                self._changed()
        await self.forget()

    async def forget(self) -> None:
        """If words were erased: know the tournament only as its log tells it now."""
        await self._runner.forget()

    async def _tried(self, work: Work, asking: Asking) -> tuple[Tried, dict[str, Any]]:
        """What a request would change, and its answer."""
        tried = Tried(self.state, house=await self._house())
        desk, details = self._copies.maker(self._now, tried, asking.eyes), self.card.details
        before, pools = self.state, self._parts.pools

        def think() -> dict[str, Any]:
            book = TrialBook(desk(), self.counting, tried.house, details)
            is_whole = book.desk.state is before
            answer = work(book)
            # Who may not read everything has tried it on less: what is believed is the whole.
            known = book.desk.state if is_whole else reduce(evolve, tried.events, before)
            tried.state = known
            return answer

        # Whatever it is, the tables of this node must not wait for it. Who has many tournaments
        # drawn is one of those who wait.
        if asking.thinks:
            return tried, await pools.draws.think(think, asking.by, self.card.id)
        return tried, await pools.commands.think(think, self.card.id)

    async def _demand_as_seen(self, work: Work, asking: Asking, tried: Tried) -> None:
        """Refused if a request does something else than it would have done when it was read."""
        entries, now = await self._log.told(), self.state
        since = [self._read(entry) for entry in entries[asking.seen :]]
        then, book = await self._as_of(entries[: asking.seen], asking)
        before = then.state

        def think() -> bool:
            try:
                work(book())
            except Refused:
                return False
            return then.events == tried.events and is_as_shown(tried.events, since, before, now)

        if not await self._parts.pools.commands.think(think, self.card.id):
            refuse(Violation(Refusal.CHANGED_MEANWHILE))

    async def _told_again(self, work: Work, asking: Asking, at: Appended) -> dict[str, Any]:
        """The answer whose first sending was lost, by what was known before it; where that no
        longer comes to what was written (by chance, words erased), where it stands."""
        entries = await self._log.told()
        written = [self._read(entry) for entry in entries[at.first - 1 : at.last]]
        then, book = await self._as_of(entries[: at.first - 1], asking)
        pools = self._parts.pools
        pool, keys = (pools.draws, (asking.by,)) if asking.thinks else (pools.commands, ())
        try:
            answer = await pool.think(lambda: work(book()), *keys, self.card.id)
        except Refused:
            answer = {}
        return answer if then.events == written else {"done": [at.first, at.last]}

    async def _as_of(
        self, entries: Sequence[Entry], asking: Asking
    ) -> tuple[Tried, Callable[[], TrialBook]]:
        """The tournament as it was after these events, to try a request on."""
        before = await self._read_on(entries, self._blank)
        then = Tried(before, house=await self._house())
        there = {*before.entrants, *map(in_book, before.guardians.values())}
        people = {n: who for n, who in self.people.items() if n in there}
        known = KnownNow(before, people, self.forgotten)
        desk, details = DeskCopies().maker(known, then, asking.eyes), self.card.details
        return then, lambda: TrialBook(desk(), self.counting, then.house, details)

    async def _drawn_up(self, tried: Tried, asking: Asking) -> Decided[_News]:
        bodies = await self._bodies(tried.events, asking)
        joined, people = await off_the_loop(len(tried.names), self._joined, tried, asking)
        puts = [*people, *asking.puts]
        if tried.house:
            puts += [write_secret(self.card.id, *made) for made in tried.house.kept.items()]
        return Decided(tried.events, bodies, _News(tried.state, joined), puts)

    def _joined(
        self, tried: Tried, asking: Asking
    ) -> tuple[dict[EntrantNumber, Person], list[Put]]:
        """Who is called how after a request, and their records."""
        agreed = (asking.consent, asking.also, asking.mail)
        same = {x.entrant for x in tried.events if isinstance(x, EntrantAmended)}
        same -= {x.entrant for x in tried.events if isinstance(x, EntrantSubstituted)}
        joined = {
            # Who is only written otherwise has agreed to what he agreed to.
            n: renamed(self.people[n], name)
            if n in same and n in self.people
            else instead_of(self.people.get(n), person_of(name, *agreed))
            for n, name in tried.names.items()
        }
        return joined, [write_person(self.card.id, number, who) for number, who in joined.items()]

    async def read(self, entries: Sequence[Entry], *, anew: bool) -> _News:
        """What another node has told, or this one before it was started again."""
        state = await self._read_on(entries, self._blank if anew else self.state)
        return _News(state, known=None if anew else await self._read_people())

    def believe(self, news: _News, *, anew: bool) -> None:  # noqa: ARG002 - the state is whole
        """It is on disk."""
        self.state = news.state
        if news.known:
            self._know_all(news.known)
        self.forgotten -= news.joined.keys()
        self._know({**self.people, **news.joined})
        self._changed()

    async def _bodies(self, events: Sequence[Event], asking: Asking) -> list[bytes]:
        """The events as they are kept; a whole list of entrants is not written on the loop."""
        told: dict[str, Any] = {"at": self._parts.clock.now(), "by": asking.by}
        brought = {"file": True} if asking.from_file else {}

        def work() -> list[bytes]:
            return [_body({**told, "event": write_event(event), **brought}) for event in events]

        if len(events) <= _AT_A_STROKE:
            return work()
        return await self._parts.pools.commands.think(work, self.card.id)

    async def secret_carried_out(self) -> dict[str, str]:
        """The secret of the pledge that was drawn with, by its commit, once the log tells that it
        left: nothing is drawn with it any more."""
        pledge = self.state.pledge
        held = (await self._house()).held if pledge and pledge.out else None
        return {pledge.commit: held.hex()} if pledge and held else {}

    async def _house(self) -> HouseSecrets:
        """What this server brings to a draw; the secret lies beside the stream until shown."""
        pledge, chance = self.state.pledge, self._parts.chance
        key = secret_key(self.card.id, pledge.commit) if pledge else ""
        held = await self._parts.store.get(SECRET, key) if key else None
        fresh, own = chance(32), chance(16)
        return HouseSecrets(self.card.id, held, fresh=fresh, own=own, next_draw=self._draw)

    async def _read_on(self, entries: Sequence[Entry], before: TournamentState) -> TournamentState:
        """The tournament after these events; a long one is not read on the loop."""

        def work() -> TournamentState:
            return reduce(evolve, map(self._read, entries), before)

        if len(entries) <= _AT_A_STROKE:
            return work()
        return await self._parts.pools.commands.think(work, self.card.id)

    async def _read_people(self) -> _Records:
        records = await self._parts.store.all(PERSON, f"{self.card.id}/")
        gone = await self._parts.store.all(FORGOTTEN, f"{self.card.id}/")
        people = await off_the_loop(len(records), _people, records)
        return _Records(people, frozenset(map(_number, gone)))

    def _know_all(self, known: _Records) -> None:
        self.forgotten = known.forgotten
        self._know(known.people)

    def _know(self, people: dict[EntrantNumber, Person]) -> None:
        if people != self.people:
            self.people = people
            self.on_names()

    def _changed(self) -> None:
        self.edition += 1
        self.tell()

    def _read(self, entry: Entry) -> Event:
        try:
            event: Event = _READER.event(json.loads(entry.body)["event"], entry.seq)
        except (Refused, ValueError, KeyError, TypeError) as fault:
            raise Rot(self.card.stream, entry.seq) from fault
        return event

    @property
    def _log(self) -> StreamLog:
        return self._runner.log

    def about(self, event: Any) -> Iterable[int]:
        """Whom an event is about; who was punished is not in the event that takes it back."""
        penalties = self.state.penalties
        if isinstance(event, PenaltyCancelled) and event.penalty <= len(penalties):
            return (penalties[event.penalty - 1].entrant,)
        # A draw seats everybody; why it was repeated is no more about one than about another.
        return () if isinstance(event, RoundDrawn) else people_in(event)

    @property
    def _now(self) -> KnownNow:
        return KnownNow(self.state, self.people, self.forgotten)


def _listed(desk: Desk) -> Roll:
    return Roll(desk.state.entrants, desk.labels())


def _people(records: Mapping[str, bytes]) -> dict[EntrantNumber, Person]:
    return {_number(key): read_person(body) for key, body in records.items()}


def _failed(making: "asyncio.Future[Any]") -> bool:
    return making.done() and (making.cancelled() or making.exception() is not None)


def _number(key: str) -> EntrantNumber:
    """Whom a record is about."""
    return EntrantNumber(int(key.rpartition("/")[2]))


def _body(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
