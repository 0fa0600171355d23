"""One tournament on the server. A command is tried on a copy of the desk, kept, then believed."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stolik.app.access.watched import set_otherwise
from stolik.app.fairness.draw_trail import Happened
from stolik.app.fairness.drawing import NextDraw, next_draw
from stolik.app.games.counting import Counting
from stolik.app.ports import Chance, CommandId, Entry, Put
from stolik.app.streams.beside import off_the_loop
from stolik.app.streams.errand import Errand, Pace
from stolik.app.streams.free_fields import people_in
from stolik.app.streams.log import StreamLog
from stolik.app.streams.node_parts import NodeParts
from stolik.app.streams.runner import Decided, StreamRunner
from stolik.app.thinking.codes import Refusal as Busy
from stolik.app.thinking.made_once import MadeOnce
from stolik.app.thinking.pools import Pool
from stolik.app.tournaments.card.card import (
    KIND,
    Person,
    TournamentCard,
    read_card,
    write_card,
    write_secret,
)
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.office.desk_copies import KnownNow
from stolik.app.tournaments.office.event_log import TournamentLog
from stolik.app.tournaments.office.people_known import PeopleKnown, joined, read_people, tombs
from stolik.app.tournaments.office.reading_eyes import ALL, Eyes
from stolik.app.tournaments.office.roll import Roll
from stolik.app.tournaments.office.trials import Trials
from stolik.app.tournaments.office.trying import Asking, TrialBook, Tried, Work
from stolik.refusal import Violation, refuse
from stolik.tournament.events import PenaltyCancelled, RoundDrawn
from stolik.tournament.state import EntrantNumber, TournamentState

_MOST_QUEUED = 1000  # a school sends its results at once; nobody sends more
_AGAIN_S = 2


@dataclass(frozen=True, slots=True)
class _News:
    """The tournament after something has happened, and who is called how since."""

    state: TournamentState
    joined: Mapping[EntrantNumber, Person] = field(default_factory=dict)
    known: PeopleKnown | None = None


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
        self._runner: StreamRunner[_News] = StreamRunner(card.stream, parts, self, self.about)
        self.log = TournamentLog(card.stream, lambda: self._log, parts.pools.commands, card.id)
        self._trials = Trials(self, parts, draw)
        self._queued = 0
        self._out: tuple[TournamentState, frozenset[int]] = (state, frozenset())
        self._told: MadeOnce[bytes] = MadeOnce()
        self.forms = asyncio.Lock()  # of two forms under one number the first counts
        # Of two changes to what is known of people the second knows of the first: nobody who was
        # forgotten meanwhile comes back with a consent.
        self.recording = asyncio.Lock()
        self.judging = asyncio.Lock()  # of two penalties at once the second knows of the first
        self._describing = asyncio.Lock()
        self._listed: dict[bool, MadeOnce[Roll]] = {
            True: MadeOnce(),
            False: MadeOnce(),
        }  # by `names`
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
        desk, pages = self.reading(Eyes(names)), self._parts.pools.pages
        return await self._listed[names].answer(
            self.edition, lambda: pages.think(lambda: _listed(desk()), self.card.id)
        )

    def reading(self, eyes: Eyes = ALL) -> Callable[[], Desk]:
        """What makes a desk to look at, of the tournament as it is now, with what these eyes may
        read; what is done at it is forgotten. With thousands that is not for the loop."""
        return self._trials.copies.maker(self.known, Tried(self.state), eyes)

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
        return self._trials.next_draw

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
            tried, answer = await self._trials.tried(work, asking)
            if 0 < asking.seen < self.seq:
                await self._trials.demand_as_seen(work, asking, tried)
            return await self._drawn_up(tried, asking) if tried.events else None

        pace = Pace.LONG if asking.thinks else Pace.QUEUED
        errand = Errand(asking.by, asking.command, asking.allowed, pace, asked=asking.asked)
        done = await self._runner.run(errand, decided)
        return answer if done.is_new else await self._trials.told_again(work, asking, done.at)

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
        return await self.log.history(self.people, after, most, pool, *keys)

    async def told(self, tell: Callable[[list[Happened]], bytes], pool: Pool, *keys: str) -> bytes:
        """What is told of everything that happened, in order: made once for all who ask."""
        return await self._told.answer(self.edition, lambda: self.log.told(tell, pool, *keys))

    async def record(
        self, puts: Sequence[Put], names: Mapping[EntrantNumber, Person | None]
    ) -> None:
        """Change what is known of people, or forget it; nothing of it is in the stream."""
        gone = {number for number, who in names.items() if who is None}
        await self._parts.store.put([*puts, *tombs(self.card.id, gone)])
        self.forgotten |= gone
        known = {**self.people, **names}
        self._know({number: who for number, who in known.items() if who is not None})
        self._changed()
        self._parts.bus.whisper(self.card.stream, b"")

    async def read_records(self) -> None:
        """Learn what another node has changed beside the stream: the card, or what is known of
        people."""
        async with self._runner.turn:
            before = (self.card, self.people, self.forgotten)
            body = await self._parts.store.get(KIND, self.card.id)
            self.card = read_card(body) if body else self.card
            self._know_all(await read_people(self._parts.store, self.card.id))
            if (self.card, self.people, self.forgotten) != before:
                self.on_card()
                self._changed()
        await self.forget()

    async def forget(self) -> None:
        """If words were erased: know the tournament only as its log tells it now."""
        await self._runner.forget()

    async def _drawn_up(self, tried: Tried, asking: Asking) -> Decided[_News]:
        bodies = await self.log.bodies(tried.events, self._parts.clock.now(), asking)
        count, about = len(tried.names), (self.card.id, self.people, tried, asking)
        new, people = await off_the_loop(count, joined, *about)
        puts = [*people, *asking.puts]
        if tried.house:
            puts += [write_secret(self.card.id, *made) for made in tried.house.kept.items()]
        return Decided(tried.events, bodies, _News(tried.state, new), puts)

    async def read(self, entries: Sequence[Entry], *, anew: bool) -> _News:
        """What another node has told, or this one before it was started again."""
        state = await self.log.read_on(entries, self._blank if anew else self.state)
        known = None if anew else await read_people(self._parts.store, self.card.id)
        return _News(state, known=known)

    def believe(self, news: _News, *, anew: bool) -> None:  # noqa: ARG002 - the state is whole
        """It is on disk."""
        self.state = news.state
        if news.known:
            self._know_all(news.known)
        self.forgotten -= news.joined.keys()
        self._know({**self.people, **news.joined})
        self._changed()

    async def secret_carried_out(self) -> dict[str, str]:
        """The secret of the pledge that was drawn with, by its commit, once the log tells that it
        left: nothing is drawn with it any more."""
        pledge = self.state.pledge
        held = (await self._trials.house()).held if pledge and pledge.out else None
        return {pledge.commit: held.hex()} if pledge and held else {}

    def _know_all(self, known: PeopleKnown) -> None:
        self.forgotten = known.forgotten
        self._know(known.people)

    def _know(self, people: dict[EntrantNumber, Person]) -> None:
        if people != self.people:
            self.people = people
            self.on_names()

    def _changed(self) -> None:
        self.edition += 1
        self.tell()

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
    def known(self) -> KnownNow:
        """The tournament and its people at this moment."""
        return KnownNow(self.state, self.people, self.forgotten)


def _listed(desk: Desk) -> Roll:
    return Roll(desk.state.entrants, desk.labels())
