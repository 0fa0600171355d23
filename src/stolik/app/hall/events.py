"""What happened in a hall, each with its moment of the service clock."""

from dataclasses import dataclass
from enum import StrEnum

from stolik.free_text import FreeText


@dataclass(frozen=True, slots=True)
class OnlineTable:
    """A table of a round that is played online, by the people who were drawn to it."""

    table: int
    id: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundClockStarted:
    """The time of a round runs."""

    round: int
    minutes: int
    at: int


@dataclass(frozen=True, slots=True)
class RoundClockExtended:
    """The round gets more time."""

    round: int
    minutes: int
    reason: FreeText
    at: int


@dataclass(frozen=True, slots=True)
class MovesExtended:
    """Every running move of the round gets more time."""

    round: int
    seconds: int
    reason: FreeText
    at: int


@dataclass(frozen=True, slots=True)
class RoundPaused:
    """All clocks of the round stand."""

    round: int
    reason: FreeText
    at: int


@dataclass(frozen=True, slots=True)
class RoundResumed:
    """They go on."""

    round: int
    at: int


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The time of the round is over, for the games that were running: (table, game)."""

    round: int
    games: tuple[tuple[int, int], ...]
    at: int


@dataclass(frozen=True, slots=True)
class TimeCallTakenBack:
    """The end of the time was a slip: the round goes on with what it had left."""

    round: int
    at: int


@dataclass(frozen=True, slots=True)
class BreakBegan:
    """A countdown on every screen."""

    minutes: int
    at: int


@dataclass(frozen=True, slots=True)
class BreakEnded:
    """Before its time."""

    at: int


@dataclass(frozen=True, slots=True)
class ResultsCalled:
    """These tables owe a result; they are called until it is there."""

    round: int
    tables: tuple[int, ...]
    at: int


@dataclass(frozen=True, slots=True)
class TablesSetOnline:
    """These tables of a round are played online."""

    round: int
    tables: tuple[OnlineTable, ...]
    at: int


@dataclass(frozen=True, slots=True)
class RefereeCalled:
    """Somebody at this table asks for a referee."""

    round: int
    table: int
    at: int
    entrant: int | None = None  # who called, if it was a player: he can withdraw it


@dataclass(frozen=True, slots=True)
class RefereeCame:
    """A referee has come to the table."""

    round: int
    table: int
    at: int


@dataclass(frozen=True, slots=True)
class CallWithdrawn:
    """Who called the referee needs none any more; who else called still waits."""

    round: int
    table: int
    at: int
    entrant: int | None = None  # in logs of before: the call of the whole table


@dataclass(frozen=True, slots=True)
class TableShown:
    """The hall's screen shows this table while it plays; 0: it shows what it likes."""

    round: int
    table: int
    at: int


class Scene(StrEnum):
    """What the hall's screen can be told to show."""

    CALL = "call"  # to the tables, with a sound
    NAMES = "names"
    TABLES = "tables"
    CLOCK = "clock"
    STANDINGS = "standings"
    RULES = "rules"
    WELCOME = "welcome"
    TITLES = "titles"


@dataclass(frozen=True, slots=True)
class ScenePicked:
    """The screen shows this until a round begins; None: what fits the hour. Page 0: all in turn."""

    scene: Scene | None
    page: int
    at: int


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a score sheet as it would have counted."""

    entrant: int
    place: int
    big_points: str
    small_points: str


@dataclass(frozen=True, slots=True)
class SheetContradicted:
    """Somebody at the table has written another result for a game that has one."""

    round: int
    table: int
    game: int
    by: int
    lines: tuple[SheetLine, ...]
    at: int


Event = (
    RoundClockStarted
    | RoundClockExtended
    | MovesExtended
    | RoundPaused
    | RoundResumed
    | TimeCalled
    | TimeCallTakenBack
    | BreakBegan
    | BreakEnded
    | ResultsCalled
    | TablesSetOnline
    | RefereeCalled
    | RefereeCame
    | CallWithdrawn
    | TableShown
    | ScenePicked
    | SheetContradicted
)
