"""What is told of a result: what a sheet comes to, what a correction alters."""

from dataclasses import dataclass

from stolik.app.reading.written import Spread
from stolik.app.tournaments.telling.answers.done_told import Done


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
