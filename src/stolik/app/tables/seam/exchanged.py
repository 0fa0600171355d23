"""What a live table and its game hand to each other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stolik.seats import Seat
from stolik.tournament.commands import Command as TournamentCommand
from stolik.tournament.state import CorrectionCause, Points

# Who is there may look at a finished game so many times as long as who has gone is waited for.
LOOKS = 2
Note = Mapping[type[Any], Mapping[str, Any]]  # what to write beside events of a kind


@dataclass(frozen=True, slots=True)
class Asked:
    """What a client's message stands for: a command, and what to write beside its events."""

    command: Any
    note: Note = field(default_factory=dict)
    seen: "Seen | None" = None


@dataclass(frozen=True, slots=True)
class Seen:
    """Whom a referee penalises, and how many offences of his he was shown."""

    seat: Seat
    offences: int


@dataclass(frozen=True, slots=True)
class Due:
    """A command that comes by itself at service time `at`."""

    at: int
    command: Any


@dataclass(frozen=True, slots=True)
class Presence:
    """Which seats are there, and the service time at which each of them came or went."""

    here: tuple[bool, ...]
    since: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Waits:
    """Between games: service times at which something may be done for who is awaited."""

    acts_at: int | None = None  # by the house, for who has gone
    begins_from: int | None = None  # by a judge or who opened the table, for who is there


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat's line of a finished game; without points the format gives them for the place."""

    seat: int
    place: int
    big_points: Points | None = None
    small_points: Points = 0


ANEW = (CorrectionCause.TOLD_ANEW, "", "")  # the last three of an `EndedGame`, nobody's doing


@dataclass(frozen=True, slots=True)
class EndedGame:
    """The end of a game: its event's number, when it was told, and its score sheet."""

    event: int
    at: int
    lines: tuple[SeatLine, ...]
    # If a result of this game is known already: why it is another now, and who saw to that.
    cause: CorrectionCause = CorrectionCause.TOLD_ANEW
    reason: str = ""  # as the judge gave it to all
    by: str = ""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something at a table that the tournament has to know: the event's number, what to ask."""

    event: int
    command: TournamentCommand
