"""What `stolik tournament` can be told, one shape per `do`."""

from collections.abc import Mapping
from typing import Literal

from stolik.adapters.cli.requests import Request


class Do(Request, frozen=True):
    do: str


class Create(Do, frozen=True):
    format: str
    profile: str | None = None
    seed: str | int = ""
    name: str = ""
    confirmations: int = 0
    draw: Literal["lot", "planned"] | None = None
    team_size: int | None = None


class Enter(Do, frozen=True):
    name: str
    club: str = ""
    team: str = ""
    age_class: str = ""
    fixed_table: int | None = None


class OfEntrant(Do, frozen=True):
    entrant: int


class WithReason(Do, frozen=True):
    entrant: int
    reason: str


class Substitute(Do, frozen=True):
    entrant: int
    name: str
    reason: str


class Penalty(Do, frozen=True):
    entrant: int
    reason: str
    big_points: int | None = None
    small_points: int | None = None
    game: int | None = None


class CancelPenalty(Do, frozen=True):
    penalty: int
    reason: str


class Report(Do, frozen=True):
    by: int
    entrant: int
    decision: Literal["rejected", "warning", "disqualification"]
    reason: str
    game: int | None = None


class Test(Do, frozen=True):
    entrant: int
    points: int
    reason: str


class Guardian(Do, frozen=True):
    team: str
    guardian: int | None = None
    name: str = ""


class KeepApart(Do, frozen=True):
    entrants: list[int]


class FixTable(Do, frozen=True):
    entrant: int
    table: int | None


class Draw(Do, frozen=True):
    tables: list[list[int]] | None = None
    table_size: int | None = None
    reason: str = ""
    dice: str = ""


class Swap(Do, frozen=True):
    one: int
    other: int
    reason: str


class Lock(Do, frozen=True):
    table: int
    locked: bool = True


class Unpublish(Do, frozen=True):
    reason: str


class Seat(Request, frozen=True):
    entrant: int
    rack: list[str] | None = None
    rack_sum: int | None = None
    opened: bool = True
    flat: int | None = None
    small_points: int | None = None
    excluded: bool = False
    place: int | None = None
    # as written on the printed sheet, to be held against each other
    sign: str = ""
    big_points: int | str | None = None
    total_small: int | str | None = None
    total_big: int | str | None = None
    cards: dict[str, int] | None = None
    portraits: int | list[str] = 0
    cities: int | list[str] = 0
    arrival: int | None = None
    distance: int | None = None
    start: int | None = None


class OfGame(Do, frozen=True):
    round: int
    table: int
    game: int


class Sheet(OfGame, frozen=True):
    seats: list[Seat]
    ending: Literal["went_out", "pool_empty", "time_over"] = "went_out"
    sure: bool = False
    preview: bool = False
    sheet: str = ""  # the code of the printed score sheet
    control: int | str | None = None  # the sum of the small points, as written


class Result(Sheet, frozen=True):
    by: str = ""


class Correct(Sheet, frozen=True):
    reason: str = ""


class Unplayed(OfGame, frozen=True):
    reason: str


class Confirm(OfGame, frozen=True):
    by: str


class Lot(Request, frozen=True):
    entrant: int
    tile: int  # its number; a joker counts 14


class Lots(Do, frozen=True):
    drawn: list[Lot]


class Finisher(Request, frozen=True):
    entrant: int
    place: int


class ExtraGame(Do, frozen=True):
    places: list[Finisher]


class Cut(Do, frozen=True):
    size: int | None = None


class Standings(Do, frozen=True):
    stage: int | None = None
    after_round: int | None = None
    age_class: str | None = None
    club: str | None = None
    team: str | None = None


class OfRound(Do, frozen=True):
    round: int | None = None


class LongBreak(Request, frozen=True):
    after_round: int
    minutes: int


class Plan(Do, frozen=True):
    start: str = "10:00"
    minutes: int = 60
    breaks: int = 10
    long_breaks: tuple[LongBreak, ...] = ()
    game_minutes: int | None = None


REQUESTS: Mapping[str, type[Do]] = {
    "create": Create,
    "enter": Enter,
    "check_in": OfEntrant,
    "withdraw": WithReason,
    "no_show": WithReason,
    "return": WithReason,
    "disqualify": WithReason,
    "resign": WithReason,
    "substitute": Substitute,
    "penalty": Penalty,
    "cancel_penalty": CancelPenalty,
    "report": Report,
    "test": Test,
    "guardian": Guardian,
    "keep_apart": KeepApart,
    "fix_table": FixTable,
    "draw": Draw,
    "swap": Swap,
    "lock": Lock,
    "pledge": Do,
    "publish": Do,
    "unpublish": Unpublish,
    "result": Result,
    "correct": Correct,
    "unplayed": Unplayed,
    "confirm": Confirm,
    "lots": Lots,
    "extra_game": ExtraGame,
    "cut": Cut,
    "finish": Do,
    "standings": Standings,
    "teams": Do,
    "outlook": Do,
    "check": Do,
    "plan": Plan,
    "people": Do,
    "tables": Do,
    "penalties": Do,
    "overview": Do,
    "round": OfRound,
    "draft": Do,
}
