"""Bodies of what can be asked without a server too: a browser alone reads the same (device/)."""

from typing import Annotated

import msgspec
from msgspec import Meta

from stolik.adapters.web.edge.body import Body
from stolik.app import bounds
from stolik.app.library import RULES
from stolik.app.tables.setup import FIRST_GAME

TileText = Annotated[str, Meta(max_length=4)]
TileNames = Annotated[list[TileText], Meta(max_length=106)]
TileRows = Annotated[list[TileNames], Meta(max_length=40)]


class PracticeWanted(Body, frozen=True):
    """A table against bots."""

    # The rules or the board; the first of the game if left out.
    profile: Annotated[str, Meta(max_length=64)] = ""
    bots: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=10)] = ()
    game: Annotated[str, Meta(max_length=64)] = FIRST_GAME
    turn_time_s: Annotated[int, Meta(ge=0, le=600)] | None = None  # instead of the rules'; 0: none
    lesson: bool = False  # a first game with cards laid beforehand, where the game has one


class PracticeSet(msgspec.Struct):
    """The table, and the way to its first seat."""

    table: str
    seat: int
    link: str


class VerdictWanted(Body, frozen=True):
    """The rack of a player who had not opened, as `stolik verdict` reads it."""

    rack: Annotated[list[TileText], Meta(max_length=106)]
    last_drawn: Annotated[str, Meta(max_length=8)] | None
    profile: bounds.Word = RULES[0]
    announced: bool = False
    had_turn: bool = True
    announced_before_game: bool = False
    time_out: bool = False


class RackAsked(Body, frozen=True):
    """A rack."""

    rack: TileNames
    profile: bounds.Word = RULES[0]


class SetsAsked(Body, frozen=True):
    """Tiles as they lie: in a row side by side, rows apart."""

    rows: TileRows
    profile: bounds.Word = RULES[0]


class MostAsked(Body, frozen=True):
    """A table and a rack."""

    tableau: TileRows
    rack: TileNames
    profile: bounds.Word = RULES[0]
