"""A tournament format as data: stages, seating, cuts, tie-breaks, titles, the penalty ladder."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Annotated

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


class DrawKind(StrEnum):
    """When chance speaks."""

    LOT = "lot"  # a separate lot before each round
    PLANNED = "planned"  # all drawn rounds of the stage at once


class TableRule(StrEnum):
    """How many tables a field makes."""

    FEWEST_SHORT = "fewest_short"
    TWENTY_FROM_SIXTY = "twenty_from_sixty"  # szkoly2015 L134: 60–80 entrants, 20 tables


class Exclusion(StrEnum):
    """What a step of the penalty ladder takes away besides points."""

    NOTHING = "nothing"
    GAME = "game"  # out of the current game and last in it
    TOURNAMENT = "tournament"


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
    minutes: Annotated[int, Range(0, 600)]  # for a round; 0: no limit
    seating: Seating
    draw: DrawKind
    carry_over: bool
    carry_missed_starts: bool
    criteria: Annotated[tuple[str, ...], Range(1, 20)]
    cut: Annotated[tuple[CutRange, ...], Range(0, 50)]


@dataclass(frozen=True, slots=True)
class LadderStep:
    """The price of the next offence."""

    id: str
    big_points: Annotated[int, Range(-1000, 0)]
    small_points: Annotated[int, Range(-10000, 0)]
    excludes: Exclusion


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
    document: str
    game: str
    profile: str  # rules profile or board
    entrants_min: Annotated[int, Range(2, 10000)]
    entrants_max: Annotated[int, Range(2, 10000)]
    table_min: Annotated[int, Range(2, 5)]
    table_max: Annotated[int, Range(2, 5)]
    table_rule: TableRule
    place_points: Annotated[tuple[int, ...], Range(0, 5)]  # empty: the game's own big points
    team_size: Annotated[int, Range(0, 10)]  # 0: no teams
    qualifies: Annotated[int, Range(0, 1000)]  # places that qualify for the next event
    stages: Annotated[tuple[Stage, ...], Range(1, 10)]
    titles: Annotated[tuple[Title, ...], Range(0, 100)]
    ladder: Annotated[tuple[LadderStep, ...], Range(0, 10)]

    @cached_property
    def hash(self) -> str:
        """Identifies how the event is held."""
        return sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


CRITERIA = (
    *("big_points", "small_points", "games_won", "best_games"),
    *("first_places", "second_places", "third_places", "lot"),
)


def format_violations(shape: TournamentFormat) -> Iterator[Violation]:
    """What the single fields cannot tell: numbers that contradict each other."""
    if shape.table_max < shape.table_min:
        yield _contradiction("table_max", f">= {shape.table_min}")
    if shape.entrants_max < shape.entrants_min:
        yield _contradiction("entrants_max", f">= {shape.entrants_min}")
    if shape.stages[0].field is not Field.ALL:
        yield _contradiction("stages.1.field", Field.ALL.value)
    for number, stage in enumerate(shape.stages, start=1):
        known = {*CRITERIA, "direct", *(f"before.{name}" for name in CRITERIA)}
        if not set(stage.criteria) <= known:
            yield _contradiction(f"stages.{number}.criteria", ", ".join(sorted(known)))
        ranges = sorted((r.least, r.most) for r in stage.cut)
        if any(a[1] >= b[0] for a, b in pairwise(ranges)):
            yield _contradiction(f"stages.{number}.cut", "ranges that do not overlap")
        if number > 1 and stage.seating is Seating.SCHEME and stage.field is Field.ALL:
            yield _contradiction(f"stages.{number}.seating", "scheme only after a cut")


def _contradiction(name: str, allowed: str) -> Violation:
    return Violation(Refusal.FORMAT_CONTRADICTION, facts={"field": name, "range": allowed})
