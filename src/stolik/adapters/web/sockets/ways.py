"""How messages of a socket travel: the short way of `wire`, or the plain one of ASGI.

The short way rests on how uvicorn is built. Where that has changed (`internals.py` looks), sockets
go the plain way: slower, with the same budgets, and nobody notices but a benchmark.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketException

from stolik.adapters.web.edge.budget import TOO_FAST, Budget, cost_of
from stolik.adapters.web.sockets.outbox import Outbox
from stolik.adapters.web.sockets.way import SocketWay
from stolik.app.tables.codes import NoticeCode
from stolik.app.tables.recorded import Encode

WIRE = "wire"
_MANY = 64  # messages on their way; more have to wait
_LINGERS_S = 1.0  # somebody who said too much, before the line is cut

Socket = WebSocket[Any, Any, Any]


class PlainWay:
    """What ASGI offers: messages one by one, each sent when the one before it was."""

    def __init__(self, socket: Socket) -> None:
        self.is_full = False
        self.on_room: Callable[[], None] = lambda: None
        self.on_flood: Callable[[], None] = lambda: None
        self._socket = socket
        self._loop = asyncio.get_running_loop()
        self._budget = Budget(self._loop.time())
        self._waiting: deque[bytes | int] = deque()  # a number is the code of the end
        self._sending: asyncio.Task[None] | None = None

    def say(self, messages: Sequence[bytes]) -> None:
        """Send texts, in order."""
        self._pass_on(*messages)

    def end(self, code: int) -> None:
        """Close politely: what was said before is still sent."""
        self._pass_on(code)

    def hang_up(self) -> None:
        """Drop what waits; ASGI knows no other end than the polite one."""
        self._waiting.clear()
        if self._sending:
            self._sending.cancel()
        self._sending = asyncio.ensure_future(self._send(1011))

    def forget(self) -> None:
        """What still waits is not said."""
        self._waiting.clear()

    async def heard(self) -> str | bytes | None:
        """The next message; None once the other side has gone, or said too much."""
        event = await self._socket.receive()
        if event["type"] != "websocket.receive":
            return None
        text = event.get("text")
        heard = text if text is not None else event.get("bytes") or b""
        size = len(heard)
        if self._budget.allows(self._loop.time(), messages=cost_of(size), size=size):
            return heard
        self.on_flood()
        await asyncio.sleep(_LINGERS_S)
        return None

    def _pass_on(self, *words: bytes | int) -> None:
        self._waiting.extend(words)
        self.is_full = len(self._waiting) > _MANY
        if self._sending is None or self._sending.done():
            self._sending = asyncio.ensure_future(self._send_all())

    async def _send_all(self) -> None:
        while self._waiting:
            await self._send(self._waiting.popleft())
        if self.is_full:
            self.is_full = False
            self.on_room()

    async def _send(self, word: bytes | int) -> None:
        with suppress(OSError, RuntimeError, WebSocketException):  # gone by itself meanwhile
            if isinstance(word, int):
                await self._socket.close(word)
            else:
                await self._socket.send_text(word)


def way_of(socket: Socket) -> SocketWay:
    """The way a socket came in by: the server's short one, or a plain one made now."""
    state = socket.scope["state"]
    way: SocketWay = state.setdefault(WIRE, None) or PlainWay(socket)
    state[WIRE] = way
    return way


def socket_outbox(socket: Socket, encode: Encode, lang: str = "pl") -> Outbox:
    """The outbox of a WebSocket."""
    way = way_of(socket)
    outbox = Outbox(way, encode, lang)
    way.on_flood = lambda: outbox.close(NoticeCode.TOO_FAST, TOO_FAST)
    return outbox
