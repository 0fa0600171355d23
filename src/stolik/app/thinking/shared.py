"""An answer that many want at once: a burst of readers costs what one reader costs."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """Made one after another, and newer than the question: who comes while one is being made gets
    the next one, together with all who come until it is begun."""

    def __init__(self, make: Callable[[], Awaitable[T]]) -> None:
        self._make = make
        self._begun: asyncio.Future[T] | None = None
        self._next: asyncio.Future[T] | None = None

    async def answer(self) -> T:
        """The next one that is made; a refusal is everybody's."""
        if self._next is None:
            self._next = asyncio.ensure_future(self._made(self._begun))
        return await asyncio.shield(self._next)

    async def _made(self, before: "asyncio.Future[T] | None") -> T:
        if before is not None:
            await asyncio.wait((before,))
        self._begun, self._next = self._next, None
        return await self._make()
