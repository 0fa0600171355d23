"""The state of a table: frozen, changed only by `evolve`."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from stolik.seats import FIRST_SEAT, Seat
from stolik.wojtek.board import Board
from stolik.wojtek.cards import BearCard, BearCards, Colour, TravelCards

if TYPE_CHECKING:  # events speak of seats, the state remembers events
    from stolik.wojtek.events import Ending, Event, SeatResult

S = TypeVar("S", "SeatState", "TableState")


def changed(state: S, **changes: Any) -> S:
    """`dataclasses.replace` without a walk through every field: states change at every event."""
    assert changes.keys() <= state.__dict__.keys(), changes.keys() - state.__dict__.keys()
    copy = object.__new__(type(state))
    copy.__dict__.update(state.__dict__, **changes)
    return copy


class Phase(StrEnum):
    """Where a table is between being set up and its ranking."""

    CLOSED = "closed"
    SETTING_UP = "setting_up"
    PLAYING = "playing"
    OVER = "over"


class Waiting(StrEnum):
    """What must come before anything else, from the player or from the judge."""

    START = "start"  # the player chooses a start field
    COLOUR = "colour"  # the player names the colour of a move by three cards
    THREE_CARDS = "three_cards"  # the judge comes to a move by three cards
    CITY = "city"  # the judge hands out a city card
    ARRIVAL = "arrival"  # the judge notes an arrival


JUDGE_WAITS = (Waiting.THREE_CARDS, Waiting.CITY, Waiting.ARRIVAL)


class Decision(StrEnum):
    """The judge's answer to a report."""

    REJECTED = "rejected"
    WARNING = "warning"
    DISQUALIFICATION = "disqualification"


@dataclass(frozen=True, slots=True)
class Report:
    """Misconduct that a seat reported, and the judge's decision once it is given."""

    by: Seat
    about: Seat
    reason: str
    decision: Decision | None = None
    answer: str = ""  # why it was decided so; for the judge and the two it is about


@dataclass(frozen=True, slots=True)
class ThreeCards:
    """A move by three cards as declared: the slot to exchange, the own card, the colour."""

    cards: TravelCards
    slot: Colour | None
    own: BearCard | None
    colour: Colour | None


@dataclass(frozen=True, slots=True)
class BeforeExchange:
    """What a move by three cards changes before the bear moves; put back if it never does."""

    display: tuple[BearCard | None, ...]
    bear_deck: BearCards
    bear_discards: BearCards
    cards: BearCards  # of the player


@dataclass(frozen=True)
class SeatState:
    """What belongs to one seat; names of people never come here."""

    bear: str = ""
    start: int | None = None  # number of the start field, from 0
    position: int | None = None  # None: not on the board
    arrival: int | None = None
    hand: TravelCards = ()
    cards: BearCards = ()
    cities: tuple[str, ...] = ()
    finished: bool = False  # a complete set or Edynburg: does nothing more
    offences: int = 0  # counted by the ladder
    deduction: int = 0  # points lost in this game
    excluded: bool = False
    confirmed: bool = False  # has seen the ranking
    acted: bool = False  # has exchanged cards or moved
    passed: bool = False  # has let a turn go by

    @property
    def took_part(self) -> bool:
        """Whoever let every turn go by did not join the game (wojtek L101)."""
        return self.acted or not self.passed

    @property
    def is_ranked(self) -> bool:
        """Who joined has a place, who is excluded the last one."""
        return self.took_part or self.excluded


@dataclass(frozen=True)
class TableState:
    """The game that is played. `log` is the whole past, so that a rewind is a shorter replay."""

    board: Board
    phase: Phase = Phase.CLOSED
    game: int = 0  # at this table, from 1; 0 before the first
    game_began: int = 0  # number of the event that opened this game
    seats: tuple[SeatState, ...] = ()
    order: tuple[Seat, ...] = ()  # of play, by the start fields
    turn: Seat = FIRST_SEAT
    waiting: Waiting | None = None
    three_cards: ThreeCards | None = None
    before_exchange: BeforeExchange | None = None
    landing: Colour | None = None  # the slot a bear has just landed on and taken nothing from yet
    display: tuple[BearCard | None, ...] = ()
    travel_deck: TravelCards = ()  # read from the end
    travel_discards: TravelCards = ()
    bear_deck: BearCards = ()
    bear_discards: BearCards = ()
    cities: tuple[str, ...] = ()  # cards still beside their cities
    cities_out: tuple[str, ...] = ()  # cards of excluded players
    arrivals: int = 0
    time_called: bool = False
    last_turns: tuple[Seat, ...] | None = None  # still to come after the running one
    last_turns_ending: "Ending | None" = None
    ending: "Ending | None" = None
    results: tuple["SeatResult", ...] = ()
    overruled: tuple[int, ...] | None = None  # places set by the judge, 0: none; they stay (L105)
    paused: bool = False
    reports: tuple[Report, ...] = ()
    inspected: Seat | None = None
    turns: int = 0  # ended so far
    version: int = 0  # the number of the event that led here
    log: tuple["Event", ...] = field(default=(), repr=False, compare=False)

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seats that are not excluded."""
        return tuple(Seat(i) for i, s in enumerate(self.seats) if not s.excluded)

    @property
    def is_confirmed(self) -> bool:
        """Whether everybody who played has seen the ranking."""
        return all(self.seats[seat].confirmed for seat in self.active_seats)

    @property
    def has_open_report(self) -> bool:
        """Whether a report still waits for its decision."""
        return any(report.decision is None for report in self.reports)

    def still_to_play(self) -> tuple[Seat, ...]:
        """In the order of play: who is neither excluded nor done."""
        return tuple(
            s for s in self.order if not self.seats[s].excluded and not self.seats[s].finished
        )

    def with_seat(self, seat: Seat, **changes: Any) -> "TableState":
        """The state with one seat changed."""
        seats = list(self.seats)
        seats[seat] = changed(seats[seat], **changes)
        return changed(self, seats=tuple(seats))


def new_table(board: Board) -> TableState:
    """An empty table with this board on it."""
    return TableState(board)
