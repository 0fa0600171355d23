"""Who goes on: ties, cuts, places given up."""

from dataclasses import dataclass

from stolik.tournament.state import EntrantNumber, SettledBy


@dataclass(frozen=True, slots=True)
class BreakTie:
    """Tied entrants drew tiles or played an extra game; a higher number is better."""

    by: SettledBy
    drawn: tuple[tuple[EntrantNumber, int], ...]


@dataclass(frozen=True, slots=True)
class TakeTieBack:
    """Tiles or the order of an extra game were written down wrong: these are level again."""

    entrants: tuple[EntrantNumber, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Advance to the next stage; `size` only where the format leaves it open."""

    size: int | None = None


@dataclass(frozen=True, slots=True)
class TakeCutBack:
    """A cut was announced too soon, or by results that were corrected since."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resign:
    """A qualified entrant gives up his place; it passes down the list."""

    entrant: EntrantNumber
    reason: str


@dataclass(frozen=True, slots=True)
class TakeResignationBack:
    """The wrong row, or somebody who comes after all: the place is his again."""

    entrant: EntrantNumber
    reason: str
