"""What waits to be sent on one connection. Sending never waits; who does not keep up is closed."""

import asyncio

from stolik.adapters.web.sockets.way import Way
from stolik.app.tables.codes import NoticeCode
from stolik.app.tables.messages import Bye
from stolik.app.tables.recorded import Encode
from stolik.app.texts import text

CLOSED = 4000  # after our own `bye`, which says why
_MOST_MESSAGES = 256
_MOST_BYTES = 1_000_000


class Outbox:
    """The sending side of a connection; emptied once per turn of the event loop.

    An answer and the events it caused leave together: a write of its own for each would be the
    dearest part of a move.
    """

    def __init__(self, way: Way, encode: Encode, lang: str = "pl") -> None:
        self.lang = lang
        self.closed = False
        self._code = CLOSED
        self._way = way
        self._encode = encode
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []
        self._bytes = 0
        way.on_room = self._flush

    def send(self, message: bytes) -> None:
        """Pass a message on, in order."""
        if self.closed:
            return
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(message)
        self._bytes += len(message)
        if len(self._waiting) > _MOST_MESSAGES or self._bytes > _MOST_BYTES:
            self._give_up()

    def close(self, code: str, close_code: int = CLOSED) -> None:
        """End the connection after a last word; what waits before it is still sent."""
        if self.closed:
            return
        self.send(self._encode(Bye(code, text(code, self.lang))))
        if not self.closed:  # else it was one message too many
            self.closed, self._code = True, close_code

    def cut(self, code: str) -> None:
        """End it for somebody who may know nothing any more: what waits is not said to him."""
        if not self.closed:
            self._waiting.clear()
            self._bytes = 0
            self._way.forget()
        self.close(code)
        if self._way.is_full:
            self._way.hang_up()  # who does not read is not waited for

    def drop(self) -> None:
        """The other side has gone."""
        self.closed = True
        self._waiting.clear()
        self._way.on_room = _nothing

    def _give_up(self) -> None:
        """Who does not read would not read a last word either, and a polite end waits for him."""
        self._waiting = [
            self._encode(Bye(NoticeCode.TOO_SLOW, text(NoticeCode.TOO_SLOW, self.lang)))
        ]
        self.closed = True
        self._way.hang_up()

    def _flush(self) -> None:
        if self._way.is_full or not self._waiting:
            return
        self._way.say(self._waiting)
        self._waiting, self._bytes = [], 0
        if self.closed:
            self._way.end(self._code)


def _nothing() -> None:
    """Nobody waits for room any more."""
