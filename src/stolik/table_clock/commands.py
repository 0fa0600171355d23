"""What can be asked of a clock. `at` is when it was done; it never lies before the last event."""

from dataclasses import dataclass

from stolik.seats import Seat
from stolik.table_clock.state import Holder, Ms, Times


@dataclass(frozen=True, slots=True)
class SetUp:
    """Seats, times and who starts the first game."""

    times: Times
    starter: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class Start:
    """The first move of a game begins."""

    at: Ms


@dataclass(frozen=True, slots=True)
class Tap:
    """Ends the move with this number; it must be this seat's.

    `came` is when it reached us, if it waited on a phone: the clock says how much of that counts.
    """

    seat: Seat
    move: int
    at: Ms
    referee: bool = False
    came: Ms | None = None
    passed: bool = False  # nothing was laid; it counts once the bank is empty


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clock: a dispute, or the whole hall."""

    by: Holder
    reason: str
    at: Ms


@dataclass(frozen=True, slots=True)
class Resume:
    """Let it go on, as far as this holder is concerned."""

    by: Holder
    at: Ms


@dataclass(frozen=True, slots=True)
class RestartMove:
    """The player before clicked before drawing: he draws, and this move begins anew."""

    move: int
    at: Ms


@dataclass(frozen=True, slots=True)
class Announce:
    """„Wyłożę się w następnej rundzie”, said before the tap by the seat to move.

    Before a game any seat may say it of its first move, where the rules let it (mp2023 L99).
    """

    seat: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class CorrectSeat:
    """Somebody tapped by mistake: this seat is to move, with a fresh time.

    Only a referee renews so the time of who is to move already.
    """

    seat: Seat
    reason: str
    at: Ms
    referee: bool = False


@dataclass(frozen=True, slots=True)
class CallTime:
    """The time of the round is over: the running move, then one more each, or nothing more."""

    at: Ms


@dataclass(frozen=True, slots=True)
class TakeTimeBack:
    """The end of the round's time was called by mistake: the game goes on as before."""

    at: Ms


@dataclass(frozen=True, slots=True)
class EmptyBank:
    """This seat took the last tile of the bank: the last moves begin."""

    seat: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class RefillBank:
    """There are tiles left after all: somebody pressed it by mistake."""

    at: Ms


@dataclass(frozen=True, slots=True)
class AddTime:
    """The referee gives the seat to move more seconds."""

    seconds: int
    reason: str
    at: Ms


@dataclass(frozen=True, slots=True)
class SetPercents:
    """Other times for seats that need them, from their next move on."""

    percents: tuple[int, ...]
    at: Ms


@dataclass(frozen=True, slots=True)
class SetOut:
    """These seats are no part of the game: the tournament says who has left."""

    out: tuple[Seat, ...]
    at: Ms


@dataclass(frozen=True, slots=True)
class EndGame:
    """Somebody went out, or the bank is empty: the clock is stopped."""

    at: Ms


@dataclass(frozen=True, slots=True)
class SeeRacks:
    """This seat has seen the table and all racks (mp2023 L121)."""

    seat: Seat
    at: Ms


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game can be dealt; a referee need not wait for who has not confirmed."""

    at: Ms
    referee: bool = False
    starter: Seat | None = None  # None: the next one who plays


@dataclass(frozen=True, slots=True)
class FollowResults:
    """The tournament has the results of so many games: the clock is for the one after them."""

    games: int
    starter: Seat  # of that one
    at: Ms


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing but time has passed."""

    at: Ms


Command = (
    SetUp
    | Start
    | Tap
    | Pause
    | Resume
    | RestartMove
    | Announce
    | CorrectSeat
    | CallTime
    | TakeTimeBack
    | EmptyBank
    | RefillBank
    | AddTime
    | SetPercents
    | SetOut
    | EndGame
    | SeeRacks
    | NextGame
    | FollowResults
    | Tick
)
