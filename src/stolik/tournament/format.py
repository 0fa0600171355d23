"""A tournament format as data: stages, seating, cuts, tie-breaks, titles, the penalty ladder."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Annotated

from stolik.identity import identity
from stolik.refusal import Range, Violation
from stolik.tournament.codes import Refusal


class Field(StrEnum):
    """Who plays a stage."""

    ALL = "all"
    CUT = "cut"
    TABLE_WINNERS = "table_winners"


class Seating(StrEnum):
    """How the tables of a stage's rounds are made."""

    DRAW = "draw"  # by chance
    SCHEME = "scheme"  # (t, 2k+1−t, 2k+t, 4k+1−t)
    RANK = "rank"  # best with best: 1–4, 5–8, …
    GROUPS = "groups"  # of equal strength (drawn in the first stage), together for all its rounds


class DrawKind(StrEnum):
    """When chance speaks."""

    LOT = "lot"  # a separate lot before each round
    PLANNED = "planned"  # all drawn rounds of the stage at once


class TableRule(StrEnum):
    """How many tables a field makes."""

    FEWEST_SHORT = "fewest_short"
    TWENTY_FROM_SIXTY = "twenty_from_sixty"  # szkoly2015 L134: 60–80 entrants, 20 tables


class ByeWorth(StrEnum):
    """What a game is worth to who was left alone at his table."""

    AVERAGE = "average"  # of his other games of the stage
    NOTHING = "nothing"


class RankingPoints(StrEnum):
    """Points for a ranking over several events."""

    NONE = "none"
    ENTRANTS_BEATEN = "entrants_beaten"  # one for each entrant behind, and one for taking part


class Exclusion(StrEnum):
    """What a step of the penalty ladder takes away besides points."""

    NOTHING = "nothing"
    GAME = "game"  # out of the current game and last in it
    TOURNAMENT = "tournament"


class Offences(StrEnum):
    """Over what the steps of the penalty ladder are counted."""

    TOURNAMENT = "tournament"
    GAME = "game"


class ExcludedBy(StrEnum):
    """Whose word puts somebody out of the tournament."""

    RULES = "rules"  # it follows from the count of offences (mp2023 L128)
    JUDGE = "judge"  # he "may be excluded" (eliminacje L36, szkoly2015 L150)
    HEAD_JUDGE = "head_judge"  # only he decides it (zimowy L164)


class AfterLadder(StrEnum):
    """What comes after its last step."""

    ENDS = "ends"
    NEW_ROUND = "new_round"  # it begins again with the next round; what was given stays given


@dataclass(frozen=True, slots=True)
class CutRange:
    """With `least` to `most` entrants the best `size` advance."""

    least: Annotated[int, Range(2, 10000)]
    most: Annotated[int, Range(2, 10000)]
    size: Annotated[int, Range(2, 10000)]


@dataclass(frozen=True, slots=True)
class Stage:
    """Rounds played by one field under one ranking."""

    id: str
    title: str
    field: Field
    rounds: Annotated[int, Range(1, 30)]
    games: Annotated[int, Range(1, 20)]
    seating: Seating
    criteria: Annotated[tuple[str, ...], Range(1, 20)]
    minutes: Annotated[int, Range(0, 600)] = 0  # for a round; 0: no limit
    draw: DrawKind = DrawKind.LOT
    carry_over: bool = False  # the points of the stage before count here too
    carry_missed_starts: bool = False  # only where the organiser sets the order of seats
    cut: Annotated[tuple[CutRange, ...], Range(0, 50)] = ()  # none that fits: the size is asked
    winners: Annotated[int, Range(1, 4)] = 1  # of each table, for field = "table_winners"
    seats_by_tile: bool = False  # drawn at the table: places decide tables, at one table nothing

    @property
    def is_heat(self) -> bool:
        """Whether everybody plays; what is played after a cut is a semi-final or a final."""
        return self.field is Field.ALL


@dataclass(frozen=True, slots=True)
class TablePoints:
    """Points by place at tables of one size, where they differ from `place_points`."""

    size: Annotated[int, Range(2, 5)]
    points: Annotated[tuple[int, ...], Range(2, 5)]


@dataclass(frozen=True, slots=True)
class LadderStep:
    """The price of the next offence."""

    id: str
    big_points: Annotated[int, Range(-1000, 0)] = 0
    small_points: Annotated[int, Range(-10000, 0)] = 0
    excludes: Exclusion = Exclusion.NOTHING
    judge_names_points: bool = False


@dataclass(frozen=True, slots=True)
class Title:
    """What the places `first` to `last` are called."""

    id: str
    first: Annotated[int, Range(1, 10000)]
    last: Annotated[int, Range(1, 10000)]


@dataclass(frozen=True)
class TournamentFormat:
    """One way of holding a tournament, complete."""

    id: str
    title: str
    game: str
    profile: str  # rules profile or board
    stages: Annotated[tuple[Stage, ...], Range(1, 10)]
    document: str = ""
    entrants_min: Annotated[int, Range(2, 10000)] = 3
    entrants_max: Annotated[int, Range(2, 10000)] = 10000  # later ones wait
    table_min: Annotated[int, Range(2, 5)] = 3
    table_max: Annotated[int, Range(2, 5)] = 4
    table_rule: TableRule = TableRule.FEWEST_SHORT
    table_preferred: Annotated[int, Range(0, 5)] = (
        0  # the size to aim at, as far as allowed; 0: four
    )
    place_points: Annotated[tuple[int, ...], Range(0, 5)] = ()  # none: the game's own big points
    table_points: Annotated[tuple[TablePoints, ...], Range(0, 4)] = ()  # for tables of other sizes
    test_points: Annotated[int, Range(0, 1000)] = 0  # the most a knowledge test can add; 0: no test
    team_size: Annotated[int, Range(0, 10)] = 0  # 0: no teams
    team_sizes: Annotated[tuple[int, ...], Range(0, 10)] = ()  # others to choose from at the start
    teams_min: Annotated[int, Range(0, 5000)] = 0  # fewer teams: the event is not held
    teams_max: Annotated[int, Range(0, 5000)] = 0  # later teams wait; 0: no limit in teams
    guardian_from: Annotated[int, Range(0, 10)] = 0  # size that needs a guardian; 0: none does
    guardian_teams: Annotated[int, Range(1, 100)] = 4  # the most one guardian may lead
    clubs_apart: bool = False  # people of one club or school meet as late as possible
    qualifies: Annotated[int, Range(0, 1000)] = 0  # places that qualify for the next event
    ranking_points: RankingPoints = RankingPoints.NONE
    titles: Annotated[tuple[Title, ...], Range(0, 100)] = ()
    ladder: Annotated[tuple[LadderStep, ...], Range(0, 10)] = ()
    offences: Offences = Offences.TOURNAMENT
    bye: ByeWorth = ByeWorth.AVERAGE
    floor_at_zero: bool = False  # penalties take nobody's big points below zero
    report_excludes: Exclusion = Exclusion.TOURNAMENT  # a reported team disqualified at once
    disqualification: Exclusion = Exclusion.TOURNAMENT  # from what somebody is disqualified at once
    excluded_by: ExcludedBy = ExcludedBy.RULES
    warnings_before_exclusion: Annotated[int, Range(0, 10)] = 0
    after_ladder: AfterLadder = AfterLadder.ENDS
    reported_warning_is_step: bool = True  # of the ladder, unless the judge says otherwise

    def points_at(self, size: int) -> tuple[int, ...]:
        """Points by place at a table of this size; none: the game's own big points."""
        special = (table.points for table in self.table_points if table.size == size)
        return next(special, self.place_points)

    @property
    def by_places(self) -> bool:
        """Whether points are given for places alone: then there are no big and small ones."""
        return bool(self.place_points)

    @cached_property
    def hash(self) -> str:
        """Identifies how the event is held."""
        return identity(self, written=_WRITTEN, without=frozenset())


# Written out from the first log on, also at their default; nothing is ever added here.
_WRITTEN = frozenset(
    {
        *("Stage.minutes", "Stage.draw", "Stage.carry_over", "Stage.carry_missed_starts"),
        *("Stage.cut", "Stage.winners"),
        *("LadderStep.big_points", "LadderStep.small_points", "LadderStep.excludes"),
        *("TournamentFormat.document", "TournamentFormat.entrants_min"),
        *("TournamentFormat.entrants_max", "TournamentFormat.table_min"),
        *("TournamentFormat.table_max", "TournamentFormat.table_rule"),
        *("TournamentFormat.place_points", "TournamentFormat.test_points"),
        *("TournamentFormat.team_size", "TournamentFormat.qualifies"),
        *("TournamentFormat.ranking_points", "TournamentFormat.titles"),
        *("TournamentFormat.ladder", "TournamentFormat.report_excludes"),
    }
)


def varied(
    shape: TournamentFormat,
    *,
    draw: DrawKind | None = None,
    team_size: int | None = None,
    table_size: int | None = None,
) -> TournamentFormat:
    """The format as the organiser chose it at the start: the draw, the size of teams and tables."""
    if table_size is not None:
        shape = replace(shape, table_preferred=table_size)
    if draw is not None:
        stages = (
            replace(stage, draw=draw) if stage.seating is Seating.DRAW else stage
            for stage in shape.stages
        )
        shape = replace(shape, stages=tuple(stages))
    return shape if team_size is None else replace(shape, team_size=team_size)


class Criterion(StrEnum):
    """What a chain of tie-breaks may ask; `before.` asks it of the ranking that led here."""

    BIG_POINTS = "big_points"
    SMALL_POINTS = "small_points"
    GAMES_WON = "games_won"
    BEST_GAME = "best_game"  # the one best; szkoly2015 L141
    BEST_GAMES = "best_games"  # the best, then the second best, …
    FIRST_PLACES = "first_places"
    SECOND_PLACES = "second_places"
    THIRD_PLACES = "third_places"
    DIRECT = "direct"
    EXTRA_GAME = "extra_game"
    LOT = "lot"


# These belong to a group of tied entrants and cannot be asked of an earlier ranking.
OF_A_GROUP = (Criterion.DIRECT, Criterion.EXTRA_GAME, Criterion.LOT)


def format_violations(shape: TournamentFormat) -> Iterator[Violation]:
    """What the single fields cannot tell: numbers that contradict each other."""
    yield from _table_violations(shape)
    yield from _team_violations(shape)
    for title in shape.titles:
        if title.last < title.first:
            yield _contradiction(f"titles.{title.id}", "first <= last")
    for number, stage in enumerate(shape.stages, start=1):
        yield from _stage_violations(stage, number)


def _table_violations(shape: TournamentFormat) -> Iterator[Violation]:
    if shape.table_max < shape.table_min:
        yield _contradiction("table_max", f">= {shape.table_min}")
    if shape.entrants_max < shape.entrants_min:
        yield _contradiction("entrants_max", f">= {shape.entrants_min}")
    most = len(shape.place_points)
    if most < shape.table_max and (shape.place_points or shape.table_points):
        yield _contradiction("place_points", f"[int × {shape.table_max}]")
    for table in shape.table_points:
        if len(table.points) < table.size:
            yield _contradiction("table_points", f"[int × {table.size}]")


def _team_violations(shape: TournamentFormat) -> Iterator[Violation]:
    if shape.teams_max and shape.teams_max < shape.teams_min:
        yield _contradiction("teams_max", f">= {shape.teams_min}")
    if not shape.team_size and (shape.teams_min or shape.teams_max or shape.team_sizes):
        yield _contradiction("team_size", ">= 1")
    if any(not 1 <= size <= 10 for size in shape.team_sizes):
        yield _contradiction("team_sizes", "1–10")


def _stage_violations(stage: Stage, number: int) -> Iterator[Violation]:
    if number == 1 and stage.field is not Field.ALL:
        yield _contradiction("stages.1.field", Field.ALL.value)
    if number == 1 and stage.seating in (Seating.SCHEME, Seating.RANK):
        yield _contradiction("stages.1.seating", "draw, groups")
    known = {
        *(name.value for name in Criterion),
        *(f"before.{name}" for name in Criterion if name not in OF_A_GROUP),
    }
    if not set(stage.criteria) <= known:
        yield _contradiction(f"stages.{number}.criteria", ", ".join(sorted(known)))
    ranges = sorted((r.least, r.most) for r in stage.cut)
    if any(a[1] >= b[0] for a, b in pairwise(ranges)):
        yield _contradiction(f"stages.{number}.cut", "ranges that do not overlap")


def _contradiction(name: str, allowed: str) -> Violation:
    return Violation(Refusal.FORMAT_CONTRADICTION, facts={"field": name, "range": allowed})
