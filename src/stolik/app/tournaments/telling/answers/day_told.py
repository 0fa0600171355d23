"""What can be known before it begins: formats, their stages, the plan of a day."""

from dataclasses import dataclass

from stolik.app.reading.written import Spread
from stolik.app.tournaments.telling.answers.said import Said
from stolik.tournament.format import DrawKind, Field, Seating


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
