"""One stream as its owner knows it: where it ends, and the link the next entry hangs on."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from typing import Any

from stolik.app.ports import (
    AlreadyDone,
    Append,
    Appended,
    Chance,
    CommandId,
    Entry,
    EventStore,
    IdTaken,
    Put,
    Stream,
)
from stolik.app.streams.beside import About, Beside, Written, off_the_loop
from stolik.app.streams.chain import chained, genesis, verified
from stolik.app.streams.command_ids import is_ours
from stolik.app.streams.free_fields import people_in

_MANY = 50


class StreamLog:
    """Reads and appends; what it returns is on disk. Free text is kept beside it."""

    def __init__(
        self, stream: Stream, store: EventStore, chance: Chance, about: About = people_in
    ) -> None:
        """`about`: whom an event is about, so that what was written of them can be erased."""
        self.stream = stream
        self.seq = 0
        self.head = genesis(stream)
        self._store = store
        self._chance = chance
        self._beside = Beside(stream, store, chance, about)

    async def unread(self, most: int | None = None) -> tuple[Entry, ...]:
        """The entries beyond those known, each link checked; raises `Rot` at the first fault.

        Their bodies hold the words that stand beside the log. They are known from `end_at` on.
        """
        entries = await self._store.read(self.stream, self.seq, most)
        seq, head = self.seq, self.head
        good = await off_the_loop(
            len(entries), verified, self.stream, entries, after=seq, previous=head
        )
        return await self._beside.shown(good)

    def end_at(self, entries: Sequence[Entry]) -> None:
        """These are known now."""
        if entries:
            self.seq, self.head = entries[-1].seq, entries[-1].link

    async def append(
        self,
        events: Iterable[Any],
        bodies: Iterable[bytes],
        command: CommandId,
        puts: Sequence[Put] = (),
        *,
        by: str,
    ) -> Appended:
        """Keep these events, each with its body; raises `Stale` if somebody else wrote first.

        `AlreadyDone` means: by the same author, here. Whoever else has used the id: `IdTaken`.
        """
        written = await self._written(list(events), list(bodies))
        after, previous = self.seq, self.head
        entries = tuple(
            chained(written.bodies, after=after, previous=previous, chance=self._chance)
        )
        kept = (*puts, *self._beside.puts(written))
        try:
            done = await self._store.append(Append(self.stream, after, entries, command, kept))
        except AlreadyDone as again:
            if not await self._is_by(command, again.appended, by):
                raise IdTaken from again
            raise
        self._beside.learn(written.words)
        self.end_at(entries)
        return done

    async def all(self) -> tuple[Entry, ...]:
        """Everything that was ever written, as it was."""
        return await self._store.read(self.stream)

    async def told(self, after: int = 0) -> tuple[Entry, ...]:
        """What was written beyond a number, with the words that stand beside it."""
        return await self._beside.shown(await self._store.read(self.stream, after))

    async def has_lost_words(self) -> bool:
        """Whether somebody has erased words that are known here."""
        return await self._beside.has_lost_words()

    async def _written(self, events: list[Any], bodies: list[bytes]) -> Written:
        """Without their words; a list of a thousand entrants must not hold up the tables."""
        if len(events) > _MANY:
            return await asyncio.to_thread(self._beside.hidden, events, bodies)
        return self._beside.hidden(events, bodies)

    async def done(self, command: CommandId, by: str) -> Appended | None:
        """Where the events of this author's command stand; `IdTaken` if the id is another's."""
        done = await self._store.done(command)
        if done and not await self._is_by(command, done, by):
            raise IdTaken
        return done

    async def where_done(self, command: CommandId, by: str) -> Appended | None:
        """The same for who only asks: what is another's is not known to him."""
        try:
            return await self.done(command, by)
        except IdTaken:
            return None

    async def author_of(self, command: CommandId) -> str | None:
        """Who has given a command that stands on this stream; None if none such does."""
        done = await self._store.done(command)
        return await self._author(done) if done else None

    async def _is_by(self, command: CommandId, done: Appended, by: str) -> bool:
        """Whether a command stands on this stream and is the system's or this author's."""
        if is_ours(command):
            return done.stream == self.stream
        return await self._author(done) == by

    async def _author(self, done: Appended) -> str | None:
        if done.stream != self.stream:
            return None
        entries = await self._store.read(self.stream, done.first - 1, 1)
        return str(json.loads(entries[0].body).get("by")) if entries else None
