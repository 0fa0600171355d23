"""WebSocket clients cheap enough to have twelve thousand of them in one process.

Only what a load generator needs: text frames, no compression, no fragments.
"""

import asyncio
import os
from collections.abc import Callable
from typing import cast

_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA


class Socket(asyncio.Protocol):
    """One connection; calls back with every text, and once when it is lost."""

    def __init__(self, on_text: Callable[[bytes], None], on_lost: Callable[[int], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self._on_text = on_text
        self._on_lost = on_lost
        self._rest = b""
        self._shaken = False
        self._code = 1006

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are no subclass of it

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self._shaken:
            head, mark, rest = self._rest.partition(b"\r\n\r\n")
            if not mark:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode()[:200]))
                return
            self._shaken, self._rest = True, rest
            self.opened.set_result(None)
            asyncio.get_running_loop().call_soon(self._frames)  # after who waits for the opening
        else:
            self._frames()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("lost"))
        self._on_lost(self._code)

    def send(self, text: bytes) -> None:
        """One text frame, masked as a client must."""
        if self.transport and not self.transport.is_closing():
            self.transport.write(_framed(_TEXT, text))

    def abort(self) -> None:
        """Cut the line."""
        if self.transport:
            self.transport.abort()

    def _frames(self) -> None:
        while self._frame():
            pass

    def _frame(self) -> bool:
        rest = self._rest
        if len(rest) < 2:
            return False
        length, at = rest[1] & 0x7F, 2
        if length == 126:
            length, at = int.from_bytes(rest[2:4], "big"), 4
        elif length == 127:
            length, at = int.from_bytes(rest[2:10], "big"), 10
        if len(rest) < at + length:
            return False
        payload, self._rest = rest[at : at + length], rest[at + length :]
        self._got(rest[0] & 0xF, payload)
        return True

    def _got(self, kind: int, payload: bytes) -> None:
        assert self.transport
        if kind == _TEXT:
            self._on_text(payload)
        elif kind == _PING:
            self.transport.write(_framed(_PONG, payload))
        elif kind == _CLOSE:
            self._code = int.from_bytes(payload[:2], "big") or 1005
            self.transport.write(_framed(_CLOSE, payload[:2]))
            self.transport.close()


async def open_socket(
    port: int, path: str, on_text: Callable[[bytes], None], on_lost: Callable[[int], None]
) -> Socket:
    """Connect to a server of this machine as a page of its own would."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(on_text, on_lost), "127.0.0.1", port)
    assert socket.transport
    host = f"127.0.0.1:{port}"
    head = (
        f"GET {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
        "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: c3RvbGlrIGJlbmNobWFyaw==\r\n\r\n"
    )
    socket.transport.write(head.encode())
    await socket.opened
    return socket


def _framed(kind: int, payload: bytes) -> bytes:
    length = len(payload)
    if length < 126:
        head = bytes((0x80 | kind, 0x80 | length))
    elif length < 65536:
        head = bytes((0x80 | kind, 0x80 | 126)) + length.to_bytes(2, "big")
    else:
        head = bytes((0x80 | kind, 0x80 | 127)) + length.to_bytes(8, "big")
    mask = os.urandom(4)
    if length:
        long_mask = (mask * (length // 4 + 1))[:length]
        masked = int.from_bytes(payload, "big") ^ int.from_bytes(long_mask, "big")
        payload = masked.to_bytes(length, "big")
    return head + mask + payload
