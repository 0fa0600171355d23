"""A few requests begin in each turn of the loop, however many have come.

What is short is answered on the loop, a millisecond or two each; twenty of them in one turn would
keep every table waiting for all of them. Here they begin one after the other, and between two of
them whoever plays is heard. Who shows a token does not stand behind who shows none.
"""

import asyncio
from collections import deque

AT_A_TURN = 1


class Turnstile:
    """Where requests wait for the turn of the loop in which they begin."""

    def __init__(self) -> None:
        self._lanes: tuple[deque[asyncio.Future[None]], ...] = (deque(), deque())
        self._turning = False
        self._left = AT_A_TURN

    async def enter(self, *, has_token: bool) -> None:
        """Come back in the turn in which this request begins."""
        loop = asyncio.get_running_loop()
        if not self._turning:
            self._turning, self._left = True, AT_A_TURN
            loop.call_soon(self._turn)
        lane = self._lanes[has_token]
        if self._left and not any(self._lanes):
            self._left -= 1
            return
        turn = loop.create_future()
        lane.append(turn)
        await turn

    def _turn(self) -> None:
        for lane in self._lanes:
            self._let_in(lane)
        self._left = 0
        self._turning = any(self._lanes)
        if self._turning:
            asyncio.get_running_loop().call_soon(self._turn)

    def _let_in(self, lane: "deque[asyncio.Future[None]]") -> None:
        left = AT_A_TURN
        while lane and left:
            turn = lane.popleft()
            if not turn.done():  # somebody who is gone
                turn.set_result(None)
                left -= 1
