"""The bus of several nodes: LISTEN and NOTIFY on a connection of its own.

NOTIFY inside the transaction of an append would make all commits of the server wait in one line, so
wake-ups leave afterwards, gathered while the ones before were under way.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, TypeAlias

import asyncpg
import msgspec

from stolik.app.ports import OnWake, OnWhisper, Stream

_CHANNEL = "stolik"
# PostgreSQL takes fewer than 8000 bytes.
_LONGEST = 7_900
_CONNECT_S = 3.0
_COMMAND_S = 10.0
_RETRY_S = 0.2
_PULSE_S = 2.0
_MOST_WHISPERS = 1_000
_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
EVERYTHING = (Stream(""), 0)

Connection: TypeAlias = "asyncpg.Connection[Any]"


class Wake(msgspec.Struct, array_like=True, tag="w"):
    """A stream has grown to this number."""

    stream: str
    seq: int


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
        self._wakes: dict[Stream, int] = {}
        # While the line is dead only the latest are worth having.
        self._whispers: deque[Whisper] = deque(maxlen=_MOST_WHISPERS)
        self._to_say = asyncio.Event()
        self._heard: asyncio.Queue[Wake | Whisper] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._connection: Connection | None = None

    def wake(self, stream: Stream, seq: int) -> None:
        """Tell the other nodes that a stream has grown; only the latest number matters."""
        self._wakes[stream] = max(seq, self._wakes.get(stream, 0))
        self._to_say.set()

    def whisper(self, stream: Stream, message: bytes) -> None:
        """Pass on something that may be lost; what does not fit into a notification is."""
        whisper = Whisper(stream, message)
        if len(_ENCODER.encode([whisper])) <= _LONGEST:
            self._whispers.append(whisper)
            self._to_say.set()

    async def listen(self, on_wake: OnWake, on_whisper: OnWhisper) -> None:
        """Hear the other nodes from now on, and speak to them."""
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
            with suppress(TimeoutError):
                await asyncio.wait_for(self._to_say.wait(), _PULSE_S)
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
            payloads = list(_payloads([*(Wake(*wake) for wake in wakes.items()), *whispers]))
            # Also with nothing to say: so a dead line is noticed.
            await connection.execute(_NOTIFY, _CHANNEL, payloads)
        except Exception:
            for stream, seq in wakes.items():
                self.wake(stream, seq)
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
                self._heard.put_nowait(Wake(*EVERYTHING))
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
                    case Wake(stream, seq):
                        await on_wake(Stream(stream), seq)
                    case Whisper(stream, message):
                        await on_whisper(Stream(stream), message)
            except Exception as error:
                # A listener's mistake about one table must not make the node deaf.
                context = {"message": "a listener of the bus failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)


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
