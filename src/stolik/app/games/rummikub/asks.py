"""What only players and referees of Rummikub say; the rest is in `app/tables/asks.py`."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from stolik.app.tables.asks import Ask, Gesture, Message, Number, Reason, RefereeAsk
from stolik.rummikub.layout import PlacedTile
from stolik.rummikub.tiles import Tile

Coordinate = Annotated[int, Meta(ge=-100_000, le=100_000)]
TileText = Annotated[str, Meta(max_length=4)]
Rack = Annotated[list[TileText], Meta(max_length=200)]
Melds = Annotated[list[Rack], Meta(max_length=200)]


class Place(PlacedTile):
    """A tile where a client says it lies: read as it stays, whole numbers within bounds."""

    __slots__ = ()
    tile: Annotated[Tile, Meta(max_length=4)]
    x: Coordinate
    y: Coordinate


Places = Annotated[tuple[Place, ...], Meta(max_length=200)]


@dataclass(slots=True)
class Draft(Gesture):
    """How the felt looks now: all tiles on it, meld by meld or by their places; the one in hand."""

    felt: Places = ()
    lifted: Annotated[Tile, Meta(max_length=4)] | None = None
    lifted_from_table: bool = False
    melds: Melds | None = None
    tag = "draft"

    @property
    def shown_lifted(self) -> Tile | None:
        """The tile in hand as others see it: one from the rack is held face down."""
        return self.lifted if self.lifted_from_table else None


@dataclass(slots=True)
class Order(Gesture):
    """The own rack as its player has put it."""

    rack: Rack
    tag = "order"


@dataclass(slots=True)
class Draw(Ask):
    stack: Annotated[int, Meta(ge=1, le=100)] | None = None
    tag = "draw"


@dataclass(slots=True)
class Lay(Ask):
    """The whole table as it shall lie: by places on the felt, or meld by meld."""

    felt: Places | None = None
    melds: Annotated[list[Rack], Meta(max_length=60)] | None = None
    tag = "lay"


@dataclass(slots=True)
class Announce(Ask):
    tag = "announce"


@dataclass(slots=True)
class Click(Ask):
    tag = "click"


@dataclass(slots=True)
class Restart(Ask):
    tag = "restart"


@dataclass(slots=True)
class Ready(Ask):
    announces_opening: bool = False
    tag = "ready"


@dataclass(slots=True)
class Redeal(Ask):
    tag = "redeal"


@dataclass(slots=True)
class Challenge(Ask):
    event: Number
    tag = "challenge"


@dataclass(slots=True)
class VoidTurn(RefereeAsk):
    reason: Reason
    challenge: Number | None = None  # the move it is about; left out: the one that is running
    tag = "void_turn"


ASKS: tuple[type[Message], ...] = (
    *(Draft, Order, Draw, Lay, Announce, Click, Restart, Ready, Redeal, Challenge, VoidTurn),
)
