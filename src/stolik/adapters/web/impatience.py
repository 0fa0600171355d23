"""Requests that never end: a connection that dawdles over one, or sends a head without end, is
closed.

uvicorn waits for the end of a request for ever, so a few hundred idle connections would hold
every place there is (slowloris). Sockets, and answers that take their time, are left alone.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_ONE_READ = 256 * 1024  # what may come at once: the end of a body, and a head behind it
_HEAD_S = 10.0  # for the head of a request, from its first byte or from the connection on
_BODY_S = 120.0  # for what it sends; a list of entrants over a weak line takes its time

MOST_HEADERS = 300
LONGEST_HEAD = 64 * 1024  # the address and all headers; the gate's limits are narrower, in words

_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-length: 0\r\n\r\n"
)


class TooMany(Exception):  # noqa: N818 - what there is
    """Headers; the parser takes it for a fault of the request."""


class Impatience(HttpToolsProtocol):
    """What uvicorn is told to speak HTTP with."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._end: asyncio.TimerHandle | None = None  # until then it has to be here
        self._head = 0  # bytes of the head being read
        self._reads_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody who connects wants to ask something."""
        super().connection_made(transport)
        self._wait(_HEAD_S)

    def data_received(self, data: bytes) -> None:
        """The first byte after an answer begins a request, even if it is no part of one."""
        if self._end is None:
            self._wait(_HEAD_S)
        # The parser gathers what it has not read to the end, so what comes in is what counts.
        if self._reads_head:
            self._head += len(data)
            if self._head > LONGEST_HEAD + _ONE_READ:
                self._cut()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Another head."""
        self._head, self._reads_head = 0, True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One more; a parser that is stopped here reads no more of them."""
        if len(self.headers) >= MOST_HEADERS:
            raise TooMany
        super().on_header(name, value)

    def send_400_response(self, msg: str) -> None:
        """A request that cannot be read; too many headers have a status of their own."""
        if len(self.headers or ()) >= MOST_HEADERS:
            self._cut()
        else:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        """The head is here."""
        self._reads_head = False
        self._wait(_BODY_S)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is here; now it is our turn."""
        self._stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket: it says when it has something to say."""
        self._stop()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone by itself."""
        self._stop()
        super().connection_lost(exc)

    def _cut(self) -> None:
        self._stop()
        self.transport.write(_TOO_LONG)
        self.transport.close()

    def _wait(self, seconds: float) -> None:
        self._stop()
        self._end = self.loop.call_later(seconds, self._close)

    def _stop(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def _close(self) -> None:
        self._end = None
        # Who has asked something is told; browsers also connect ahead, in silence.
        if self.headers is not None and (self.cycle is None or self.cycle.response_complete):
            self.transport.write(_TOO_SLOW)
        self.transport.close()
