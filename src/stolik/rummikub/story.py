"""A decision as it unfolds: each event told is already in the state the next question sees."""

from stolik.refusal import refuse
from stolik.rummikub.codes import Refusal
from stolik.rummikub.events import DrawReason, Event, NothingDrawn, StackPlaced, TileDrawn
from stolik.rummikub.evolution import evolve
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.state import Phase, SeatState, TableState
from stolik.seats import Seat


class Story:
    """Lives within one call of `decide`; nothing of it is kept."""

    def __init__(self, state: TableState, best_opening: BestOpening) -> None:
        self.state = state
        self.best_opening = best_opening
        self.told: list[tuple[Event, TableState]] = []  # what happens, and what it leads to

    def tell(self, event: Event) -> None:
        """Add an event and let it take effect."""
        self.state = evolve(self.state, event)
        self.told.append((event, self.state))

    def seat(self, seat: Seat) -> SeatState:
        """The seat, refused if there is none or it is out."""
        self.seat_exists(seat)
        found = self.state.seats[seat]
        if not found.is_active:
            refuse(self.state.rules.violation(Refusal.SEAT_DISQUALIFIED, "disqualified"))
        return found

    def seat_exists(self, seat: Seat) -> None:
        """Refuse a seat this table does not have."""
        if not 0 <= seat < len(self.state.seats):
            refuse(self.state.rules.violation(Refusal.SEAT_UNKNOWN, seats=len(self.state.seats)))

    def running(self) -> None:
        """Refuse unless a game is on and the clock may run."""
        if self.state.phase is not Phase.PLAYING:
            refuse(self.state.rules.violation(Refusal.GAME_NOT_RUNNING))
        if self.state.paused:
            refuse(self.state.rules.violation(Refusal.TABLE_PAUSED, "dispute"))

    def turn_of(self, seat: Seat) -> SeatState:
        """The seat, refused unless it is its turn in a running game."""
        self.running()
        state = self.seat(seat)
        if seat != self.state.turn:
            refuse(self.state.rules.violation(Refusal.TURN_NOT_YOURS, "turn"))
        return state

    def draw(self, seat: Seat, reason: DrawReason) -> None:
        """One tile from the middle; a used-up middle is replaced by the lowest-numbered stack."""
        if not self.state.pool_size:
            self.tell(NothingDrawn(seat, reason))
            return
        if not self.state.middle.tiles:
            lowest = min(stack.number for stack in self.state.bank)
            self.tell(StackPlaced(seat, lowest))
        self.tell(TileDrawn(seat, self.state.middle.tiles[0], reason))
