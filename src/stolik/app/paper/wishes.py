"""What is asked for when a paper is wanted."""

from dataclasses import dataclass, field
from typing import Literal

from stolik.tournament.timeplan import DayItem

Design = Literal["frame", "band", "plain"]

# A timetable nobody has said anything about.
START, MINUTES, BREAKS = "10:00", 0, 10  # no minutes: as the format has them


@dataclass(frozen=True, slots=True)
class PlayerPass:
    """How a player comes in: told once, when the pass was made."""

    code: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for beside the document itself."""

    round: int | None = None  # None: the one published last
    table: int | None = None  # one score sheet; None: all
    stage: int | None = None
    start: str = START
    minutes: int = MINUTES
    breaks: int = BREAKS
    day: tuple[DayItem, ...] = ()  # what stands in the timetable beside the rounds
    places: int | None = None  # diplomas down to this place; None: for titles
    blank: bool = False  # score sheets without names
    two: bool = False  # score sheets two on a page
    design: Design = "frame"  # of diplomas
    passes: dict[int, PlayerPass] = field(default_factory=dict)  # by entrant
