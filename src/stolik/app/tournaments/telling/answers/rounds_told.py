"""A published round: its tables, who sits there and the result of each game."""

from dataclasses import dataclass
from typing import Literal

from stolik.app.reading.written import Spread
from stolik.app.tournaments.telling.answers.results_told import Line


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
