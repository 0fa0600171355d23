"""When copies of the storage are made: after each result, each round and each busy minute."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

_QUIET_MINUTES = 10  # between two copies while nothing happens in a tournament
_RESTS = 3  # times as long as a copy took


class CanCopy(Protocol):
    """Where copies go; a place that takes none is its own business."""

    @property
    def failing(self) -> bool: ...

    async def latest(self) -> None: ...

    async def minute(self) -> None: ...

    async def round(self, tournament: str, number: int) -> None: ...

    async def renew(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyReasons:
    """What is worth a copy; each number grows when something happens."""

    published: Callable[[], frozenset[tuple[str, int]]]  # rounds, by tournament
    erasures: Callable[[], int]  # of people: no older copy may remember them
    results: Callable[[], int]  # of tournaments
    everything: Callable[[], int]  # of tournaments, their tables and halls


class CopyKeeper:
    """Looks once a second at what happened since the last copy; practice alone is copied seldom."""

    def __init__(
        self, copies: CanCopy, reasons: CopyReasons, now: Callable[[], float] = monotonic
    ) -> None:
        self._copies = copies
        self._reasons = reasons
        self._now = now
        # Rounds that were published before the start have their copies: those stay.
        self._known = reasons.published()
        self._copied = reasons.results()
        self._erasures = 0
        self._minute = 0
        self._seen = -1
        self._rests_until = 0.0

    async def keep_on(self) -> None:
        """Until the server stops."""
        while True:
            await asyncio.sleep(1)
            await self.look()

    async def look(self) -> None:
        """Make the copies that are due."""
        await self._forget()
        await self._after_rounds()
        await self._after_results()
        await self._each_minute()

    async def _forget(self) -> None:
        if (erasures := self._reasons.erasures()) != self._erasures:
            self._erasures = erasures
            await self._copies.renew()

    async def _after_rounds(self) -> None:
        published = self._reasons.published()
        for tournament, number in sorted(published - self._known):
            await self._copies.round(tournament, number)
        self._known = published

    async def _after_results(self) -> None:
        """A slow stick is busy at most a quarter of the time."""
        results, began = self._reasons.results(), self._now()
        if results != self._copied and began >= self._rests_until:
            self._copied = results
            await self._copies.latest()
            ended = self._now()
            self._rests_until = ended + _RESTS * (ended - began)

    async def _each_minute(self) -> None:
        minute = int(self._now()) // 60
        if minute == self._minute:
            return
        self._minute = minute
        seen = self._reasons.everything()
        if seen != self._seen or minute % _QUIET_MINUTES == 0 or self._copies.failing:
            self._seen = seen
            await self._copies.minute()
