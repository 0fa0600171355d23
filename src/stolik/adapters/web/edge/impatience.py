"""Requests that never end: a connection that dawdles over one, or sends a head without end, is
closed.

uvicorn waits for the end of a request for ever, so a few hundred idle connections would hold
every place there is (slowloris). Sockets, and answers that take their time, are left alone.
"""

import asyncio
from collections.abc import Iterable
from typing import Any

from httptools import parse_url
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stolik.adapters.web.edge.arrival import AUTHORITY
from stolik.adapters.web.edge.doorway import Doorway, Rank

_ONE_READ = 256 * 1024  # what may come at once: the end of a body, and a head behind it
_HEAD_S = 10.0  # for the head of a request, from its first byte or from the connection on
_BODY_S = 120.0  # for what it sends; a list of entrants over a weak line takes its time
_STALLED_S = 10.0  # without a byte of it

_LITTLE = 16 * 1024  # of a body, gathered before anybody is asked
_LARGE = 8_000_000  # larger than anything we read, which is said at once

MOST_HEADERS = 300
LONGEST_HEAD = 64 * 1024  # the address and all headers; the gate's limits are narrower, in words

_GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-length: 0\r\n\r\n"
)


class TooMany(Exception):  # noqa: N818 - what there is
    """Headers; the parser takes it for a fault of the request."""


class Impatience(HttpToolsProtocol):
    """What uvicorn is told to speak HTTP with."""

    doorway: Doorway

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._end: asyncio.TimerHandle | None = None  # until then it has to be here
        self._head = 0  # bytes of the head being read
        self._reads_head = True
        self._reads_body = False
        self._body_end = self._moved = 0.0  # when all of a body has to be here; its last bytes
        self._held: tuple[Any, Any] | None = None  # a request that waits for its body
        self._has_asked = self._has_left = False
        self._target = b""

    @property
    def rank(self) -> Rank:
        """What this connection does; see `Doorway`."""
        if not self._has_asked:
            return Rank.SILENT
        if self._reads_body:
            return Rank.SENDING if self._held else Rank.UPLOADING
        if self._end is not None:
            return Rank.SENDING
        done = self.cycle is None or self.cycle.response_complete
        return Rank.IDLE if done else Rank.ANSWERED

    def turn_away(self) -> None:
        """There are too many."""
        self._leave()
        self.transport.close()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody who connects wants to ask something."""
        super().connection_made(transport)
        self._wait(_HEAD_S)
        self.doorway.came(self.client[0] if self.client else "", self)

    def data_received(self, data: bytes) -> None:
        """The first byte after an answer begins a request, even if it is no part of one."""
        if self._has_left:
            return
        if self._end is None:
            self._wait(_HEAD_S)
        # The parser gathers what it has not read to the end, so what comes in is what counts.
        if self._reads_head:
            self._head += len(data)
            if self._head > LONGEST_HEAD + _ONE_READ:
                self._cut()
                return
        self._moved = self.loop.time()
        super().data_received(data)
        self._ask_for_more()
        self.doorway.moved(self, self.rank)

    def on_message_begin(self) -> None:
        """Another head."""
        self._head, self._reads_head, self._target = 0, True, b""
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        self._target += url
        super().on_url(url)

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
        self._has_asked = self._reads_body = True
        self._body_end = self._moved + _BODY_S
        self._note_authority()
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Begin to answer: when all of it is here, or so much that it is worth reading on.

        A request that never ends costs a few bytes then, and no more when it is given up.
        """
        if not cycle.more_body or _declared(self.headers) > _LARGE:
            super()._start_asgi_task(cycle, app)
            return
        self._held = cycle, app

    def on_body(self, body: bytes) -> None:
        """Some of it."""
        super().on_body(body)
        if self._held and len(self.cycle.body) > _LITTLE:
            self._begin()

    def on_message_complete(self) -> None:
        """All of it is here; now it is our turn."""
        self._stop()
        self._reads_body = False
        super().on_message_complete()
        self._begin()

    def on_response_complete(self) -> None:
        """It has its answer."""
        super().on_response_complete()
        self.doorway.moved(self, self.rank)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket: it says when it has something to say."""
        self._leave()
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        """The server ends: who has not asked to the end is not waited for."""
        super().shutdown()
        if self._held:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone by itself."""
        self._leave()
        super().connection_lost(exc)

    def _begin(self) -> None:
        if self._held:
            (cycle, app), self._held = self._held, None
            super()._start_asgi_task(cycle, app)

    def _ask_for_more(self) -> None:
        """Who asked leave to send gets it, where something is still to come."""
        if self._held and self._held[0].waiting_for_100_continue:
            self._held[0].waiting_for_100_continue = False
            self.transport.write(_GO_ON)

    def _leave(self) -> None:
        self._stop()
        self._has_left, self._held = True, None
        self.doorway.went(self)

    def _note_authority(self) -> None:
        """uvicorn drops the name in `http://name/path`; the gate has to see it."""
        if self._target.startswith(b"/"):
            return
        host = (parse_url(self._target).host or b"").decode("latin-1")
        if host:
            self.scope["state"][AUTHORITY] = f"[{host}]" if ":" in host else host

    def _cut(self) -> None:
        self._stop()
        self.transport.write(_TOO_LONG)
        self.transport.close()

    def _wait(self, seconds: float) -> None:
        self._stop()
        self._end = self.loop.call_later(seconds, self._is_time)

    def _stop(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def _is_time(self) -> None:
        """The head has not come, or the body does not move."""
        left = min(self._body_end, self._moved + _STALLED_S) - self.loop.time()
        if self._reads_body and left > 0:
            self._wait(left)
        else:
            self._close()

    def _close(self) -> None:
        self._end = None
        # Who has asked something is told; browsers also connect ahead, in silence.
        is_ours = self.cycle is not None and not self.cycle.response_complete and not self._held
        if self.headers is not None and not is_ours:
            self.transport.write(_TOO_SLOW)
        self.transport.close()


def _declared(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """How long a body is said to be."""
    said = next((value for name, value in headers if name == b"content-length"), b"")
    return int(said) if said.isdigit() else 0
