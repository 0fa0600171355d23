"""What the rooms of a node have in common: storage, time, chance, and the parts that think."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from stolik.app.streams.node_parts import NodeParts
from stolik.app.tables.recorded import Encode
from stolik.seats import Viewer


class Alarm(Protocol):
    """A call that will come; it can be called off."""

    def cancel(self) -> None:
        """Call it off."""
        ...


class Connection(Protocol):
    """Somebody looking at a table. Sending never waits: who does not keep up is closed."""

    @property
    def viewer(self) -> Viewer:
        """Whose eyes these are."""
        ...

    @property
    def device(self) -> str:
        """The mark of the device; a seat's eyes are known by it."""
        ...

    @property
    def lang(self) -> str:
        """The language of what is said to them."""
        ...

    def send(self, message: bytes) -> None:
        """Pass a message on."""
        ...

    def close(self, code: str) -> None:
        """End it, with the reason as the last word."""
        ...


@dataclass(frozen=True, kw_only=True)
class House(NodeParts):
    """Everything a room needs of the world."""

    encode: Encode
    # Calls back after so many seconds, on the loop the rooms live on.
    later: Callable[[float, Callable[[], None]], Alarm]
    # Something that must not happen at a table: its stream and what went wrong.
    on_fault: Callable[[str, BaseException], None]
    # What a game's plays think with, by the game's name; of the game's own making.
    tools: Mapping[str, Any] = field(default_factory=dict)
    is_alone: bool = True  # no other node writes to this store
    node: str = ""  # how other nodes know this one
    wall: Callable[[], int] = lambda: 0  # seconds, for people who read what happened
    bot_delay_s: float = 0.8  # so that people can follow what bots do
