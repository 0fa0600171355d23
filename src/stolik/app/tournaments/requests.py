"""Every request of an organiser as a typed value, and the one list of them.

The command line and the server read the same requests; their help, rights and rows in the docs
follow from `REQUESTS`, or are held against it by tests.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from stolik.app import bounds as b
from stolik.app.access.roles import Rule
from stolik.app.reading.codes import Refusal
from stolik.app.reading.typed import Request, read
from stolik.refusal import Violation, refuse
from stolik.tournament.timeplan import DayItem, DayPart


class Do(Request, frozen=True):
    do: b.Word


class PrizeSaid(Request, frozen=True):
    place: b.PrizePlace = 0  # 0: for everybody
    what: b.Name = ""
    value: b.Word = ""


class DetailsSaid(Request, frozen=True):
    """When, where, who holds and judges it, who gives what; left out: as it was."""

    date: b.Word | None = None
    place: b.Name | None = None
    organiser: b.Name | None = None
    head_judge: b.Name | None = None
    partners: Annotated[list[b.Name], b.Listed] | None = None
    prizes: Annotated[list[PrizeSaid], b.Listed] | None = None


class Create(Do, frozen=True):
    format: b.Path
    profile: b.Path | None = None
    seed: b.Seed | b.SeedNumber = ""
    name: b.Name = ""
    confirmations: b.Small = 0
    draw: Literal["lot", "planned"] | None = None
    team_size: b.SeatNumber | None = None
    table_size: b.SeatNumber | None = None  # to aim at
    details: DetailsSaid | None = None


class Describe(Do, frozen=True):
    """Say anew when and where it is held, by whom, and what can be won."""

    details: DetailsSaid


class Enter(Do, frozen=True):
    name: b.Name
    club: b.Name = ""
    team: b.Name = ""
    age_class: b.Name = ""
    fixed_table: b.Table | None = None
    guardian: b.Name = ""  # who leads the team; the same name is the same adult


class Written(Request, frozen=True):
    """What a form showed of somebody before it was changed there; left out: not changed there."""

    name: b.Name | None = None
    club: b.Name | None = None
    team: b.Name | None = None
    age_class: b.Name | None = None


class Amend(Do, frozen=True):
    """What was written of somebody, put right; left out: as it was."""

    entrant: b.Entrant
    name: b.Name | None = None
    club: b.Name | None = None
    team: b.Name | None = None
    age_class: b.Name | None = None
    reason: b.Reason = ""  # needed for a name, team or class once anything is drawn
    was: Written | None = None  # refused where somebody else has changed the same since


class CheckIn(Do, frozen=True):
    entrant: b.Entrant
    here: bool = True


class WithReason(Do, frozen=True):
    entrant: b.Entrant
    reason: b.Reason


class Remove(WithReason, frozen=True):
    """Who was entered by mistake and has never sat down."""


class Return(WithReason, frozen=True):
    """Who was away plays on from the next draw."""


class Resign(WithReason, frozen=True):
    """Who qualified gives up his place; it passes down the list."""


class ResignBack(WithReason, frozen=True):
    """Who gave up a place has it again; the last who stepped in gives one back."""


# What becomes of the game at the table of somebody who leaves.
Leaving = Literal["not_begun", "without", "void", "stands"]


class Withdraw(WithReason, frozen=True):
    game: Leaving | None = None
    left_in: b.Game | None = None  # the game he leaves in; left out: the first without a result


class NoShow(WithReason, frozen=True):
    game: Leaving | None = None


class Disqualify(Do, frozen=True):
    entrant: b.Entrant
    reason: b.Reason
    game: b.Game | None = None
    leaving: Leaving | None = None
    left_in: b.Game | None = None


class Substitute(Do, frozen=True):
    """Somebody else under the number; club and class are the newcomer's: left out, none."""

    entrant: b.Entrant
    name: b.Name
    reason: b.Reason
    club: b.Name = ""
    age_class: b.Name = ""


class Penalty(Do, frozen=True):
    entrant: b.Entrant
    reason: b.Reason
    big_points: b.Points | None = None
    small_points: b.Points | None = None
    game: b.Game | None = None
    step: b.Word = ""  # "": the one that is due
    leaving: Leaving | None = None  # if it puts him out
    left_in: b.Game | None = None
    over: b.Small | None = None  # the offences that were seen; others by now: refused


class Ladder(Do, frozen=True):
    entrant: b.Entrant
    by: b.Entrant | None = None  # who has reported him: in which games both were is told
    game: b.Game | None = None
    after_game: bool = False  # no game is on at the table that asks


class CancelPenalty(Do, frozen=True):
    penalty: b.Number
    reason: b.Reason


class Report(Do, frozen=True):
    by: b.Entrant
    entrant: b.Entrant
    decision: Literal["rejected", "warning", "disqualification"]
    reason: b.Reason
    round: b.Round | None = None  # of the game it is about; left out: the last both have played in
    game: b.Game | None = None
    is_step: bool | None = None  # of the ladder; left out: as the format says
    report: b.Number | None = None  # as it was filed
    words: b.Reason = ""  # what was reported, if it was filed nowhere before
    leaving: Leaving | None = None  # if it puts him out
    left_in: b.Game | None = None
    over: b.Small | None = None  # as of a penalty, where a warning is a step


class FileReport(Do, frozen=True):
    by: b.Entrant
    entrant: b.Entrant
    words: b.Reason


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


class Slip(Do, frozen=True):
    entrant: b.Entrant
    slip: b.Word  # as it is printed: 3B
    by: b.Word = ""


class SlipBack(Slip, frozen=True):
    """A slip that was entered by mistake."""


class Pledge(Do, frozen=True):
    """Pledge chance for the next draw."""


class Publish(Do, frozen=True):
    """Show the draft to everybody."""


class Draw(Do, frozen=True):
    tables: b.TablesListed | None = None
    slips: bool = False  # as the slips say that people drew
    table_size: b.SeatNumber | None = None
    reason: b.Reason = ""
    dice: b.Name = ""


class Swap(Do, frozen=True):
    one: b.Entrant
    other: b.Entrant
    reason: b.Reason


class TakeSeat(Do, frozen=True):
    """Somebody late sits down on a free chair; nobody else moves."""

    entrant: b.Entrant
    table: b.Table
    reason: b.Reason


class Lock(Do, frozen=True):
    table: b.Table
    locked: bool = True
    reason: b.Reason = ""


class Unpublish(Do, frozen=True):
    reason: b.Reason


class Reopen(Do, frozen=True):
    """Take back that the tournament is over."""

    reason: b.Reason


class Finish(Do, frozen=True):
    """The end; with a reason it may come before everything is played."""

    early: b.Reason = ""


class SetRounds(Do, frozen=True):
    """Another number of rounds of the stage being played."""

    rounds: b.Round
    reason: b.Reason


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


class StartCards(Do, frozen=True):
    """The set-up of a table in the hall, as far as it has come; nothing of it is kept."""

    seats: b.SeatNumber
    key: b.Word
    drawn: Annotated[tuple[b.Word, ...], Meta(max_length=100)] | None = None
    choices: Annotated[tuple[b.Word, ...], Meta(max_length=10)] = ()


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


class SeatTile(Request, frozen=True):
    entrant: b.Entrant
    drawn: Annotated[list[b.Word], b.Seats]  # the first tile, then others if equal ones were drawn


class SeatTiles(Do, frozen=True):
    round: b.Round
    table: b.Table
    tiles: Annotated[list[SeatTile], b.Seats]
    reason: b.Reason = ""  # for drawing again, which a referee or an organiser writes down
    by: b.Word = ""


class Result(Sheet, frozen=True):
    by: b.Word = ""


class Correct(Sheet, frozen=True):
    reason: b.Reason = ""
    over: b.Small | None = None  # the version that was seen; 0: there was none


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


class TieBack(Do, frozen=True):
    """Tiles or an extra game among these, written down wrong."""

    entrants: b.EntrantsListed
    reason: b.Reason


class CutBack(Do, frozen=True):
    """Take back who advances, until the next round is published."""

    reason: b.Reason


class Standings(Do, frozen=True):
    """`everybody`: who played and was put out stands below, without a place."""

    everybody: bool = False
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


class DayItemAsked(Request, frozen=True):
    """Something in the timetable beside the rounds; `after_round` 0: before the first."""

    after_round: Annotated[int, Meta(ge=0, le=b.MOST_ROUNDS)]
    minutes: Annotated[int, Meta(ge=0, le=b.MOST_MINUTES)]
    kind: DayPart = DayPart.BREAK
    title: Annotated[str, Meta(max_length=100)] = ""

    @property
    def item(self) -> DayItem:
        """As the timetable knows it."""
        return DayItem(self.after_round, self.minutes, self.kind, self.title.strip())


DayAsked = Annotated[tuple[DayItemAsked, ...], Meta(max_length=40)]


class Plan(Do, frozen=True):
    start: b.Word = "10:00"
    minutes: b.Minutes = 0  # 0: as the format has it
    breaks: b.Minutes = 10
    long_breaks: Annotated[tuple[LongBreak, ...], b.OfRounds] = ()
    game_minutes: b.Minutes | None = None
    items: DayAsked = ()


@dataclass(frozen=True, slots=True)
class RequestKind:
    """How a request is written and whom it is for."""

    shape: type[Do]
    rule: Rule = Rule.ORGANISER_HERE
    asks: bool = False  # changes nothing: answered beside everything that does
    thinks: bool = False  # for seconds, before it changes anything


def _asked(shape: type[Do] = Do, rule: Rule = Rule.WATCHER_HERE) -> RequestKind:
    return RequestKind(shape, rule, asks=True)


REQUESTS: Mapping[str, RequestKind] = {
    "create": RequestKind(Create),
    "describe": RequestKind(Describe),
    "enter": RequestKind(Enter),
    "amend": RequestKind(Amend),
    "remove": RequestKind(Remove),
    "check_in": RequestKind(CheckIn, Rule.DOOR_HERE),
    "withdraw": RequestKind(Withdraw),
    "no_show": RequestKind(NoShow),
    "return": RequestKind(Return),
    "disqualify": RequestKind(Disqualify, Rule.REFEREE_HERE),
    "resign": RequestKind(Resign),
    "resign_back": RequestKind(ResignBack),
    "substitute": RequestKind(Substitute),
    "penalty": RequestKind(Penalty, Rule.REFEREE_HERE),
    "cancel_penalty": RequestKind(CancelPenalty),
    "file_report": RequestKind(FileReport, Rule.PLAYER_HERE),
    "report": RequestKind(Report, Rule.REFEREE_HERE),
    "test": RequestKind(Test),
    "guardian": RequestKind(Guardian),
    "keep_apart": RequestKind(KeepApart),
    "fix_table": RequestKind(FixTable),
    "slip": RequestKind(Slip, Rule.WRITER_HERE),
    "slip_back": RequestKind(SlipBack, Rule.REFEREE_HERE),
    "draw": RequestKind(Draw, thinks=True),
    "swap": RequestKind(Swap, thinks=True),
    "take_seat": RequestKind(TakeSeat),
    "lock": RequestKind(Lock),
    "pledge": RequestKind(Pledge),
    "publish": RequestKind(Publish, thinks=True),
    "unpublish": RequestKind(Unpublish),
    "seat_tiles": RequestKind(SeatTiles, Rule.WRITER_HERE),
    "result": RequestKind(Result, Rule.WRITER_HERE),
    "correct": RequestKind(Correct),
    "unplayed": RequestKind(Unplayed, Rule.REFEREE_HERE),
    "confirm": RequestKind(Confirm, Rule.WRITER_HERE),
    "lots": RequestKind(Lots),
    "extra_game": RequestKind(ExtraGame),
    "tie_back": RequestKind(TieBack),
    "cut": RequestKind(Cut, thinks=True),
    "cut_back": RequestKind(CutBack),
    "set_rounds": RequestKind(SetRounds),
    "finish": RequestKind(Finish, thinks=True),
    "reopen": RequestKind(Reopen),
    "standings": _asked(Standings),
    "teams": _asked(),
    "outlook": _asked(),
    "check": _asked(),
    "ending": _asked(rule=Rule.ORGANISER_HERE),
    "plan": _asked(Plan),
    "people": _asked(rule=Rule.DOOR_HERE),
    "tables": _asked(rule=Rule.ORGANISER_HERE),
    "penalties": _asked(),
    "ladder": _asked(Ladder, Rule.REFEREE_HERE),
    "overview": _asked(),
    "round": _asked(OfRound),
    "draft": _asked(rule=Rule.ORGANISER_HERE),
    "tray": _asked(rule=Rule.DOOR_HERE),
    "slips": _asked(rule=Rule.REFEREE_HERE),
    "start_cards": _asked(StartCards),
}


def read_request(value: object) -> Do:
    """A JSON value as the request its `do` names; refused if it names none of ours."""
    name = value.get("do") if isinstance(value, dict) else None
    kind = REQUESTS.get(name) if isinstance(name, str) else None
    if kind is None:
        choices = tuple(REQUESTS)
        refuse(Violation(Refusal.WRONG_CHOICE, facts={"field": "do", "choices": choices}))
    return read(kind.shape, value)


def is_query(request: Do) -> bool:
    """Whether a request only reads: a question, or a sheet that is counted and not kept."""
    return REQUESTS[request.do].asks or (isinstance(request, Sheet) and request.preview)
