"""A right is checked when it is used: before each write that a request leads to.

Between the door and its write a request waits: for a lock, for a password to be hashed, for another
node. Meanwhile whoever asks may have lost the right. So the store itself asks once more, whatever
the request is; nobody who writes a route has to think of it.
"""

import asyncio
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any, cast

from stolik.app.ports import Append, Appended, EventStore, Put, Stream
from stolik.app.streams.errand import Allowed


class HeldRight:
    """The right somebody acts by, as long as what he asked for is being done."""

    def __init__(self, allowed: Allowed, *, once: bool = False) -> None:
        self._allowed = allowed
        self._once = once  # for what ends the right it is done by: its first write is the deed
        self._task = asyncio.current_task()
        self._written = False

    async def demand(self) -> None:
        """Refuse if the right has been lost; what goes on by itself afterwards is the house's."""
        if asyncio.current_task() is self._task and not (self._once and self._written):
            await self._allowed()
            self._written = True


TURN: ContextVar[HeldRight | None] = ContextVar("turn", default=None)


def in_turn(store: EventStore) -> EventStore:
    """The store, asking before each write whether it may still be done."""
    return cast(EventStore, _InTurn(store))


class _InTurn:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def put(self, puts: Sequence[Put]) -> None:
        await _demand()
        await self._store.put(puts)

    async def append(self, append: Append) -> Appended:
        await _demand()
        return await self._store.append(append)

    async def drop(self, streams: Sequence[Stream], puts: Sequence[Put] = ()) -> None:
        await _demand()
        await self._store.drop(streams, puts)

    def __getattr__(self, name: str) -> Any:
        """All else as it is."""
        return getattr(self._store, name)


async def _demand() -> None:
    if turn := TURN.get():
        await turn.demand()
