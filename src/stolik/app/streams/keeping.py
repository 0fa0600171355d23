"""The writing half of a store: every wish goes to its writer, whatever the engine."""

from collections.abc import Sequence
from typing import Protocol

from stolik.app.ports import Append, Appended, OnHealth, Put, Stream
from stolik.app.streams.batch import BatchAnswer, BatchWish, Beat, Drop, Puts, expected_entries


class WishWriter(Protocol):
    """Carries out together what waits at the same time."""

    writable: bool

    def on_health(self, told: OnHealth) -> None: ...
    async def ask(self, wish: BatchWish) -> BatchAnswer: ...


class KeepingStore:
    """What both engines do alike: `EventStore` but for its questions."""

    def __init__(self, writer: WishWriter) -> None:
        self._wishes = writer

    @property
    def writable(self) -> bool:
        """Whether writes are accepted."""
        return self._wishes.writable

    def on_health(self, told: OnHealth) -> None:
        """Call `told` in the event loop whenever `writable` has changed."""
        self._wishes.on_health(told)

    async def append(self, append: Append) -> Appended:
        """Keep all of it or nothing."""
        expected_entries(append)
        answer = await self._wishes.ask(append)
        assert isinstance(answer, Appended)
        return answer

    async def put(self, puts: Sequence[Put]) -> None:
        """Keep all of these records or none."""
        await self._wishes.ask(Puts(tuple(puts)))

    async def drop(self, streams: Sequence[Stream], puts: Sequence[Put] = ()) -> None:
        """Forget whole streams, their commands and these records."""
        await self._wishes.ask(Drop(tuple(streams), tuple(puts)))

    async def beat(self, ms: int) -> int:
        """Keep the service clock's time unless a later one is kept."""
        kept_ms = await self._wishes.ask(Beat(ms))
        assert isinstance(kept_ms, int)
        return kept_ms
