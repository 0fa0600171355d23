"""Nodes that write into one notebook: the smallest owner of a stream, on a real SQLite store."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_bytes, token_hex
from time import monotonic
from typing import Any, get_args

from stolik.adapters.store_sqlite import open_store
from stolik.app.ports import Append, Appended, CommandId, Entry, EventStore, Put, Stream
from stolik.app.reading.codec import Reader, write_event
from stolik.app.streams.beside import TEXT
from stolik.app.streams.errand import Errand
from stolik.app.streams.node_parts import NodeParts
from stolik.app.streams.runner import Decided, Outcome, StreamRunner
from stolik.app.streams.service_clock import ServiceClock
from stolik.app.thinking.pools import Pools
from stolik.refusal import Refused, Violation
from stolik.tournament import events as e
from stolik.tournament.state import EntrantNumber, EntryStatus

HERE, ELSEWHERE = Stream("notebook/a"), Stream("notebook/b")
TWICE = "notebook.twice"
_READER = Reader(get_args(e.Event))
_POOLS = Pools()


class Watched:
    """The store; says when something is kept, and fails when it is told to."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.steps: list[str] = []
        self.fails: Exception | None = None

    async def append(self, append: Append) -> Appended:
        if self.fails:
            raise self.fails
        done = await self.store.append(append)
        self.steps.append("kept")
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


class Bell:
    """A bus that notes whom it has woken."""

    def __init__(self, steps: list[str]) -> None:
        self.rung: list[tuple[Stream, int]] = []
        self._steps = steps

    def wake(self, stream: Stream, seq: int) -> None:
        self.rung.append((stream, seq))
        self._steps.append("woken")

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


class Notebook:
    """A word may be written once. What is known is a list of words, in order."""

    def __init__(self, store: Watched, stream: Stream = HERE) -> None:
        self.known: list[str] = []
        self.decisions = 0
        self.in_read: Callable[[], Awaitable[None]] = nothing
        self.bell = Bell(store.steps)
        self.steps = store.steps
        parts = NodeParts(
            store=store,
            bus=self.bell,
            clock=ServiceClock(monotonic),
            chance=token_bytes,
            pools=_POOLS,
        )
        self.runner: StreamRunner[list[str]] = StreamRunner(stream, parts, self)

    async def write(
        self,
        *words: str,
        by: str = "somebody",
        meanwhile: Callable[[], Awaitable[None]] | None = None,
        **errand: Any,
    ) -> Outcome:
        """Write words; `meanwhile` happens once they are decided and before they are kept."""

        async def decided() -> Decided[list[str]] | None:
            self.decisions += 1
            if set(words) & set(self.known):
                raise Refused([Violation(TWICE)])
            events = [_event(len(self.known) + n, word) for n, word in enumerate(words, start=1)]
            whole = [*self.known, *words]
            if meanwhile:
                await meanwhile()
            bodies = [json.dumps({"by": by, "event": write_event(x)}).encode() for x in events]
            return Decided(events, bodies, whole) if events else None

        return await self.runner.run(Errand(by, **errand), decided)

    async def code(self, *words: str, **more: Any) -> str:
        """Why words are not written; empty if they are."""
        try:
            await self.write(*words, **more)
        except Refused as refused:
            return refused.violations[0].code
        return ""

    async def read(self, entries: Sequence[Entry], *, anew: bool) -> list[str]:
        await self.in_read()
        events = [_READER.event(json.loads(x.body)["event"], x.seq) for x in entries]
        return [*([] if anew else self.known), *(event.club for event in events)]

    def believe(self, news: list[str], *, anew: bool) -> None:
        del anew
        self.known = list(news)
        self.steps.append("believed")


async def nothing() -> None:
    """Nothing happens."""


@asynccontextmanager
async def a_store(directory: Path) -> AsyncIterator[Watched]:
    """A real store in a directory of its own."""
    store = await open_store(directory / token_hex(4))
    try:
        yield Watched(store)
    finally:
        await store.close()


async def kept(store: Watched, stream: Stream = HERE) -> list[str]:
    """What a node that comes later reads."""
    later = Notebook(store, stream)
    await later.runner.catch_up()
    return later.known


async def erase(store: Watched, word: str) -> None:
    """Take a word away from beside the stream."""
    found = await store.all(TEXT, f"{HERE}/")
    gone = [Put(TEXT, key, None) for key, body in found.items() if json.loads(body)["text"] == word]
    assert gone
    await store.put(gone)


def an_id() -> CommandId:
    return CommandId(token_hex(16))


def run(story: Awaitable[Any]) -> Any:
    return asyncio.run(story)  # type: ignore[arg-type]


def _event(number: int, word: str) -> e.EntrantEntered:
    return e.EntrantEntered(EntrantNumber(number), EntryStatus.ENTERED, word, "", "", None)
