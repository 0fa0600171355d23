"""What can be asked of a table. Time, chance and ids come in here, from outside."""

from dataclasses import dataclass

from stolik.judging import AddTime as AddTime
from stolik.judging import Pause as Pause
from stolik.judging import Resume as Resume
from stolik.judging import Rewind as Rewind
from stolik.rummikub.state import Draft
from stolik.rummikub.tiles import Tableau, Tiles
from stolik.seats import NoteAccess, Seat


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Seat the players and deal; `order` lists all tiles as they are read into stacks 1, 2, …"""

    seats: int
    starter: Seat
    order: Tiles
    warnings: tuple[int, ...] = ()  # violations already reported, one number per seat
    drawn: tuple[
        Tiles, ...
    ] = ()  # for the seats (szkoly2015 L67), seat by seat; (): settled before


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal again after a granted redeal, or the next game once all have confirmed."""

    order: Tiles


@dataclass(frozen=True, slots=True)
class AskRedeal:
    """A seat with enough doublets asks for a new deal for all."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeclareReady:
    """A seat is ready to start; it may announce the opening for its first move."""

    seat: Seat
    announces_opening: bool = False


@dataclass(frozen=True, slots=True)
class DrawTile:
    """Take a tile; `stack` names the next one of the bank when the middle is used up."""

    seat: Seat
    stack: int | None = None


@dataclass(frozen=True, slots=True)
class LayTiles:
    """Lay and rearrange: the whole tableau as it shall lie. Ends the turn."""

    seat: Seat
    tableau: Tableau


@dataclass(frozen=True, slots=True)
class AnnounceOpening:
    """Say before the click: I shall open in my next turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The click of the clock."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RestartTurn:
    """Ask to start one's move again because the one before clicked before drawing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The move clock ran out on this draft."""

    seat: Seat
    draft: Draft | None = None  # None: nothing was moved
    restorable: bool = True  # can the table be put back as it lay? Online always
    touched_after_time: bool = False


@dataclass(frozen=True, slots=True)
class CallTime:
    """The time of the round or game is over."""


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """A seat has seen the table and all racks; the next deal may come."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Challenge:
    """A seat disputes event number `event` and calls the judge."""

    seat: Seat
    event: int


@dataclass(frozen=True, slots=True)
class VoidTurn:
    """Declare a turn void: the table is put back and a tile taken.

    The turn that is running, or the one a challenge is about: what was played since is gone.
    """

    reason: str
    challenge: int | None = None


@dataclass(frozen=True, slots=True)
class GiveRuling:
    """Decide a challenge (numbered from 1), or rule without one (None)."""

    reason: str
    challenge: int | None = None


@dataclass(frozen=True, slots=True)
class Warn:
    """Record a reported violation of a seat."""

    seat: Seat
    reason: str
    counted_elsewhere: bool = False  # by the tournament, over all its tables


@dataclass(frozen=True, slots=True)
class Disqualify:
    """Put a seat out; `gross`: an intentional or gross violation."""

    seat: Seat
    reason: str
    gross: bool = False
    left: bool = False  # nothing was done wrong: he is ill, had to go, or never came
    warnings: int = 0  # that the tournament counts, over all its tables


@dataclass(frozen=True, slots=True)
class InspectRack:
    """Look at one named rack, with the clock stopped and everybody knowing."""

    seat: Seat
    reason: str


SeatCommand = (
    AskRedeal
    | DeclareReady
    | DrawTile
    | LayTiles
    | AnnounceOpening
    | EndTurn
    | RestartTurn
    | ConfirmResult
    | Challenge
)
RefereeCommand = (
    Pause | Resume | AddTime | VoidTurn | Rewind | GiveRuling | Warn | Disqualify | InspectRack
)
TableCommand = OpenTable | Deal | TimeOut | CallTime | NoteAccess
Command = SeatCommand | RefereeCommand | TableCommand
