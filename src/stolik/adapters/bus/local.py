"""The bus of a node that is alone."""

from stolik.app.ports import OnWake, OnWhisper, Stream


class LocalBus:
    """A `Bus` without other nodes: nobody to tell, nothing to hear."""

    def wake(self, stream: Stream, seq: int) -> None:
        """There is nobody to wake."""

    def whisper(self, stream: Stream, message: bytes) -> None:
        """There is nobody to whisper to."""

    async def listen(self, on_wake: OnWake, on_whisper: OnWhisper) -> None:
        """Nothing will ever be heard."""

    async def close(self) -> None:
        """Nothing to stop."""
