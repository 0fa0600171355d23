"""An answer that stands until something changes: made once for all who ask meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class MadeOnce(Generic[T]):
    """One such answer; what failed is made again."""

    def __init__(self) -> None:
        self._made: tuple[int, asyncio.Future[T]] | None = None  # of which edition

    async def answer(self, edition: int, make: Callable[[], Awaitable[T]]) -> T:
        """The answer of this edition; `make` is called if nobody has asked for it yet."""
        known = self._made
        if known is None or known[0] != edition or _failed(known[1]):
            known = (edition, asyncio.ensure_future(make()))
            self._made = known
        return await asyncio.shield(known[1])


def _failed(making: "asyncio.Future[T]") -> bool:
    return making.done() and (making.cancelled() or making.exception() is not None)
