"""Requests as typed values; what does not fit is refused by the name of its field."""

import re
from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any, Literal, TypeVar, get_args, get_type_hints

import msgspec

from stolik.adapters.cli.codes import Refusal
from stolik.refusal import Violation, refuse

LARGEST_COORDINATE = 1_000_000
MOST_DECIMALS = 9


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
        refuse(_violation(str(error), kind))
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


_PATH = r"(?: - at `(?P<path>.*)`)?"
_UNKNOWN = re.compile(rf"Object contains unknown field `(?P<field>.*?)`{_PATH}", re.DOTALL)
_MISSING = re.compile(rf"Object missing required field `(?P<field>.*?)`{_PATH}", re.DOTALL)
_TYPE = re.compile(rf"Expected `(?P<expected>.*?)`, got `(?P<got>.*?)`{_PATH}", re.DOTALL)
_CHOICE = re.compile(rf"Invalid enum value .*?{_PATH}", re.DOTALL)
_NUMBER = re.compile(rf"number{_PATH}")


def _violation(message: str, kind: type[Request]) -> Violation:
    """msgspec's English as a code of ours and its facts."""
    if match := _UNKNOWN.fullmatch(message):
        return Violation(Refusal.UNKNOWN_FIELD, facts={"field": _field(match, match["field"])})
    if match := _MISSING.fullmatch(message):
        return Violation(Refusal.MISSING_FIELD, facts={"field": _field(match, match["field"])})
    if match := _TYPE.fullmatch(message):
        facts = {"field": _field(match), "expected": match["expected"], "got": match["got"]}
        return Violation(Refusal.WRONG_TYPE, facts=facts)
    if match := _CHOICE.fullmatch(message):
        choices = _choices(kind, _field(match))
        return Violation(Refusal.WRONG_CHOICE, facts={"field": _field(match), "choices": choices})
    if match := _NUMBER.fullmatch(message):
        limits = {"most": LARGEST_COORDINATE, "decimals": MOST_DECIMALS}
        return Violation(Refusal.NUMBER, facts={"field": _field(match), **limits})
    raise AssertionError(message)


def _field(match: re.Match[str], name: str = "") -> str:
    """Where, as people write it: `seats[0].rack`; `$` is the request itself."""
    path = (match["path"] or "$").removeprefix("$").removeprefix(".")
    return ".".join(part for part in (path, name) if part) or "$"


def _choices(kind: type[Request], field: str) -> tuple[str, ...]:
    hints: Mapping[str, Any] = get_type_hints(kind)
    return tuple(str(choice) for choice in get_args(hints.get(field)))


def _json_type(value: object) -> str:
    names = {bool: "bool", str: "str", list: "array", dict: "object", type(None): "null"}
    return names.get(type(value), "any")
