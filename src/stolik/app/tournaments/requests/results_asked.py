"""Results of games, as they stand on a sheet."""

from typing import Annotated, Literal

from stolik.app import bounds as b
from stolik.app.reading.typed import Request
from stolik.app.tournaments.requests.do import OfGame


class Seat(Request, frozen=True):
    entrant: b.Entrant
    absent: bool = False  # no part of this game: it is scored among the others
    rack: b.Tiles | None = None
    rack_sum: b.Points | None = None
    opened: bool = True
    flat: b.Points | None = None
    small_points: b.Points | None = None
    excluded: bool = False
    place: b.Place | None = None
    # as written on the printed sheet, to be held against each other
    sign: b.Word = ""
    big_points: b.Points | b.Word | None = None
    total_small: b.Points | b.Word | None = None
    total_big: b.Points | b.Word | None = None
    cards: Annotated[dict[b.Word, b.Small], b.Kinds] | None = None
    portraits: b.Small | b.Words = 0
    cities: b.Small | b.Words = 0
    arrival: b.Small | None = None
    distance: b.Small | None = None
    start: b.Small | None = None


class Sheet(OfGame, frozen=True):
    seats: Annotated[list[Seat], b.Seats]
    ending: Literal["went_out", "pool_empty", "time_over"] = "went_out"
    sure: bool = False
    preview: bool = False
    sheet: b.Word = ""  # the code of the printed score sheet
    control: b.Points | b.Word | None = None  # the sum of the small points, as written


class Result(Sheet, frozen=True):
    by: b.Word = ""


class Correct(Sheet, frozen=True):
    reason: b.Reason = ""
    over: b.Small | None = None  # the version that was seen; 0: there was none


class Unplayed(OfGame, frozen=True):
    reason: b.Reason


class Confirm(OfGame, frozen=True):
    by: b.Word
