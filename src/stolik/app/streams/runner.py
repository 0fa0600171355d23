"""How everything is done that is kept in a stream: tables, tournaments, halls and clocks.

    decide ─▶ append (on disk) ─▶ wake the other nodes ─▶ believe

One errand at a time; between nodes the conditional append decides. Who came second learns what the
first has written and decides anew. A command id belongs to one author on one stream for ever: sent
again it is answered as done, anywhere else it is refused, and so is another request under it as
long as this process remembers the first: a digest in the log would outlive words that are erased.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from stolik.app.ports import AlreadyDone, Appended, CommandId, Entry, IdTaken, Put, Stale, Stream
from stolik.app.streams.beside import About
from stolik.app.streams.codes import Refusal, overtaken
from stolik.app.streams.command_ids import is_ours, our_own
from stolik.app.streams.errand import Errand, Pace
from stolik.app.streams.free_fields import people_in
from stolik.app.streams.log import StreamLog
from stolik.app.streams.node_parts import NodeParts
from stolik.refusal import Refused, Violation, refuse

TRIES = 8
_REMEMBERED = 64  # commands of a stream whose requests are compared

N = TypeVar("N")


class Owner(Protocol[N]):
    """Whose stream it is: knows what its entries mean, and what follows from them."""

    async def read(self, entries: Sequence[Entry], *, anew: bool) -> N:
        """What these entries tell, changing nothing yet; `anew`: they are all there are.

        Raises `chain.Rot` for what cannot be read.
        """
        ...

    def believe(self, news: N, *, anew: bool) -> None:
        """It is on disk: know it and tell it; `anew`: instead of all that was known."""
        ...


@dataclass(frozen=True, slots=True)
class Decided(Generic[N]):
    """What is to be kept, and what is believed once it is."""

    events: Sequence[Any]
    bodies: Sequence[bytes]
    news: N
    puts: Sequence[Put] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the events of an errand stand, none if it had nothing to tell."""

    at: Appended
    is_new: bool = True  # else it was done before


# Called anew whenever somebody else wrote first; None: there is nothing to tell.
Decide = Callable[[], Awaitable[Decided[N] | None]]


class StreamRunner(Generic[N]):
    """Runs the errands of one stream on this node."""

    def __init__(
        self, stream: Stream, parts: NodeParts, owner: Owner[N], about: About = people_in
    ) -> None:
        """`about`: whom an event is about, so that what was written of them can be erased."""
        self.stream = stream
        self.turn = asyncio.Lock()  # for what must not happen while something is kept
        self._parts = parts
        self._owner = owner
        self._about = about
        self._beliefs = 0  # grows with everything that is believed
        self._asked: dict[CommandId, int] = {}  # what was asked for under an id, lately
        self.log = self._fresh_log()

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.log.seq

    async def run(self, errand: Errand, decide: Decide[N]) -> Outcome:
        """Carry out an errand: what `decide` tells is on disk when this returns.

        Raises `Refused`, `NotSaved`, `NotRead`, or `chain.Rot`; never `Stale`.
        """
        known = errand.command or our_own(self._parts.chance)
        try:
            if errand.pace is Pace.LONG and (done := await self._beside(errand, known, decide)):
                return self._compared(errand, done)
            async with self.turn:
                return self._compared(errand, await self._in_turn(errand, known, decide))
        except IdTaken:
            refuse(Violation(Refusal.COMMAND_ID_USED))

    async def catch_up(self) -> None:
        """Learn what other nodes have written; raises `Rot` if the stream is damaged."""
        async with self.turn:
            await self._catch_up()

    async def forget(self) -> None:
        """If words were erased: know only what the log tells now."""
        async with self.turn:
            if await self.log.has_lost_words():
                log = self._fresh_log()
                entries = await log.unread(self.seq)
                news = await self._owner.read(entries, anew=True)
                log.end_at(entries)
                self.log = log
                self._believe(news, anew=True)

    async def told(self) -> tuple[Entry, ...]:
        """Everything that was written, with the words that stand beside it."""
        return await self.log.told()

    async def fates(self, commands: Iterable[CommandId], by: str) -> dict[str, dict[str, Any]]:
        """What became of somebody's commands whose answer was lost on the way."""
        found = {command: await self.log.where_done(command, by) for command in commands}
        return {
            command: {"acked": done.last} if done else {"unknown": True}
            for command, done in found.items()
        }

    def _compared(self, errand: Errand, done: Outcome) -> Outcome:
        """What was done before was this very request, as far as anybody remembers."""
        if errand.command and errand.asked and not is_ours(errand.command):
            if done.is_new:
                self._asked[errand.command] = errand.asked
                if len(self._asked) > _REMEMBERED:
                    del self._asked[next(iter(self._asked))]
            elif self._asked.get(errand.command, errand.asked) != errand.asked:
                refuse(Violation(Refusal.COMMAND_ID_OTHER))
        return done

    async def _in_turn(self, errand: Errand, known: CommandId, decide: Decide[N]) -> Outcome:
        for _ in range(TRIES):
            await errand.allowed()
            if errand.seen > self.seq:
                await self._catch_up()  # its sender has seen more than this node
            try:
                return await self._tried(errand, known, decide)
            except Stale:
                await self._catch_up()
        raise overtaken()

    async def _tried(self, errand: Errand, known: CommandId, decide: Decide[N]) -> Outcome:
        if errand.pace is not Pace.AT_ONCE and (done := await self._done(errand)):
            return done
        decided = await self._decided(errand, decide)
        if errand.pace in (Pace.QUEUED, Pace.LONG) and isinstance(decided, Decided):
            await errand.allowed()  # it may have thought for long
        return await self._kept(errand, known, decided)

    async def _beside(self, errand: Errand, known: CommandId, decide: Decide[N]) -> Outcome | None:
        """Decide while others are served; None if what it was decided on holds no longer."""
        if done := await self._done(errand):
            return done
        beliefs = self._beliefs
        decided = await self._decided(errand, decide)
        async with self.turn:
            if self._beliefs != beliefs:
                return None
            await errand.allowed()
            try:
                return await self._kept(errand, known, decided)
            except Stale:
                await self._catch_up()
        return None

    async def _decided(self, errand: Errand, decide: Decide[N]) -> Decided[N] | Outcome | None:
        """The same id gets the same answer for ever, whatever has happened since."""
        try:
            return await decide()
        except Refused:
            if done := await self._done(errand):
                return done
            raise

    async def _done(self, errand: Errand) -> Outcome | None:
        done = errand.command and await self.log.done(errand.command, errand.by)
        return Outcome(done, is_new=False) if done else None

    async def _kept(
        self, errand: Errand, known: CommandId, decided: Decided[N] | Outcome | None
    ) -> Outcome:
        if decided is None:
            return Outcome(Appended(self.stream, self.seq + 1, self.seq))
        if isinstance(decided, Outcome):
            return decided
        try:
            at = await self.log.append(
                decided.events, decided.bodies, known, decided.puts, by=errand.by
            )
        except AlreadyDone as again:
            if again.appended.last > self.seq:
                await self._catch_up()  # on another node, meanwhile
            return Outcome(again.appended, is_new=False)
        self._parts.bus.wake(self.stream, self.seq)
        self._believe(decided.news)
        return Outcome(at)

    async def _catch_up(self) -> None:
        entries = await self.log.unread()
        if entries:
            news = await self._owner.read(entries, anew=False)
            # Not sooner: what could not be read, or waited in vain to be, is not known.
            self.log.end_at(entries)
            self._believe(news)

    def _believe(self, news: N, *, anew: bool = False) -> None:
        self._beliefs += 1
        self._owner.believe(news, anew=anew)

    def _fresh_log(self) -> StreamLog:
        return StreamLog(self.stream, self._parts.store, self._parts.chance, self._about)
