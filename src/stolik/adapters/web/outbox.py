"""What waits to be sent on one connection. Sending never waits; who does not keep up is closed."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from typing import Any

from litestar import WebSocket

from stolik.app.live.codes import Notice
from stolik.app.live.messages import Bye
from stolik.app.live.told import Encode
from stolik.app.texts import text

CLOSED = 4000  # after our own `bye`, which says why
_MOST_MESSAGES = 256
_MOST_BYTES = 1_000_000


class Outbox:
    """The sending side of a connection; a task runs only while something waits."""

    def __init__(
        self,
        send: Callable[[bytes], Awaitable[None]],
        close: Callable[[str], Awaitable[None]],
        encode: Encode,
        lang: str = "pl",
        hang_up: Callable[[], None] = lambda: None,
    ) -> None:
        self.lang = lang
        self.closed = False
        self._send = send
        self._close = close
        self._encode = encode
        self._hang_up = hang_up
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None
        self._farewell: str | None = None

    def send(self, message: bytes) -> None:
        """Pass a message on, in order."""
        if self.closed:
            return
        self._waiting.append(message)
        self._bytes += len(message)
        if len(self._waiting) > _MOST_MESSAGES or self._bytes > _MOST_BYTES:
            self._give_up()
        elif self._task is None:
            self._begin()

    def close(self, code: str) -> None:
        """End the connection after a last word; what waits before it is still sent."""
        if self.closed:
            return
        self._waiting.append(self._encode(Bye(code, text(code, self.lang))))
        self.closed = True
        self._farewell = code
        if self._task is None:
            self._begin()

    def _give_up(self) -> None:
        """Who does not read would not read a last word either, and a polite end waits for him."""
        self._waiting.clear()
        self.close(Notice.TOO_SLOW)
        self._hang_up()

    def drop(self) -> None:
        """The other side has gone."""
        self.closed = True
        self._waiting.clear()
        if self._task:
            self._task.cancel()

    def _begin(self) -> None:
        """Send at once what can be sent; only what has to wait needs a task."""
        flushing = self._flush()
        try:
            waits_for = flushing.send(None)
        except StopIteration:
            return
        self._task = asyncio.ensure_future(_Begun(flushing, waits_for))

    async def _flush(self) -> None:
        try:
            while self._waiting:
                message = self._waiting.popleft()
                self._bytes -= len(message)
                await self._send(message)
            if self._farewell:
                await self._close(self._farewell)
        except (OSError, RuntimeError):
            self.closed = True  # gone while we were speaking; the receiving side notices
        finally:
            self._task = None


def socket_outbox(socket: WebSocket[Any, Any, Any], encode: Encode, lang: str = "pl") -> Outbox:
    """The outbox of a WebSocket behind the gate."""
    return Outbox(
        lambda message: socket.send_text(message.decode()),
        lambda _: socket.close(CLOSED),
        encode,
        lang,
        socket.scope["state"]["hang_up"],
    )


class _Begun:
    """A coroutine that has run up to its first wait, to be gone on with by a task."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._waits_for
        while True:
            try:
                yield waits_for
            except BaseException as thrown:
                step = partial(self._coroutine.throw, thrown)
            else:
                step = partial(self._coroutine.send, None)
            try:
                waits_for = step()
            except StopIteration:
                return
