"""What happened at a clock, each with its moment. Old logs replay for ever."""

from dataclasses import dataclass

from stolik.free_text import FreeText
from stolik.seats import Seat
from stolik.table_clock.state import NO_REACH, Ending, Holder, Ms, Times


@dataclass(frozen=True, slots=True)
class ClockSet:
    """Seats, times and who starts."""

    times: Times
    starter: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The starter's time runs."""

    game: int
    starter: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class MoveEnded:
    """A tap: the time of `next_seat` runs from here; it came `reach` later."""

    seat: Seat
    next_seat: Seat
    at: Ms
    reach: Ms = NO_REACH
    passed: bool = False
    left: Ms | None = None  # of `next_seat`, led away from its move in this circle; None: all of it


@dataclass(frozen=True, slots=True)
class FlagFell:
    """The time of the move ran out."""

    seat: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class Paused:
    """Somebody holds the clock still."""

    by: Holder
    reason: FreeText
    at: Ms


@dataclass(frozen=True, slots=True)
class Resumed:
    """He no longer does."""

    by: Holder
    at: Ms


@dataclass(frozen=True, slots=True)
class MoveRestarted:
    """The move begins anew, with all of its time."""

    seat: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class OpeningAnnounced:
    """This seat will open in its next turn."""

    seat: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class SeatCorrected:
    """This seat is to move after all, with so much of its time; None: with all of it."""

    seat: Seat
    reason: FreeText
    at: Ms
    left: Ms | None = None
    owes: bool = False  # who was to move goes on with the rest if a tap leads back


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The round's time is over, or the game's own; so many moves come after the running one."""

    last_moves: int
    at: Ms
    of_game: bool = False


@dataclass(frozen=True, slots=True)
class TimeTakenBack:
    """The round's time is not over after all; so many moves come if the bank is empty."""

    last_moves: int | None
    at: Ms


@dataclass(frozen=True, slots=True)
class BankEmptied:
    """This seat took the last tile in this move; so many moves come, or all until all pass."""

    seat: Seat
    move: int
    last_moves: int | None
    at: Ms


@dataclass(frozen=True, slots=True)
class BankRefilled:
    """The bank is not empty after all."""

    at: Ms


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """More seconds for the seat to move."""

    seat: Seat
    seconds: int
    reason: FreeText
    at: Ms


@dataclass(frozen=True, slots=True)
class SeatsOut:
    """These seats have no turns; one that was to move or to start gives way to the next."""

    out: tuple[Seat, ...]
    at: Ms


@dataclass(frozen=True, slots=True)
class PercentsSet:
    """Other times, from the next move on."""

    percents: tuple[int, ...]
    at: Ms


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Nobody's time runs any more."""

    ending: Ending
    at: Ms


@dataclass(frozen=True, slots=True)
class RacksSeen:
    """This seat has seen all racks."""

    seat: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class NextGameReady:
    """The tiles may be shuffled; `starter` begins."""

    starter: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class ResultsFollowed:
    """So many games have their results: the next one waits for its start, or none is left."""

    games: int
    starter: Seat
    at: Ms


Event = (
    ClockSet
    | GameStarted
    | MoveEnded
    | FlagFell
    | Paused
    | Resumed
    | MoveRestarted
    | OpeningAnnounced
    | SeatCorrected
    | TimeCalled
    | TimeTakenBack
    | BankEmptied
    | BankRefilled
    | TimeAdded
    | PercentsSet
    | SeatsOut
    | GameEnded
    | RacksSeen
    | NextGameReady
    | ResultsFollowed
)
