"""What the rooms of a node have in common: storage, time, chance, and the parts that think."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from stolik.app.command_ids import our_own
from stolik.app.drawing import NextDraw, next_draw
from stolik.app.live.told import Encode
from stolik.app.ports import Bus, Chance, CommandId, EventStore
from stolik.app.service_clock import ServiceClock
from stolik.app.thinking import Pools
from stolik.bots import Bot
from stolik.bots.wojtek import WojtekBot
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.view import Viewer
from stolik.wojtek.board import Board


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


@dataclass(frozen=True)
class House:
    """Everything a room needs of the world."""

    store: EventStore
    bus: Bus
    clock: ServiceClock
    chance: Chance
    encode: Encode
    # Calls back after so many seconds, on the loop the rooms live on.
    later: Callable[[float, Callable[[], None]], Alarm]
    best_opening: BestOpening
    make_bot: Callable[[str, RulesProfile, bytes], Bot]
    make_wojtek_bot: Callable[[str, Board, bytes], WojtekBot]
    # Something that must not happen at a table: its stream and what went wrong.
    on_fault: Callable[[str, BaseException], None]
    is_alone: bool = True  # no other node writes to this store
    node: str = ""  # how other nodes know this one
    pools: Pools = field(default_factory=Pools)
    next_draw: NextDraw = next_draw  # of a tournament
    bot_delay_s: float = 0.8  # so that people can follow what bots do

    def command_id(self) -> CommandId:
        """An id for a command of the house itself."""
        return our_own(self.chance)
