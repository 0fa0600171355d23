"""The bus of a node that is alone."""

from collections.abc import Collection, Sequence

from stolik.app.ports import Entry, Leases, Neighbours, OnWake, OnWhisper, Stream


class OnlyNode:
    """The `Leases` of a node that is alone: it answers for everything."""

    def holds(self, place: str) -> bool:  # noqa: ARG002 - a Leases'
        """Always."""
        return True

    async def come(self, place: str, *, with_people: bool) -> frozenset[str]:  # noqa: ARG002
        """No other node has opened it."""
        return frozenset()

    async def leave(self, places: Collection[str]) -> None:
        """Nobody has to know."""

    async def used(self, places: Collection[str]) -> frozenset[str]:  # noqa: ARG002
        """On no other node."""
        return frozenset()

    async def beat(self) -> Neighbours:
        """There are none."""
        return Neighbours()

    async def orphans(self) -> tuple[str, ...]:
        """None: all were opened at the start."""
        return ()

    async def end(self) -> None:
        """Nothing to give up."""


class LocalBus:
    """A `Bus` without other nodes: nobody to tell, nothing to hear."""

    def leases(self, node: str) -> Leases:  # noqa: ARG002 - a Bus's
        """All of them."""
        return OnlyNode()

    def wake(
        self,
        stream: Stream,
        seq: int,
        entries: Sequence[Entry] = (),
        to: frozenset[str] | None = None,
    ) -> None:
        """There is nobody to wake."""

    def whisper(self, stream: Stream, message: bytes, to: frozenset[str] | None = None) -> None:
        """There is nobody to whisper to."""

    async def listen(self, on_wake: OnWake, on_whisper: OnWhisper, node: str = "") -> None:
        """Nothing will ever be heard."""

    async def close(self) -> None:
        """Nothing to stop."""
