"""What `stolik tournament` can be told, one shape per `do`."""

from collections.abc import Mapping
from typing import Annotated, Literal

from stolik.adapters.cli.requests import Request
from stolik.app import bounds as b


class Do(Request, frozen=True):
    do: b.Word


class Create(Do, frozen=True):
    format: b.Path
    profile: b.Path | None = None
    seed: b.Seed | b.SeedNumber = ""
    name: b.Name = ""
    confirmations: b.Small = 0
    draw: Literal["lot", "planned"] | None = None
    team_size: b.SeatNumber | None = None


class Enter(Do, frozen=True):
    name: b.Name
    club: b.Name = ""
    team: b.Name = ""
    age_class: b.Name = ""
    fixed_table: b.Table | None = None


class OfEntrant(Do, frozen=True):
    entrant: b.Entrant


class WithReason(Do, frozen=True):
    entrant: b.Entrant
    reason: b.Reason


class Substitute(Do, frozen=True):
    entrant: b.Entrant
    name: b.Name
    reason: b.Reason


class Penalty(Do, frozen=True):
    entrant: b.Entrant
    reason: b.Reason
    big_points: b.Points | None = None
    small_points: b.Points | None = None
    game: b.Game | None = None


class CancelPenalty(Do, frozen=True):
    penalty: b.Number
    reason: b.Reason


class Report(Do, frozen=True):
    by: b.Entrant
    entrant: b.Entrant
    decision: Literal["rejected", "warning", "disqualification"]
    reason: b.Reason
    game: b.Game | None = None


class Test(Do, frozen=True):
    entrant: b.Entrant
    points: b.Points
    reason: b.Reason


class Guardian(Do, frozen=True):
    team: b.Name
    guardian: b.Number | None = None
    name: b.Name = ""


class KeepApart(Do, frozen=True):
    entrants: b.EntrantsListed


class FixTable(Do, frozen=True):
    entrant: b.Entrant
    table: b.Table | None


class Draw(Do, frozen=True):
    tables: b.TablesListed | None = None
    table_size: b.SeatNumber | None = None
    reason: b.Reason = ""
    dice: b.Name = ""


class Swap(Do, frozen=True):
    one: b.Entrant
    other: b.Entrant
    reason: b.Reason


class Lock(Do, frozen=True):
    table: b.Table
    locked: bool = True
    reason: str = ""


class Unpublish(Do, frozen=True):
    reason: b.Reason


class Seat(Request, frozen=True):
    entrant: b.Entrant
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


class OfGame(Do, frozen=True):
    round: b.Round
    table: b.Table
    game: b.Game


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


class Unplayed(OfGame, frozen=True):
    reason: b.Reason


class Confirm(OfGame, frozen=True):
    by: b.Word


class Lot(Request, frozen=True):
    entrant: b.Entrant
    tile: b.Small  # its number; a joker counts 14


class Lots(Do, frozen=True):
    drawn: Annotated[list[Lot], b.OfEntrants]


class Finisher(Request, frozen=True):
    entrant: b.Entrant
    place: b.Place


class ExtraGame(Do, frozen=True):
    places: Annotated[list[Finisher], b.OfEntrants]


class Cut(Do, frozen=True):
    size: b.Entrants | None = None


class Standings(Do, frozen=True):
    stage: b.Stage | None = None
    after_round: b.Round | None = None
    age_class: b.Name | None = None
    club: b.Name | None = None
    team: b.Name | None = None


class OfRound(Do, frozen=True):
    round: b.Round | None = None


class LongBreak(Request, frozen=True):
    after_round: b.Round
    minutes: b.Minutes


class Plan(Do, frozen=True):
    start: b.Word = "10:00"
    minutes: b.Minutes = 60
    breaks: b.Minutes = 10
    long_breaks: Annotated[tuple[LongBreak, ...], b.OfRounds] = ()
    game_minutes: b.Minutes | None = None


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
