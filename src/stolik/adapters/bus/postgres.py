"""The bus of several nodes: LISTEN and NOTIFY on a connection of its own.

Each node listens on a channel that all hear and on one of its own, so that only those hear of a
table who have it open. The entries that were written go along where they fit.

NOTIFY inside the transaction of an append would make all commits of the server wait in one line, so
wake-ups leave afterwards, gathered while the ones before were under way.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import asyncpg
import msgspec

from stolik.adapters.bus.postgres_leases import PostgresLeases
from stolik.app.ports import Entry, Leases, OnWake, OnWhisper, Stream

_CHANNEL = "stolik"
# PostgreSQL takes fewer than 8000 bytes.
_LONGEST = 7_900
_CONNECT_S = 3.0
_COMMAND_S = 10.0
_RETRY_S = 0.2
_PULSE_S = 2.0
_MOST_WHISPERS = 1_000
_NOTIFY = "SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS said (c, p)"

Connection: TypeAlias = "asyncpg.Connection[Any]"


class SentEntry(msgspec.Struct, array_like=True):
    """An entry on its way."""

    seq: int
    body: bytes
    salt: bytes
    link: bytes


class Wake(msgspec.Struct, array_like=True, tag="w"):
    """A stream has grown to this number; the entries that made it grow, if they fit."""

    stream: str
    seq: int
    entries: list[SentEntry] = []


class Whisper(msgspec.Struct, array_like=True, tag="s"):
    """Something not worth keeping, said about a stream."""

    stream: str
    message: bytes


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(list[Wake | Whisper])


class PostgresBus:
    """A `Bus` through the database that the nodes share."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._node = ""
        self._wakes: dict[tuple[str, Stream], Wake] = {}  # by channel
        # While the line is dead only the latest are worth having.
        self._whispers: deque[tuple[str, Whisper]] = deque(maxlen=_MOST_WHISPERS)
        self._to_say = asyncio.Event()
        self._heard: asyncio.Queue[Wake | Whisper] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._connection: Connection | None = None

    def leases(self, node: str) -> Leases:
        """Who answers for what, in the same database."""
        return PostgresLeases(self._url, node)

    def wake(
        self,
        stream: Stream,
        seq: int,
        entries: Sequence[Entry] = (),
        to: frozenset[str] | None = None,
    ) -> None:
        """Tell other nodes that a stream has grown; only the latest number matters."""
        wake = Wake(stream, seq, [SentEntry(e.seq, e.body, e.salt, e.link) for e in entries])
        for channel in _channels(to):
            self._add(channel, wake)
        self._to_say.set()

    def _add(self, channel: str, wake: Wake) -> None:
        before = self._wakes.get((channel, Stream(wake.stream)))
        self._wakes[channel, Stream(wake.stream)] = _joined(before, wake) if before else wake

    def whisper(self, stream: Stream, message: bytes, to: frozenset[str] | None = None) -> None:
        """Pass on something that may be lost; what does not fit into a notification is."""
        whisper = Whisper(stream, message)
        if len(_ENCODER.encode([whisper])) <= _LONGEST:
            self._whispers.extend((channel, whisper) for channel in _channels(to))
            self._to_say.set()

    async def listen(self, on_wake: OnWake, on_whisper: OnWhisper, node: str = "") -> None:
        """Hear the other nodes from now on, and speak to them."""
        self._node = node
        self._connection = await self._connected()
        self._tasks = [
            asyncio.create_task(self._speak(), name="stolik-bus-out"),
            asyncio.create_task(self._pass_on(on_wake, on_whisper), name="stolik-bus-in"),
        ]

    async def close(self) -> None:
        """Say what is left to say and stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._connection is not None:
            with suppress(Exception):
                await self._say(self._connection)
            self._connection.terminate()

    async def _speak(self) -> None:
        """Say what there is to say; on a dead line connect again, even if there is nothing."""
        while True:
            with suppress(TimeoutError):  # not `wait_for`: of 3.11 it may swallow a cancellation
                async with asyncio.timeout(_PULSE_S):
                    await self._to_say.wait()
            self._to_say.clear()
            assert self._connection is not None
            try:
                await self._say(self._connection)
            except Exception:
                self._connection.terminate()
                await self._reconnect()

    async def _say(self, connection: Connection) -> None:
        wakes, self._wakes = self._wakes, {}
        whispers = list(self._whispers)
        self._whispers.clear()
        try:
            by_channel: dict[str, list[Wake | Whisper]] = {}
            for (channel, _), wake in wakes.items():
                by_channel.setdefault(channel, []).append(_fitting(wake))
            for channel, whisper in whispers:
                by_channel.setdefault(channel, []).append(whisper)
            said = [(c, each) for c, items in by_channel.items() for each in _payloads(items)]
            # Also with nothing to say: so a dead line is noticed.
            await connection.execute(_NOTIFY, [c for c, _ in said], [each for _, each in said])
        except Exception:
            for (channel, _), wake in wakes.items():
                self._add(channel, wake)
            # Who lives on hears no gap when the speaker's line breaks: he has to hear this.
            self._whispers.extendleft(reversed(whispers))
            raise

    async def _reconnect(self) -> None:
        while True:
            try:
                self._connection = await self._connected()
            except Exception:
                await asyncio.sleep(_RETRY_S)
            else:
                # Whatever was said meanwhile is lost: look at everything.
                self._heard.put_nowait(Wake("", 0))
                return

    async def _connected(self) -> Connection:
        connection = await asyncpg.connect(
            self._url,
            server_settings={"application_name": "stolik-bus"},
            timeout=_CONNECT_S,
            command_timeout=_COMMAND_S,
        )
        connection.add_termination_listener(lambda _: self._to_say.set())
        await connection.add_listener(_CHANNEL, self._hear)
        if self._node:
            await connection.add_listener(f"{_CHANNEL}_{self._node}", self._hear)
        return connection

    def _hear(self, connection: Any, pid: int, _channel: str, payload: object) -> None:
        if pid == connection.get_server_pid():
            return  # our own voice
        with suppress(msgspec.DecodeError):
            for item in _DECODER.decode(str(payload)):
                self._heard.put_nowait(item)

    async def _pass_on(self, on_wake: OnWake, on_whisper: OnWhisper) -> None:
        while True:
            heard = await self._heard.get()
            try:
                match heard:
                    case Wake(stream, seq, sent):
                        entries = [Entry(e.seq, e.body, e.salt, e.link) for e in sent]
                        await on_wake(Stream(stream), seq, entries)
                    case Whisper(stream, message):
                        await on_whisper(Stream(stream), message)
            except Exception as error:
                # A listener's mistake about one table must not make the node deaf.
                context = {"message": "a listener of the bus failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)


def _channels(to: frozenset[str] | None) -> Iterable[str]:
    """The channel that all hear, or those of some nodes."""
    return (_CHANNEL,) if to is None else [f"{_CHANNEL}_{node}" for node in to]


def _joined(one: Wake, other: Wake) -> Wake:
    """Two wake-ups of one stream in one: with their entries if these follow each other."""
    first, second = sorted((one, other), key=lambda wake: wake.seq)
    follows = second.entries and first.entries and second.entries[0].seq == first.seq + 1
    return Wake(one.stream, second.seq, [*first.entries, *second.entries] if follows else [])


def _fitting(wake: Wake) -> Wake:
    """Without its entries if they do not fit: then they are read."""
    is_long = wake.entries and len(_ENCODER.encode([wake])) > _LONGEST
    return Wake(wake.stream, wake.seq) if is_long else wake


def _payloads(items: list[Wake | Whisper]) -> Iterator[str]:
    """As many items to a notification as fit."""
    texts: list[str] = []
    size = 2
    for item in items:
        text = _ENCODER.encode(item).decode()
        length = len(text.encode()) + 1
        if texts and size + length > _LONGEST:
            yield f"[{','.join(texts)}]"
            texts, size = [], 2
        texts.append(text)
        size += length
    if texts:
        yield f"[{','.join(texts)}]"
