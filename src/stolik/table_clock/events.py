"""What happened at a clock, each with its moment. Old logs replay for ever."""

from dataclasses import dataclass

from stolik.free_text import FreeText
from stolik.table_clock.state import NO_REACH, Ending, Holder, Ms, Seat, Times


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
    """This seat is to move after all, with all of its time."""

    seat: Seat
    reason: FreeText
    at: Ms


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The time of the round is over; so many moves come after the running one."""

    last_moves: int
    at: Ms


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """More seconds for the seat to move."""

    seat: Seat
    seconds: int
    reason: FreeText
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
    | TimeAdded
    | PercentsSet
    | GameEnded
    | RacksSeen
    | NextGameReady
)
