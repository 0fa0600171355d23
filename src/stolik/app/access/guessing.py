"""Only failed guesses count: a hall is one address, and five hundred correct codes must pass.

After so many failures in a minute, from one address or from all together, nothing is looked at
until the minute is over. Somebody at this very machine has a count of their own, so that an attack
from the hall never locks the organiser out.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from stolik.app.access.codes import Refusal
from stolik.refusal import Violation, refuse

FAILURES = 10
WINDOW_S = 60.0
_EVERYBODY = ""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a guess comes from."""

    host: str
    local: bool = False


class Guessing:
    """Counts failures by kind of secret."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._failures: dict[tuple[str, str], deque[float]] = {}
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def guess(
        self, kind: str, address: Address, evaluate: Callable[[], Awaitable[T | None]]
    ) -> T | None:
        """What a guess opens; one at a time, or many at once would not be counted in time."""
        self._refuse_too_many(kind, address)
        async with self._turns[kind]:
            self._refuse_too_many(kind, address)
            opened = await evaluate()
            if opened is None:
                self._failed(kind, address)
            return opened

    def _refuse_too_many(self, kind: str, address: Address) -> None:
        now = self._monotonic()
        for who in _counts(address):
            failures = self._recent(kind, who, now)
            if len(failures) >= FAILURES:
                wait = max(1, ceil(failures[0] + WINDOW_S - now))
                refuse(Violation(Refusal.TOO_MANY_GUESSES, facts={"seconds": wait}))

    def _failed(self, kind: str, address: Address) -> None:
        now = self._monotonic()
        for key in [key for key, times in self._failures.items() if times[-1] <= now - WINDOW_S]:
            del self._failures[key]
        for who in _counts(address):
            self._failures.setdefault((kind, who), deque()).append(now)

    def _recent(self, kind: str, who: str, now: float) -> deque[float]:
        failures = self._failures.get((kind, who), deque())
        while failures and failures[0] <= now - WINDOW_S:
            failures.popleft()
        if not failures:
            self._failures.pop((kind, who), None)
        return failures


def _counts(address: Address) -> tuple[str, ...]:
    return (address.host,) if address.local else (address.host, _EVERYBODY)
