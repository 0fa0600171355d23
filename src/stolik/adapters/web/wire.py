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

from litestar.connection import ASGIConnection
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

_WIRE = "wire"
_TEXT = 0x81  # the last and only frame of a text
_MASKED = 0x80
_TWO_BYTES, _EIGHT_BYTES = 126, 127  # where the length is written if it is no less
_SHORTEST = 6  # two bytes and the mask
_MANY = 8  # messages that wait to be heard; then the other side has to wait too


class Wire(WebSocketsSansIOProtocol):
    """What uvicorn is told to speak sockets with."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = cast(Any, _Letters(self.loop))
        self.is_full = False  # the other side does not read as fast as we write
        self.on_room: Callable[[], None] = lambda: None  # it has caught up
        self._rest = b""  # of a frame whose end is still to come
        self._is_plain = True  # nothing came yet that the library had better read
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

    async def _close(self, code: int) -> None:
        with suppress(OSError, RuntimeError):  # gone by itself meanwhile
            await self.send({"type": "websocket.close", "code": code, "reason": ""})

    # --- what uvicorn calls ------------------------------------------------------------------

    async def run_asgi(self) -> None:
        """Let the application find the wire behind its socket."""
        self.scope["state"][_WIRE] = self
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        """Short texts in one frame are read here, all else by the library, frame by frame."""
        if self.handshake_complete and self._is_plain:
            self._rest += data
            while self._is_plain and self._read_frame():
                pass
        else:
            self._is_plain = not self.handshake_initiated  # else it spoke before it was let in
            super().data_received(data)

    def _read_frame(self) -> bool:
        """Read a frame if all of it is here."""
        rest = self._rest
        if len(rest) < _SHORTEST:
            return False
        length, start = rest[1] & 0x7F, _SHORTEST
        if length == _TWO_BYTES:
            length, start = int.from_bytes(rest[2:4], "big"), _SHORTEST + 2
        if length == _EIGHT_BYTES or not rest[1] & _MASKED:
            self._is_plain, self._rest = False, b""
            super().data_received(rest)
            return False
        end = start + length
        if len(rest) < end:
            return False
        self._rest = rest[end:]
        if (
            rest[0] != _TEXT
            or self.conn.current_size is not None
            or not self._read_text(apply_mask(rest[start:end], rest[start - 4 : start]))
        ):
            super().data_received(rest[:end])
        return not self.transport.is_closing()

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


def wire_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Wire:
    """The wire a socket came in by."""
    wire: Wire = connection.scope["state"][_WIRE]
    return wire


def _head(message: bytes) -> bytes:
    """What stands before a text on the wire (RFC 6455, section 5.2)."""
    length = len(message)
    if length < _TWO_BYTES:
        return bytes((_TEXT, length))
    if length < 65_536:
        return bytes((_TEXT, _TWO_BYTES, length >> 8, length & 0xFF))
    return bytes((_TEXT, _EIGHT_BYTES)) + length.to_bytes(8, "big")
