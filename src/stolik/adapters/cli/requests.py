"""Requests as typed values; what does not fit is refused by the name of its field."""

from decimal import Context, Decimal
from fractions import Fraction
from typing import Any, Literal, TypeVar

import msgspec

from stolik.app.request_faults import LARGEST_COORDINATE, MOST_DECIMALS, fault_of
from stolik.refusal import refuse


class Request(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What every request has in common: nothing in it may be unknown."""


class OpeningRequest(Request, frozen=True):
    rack: list[str]
    profile: str = "mp2023"


class SolveRequest(Request, frozen=True):
    tableau: list[list[str]]
    rack: list[str]
    maximise: Literal["tiles", "points"] = "tiles"


class VerdictRequest(Request, frozen=True):
    """`last_drawn` may be left out only where it is ignored: without a turn."""

    profile: str
    rack: list[str]
    last_drawn: str | msgspec.UnsetType | None = msgspec.UNSET
    announced: bool = False
    had_turn: bool = True
    announced_before_game: bool = False


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


class RankRequest(Request, frozen=True):
    seats: list[FinishRequest]
    board: str = "trasa"


class ReplayRequest(Request, frozen=True):
    log: dict[str, Any]
    result: dict[str, Any] | None
    head: str


T = TypeVar("T", bound=Request)


def read(kind: type[T], value: object) -> T:
    """A JSON value as a request of some kind."""
    try:
        return msgspec.convert(value, kind, dec_hook=_exact)
    except msgspec.ValidationError as error:
        refuse(fault_of(str(error), kind))
        raise


def _exact(_kind: type[Any], value: object) -> Fraction:
    """A length as written: 0.1 is a tenth. Raised words come back with the field's path."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise TypeError(f"Expected `decimal`, got `{_json_type(value)}`")
    number = Decimal(value)
    if abs(number) > LARGEST_COORDINATE:
        raise ValueError("number")
    exponent = number.normalize(Context(prec=60)).as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -MOST_DECIMALS:
        raise ValueError("number")
    return Fraction(number)


def _json_type(value: object) -> str:
    names = {bool: "bool", str: "str", list: "array", dict: "object", type(None): "null"}
    return names.get(type(value), "any")
