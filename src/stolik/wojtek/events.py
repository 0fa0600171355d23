"""What happened at a table. A log of these is the game; replaying it gives the state."""

from dataclasses import dataclass
from enum import StrEnum

from stolik.free_text import FreeText
from stolik.judging import Paused as Paused
from stolik.judging import Resumed as Resumed
from stolik.judging import Rewound as Rewound
from stolik.judging import TimeAdded as TimeAdded
from stolik.seats import AccessChanged, Seat
from stolik.wojtek.cards import BearCard, BearCards, Colour, TravelCard, TravelCards
from stolik.wojtek.ranking import Standing
from stolik.wojtek.state import Decision, Waiting


class Ending(StrEnum):
    """What brought a game to its end."""

    COMPLETE_SET = "complete_set"
    GOAL_REACHED = "goal_reached"
    TIME_OVER = "time_over"
    LAST_SEAT = "last_seat"


class LadderStep(StrEnum):
    """What an offence costs, by the number of those before it (wojtek L109–L112)."""

    FIRST_WARNING = "first_warning"
    YELLOW_CARD = "yellow_card"
    SECOND_WARNING = "second_warning"
    RED_CARD = "red_card"


@dataclass(frozen=True, slots=True)
class TableOpened:
    board_id: str
    board_hash: str
    bears: tuple[str, ...]
    offences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DecksLaid:
    travel: TravelCards
    bear_cards: BearCards


@dataclass(frozen=True, slots=True)
class SlotFilled:
    slot: Colour
    card: BearCard


@dataclass(frozen=True, slots=True)
class DisplayCleared:
    """All cards of the display go to the discards."""


@dataclass(frozen=True, slots=True)
class TravelMixed:
    """The used travel cards are shuffled and become the deck."""

    order: TravelCards


@dataclass(frozen=True, slots=True)
class BearMixed:
    """The discarded bear cards are shuffled and become the deck."""

    order: BearCards


@dataclass(frozen=True, slots=True)
class StartCardDrawn:
    """`decides`: the colour is free, or it is a rainbow; `kept`: it goes to the hand."""

    seat: Seat
    card: TravelCard
    decides: bool
    kept: bool


@dataclass(frozen=True, slots=True)
class BearPlaced:
    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class BearCardTaken:
    seat: Seat
    slot: Colour
    card: BearCard


@dataclass(frozen=True, slots=True)
class OrderAnnounced:
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GameStarted:
    pass


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    seat: Seat
    cards: TravelCards


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    """Put away; what comes for them follows as `CardsDrawn`."""

    seat: Seat
    cards: TravelCards


@dataclass(frozen=True, slots=True)
class ThreeCardsDeclared:
    seat: Seat
    cards: TravelCards
    slot: Colour | None
    own: BearCard | None
    colour: Colour | None


@dataclass(frozen=True, slots=True)
class SlotEmptied:
    """The card of a slot goes to the discards."""

    seat: Seat
    slot: Colour
    card: BearCard


@dataclass(frozen=True, slots=True)
class SlotSwapped:
    """A card of the display changes places with one of the player's own."""

    seat: Seat
    slot: Colour
    card: BearCard
    own: BearCard


@dataclass(frozen=True, slots=True)
class BearMoved:
    """`colour` is the slot that gives a card, None in an Edynburg that gives none."""

    seat: Seat
    cards: TravelCards
    origin: int
    to: int
    colour: Colour | None


@dataclass(frozen=True, slots=True)
class BearArrived:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class JudgeCalled:
    """Play waits for the judge."""

    seat: Seat
    waiting: Waiting


@dataclass(frozen=True, slots=True)
class ColourAwaited:
    seat: Seat


@dataclass(frozen=True, slots=True)
class JudgeConfirmed:
    waiting: Waiting


@dataclass(frozen=True, slots=True)
class CityTaken:
    seat: Seat
    city: str


@dataclass(frozen=True, slots=True)
class TurnTimedOut:
    """`restored`: an exchange of the display without a move is taken back."""

    seat: Seat
    restored: bool = False


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A turn without an action, or a start that was not chosen: the player is not there."""

    seat: Seat
    reason: FreeText
    restored: bool = False  # as in `TurnTimedOut`


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """`next_seat` is None after the last turn."""

    seat: Seat
    next_seat: Seat | None


@dataclass(frozen=True, slots=True)
class SeatFinished:
    """A complete set or Edynburg: the travel cards are put away, nothing more is done."""

    seat: Seat
    by: Ending
    cards: TravelCards


@dataclass(frozen=True, slots=True)
class LastTurnsBegan:
    """Each seat named has exactly one more turn, in this order."""

    ending: Ending
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TimeCalled:
    pass


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's line of the ranking: place with its reason, points, deduction, total."""

    seat: Seat
    standing: Standing
    arrival: int | None
    distance: int | None
    points: int
    deduction: int
    total: int
    took_part: bool = True  # who did not has no points for the place


@dataclass(frozen=True, slots=True)
class GameEnded:
    ending: Ending
    results: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class MisconductReported:
    seat: Seat
    about: Seat
    reason: FreeText


@dataclass(frozen=True, slots=True)
class ReportDecided:
    report: int
    decision: Decision
    reason: FreeText


@dataclass(frozen=True, slots=True)
class OffencePunished:
    seat: Seat
    step: LadderStep
    points: int
    reason: FreeText


@dataclass(frozen=True, slots=True)
class SeatExcluded:
    """The bear leaves the track, the cards go to the discards, the last place is his."""

    seat: Seat
    reason: FreeText
    article: str
    restored: bool = False  # as in `TurnTimedOut`
    left: bool = False  # of his own will or for no fault, so by no article


@dataclass(frozen=True, slots=True)
class RankingOverruled:
    results: tuple[SeatResult, ...]
    reason: FreeText


@dataclass(frozen=True, slots=True)
class RulingGiven:
    reason: FreeText


@dataclass(frozen=True, slots=True)
class HandInspected:
    seat: Seat
    reason: FreeText


Event = (
    TableOpened
    | DecksLaid
    | SlotFilled
    | DisplayCleared
    | TravelMixed
    | BearMixed
    | StartCardDrawn
    | BearPlaced
    | BearCardTaken
    | OrderAnnounced
    | GameStarted
    | CardsDrawn
    | CardsExchanged
    | ThreeCardsDeclared
    | SlotEmptied
    | SlotSwapped
    | BearMoved
    | BearArrived
    | JudgeCalled
    | ColourAwaited
    | JudgeConfirmed
    | CityTaken
    | TurnTimedOut
    | TurnPassed
    | TurnEnded
    | SeatFinished
    | LastTurnsBegan
    | TimeCalled
    | GameEnded
    | ResultConfirmed
    | MisconductReported
    | ReportDecided
    | OffencePunished
    | SeatExcluded
    | RankingOverruled
    | Paused
    | Resumed
    | TimeAdded
    | Rewound
    | RulingGiven
    | HandInspected
    | AccessChanged
)
