"""A few requests begin in each turn of the loop, however many have come; likewise what strangers
say over their sockets.

What is short is answered on the loop, a millisecond or two each; twenty of them in one turn would
keep every table waiting for all of them. Here they begin one after the other, and between two of
them whoever plays is heard. Who shows a token does not stand behind who shows none. A move takes a
dozen turns, to the disk and back: while one is on its way strangers begin one by one, with a pause.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum


class Lane(IntEnum):
    """Where something waits to begin."""

    TOKENS = 0  # requests that say they belong here; what they show is looked at later
    STRANGERS = 1  # all other requests
    WORDS = 2  # what is said over sockets of strangers


# In each turn; a message takes a fraction of what a request takes.
AT_A_TURN = {Lane.TOKENS: 1, Lane.STRANGERS: 1, Lane.WORDS: 4}
PAUSE_S = 0.005


class Turnstile:
    """Where requests and messages wait for the turn of the loop in which they begin."""

    def __init__(self) -> None:
        self._lanes: dict[Lane, deque[asyncio.Future[None]]] = {lane: deque() for lane in Lane}
        self._left = dict.fromkeys(Lane, 0)  # that may still begin in this turn
        self._next: asyncio.Handle | None = None  # turn
        self._rests = False  # until then
        self._first = 0  # moves on their way
        self._began = dict.fromkeys(Lane, float("-inf"))  # the last of each lane

    async def enter(self, lane: Lane) -> None:
        """Come back in the turn in which this begins."""
        loop = asyncio.get_running_loop()
        if self._next is None:
            self._left = dict(AT_A_TURN)
            self._next = loop.call_soon(self._turn)
        waiting = self._lanes[lane]
        if self._left[lane] and not waiting and not self._stands_back(lane):
            self._left[lane] -= 1
            self._began[lane] = loop.time()
            return
        turn = loop.create_future()
        waiting.append(turn)
        if self._rests and not self._stands_back(lane):
            self._hurry()
        await turn

    @contextmanager
    def going_first(self) -> Iterator[None]:
        """Somebody who was let in does something: strangers stand back meanwhile."""
        self._first += 1
        try:
            yield
        finally:
            self._first -= 1
            if self._rests and not self._first:
                self._hurry()

    def _stands_back(self, lane: Lane) -> bool:
        if lane is Lane.TOKENS or not self._first:
            return False
        return asyncio.get_running_loop().time() - self._began[lane] < PAUSE_S

    def _turn(self) -> None:
        for lane, waiting in self._lanes.items():
            if waiting and not self._stands_back(lane):
                self._let_in(lane, waiting)
        self._left = dict.fromkeys(Lane, 0)
        loop, left = (
            asyncio.get_running_loop(),
            [n for n, waiting in self._lanes.items() if waiting],
        )
        self._rests = bool(left) and all(map(self._stands_back, left))
        if self._rests:
            self._next = loop.call_later(PAUSE_S, self._turn)
        else:
            self._next = loop.call_soon(self._turn) if left else None

    def _let_in(self, lane: Lane, waiting: "deque[asyncio.Future[None]]") -> None:
        left = AT_A_TURN[lane]
        self._began[lane] = asyncio.get_running_loop().time()
        while waiting and left:
            turn = waiting.popleft()
            if not turn.done():  # somebody who is gone
                turn.set_result(None)
                left -= 1

    def _hurry(self) -> None:
        """The next turn is now: somebody need not stand back."""
        assert self._next
        self._next.cancel()
        self._rests = False
        self._next = asyncio.get_running_loop().call_soon(self._turn)
