"""The line of one socket: uvicorn's own, with a short way in and a short way out.

ASGI carries every message through wrappers and a queue, and writes each by itself. Of a table's
messages there are thousands a second, so they go straight to and from here. The handshake, pings,
ends and whatever is hostile stay with uvicorn and its library.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from stolik.adapters.web.edge.budget import TOO_FAST, Budget, cost_of
from stolik.adapters.web.edge.crowd import STRANGER_HEARD
from stolik.adapters.web.sockets.ways import WIRE

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

_TEXT = 0x81  # the last and only frame of a text
_MASKED = 0x80
_TWO_BYTES, _EIGHT_BYTES = 126, 127  # where the length is written if it is no less
_MASK = 4  # bytes
_MANY = 8  # messages that wait to be heard; then the other side has to wait too
_FRAMES_A_TURN = 32  # of the event loop: who sends more at once waits for the others
_LINGERS_S = 1.0  # somebody who said too much, before the line is cut
_LATER_S = 0.2  # a stranger is heard where those of his address say too much together


class Wire(WebSocketsSansIOProtocol):
    """What uvicorn is told to speak sockets with."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = cast(Any, _Letters(self.loop))
        self.is_full = False  # the other side does not read as fast as we write
        self.on_room: Callable[[], None] = lambda: None  # it has caught up
        self.on_flood: Callable[[], None] = lambda: self.end(TOO_FAST)  # it says too much
        self._budget = Budget(self.loop.time())
        self._rest = bytearray()  # what came and was not read yet
        self._reads_on = False  # in the next turn of the loop
        self._is_deaf = False  # whatever comes now is not looked at
        self._closing: asyncio.Task[None] | None = None

    def say(self, messages: Iterable[bytes]) -> None:
        """Send texts in one go; who has gone does not hear them."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join([part for m in messages for part in (_head(m), m)]))

    async def heard(self) -> str | bytes | None:
        """The next message; None once the other side has gone."""
        event = await self.receive()
        if event["type"] != "websocket.receive":
            return None
        text = event.get("text")
        return text if text is not None else event.get("bytes") or b""

    def end(self, code: int) -> None:
        """Close politely: what was said before is still sent."""
        self._closing = asyncio.ensure_future(self._close(code))

    def hang_up(self) -> None:
        """Cut the line; a polite end waits until all was read."""
        self.transport.abort()

    def forget(self) -> None:
        """What was said is on its way."""

    async def _close(self, code: int) -> None:
        with suppress(OSError, RuntimeError):  # gone by itself meanwhile
            await self.send({"type": "websocket.close", "code": code, "reason": ""})

    # --- what uvicorn calls ------------------------------------------------------------------

    async def run_asgi(self) -> None:
        """Let the application find the wire behind its socket."""
        self.scope["state"][WIRE] = self
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        """What was said before the door was opened is read once it is."""
        await super().send(message)
        if self._rest and not self._reads_on:
            self._read_on()

    def data_received(self, data: bytes) -> None:
        """Short texts in one frame are read here, all else by the library, frame by frame.

        Whatever it is, it counts: bytes when they come, frames when they are read.
        """
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._is_deaf:
            return
        self._rest += data
        if not self._budget.allows(self.loop.time(), size=len(data)):
            self._flooded()
        elif not self._reads_on:
            self._read_on()

    def _read_on(self) -> None:
        """Read a slice of what is here; the rest in another turn of the loop."""
        self._reads_on = False
        if not self.handshake_complete or self._is_deaf:
            return
        heard = self.scope["state"].get(STRANGER_HEARD)
        if heard and not heard():
            self._read_later()
            return
        at, count = 0, 0
        while count < _FRAMES_A_TURN and (end := self._read_frame(at)):
            cost, at, count = cost_of(end - at), end, count + 1
            if heard:
                heard(cost)
            if not self._budget.allows(self.loop.time(), messages=cost):
                self._flooded()
        if self._is_deaf or self.transport.is_closing():
            self._rest.clear()
            return
        del self._rest[:at]
        if count == _FRAMES_A_TURN:
            self._reads_on = True
            self.loop.call_soon(self._read_on)

    def _read_later(self) -> None:
        """Nobody is sent away for what his neighbours say: all of them wait."""
        self._reads_on = True
        self.transport.pause_reading()
        self.loop.call_later(_LATER_S, self._read_again)

    def _read_again(self) -> None:
        if not self.read_paused:
            self.transport.resume_reading()
        self._read_on()

    def _read_frame(self, at: int) -> int:
        """Read the frame that begins there if all of it is here: where it ends, else 0."""
        rest = self._rest
        if self._is_deaf or self.transport.is_closing() or len(rest) < at + 2:
            return 0
        length, start = rest[at + 1] & 0x7F, at + 2
        if length >= _TWO_BYTES:
            size = 2 if length == _TWO_BYTES else 8
            if len(rest) < start + size:
                return 0
            length, start = int.from_bytes(rest[start : start + size], "big"), start + size
        if not rest[at + 1] & _MASKED or length > self.config.ws_max_size:
            self._is_deaf = True  # the library says what is wrong with it, and that is the end
            super().data_received(bytes(rest[at : start + _MASK]))
            return 0
        start += _MASK
        end = start + length
        if len(rest) < end:
            return 0
        if (
            rest[at] != _TEXT
            or self.conn.current_size is not None
            or not self._read_text(apply_mask(rest[start:end], rest[start - _MASK : start]))
        ):
            super().data_received(bytes(rest[at:end]))
        return end

    def _flooded(self) -> None:
        """It is told so, and nothing more is read."""
        if self._is_deaf:
            return
        self._is_deaf = True
        if self.handshake_complete:
            self.on_flood()
            self.loop.call_later(_LINGERS_S, self.transport.close)
        else:
            self.transport.abort()

    def _read_text(self, raw: bytes) -> bool:
        """Pass a text on; False if it is none, or nobody listens any more."""
        try:
            event: ASGIReceiveEvent = {"type": "websocket.receive", "text": raw.decode()}
        except UnicodeDecodeError:
            return False
        if self.close_sent:
            return False
        self.queue.put_nowait(event)
        if self.queue.qsize() > _MANY and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def pause_writing(self) -> None:
        """The buffer is full."""
        super().pause_writing()
        self.is_full = True

    def resume_writing(self) -> None:
        """There is room again."""
        super().resume_writing()
        self.is_full = False
        self.on_room()


class _Letters:
    """A queue for one reader: what `asyncio.Queue` does for many, in a tenth of the time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[ASGIReceiveEvent] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: ASGIReceiveEvent) -> None:
        self._waiting.append(event)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        while not self._waiting:
            self._reader = self._loop.create_future()
            await self._reader
        return self._waiting.popleft()

    def empty(self) -> bool:
        return not self._waiting

    def qsize(self) -> int:
        return len(self._waiting)


def _head(message: bytes) -> bytes:
    """What stands before a text on the wire (RFC 6455, section 5.2)."""
    length = len(message)
    if length < _TWO_BYTES:
        return bytes((_TEXT, length))
    if length < 65_536:
        return bytes((_TEXT, _TWO_BYTES, length >> 8, length & 0xFF))
    return bytes((_TEXT, _EIGHT_BYTES)) + length.to_bytes(8, "big")
