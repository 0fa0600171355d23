"""Only failed guesses count: a hall is one address, and five hundred correct codes must pass.

A stranger's failures count three times: for the address, for what is guessed at (an account), and
for all strangers together. Too many lock that count. Each further lock of an address or a target
lasts twice as long, and one address alone is locked before it could lock anybody else.

Devices that came in before by the same kind of secret, and somebody at this very machine, have
counts of their own: others' guesses never lock them out.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import TypeVar

from stolik.app.access.codes import Refusal
from stolik.refusal import Violation, refuse

FAILURES = 10  # of all strangers together, of those after one target, of one known device
FAILURES_OF_ADDRESS = 5
WINDOW_S = 60.0
LONGEST_LOCK_S = 16 * WINDOW_S
FORGET_S = 30 * WINDOW_S  # without a new lock for so long, the next one is half as long
MOST_COUNTS = 10_000
MOST_WAITING = 1000  # who would wait for a turn behind them comes back later
_BUSY_S = 2
_EVERYBODY = "everybody"
_THIS_MACHINE = "this machine"  # one count: it has sixteen million addresses of its own

T = TypeVar("T")
TellOthers = Callable[[str, tuple[str, ...]], None]  # (kind of secret, counts that failed)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a request comes from, as limits count it."""

    host: str
    local: bool = False


@dataclass(frozen=True, slots=True)
class Guesser:
    """Who guesses, at what. `known_as`: whom the device came in as before, by our own mark."""

    address: Address
    target: str = ""
    known_as: str = ""

    @property
    def counts(self) -> tuple[str, ...]:
        """Under what a failure counts; the first is the lane this guess waits in."""
        if self.known_as:
            return (f"device {self.known_as}",)
        if self.address.local:
            return (_THIS_MACHINE,)
        target = (f"target {self.target}",) if self.target else ()
        return (_EVERYBODY, f"address {self.address.host}", *target)


@dataclass(slots=True)
class _Count:
    """The failures of a minute, and the locks that came of them."""

    failures: deque[float] = field(default_factory=deque)
    locked_until: float = float("-inf")
    locks: int = 0  # how often, slowly forgotten: each doubles the next

    def failed(self, now: float, *, most: int, grows: bool) -> None:
        self._forget(now)
        self.failures.append(now)
        if len(self.failures) >= most:
            self.failures.clear()
            self.locked_until = now + min(LONGEST_LOCK_S, WINDOW_S * 2**self.locks)
            self.locks += grows

    def wait(self, now: float) -> float:
        return self.locked_until - now

    def is_over(self, now: float) -> bool:
        self._forget(now)
        return not self.failures and self.wait(now) <= 0 and not self.locks

    def _forget(self, now: float) -> None:
        while self.failures and self.failures[0] <= now - WINDOW_S:
            self.failures.popleft()
        while self.locks and now - self.locked_until >= FORGET_S:
            self.locks -= 1
            self.locked_until += FORGET_S


class Guessing:
    """Counts failures by kind of secret; other nodes are told of them and tell us of theirs."""

    def __init__(
        self, monotonic: Callable[[], float], tell_others: TellOthers = lambda *_: None
    ) -> None:
        self._monotonic = monotonic
        self._tell_others = tell_others
        self._counts: dict[tuple[str, str], _Count] = {}
        self._turns: defaultdict[tuple[str, str], _Turn] = defaultdict(_Turn)

    async def guess(
        self, kind: str, guesser: Guesser, evaluate: Callable[[], Awaitable[T | None]]
    ) -> T | None:
        """What a guess opens; one at a time, or many at once would not be counted in time."""
        lane = kind, guesser.counts[0]
        self._refuse_too_many(kind, guesser)
        turn = self._turns[lane]
        if turn.waiting >= MOST_WAITING:
            refuse(Violation(Refusal.BUSY, facts={"seconds": _BUSY_S}))
        turn.waiting += 1
        try:
            async with turn.lock:
                self._refuse_too_many(kind, guesser)
                opened = await evaluate()
                if opened is None:
                    self.failed(kind, guesser.counts)
                    self._tell_others(kind, guesser.counts)
                return opened
        finally:
            turn.waiting -= 1
            if not turn.waiting:
                self._turns.pop(lane, None)

    def failed(self, kind: str, counts: Sequence[str]) -> None:
        """A guess failed, here or on another node."""
        now = self._monotonic()
        self._make_room(now)
        for who in counts:
            count = self._counts.setdefault((kind, who), _Count())
            most = FAILURES_OF_ADDRESS if who.startswith("address ") else FAILURES
            count.failed(now, most=most, grows=who != _EVERYBODY)

    def _refuse_too_many(self, kind: str, guesser: Guesser) -> None:
        now = self._monotonic()
        wait = max(self._waits(kind, guesser.counts, now))
        if wait > 0:
            seconds = max(1, ceil(wait))
            refuse(Violation(Refusal.TOO_MANY_GUESSES, facts={"seconds": seconds}))

    def _waits(self, kind: str, counts: Iterable[str], now: float) -> list[float]:
        found = (self._counts.get((kind, who)) for who in counts)
        return [0.0, *(count.wait(now) for count in found if count)]

    def _make_room(self, now: float) -> None:
        """What is over is forgotten; if that is not enough, whoever is free soonest."""
        if len(self._counts) < MOST_COUNTS:
            return
        for key in [key for key, count in self._counts.items() if count.is_over(now)]:
            del self._counts[key]
        kept = sorted(self._counts, key=lambda key: self._counts[key].locked_until, reverse=True)
        for key in kept[MOST_COUNTS // 2 :]:
            if key[1] != _EVERYBODY:
                del self._counts[key]


@dataclass(slots=True)
class _Turn:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0
