"""Long work on the loop in slices: between two of them everybody else is heard."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")

AT_A_STROKE = 50


async def in_slices(items: Iterable[T], size: int = AT_A_STROKE) -> AsyncIterator[T]:
    """Each of them; after every `size` the loop turns once."""
    for done, item in enumerate(items):
        if done % size == 0:
            await asyncio.sleep(0)
        yield item
