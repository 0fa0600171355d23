"""What the questions about a game are asked with, one shape per command."""

from fractions import Fraction
from typing import Any, Literal

import msgspec

from stolik.app.reading.typed import Request


class OpeningRequest(Request, frozen=True):
    rack: list[str]
    profile: str = "mp2023"


class SolveRequest(Request, frozen=True):
    tableau: list[list[str]]
    rack: list[str]
    maximise: Literal["tiles", "points"] = "tiles"


class PlacedTileRequest(Request, frozen=True):
    tile: str
    x: Fraction
    y: Fraction


class MeldsRequest(Request, frozen=True):
    profile: str
    tile_width: Fraction
    tile_height: Fraction
    tiles: list[PlacedTileRequest]


class SeatRequest(Request, frozen=True):
    rack: list[str] | None = None
    rack_sum: int | None = None
    opened: bool = True
    flat: int | None = None


class ScoreRequest(Request, frozen=True):
    profile: str
    ending: Literal["went_out", "pool_empty", "time_over"]
    seats: list[SeatRequest]


class SeatsRequest(Request, frozen=True):
    format: str
    entrants: int
    rounds: int | None = None
    seed: str | int = ""
    table_size: int | None = None


class PlayRequest(Request, frozen=True):
    """A game of Rummikub; what names the other game is read as `WojtekPlayRequest`."""

    game: Literal["rummikub", "wojtek"]
    profile: str = "mp2023"
    seats: int = 4
    bots: str | list[str] = "random"
    seed: str | int = ""


class WojtekPlayRequest(Request, frozen=True):
    game: Literal["wojtek"]
    board: str = "trasa"
    seats: int = 4
    bots: str | list[str] = "random"
    seed: str | int = ""


class FinishRequest(Request, frozen=True):
    cards: dict[str, int] = msgspec.field(default_factory=dict)
    portraits: int | list[str] = 0
    cities: int | list[str] = 0
    arrival: int | None = None
    distance: int | None = None
    start: int | None = None
    excluded: bool = False
    absent: bool = False


class RankRequest(Request, frozen=True):
    seats: list[FinishRequest]
    board: str = "trasa"


class ReplayRequest(Request, frozen=True):
    log: dict[str, Any]
    result: dict[str, Any] | None
    head: str
