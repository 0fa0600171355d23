"""The state of a tournament: frozen, changed only by `evolve`. Names of people never come here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NewType

from stolik.free_text import FreeText
from stolik.tournament.format import Exclusion, Stage, TournamentFormat

EntrantNumber = NewType("EntrantNumber", int)
TableNumber = NewType("TableNumber", int)
RoundNumber = NewType("RoundNumber", int)  # over the whole event, from 1
GameNumber = NewType("GameNumber", int)  # at its table, from 1
GuardianNumber = NewType("GuardianNumber", int)  # an adult who leads teams, from 1

Seats = tuple[EntrantNumber, ...]
# Tiles drawn for seats: one each; who drew equal ones drew again. None: was not there.
SeatTiles = tuple[tuple[EntrantNumber, tuple[int, ...]], ...]
Points = int | Fraction  # exact; a whole number is kept as int, which adds up much faster


class EntryStatus(StrEnum):
    """Where an entrant stands."""

    WAITING = "waiting"  # on the waiting list
    ENTERED = "entered"
    PRESENT = "present"  # checked in
    WITHDRAWN = "withdrawn"
    NO_SHOW = "no_show"
    DISQUALIFIED = "disqualified"


LEFT = (EntryStatus.WITHDRAWN, EntryStatus.NO_SHOW, EntryStatus.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A draw number and what seating must know of the person behind it."""

    number: EntrantNumber
    status: EntryStatus = EntryStatus.ENTERED
    club: str = ""
    team: str = ""
    age_class: str = ""
    fixed_table: TableNumber | None = None
    stays_in: tuple[RoundNumber, GameNumber] | None = None  # has left; up to it with him

    @property
    def plays(self) -> bool:
        """Whether the entrant is to be seated."""
        return self.status in (EntryStatus.ENTERED, EntryStatus.PRESENT)


@dataclass(frozen=True, slots=True)
class Line:
    """What one game gave an entrant: all a tournament knows of a game."""

    entrant: EntrantNumber
    place: int
    big_points: Points
    small_points: Points


@dataclass(frozen=True, slots=True)
class Collected:
    """What somebody's line was counted from, kept for whoever corrects it."""

    entrant: EntrantNumber
    sets: tuple[int, ...]
    portraits: int
    cities: int
    arrival: int | None = None
    distance: int | None = None


class CorrectionCause(StrEnum):
    """Why a result was written anew; an online table says it of its own."""

    BY_HAND = "by_hand"
    PLACES_SET = "places_set"  # by the judge, at the table
    EXCLUSION = "exclusion"
    PENALTY = "penalty"
    REWIND = "rewind"
    TOLD_ANEW = "told_anew"  # by an online table, for none of these or before it said why


@dataclass(frozen=True, slots=True)
class Correction:
    """The lines a correction took the place of, and why."""

    before: tuple[Line, ...]
    cause: CorrectionCause
    reason: str  # as somebody gave it; may be empty at an online table


@dataclass(frozen=True, slots=True)
class Result:
    """A game's lines; `confirmed_by` names entrants or `referee`."""

    lines: tuple[Line, ...]
    confirmed_by: tuple[str, ...] = ()
    reason: str = ""  # of a correction, or why the game was not played
    absent: Seats = ()  # of the table's seats, no part of this game
    version: int = 1  # one more with each correction
    before: tuple[Line, ...] = ()  # the lines the last correction took the place of
    doubted: bool = False  # made under an exclusion that was cancelled since
    collected: tuple[Collected, ...] = ()  # as it was typed; empty: by places or points
    corrections: tuple[Correction, ...] = ()  # every one, in order
    excluded: Seats = ()  # last by the judge's mark on the sheet, besides those of the ledger


@dataclass(frozen=True, slots=True)
class Table:
    """Entrants seated together, in seat order; the first starts game 1."""

    number: TableNumber
    seats: Seats
    locked: bool = False
    # Where seats are drawn at the table: everybody's tiles, in the order they were seated before.
    tiles: "SeatTiles" = ()

    @property
    def announced(self) -> Seats:
        """The seats as the round was announced, and its papers were printed."""
        return tuple(n for n, _ in self.tiles) or self.seats


@dataclass(frozen=True, slots=True)
class Pledge:
    """The house is bound to a secret before the hall throws its dice: a draw comes from both."""

    commit: str
    ctx: str
    entrants: Seats  # the slips, by number
    public: str = ""  # what the hall added; "" until the first draw
    draws: tuple[int, ...] = ()  # made with it, repeated ones included
    out: bool = False  # its secret has left the server: a repeat would be foretold


class OpenGame(StrEnum):
    """What becomes of the game at somebody's table when he leaves."""

    NOT_BEGUN = "not_begun"
    WITHOUT = "without"  # finished by the others: he is no part of it
    VOID = "void"  # 0/0 for all
    STANDS = "stands"  # with him: his rack counts as he left it


@dataclass(frozen=True, slots=True)
class DrawnSlip:
    """A slip of paper somebody drew for a round: 3B is the second seat of table 3."""

    round: RoundNumber
    entrant: EntrantNumber
    table: TableNumber
    seat: int  # from 1


class RoundStatus(StrEnum):
    """A draw is a draft until it is published."""

    DRAFT = "draft"
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class Round:
    """All tables playing at the same time."""

    number: RoundNumber
    stage: int
    tables: tuple[Table, ...]  # table 1 first
    games: int
    status: RoundStatus = RoundStatus.DRAFT
    results: Mapping[tuple[TableNumber, GameNumber], Result] = field(default_factory=dict)
    commit: str = ""  # of the pledge it was drawn with
    draws: int = 1  # made for it, repeated ones included
    changes: int = 0  # by hand: swaps, locks, tables entered or taken back
    # Tables, by who sits there, whose seats had been drawn by tile when the round was taken back.
    seated_before: frozenset[frozenset[EntrantNumber]] = frozenset()

    def seats_drawn(self, table: Table) -> bool:
        """Whether these people drew tiles for their seats; taking a round back undraws none."""
        return bool(table.tiles) or frozenset(table.seats) in self.seated_before

    def table_of(self, entrant: EntrantNumber) -> Table | None:
        """Where the entrant sits in this round."""
        return next((table for table in self.tables if entrant in table.seats), None)


@dataclass(frozen=True, slots=True)
class Penalty:
    """A line of the penalty ledger; `round` 0: before the first round."""

    entrant: EntrantNumber
    step: str
    big_points: Points
    small_points: Points
    round: RoundNumber
    reason: FreeText
    excludes: Exclusion = Exclusion.NOTHING
    game: GameNumber | None = None  # the one it excludes from
    cancelled: FreeText = ""  # the reason, if it was cancelled


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points from a knowledge test; they count with the first stage."""

    entrant: EntrantNumber
    big_points: int
    reason: FreeText


class SettledBy(StrEnum):
    """How a tie was broken outside the games."""

    LOT = "lot"
    EXTRA_GAME = "extra_game"


@dataclass(frozen=True, slots=True)
class Settlement:
    """A tie broken; a higher number is better, and it counts among these entrants only."""

    stage: int
    by: SettledBy
    drawn: tuple[tuple[EntrantNumber, int], ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A place given up; `stage` after the last one: in the next event."""

    stage: int
    entrant: EntrantNumber
    successor: EntrantNumber | None


class Decision(StrEnum):
    """What the judge made of a report."""

    REJECTED = "rejected"
    WARNING = "warning"
    DISQUALIFICATION = "disqualification"


@dataclass(frozen=True, slots=True)
class Report:
    """Somebody reported another; every report gets a decision."""

    by: EntrantNumber
    against: EntrantNumber
    decision: Decision | None  # None: it waits for one
    reason: FreeText  # of the decision
    words: FreeText = ""  # what was reported, where it was filed first
    round: RoundNumber | None = None
    noted: bool = False  # whoever brought a file says so: the player himself has signed nothing


@dataclass(frozen=True, slots=True)
class TournamentState:
    """One tournament, from the first entry to the titles."""

    format: TournamentFormat
    editions: tuple[TournamentFormat, ...] = ()  # former ones that logs may have begun with
    created: bool = False
    decisions: int = 0  # the last one of docs/rules/decisions.md known when the log began
    seed: str = ""
    confirmations: int = 0  # how many a result needs
    entrants: Mapping[EntrantNumber, Entrant] = field(default_factory=dict)
    numbers_given: int = 0  # also those of entrants who were removed
    apart: tuple[frozenset[EntrantNumber], ...] = ()
    guardians: Mapping[str, GuardianNumber] = field(default_factory=dict)  # by team
    guardians_known: int = 0  # every one ever named, also who leads nobody any more
    stage: int = 0
    qualified: Mapping[int, Seats] = field(default_factory=dict)  # field of each stage cut so far
    rounds_before: tuple[int, int] | None = None  # stage and number, until it was set otherwise
    plan: tuple[tuple[Seats, ...], ...] = ()  # planned rounds still to come
    plan_field: frozenset[EntrantNumber] = frozenset()
    draws: int = 0  # every draw made, repeated ones included
    pledge: Pledge | None = None  # the one whose secret is not shown yet
    deals: frozenset[str] = frozenset()  # settings of online tables whose deals are pledged
    slips: tuple[DrawnSlip, ...] = ()  # entered for one round, as they were said
    rounds: tuple[Round, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    reports: tuple[Report, ...] = ()
    settlements: tuple[Settlement, ...] = ()
    passed: tuple[Passed, ...] = ()  # places given up, one of an entrant at most
    places: Mapping[int, int] = field(default_factory=dict)  # in the field of each stage, as cut
    finished: bool = False
    ended_early: bool = False  # before all of it was played
    going: Seats = ()  # who has qualified for the next event
    titled_after: int = 0  # rounds played when titles were announced last, also if reopened since

    def begun_with(self, format_hash: str) -> TournamentFormat:
        """The edition of the format a log names; the present one, if none has that hash."""
        named = (shape for shape in self.editions if shape.hash == format_hash)
        return next(named, self.format)

    def decided(self, number: int) -> bool:
        """Whether a decision counts here: a log goes on by what was known when it began."""
        return self.decisions >= number

    @property
    def resigned(self) -> frozenset[EntrantNumber]:
        """Who gave up a place that was won."""
        return frozenset(one.entrant for one in self.passed)

    @property
    def current_stage(self) -> Stage:
        """The stage being played."""
        return self.format.stages[self.stage]

    def members(self, stage: int) -> Seats:
        """Who plays a stage now, in the order they qualified for it or by number."""
        advanced = self.qualified.get(stage)
        numbers = sorted(self.entrants) if advanced is None else advanced
        return tuple(n for n in numbers if self.entrants[n].plays)

    @property
    def playing(self) -> Seats:
        """Entrants to be seated now."""
        return self.members(self.stage)

    def rounds_of(self, stage: int) -> tuple[Round, ...]:
        """The published rounds of a stage."""
        return tuple(
            r for r in self.rounds if r.stage == stage and r.status is RoundStatus.PUBLISHED
        )

    @property
    def draft(self) -> Round | None:
        """The round drawn and not yet published."""
        last = self.rounds[-1] if self.rounds else None
        return last if last and last.status is RoundStatus.DRAFT else None
