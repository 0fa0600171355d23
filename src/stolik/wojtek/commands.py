"""What can be asked of a table. Time, chance and ids come in here, from outside."""

from dataclasses import dataclass

from stolik.judging import AddTime as AddTime
from stolik.judging import Pause as Pause
from stolik.judging import Resume as Resume
from stolik.judging import Rewind as Rewind
from stolik.seats import NoteAccess, Seat
from stolik.wojtek.cards import BearCard, BearCards, Colour, TravelCards
from stolik.wojtek.state import Decision


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Seat the players with their bears and lay out the cards; decks are read from the end.

    Once a game is over and its result confirmed, the same opens the next one at the table.
    """

    bears: tuple[str, ...]  # drawn by lot, one for each seat
    travel: TravelCards
    bear_cards: BearCards
    offences: tuple[int, ...] = ()  # recorded before in the tournament, one number per seat


@dataclass(frozen=True, slots=True)
class ChooseStart:
    """After a rainbow card: begin on the free start field of this colour."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class ExchangeCards:
    """Put away one to five travel cards and draw as many. Ends the turn."""

    seat: Seat
    cards: TravelCards


@dataclass(frozen=True, slots=True)
class MoveByCard:
    """With a card of a colour to the nearest free field of that colour."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class MoveByRainbow:
    """To a free field without overtaking; the first bear on the track names a colour instead."""

    seat: Seat
    to: int | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class PlayThreeCards:
    """Three cards of one colour, or with rainbows: exchange a card of the display, then move.

    `own` is the card given for it where it is swapped; `colour` is named here where the choice
    comes before the exchange, else by `ChooseColour`.
    """

    seat: Seat
    cards: TravelCards
    slot: Colour | None
    own: BearCard | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class ChooseColour:
    """The colour to move to in a move by three cards."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class ReportMisconduct:
    """A seat reports another one to the judge."""

    seat: Seat
    about: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """A player has seen the ranking and is ready for the next game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock of a turn, or of the choice of a start, ran out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PassTurn:
    """The turn of a player who is not there goes by without an action; so does a start not chosen.

    Where turns have no clock this is what keeps a game from standing still for ever.
    """

    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class CallTime:
    """The head judge's time is over."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """The judge has seen what waits for him."""


@dataclass(frozen=True, slots=True)
class DecideReport:
    """The judge's answer to a report (numbered from 1)."""

    report: int
    decision: Decision
    reason: str
    is_step: bool = False  # whether a warning is the next step of the ladder
    offences: int | None = None  # as of a penalty


@dataclass(frozen=True, slots=True)
class Penalise:
    """An offence: the next step of the ladder."""

    seat: Seat
    reason: str
    offences: int | None = None  # that the tournament counts; None: those the table knows of


@dataclass(frozen=True, slots=True)
class Exclude:
    """Out of this game at once and last in it, without a deduction: gross, or gone for good."""

    seat: Seat
    reason: str
    left: bool = False  # nothing was done wrong: he is ill, had to go, or never came


@dataclass(frozen=True, slots=True)
class Overrule:
    """The judge sets the places of a finished game, one for each seat that joined it (L101)."""

    places: tuple[int | None, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class GiveRuling:
    """The judge's word on a doubt; final."""

    reason: str


@dataclass(frozen=True, slots=True)
class InspectHand:
    """Look at one named hand, with the game stopped and everybody knowing."""

    seat: Seat
    reason: str


SeatCommand = (
    ChooseStart
    | ExchangeCards
    | MoveByCard
    | MoveByRainbow
    | PlayThreeCards
    | ChooseColour
    | ReportMisconduct
    | ConfirmResult
)
RefereeCommand = (
    Confirm
    | DecideReport
    | Penalise
    | Exclude
    | PassTurn
    | Overrule
    | Pause
    | Resume
    | AddTime
    | Rewind
    | GiveRuling
    | InspectHand
)
TableCommand = OpenTable | TimeOut | CallTime | NoteAccess
Command = SeatCommand | RefereeCommand | TableCommand
