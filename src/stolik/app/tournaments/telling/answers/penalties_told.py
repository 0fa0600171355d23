"""What is told to a judge: the ledger, the ladder and what he may give."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stolik.tournament.format import ExcludedBy, Exclusion


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
