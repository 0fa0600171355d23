"""A way to somebody who looks, whatever carries it."""

from collections.abc import Callable, Sequence
from typing import Protocol


class Way(Protocol):
    """How messages get to somebody."""

    is_full: bool  # nothing more can be taken just now
    on_room: Callable[[], None]  # to be called when it can again

    def say(self, messages: Sequence[bytes]) -> None:
        """Take messages along."""
        ...

    def end(self, code: int) -> None:
        """Nothing comes after this."""
        ...

    def hang_up(self) -> None:
        """End at once."""
        ...

    def forget(self) -> None:
        """What was not fetched yet is not to be had any more."""
        ...


class SocketWay(Way, Protocol):
    """A way in both directions."""

    on_flood: Callable[[], None]  # the other side says too much

    async def heard(self) -> str | bytes | None:
        """The next message; None once the other side has gone."""
        ...
