"""What an organiser is answered, shape by shape: docs/cli.md says what each field means.

The types of the web app are generated from these (tools/protocol_types.py), so a shape stands here
and nowhere else. `written` makes JSON of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from stolik.app.games.counting import StartTold
from stolik.app.reading.written import Spread
from stolik.app.tournaments.details import Details
from stolik.tournament.format import DrawKind, ExcludedBy, Exclusion, Field, Seating
from stolik.tournament.outlook import Outlook
from stolik.tournament.progress import Step
from stolik.tournament.state import EntryStatus, RoundStatus
from stolik.tournament.timeplan import DayItem

Shown = str | list["Shown"]  # an exact number, or a row of them


@dataclass(frozen=True, slots=True)
class Said:
    """A remark or a reason in words."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Done:
    """What has happened by a command."""

    events: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Described:
    """What is said of a tournament now."""

    details: Details


@dataclass(frozen=True, slots=True)
class Created:
    """A tournament that was begun."""

    format: str
    hash: str
    done: Spread[Done]


@dataclass(frozen=True, slots=True)
class LooksAlike:
    """What an organiser should see twice: names that look like this one, mixed scripts."""

    looks_like: tuple[int, ...] = ()
    mixed_script: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantEntered:
    """Somebody is on the list, or waits for a place on it."""

    entrant: int
    waiting: bool = False
    same_name: tuple[int, ...] = ()
    looks: Spread[LooksAlike]


@dataclass(frozen=True, slots=True)
class GuardianOf:
    """Who leads which teams."""

    guardian: int
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pledged:
    """The pledge that stands for the draw that is due."""

    pledge: Spread[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class TableSeats:
    """Who sits at a table, in seat order."""

    table: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TablesDrawn:
    """The round drawn or published last."""

    round: int
    tables: tuple[TableSeats, ...]
    status: RoundStatus


@dataclass(frozen=True, slots=True)
class SizeOffered:
    """Another size of tables, and how many pairs would meet again."""

    table_size: int
    repeats: int


@dataclass(frozen=True, slots=True)
class Price:
    """What a draft costs; of pairs only the first are named."""

    met_again: int
    met_again_pairs: tuple[tuple[int, int], ...]
    teams_together: tuple[tuple[int, int], ...]
    teams_least: bool  # fewer of them there cannot be at so many tables
    kept_apart_together: tuple[tuple[int, int], ...]  # families and schools
    short_table_again: tuple[int, ...]
    offers: tuple[SizeOffered, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftMade:
    """A draft as it was drawn or changed just now."""

    price: Price
    remarks: tuple[Said, ...]
    tables: Spread[TablesDrawn]


@dataclass(frozen=True, slots=True)
class Draft:
    """The round that is drawn and not published."""

    locked: tuple[int, ...]
    price: Price
    tables: Spread[TablesDrawn]


@dataclass(frozen=True, slots=True)
class SlipTold:
    """Who drew which slip."""

    entrant: int
    slip: str


@dataclass(frozen=True, slots=True)
class Tray:
    """Who plays and has no seat in the last round, and the tables with a free chair."""

    round: int
    unseated: tuple[int, ...]
    chairs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SlipsTold:
    """The slips entered for the round that is due; complete when none is missing nor wrong."""

    round: int
    entered: tuple[SlipTold, ...]
    missing: tuple[int, ...]
    faults: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant's line of a game, as people read it."""

    entrant: int
    place: int
    big_points: str
    small_points: str


@dataclass(frozen=True, slots=True)
class PlaceMoved:
    """Somebody would stand elsewhere."""

    entrant: int
    from_: int
    to: int


@dataclass(frozen=True, slots=True)
class CutMoved:
    """Whom a cut would take instead of whom."""

    stage: str
    comes: tuple[int, ...]
    drops: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TitleMoved:
    """To whom a title announced at the end would go instead."""

    title: str
    place: int
    was: tuple[int, ...]
    now: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What a correction alters that people have already seen."""

    places: tuple[PlaceMoved, ...]
    cuts: tuple[str, ...]
    rounds: tuple[int, ...]
    advancing: tuple[CutMoved, ...]
    titles: tuple[TitleMoved, ...]


@dataclass(frozen=True, slots=True)
class SheetCounted:
    """What a sheet comes to; nothing is kept of it."""

    lines: tuple[Line, ...]
    changes: Changes | None = None
    reasons: tuple[str, ...] = ()  # for the place of each line, where what was collected decides


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction that was made."""

    changes: Changes
    done: Spread[Done]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A row of the standings with every tie-break column and the reason for its place."""

    place: int | None  # None: played, and was put out since
    entrant: int
    name: str
    mark: str | None = None  # in a word, how somebody who played has left
    overall: int | None = None  # the place among all, where a class was asked for
    big_points: str
    small_points: str
    columns: Spread[Mapping[str, Shown]]
    games: int
    byes: int = 0
    remark: str | None = None  # what of the points came from no game; a place given up
    reason: str
    tied_on_line: bool = False
    tied_for_seats: bool = False  # the next step seats by place, and this one is shared
    stage: int | None = None  # the last one played, where rows of several stand below each other
    may_resign: bool = False  # there is a place to give up now
    may_come_back: bool = False  # to a place that was given up
    gives_back: str | None = None  # who leaves the field then
    ranking_points: int | None = None


@dataclass(frozen=True, slots=True)
class StandingsTold:
    rows: tuple[Standing, ...]
    steps_in: str | None = None  # who takes a place that is given up now


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStanding:
    """A team's row: the sums of its members."""

    place: int
    team: str
    big_points: str
    small_points: str
    columns: Spread[Mapping[str, Shown]]
    members: tuple[int, ...]
    games: int
    guardian: int | None = None
    reason: str


@dataclass(frozen=True, slots=True)
class TeamsTold:
    """The ranked teams, and what counts for them."""

    rows: tuple[TeamStanding, ...]
    counted: str  # which stages count, where not all do


@dataclass(frozen=True, slots=True)
class Entrant:
    entrant: int
    name: str
    status: EntryStatus


@dataclass(frozen=True, slots=True)
class OpenGameAt:
    """A game that somebody's table has not brought a result of."""

    round: int
    table: int
    game: int
    games: tuple[int, ...]  # this one and those after it without a result


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """An entrant as the organiser knows him."""

    entrant: int
    name: str
    status: EntryStatus
    club: str
    team: str
    age_class: str
    fixed_table: int | None
    open_game: OpenGameAt | None = None  # what becomes of it is asked when he leaves
    test: int | None = None  # points of the knowledge test
    written: str = ""  # the name as it was entered, without what tells namesakes apart
    removable: bool = False  # entered and nothing more: he can be taken off every list


@dataclass(frozen=True, slots=True)
class Guardian:
    guardian: int
    name: str
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PeopleTold:
    """Names by number, two of one name told apart; and who leads which teams."""

    people: tuple[Person, ...]
    guardians: tuple[Guardian, ...]


@dataclass(frozen=True, slots=True)
class EntrantOutlook:
    entrant: int
    outlook: Outlook
    text: str


@dataclass(frozen=True, slots=True)
class Outlooks:
    """Safe, live or out before the next cut; nobody where no cut of a known size comes."""

    cut: int | None
    entrants: tuple[EntrantOutlook, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every penalty, cancelled ones too, numbered from 1; reports for those they concern."""

    penalties: tuple[Mapping[str, Any], ...]
    reports: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Rung:
    """A step of the penalty ladder: what it does, and whether somebody has it behind him."""

    step: str
    text: str
    effect: str
    big_points: int
    small_points: int
    excludes: Exclusion
    given: bool
    due: bool


@dataclass(frozen=True, slots=True)
class PenaltyChoice:
    """What a judge may give now, and what it will do; `by` says whose word it takes."""

    step: str  # "at_once": a disqualification
    text: str
    effect: str
    by: ExcludedBy
    due: bool
    points: bool  # the judge names them
    excludes: Exclusion
    asks_game: bool = False  # it puts him out in the middle of one: what becomes of it is asked


@dataclass(frozen=True, slots=True)
class GameTogether:
    """A game a report can be about, and what a disqualification for it does."""

    round: int
    game: int
    recorded: bool  # it has a result, which is corrected then
    text: str
    effect: str


@dataclass(frozen=True, slots=True)
class LadderOf:
    """Where an entrant stands: the steps, the ones to choose from, whose word points take."""

    entrant: int
    offences: int
    steps: tuple[Rung, ...]
    choices: tuple[PenaltyChoice, ...]
    warning: PenaltyChoice | None  # what a warning given at a table leads to
    out: str  # what a disqualification does
    out_by: ExcludedBy  # whose word it takes, before any offence as well
    points_by: ExcludedBy
    decides: bool  # whether who asks is the head judge
    big_and_small: bool  # whether there are points of two kinds
    game: int | None  # the one being played
    games: tuple[int, ...]  # that one and those after it without a result
    report_asks_game: bool = False  # whether a report can put him out in the middle of it
    together: tuple[GameTogether, ...] = ()  # with who reported him, the last first


@dataclass(frozen=True, slots=True)
class Title:
    title: str
    text: str
    place: int
    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class Titles:
    """What the places are called, and who goes on to the next event."""

    titles: tuple[Title, ...]
    qualified: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of a tournament."""

    done: Spread[Done]
    titles: Spread[Titles]


@dataclass(frozen=True, slots=True)
class GameAt:
    """Where a game was played."""

    round: int
    table: int
    game: int


@dataclass(frozen=True, slots=True)
class Due:
    """The next step, what is missing for it and what is worth a look."""

    next: Step
    message: str
    stage: int
    missing: tuple[Said, ...]
    remarks: tuple[Said, ...]
    unconfirmed: tuple[int, ...]  # would be seated, or are, and were not checked in
    advances: tuple[int, ...]  # whom the cut would take, if it is what comes next
    may_cut_back: bool = False  # a cut stands that can still be taken back
    may_come_back: tuple[int, ...] = ()  # who gave up a place that can still be his again
    rounds_back: int | None = None  # of the stage, before they were set otherwise
    to_confirm: tuple[GameAt, ...] = ()  # results that alone keep the next step waiting
    to_correct: tuple[GameAt, ...] = ()  # results that do not go with the penalties as they stand


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Rounds of a stage that would not be played."""

    stage: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Ending:
    """What finishing now would mean, and how many rounds the stage being played may have."""

    early: bool  # something would be left out
    played: bool  # there is a result to finish with
    games: int  # of announced rounds that would count for nobody
    rounds: tuple[LeftOut, ...]
    titles: tuple[Title, ...]
    missing: tuple[Said, ...]  # ties that have to be parted first
    tied: tuple[int, ...]
    stage: str
    stage_rounds: int
    by_document: bool  # a document names the rounds: another number departs from it
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class StageTold:
    """A stage of a format, as people plan a day by it."""

    title: str
    rounds: int
    games: int
    minutes: int
    field: Field
    seating: Seating
    draw: DrawKind
    carry_over: bool
    extra_game: bool  # breaks ties of this stage; elsewhere tiles alone do


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """How far a round has come."""

    round: int
    stage: int
    title: str
    games: int
    commit: str  # of the pledge it was drawn with; "" without one
    draws: int
    changes: int
    missing: int
    unconfirmed: int


@dataclass(frozen=True, slots=True)
class RoundListed:
    """A round among the others; `tables`: how many."""

    tables: int
    summary: Spread[RoundSummary]


@dataclass(frozen=True, slots=True)
class CollectedTold:
    """What lay before somebody at the end of a game."""

    entrant: int
    sets: tuple[int, ...]
    portraits: int
    cities: int
    arrival: int | None
    distance: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a table; without a result it has no more than its number."""

    game: int
    result: Literal["missing", "entered", "confirmed"]
    confirmed_by: tuple[str, ...] | None = None
    reason: str | None = None
    lines: tuple[Line, ...] | None = None
    absent: tuple[int, ...] | None = None  # who sits there and is no part of it
    excluded: tuple[int, ...] | None = None  # who was put out of it: last, whatever is left
    marked_excluded: tuple[int, ...] | None = None  # those of them whom only the sheet marks so
    version: int | None = None  # of the result: one more with each correction
    to_correct: bool | None = None  # a penalty given or cancelled since does not go with it
    collected: tuple[CollectedTold, ...] | None = None  # as it was typed, for who corrects it
    own_sheet: tuple[Line, ...] | None = None  # what the reader wrote instead, until it is decided


@dataclass(frozen=True, slots=True)
class Seated:
    entrant: int
    name: str
    team: str = ""
    mark: str | None = None  # in a word, how somebody has left


@dataclass(frozen=True, slots=True)
class RoundTable:
    table: int
    seats: tuple[Seated, ...]
    games: tuple[Game, ...]
    seats_drawn: bool = False  # by tiles, at the table


@dataclass(frozen=True, slots=True)
class Round:
    """A published round with every result."""

    tables: tuple[RoundTable, ...]
    summary: Spread[RoundSummary]


@dataclass(frozen=True, slots=True)
class FormatNamed:
    id: str
    title: str
    game: str


@dataclass(frozen=True, slots=True)
class Chance:
    """Whether the next draw takes dice from the hall, and what the server is bound to."""

    dice: bool
    chosen: bool
    commit: str
    public: str


@dataclass(frozen=True, slots=True)
class Overview:
    """Where a tournament stands; a round that is still a draft is nobody's business yet."""

    format: FormatNamed
    profile: str
    seats_by_tile: bool  # drawn at the table: nobody is known to start before
    confirmations: int
    stage: int
    stages: tuple[StageTold, ...]
    round_titles: tuple[str, ...]  # of all that are planned
    finished: bool
    ended_early: bool  # before all of it was played
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundListed, ...]
    next: Due
    chance: Chance
    worth: Mapping[str, tuple[int, ...]]  # the big points of each place, by how many play
    team_size: int = 0  # 0: everybody plays for himself
    needs_guardian: bool = False  # each team, before the first draw
    test_points: int = 0  # the most a knowledge test can add; 0: there is none
    start_cards: bool = False  # cards drawn at the table decide who begins
    until_all_pass: bool = False  # with the bank empty; else one more move each
    finish_move: bool = False  # when the time is over; else one more move each


@dataclass(frozen=True, slots=True)
class Slot:
    """A round or a break of the day."""

    title: str
    from_: str
    to: str
    games_do_not_fit: bool
    kind: str  # "round", or what else stands in the timetable


@dataclass(frozen=True, slots=True)
class Timetable:
    slots: tuple[Slot, ...]
    remarks: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class FormatTold:
    """A way of holding a tournament, explained."""

    id: str
    title: str
    about: str
    game: str
    profile: str
    document: str
    entrants_min: int
    entrants_max: int
    team_sizes: tuple[int, ...]
    table_sizes: tuple[int, ...]  # to aim at, the format's own first; one: no choice
    draw: DrawKind
    stages: tuple[StageTold, ...]


@dataclass(frozen=True, slots=True)
class TablesOfSize:
    size: int
    count: int


@dataclass(frozen=True, slots=True)
class StageAhead:
    """A stage before it is played; a field nobody can know beforehand has no number."""

    title: str
    entrants: int | None
    tables: tuple[TablesOfSize, ...]


@dataclass(frozen=True, slots=True)
class DayPlanned:
    """What a number of entrants means under a format."""

    stages: tuple[StageAhead, ...]
    day: Spread[Timetable]


@dataclass(frozen=True, slots=True)
class TournamentTold:
    """A tournament, and where its record stands."""

    id: str
    name: str
    format: str
    profile: str
    public: bool
    start: str
    round_minutes: int
    break_minutes: int
    day: tuple[DayItem, ...]
    registration: bool
    heats_until: int
    heats_best: int
    keep_days: int
    details: Details
    seq: int
    head: str


@dataclass(frozen=True, slots=True)
class PageHead:
    """Which tournament a page shows, and as of when."""

    id: str
    name: str
    round_minutes: int
    details: Details
    seq: int
    edition: int  # another one also when only names or words have changed
    head: str


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A tournament as whoever follows it reads it, in one piece; docs/hall.md."""

    top: Spread[PageHead]
    overview: Overview
    round: Round | None
    standings: tuple[Standing, ...]
    outlook: Outlooks
    titles: tuple[Title, ...]
    podium: tuple[Title, ...] = ()  # with whoever has no title and stands there all the same
    teams: tuple[TeamStanding, ...] = ()
    teams_counted: str = ""  # which stages count for them, where not all do


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody at a table, as those there call him."""

    entrant: int
    label: str
    team: str = ""
    mark: str | None = None  # in a word, how somebody has left


@dataclass(frozen=True, slots=True)
class Judged:
    """A judge's word to one player, until it is read; the key is the same as long as it is."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class MyTable:
    """A player's own place in the round being played."""

    entrant: int
    label: str
    round: int
    table: int
    seat: int
    starter: int | None  # None: nobody yet, tiles are drawn for the seats
    seats: tuple[Neighbour, ...]
    online: str | None
    time_percent: int
    games: tuple[Game, ...]
    judged: tuple[Judged, ...]
    out: str | None = None  # why that was the last table, in words
    called: bool = False  # a referee, and he has not come: who called may withdraw it


Answer = (
    Done
    | Created
    | Described
    | EntrantEntered
    | GuardianOf
    | StartTold
    | Pledged
    | TablesDrawn
    | DraftMade
    | Draft
    | SlipsTold
    | Tray
    | SheetCounted
    | Corrected
    | StandingsTold
    | TeamsTold
    | PeopleTold
    | Outlooks
    | Ledger
    | LadderOf
    | Titles
    | Ending
    | Finished
    | Due
    | Round
    | Overview
    | Timetable
)
