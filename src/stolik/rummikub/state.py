"""The state of a table: frozen, changed only by `evolve`."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import Ending
from stolik.rummikub.tiles import Tableau, Tiles
from stolik.seats import FIRST_SEAT, Seat

if TYPE_CHECKING:  # events speak of seats and drafts, the state remembers events
    from stolik.rummikub.events import Event, SeatResult

S = TypeVar("S", "SeatState", "TableState")


def changed(state: S, **changes: Any) -> S:
    """`dataclasses.replace` without a walk through every field: states change at every event."""
    assert changes.keys() <= state.__dict__.keys(), changes.keys() - state.__dict__.keys()
    fields = state.__dict__.copy()
    fields.update(changes)
    copy = object.__new__(type(state))
    object.__setattr__(copy, "__dict__", fields)
    return copy


class Phase(StrEnum):
    """Where a table is between being set up and the next deal."""

    CLOSED = "closed"
    READYING = "readying"
    REDEALING = "redealing"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Draft:
    """Tiles as they lie before the turn is ended, and what the player holds in his hand."""

    tableau: Tableau
    own_in_hand: Tiles = ()
    table_in_hand: Tiles = ()


@dataclass(frozen=True, slots=True)
class Stack:
    """A numbered stack; drawn from the front."""

    number: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Dispute:
    """A challenge bound to an event, and the ruling once it is given."""

    seat: Seat
    event: int
    ruling: str | None = None


@dataclass(frozen=True)
class SeatState:
    """What belongs to one seat; names of people never come here."""

    rack: Tiles = ()
    ready: bool = False
    opened: bool = False
    had_turn: bool = False
    announced: bool = False
    announced_before_game: bool = False
    last_drawn: Tiles = ()  # taken in the last turn, penalty tiles included (decision 14)
    for_time_out: Tiles = ()  # … of these, received when the time was over (decision 23)
    confirmed: bool = False
    warnings: int = 0
    disqualified: bool = False
    playing: bool = True  # False: disqualified before this game, so no rack and no score

    @property
    def is_active(self) -> bool:
        """Whether the seat plays this game and is not disqualified."""
        return self.playing and not self.disqualified


@dataclass(frozen=True)
class TableState:
    """One table over its games. `log` is the whole past, so that a rewind is a shorter replay."""

    rules: RulesProfile
    phase: Phase = Phase.CLOSED
    game: int = 0
    seats: tuple[SeatState, ...] = ()
    circle: tuple[Seat, ...] = ()  # clockwise, as drawn tiles say; (): as the seats count
    drawn: tuple[Tiles, ...] = ()  # for the seats, seat by seat, while the first game is played
    starter: Seat = FIRST_SEAT
    turn: Seat = FIRST_SEAT
    tableau: Tableau = ()
    middle: Stack = Stack(0, ())
    bank: tuple[Stack, ...] = ()
    drew: bool = False  # the seat to move has done its drawing
    took: bool = False  # … and a tile did come
    laid: bool = False  # … or has laid tiles
    extra_time_s: int = 0  # granted in this turn
    clicked_early: Seat | None = None  # ended the turn before this one without drawing
    owes_tile: bool = False  # … and has still not drawn
    time_called: bool = False
    last_moves: tuple[Seat, ...] | None = None
    last_moves_ending: Ending = Ending.POOL_EMPTY
    passed: tuple[Seat, ...] = ()  # in a row without a tile laid since the pool ran out
    ending: Ending | None = None
    results: tuple["SeatResult", ...] = ()
    paused: bool = False
    pause_after_turn: bool = False
    disputes: tuple[Dispute, ...] = ()
    inspected: Seat | None = None
    game_began: int = 0  # number of the event that dealt this game
    turn_began: int = 0  # … that passed the turn on to the seat to move
    version: int = 0  # the number of the event that led here
    log: tuple["Event", ...] = field(default=(), repr=False, compare=False)

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seats that play this game and are not disqualified."""
        seats = enumerate(self.seats)
        return tuple([Seat(i) for i, s in seats if s.playing and not s.disqualified])

    @property
    def pool_size(self) -> int:
        """How many tiles can still be drawn."""
        return len(self.middle.tiles) + sum([len(stack.tiles) for stack in self.bank])

    @property
    def may_draw(self) -> bool:
        """Whether a move can be a draw: not from an empty pool nor in the last moves."""
        # The move that runs when time is called is finished like any other; the last ones follow.
        is_last_move = (self.last_moves or ())[:1] == (self.turn,)
        return self.pool_size > 0 and (self.rules.ending.draw_in_last_moves or not is_last_move)

    @property
    def is_disputed(self) -> bool:
        """Whether a challenge still waits for its ruling."""
        return any(dispute.ruling is None for dispute in self.disputes)

    @property
    def around(self) -> tuple[Seat, ...]:
        """Every seat once, clockwise."""
        return self.circle or tuple([Seat(i) for i in range(len(self.seats))])

    def seats_after(self, seat: Seat) -> tuple[Seat, ...]:
        """The active seats clockwise, from the one after `seat` round to `seat` itself."""
        active, around = self.active_seats, self.around
        after = around.index(seat) + 1
        return tuple([s for s in (*around[after:], *around[:after]) if s in active])

    def with_seat(self, seat: Seat, **changes: Any) -> "TableState":
        """The state with one seat changed."""
        return changed(self, seats=self.seats_with(seat, **changes))

    def seats_with(self, seat: Seat, **changes: Any) -> tuple[SeatState, ...]:
        """The seats, one of them changed."""
        seats = list(self.seats)
        seats[seat] = changed(seats[seat], **changes)
        return tuple(seats)


def new_table(rules: RulesProfile) -> TableState:
    """An empty table under a rules profile."""
    return TableState(rules)
