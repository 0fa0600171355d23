"""A decision as it unfolds: each event told is already in the state the next question sees."""

from collections.abc import Callable

from stolik.refusal import refuse
from stolik.seats import Seat
from stolik.wojtek.cards import BearCard, Colour, TravelCard
from stolik.wojtek.codes import Refusal
from stolik.wojtek.events import BearMixed, CardsDrawn, Event, SlotFilled, TravelMixed
from stolik.wojtek.evolution import evolve
from stolik.wojtek.state import JUDGE_WAITS, Phase, SeatState, TableState

# Chance from outside: sorted cards and a label in, the same cards in their new order out.
Mix = Callable[[tuple[str, ...], str], tuple[str, ...]]


class Story:
    """Lives within one call of `decide`; nothing of it is kept."""

    def __init__(self, state: TableState, mix: Mix | None) -> None:
        self.state = state
        self._mix = mix
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Add an event and let it take effect."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def seat(self, seat: Seat) -> SeatState:
        """The seat, refused if there is none or it is excluded."""
        self.seat_exists(seat)
        if self.state.seats[seat].excluded:
            refuse(self.state.board.violation(Refusal.SEAT_EXCLUDED, "excluded"))
        return self.state.seats[seat]

    def seat_exists(self, seat: Seat) -> None:
        """Refuse a seat this table does not have."""
        if not 0 <= seat < len(self.state.seats):
            refuse(self.state.board.violation(Refusal.SEAT_UNKNOWN, seats=len(self.state.seats)))

    def running(self, *phases: Phase) -> None:
        """Refuse unless a game is on (by default being played) and nobody stopped it."""
        if self.state.phase not in (phases or (Phase.PLAYING,)):
            refuse(self.state.board.violation(Refusal.NOT_RUNNING))
        if self.state.paused:
            refuse(self.state.board.violation(Refusal.PAUSED, "judge"))

    def turn_of(self, seat: Seat) -> SeatState:
        """The seat, refused unless it is its turn and the judge is not waited for."""
        self.running()
        state = self.seat(seat)
        if seat != self.state.turn:
            refuse(self.state.board.violation(Refusal.NOT_YOUR_TURN, "turn"))
        if self.state.waiting in JUDGE_WAITS:
            refuse(self.state.board.violation(Refusal.WAITS_FOR_JUDGE, "city"))
        return state

    def free_turn_of(self, seat: Seat) -> SeatState:
        """The seat at the beginning of its turn: nothing is declared yet."""
        state = self.turn_of(seat)
        if self.state.waiting is not None:
            refuse(self.state.board.violation(Refusal.WAITS_FOR_COLOUR, "three_cards"))
        return state

    def takes_back(self, seat: Seat) -> bool:
        """Whether the seat has begun a move by three cards: what it changed is put back."""
        return self.state.before_exchange is not None and self.state.turn == seat

    def next_travel_card(self) -> TravelCard | None:
        """The top of the travel deck, the discards shuffled first if it is used up."""
        if not self.state.travel_deck and self.state.travel_discards:
            order = self._mixed(self.state.travel_discards)
            self.tell(TravelMixed(tuple(TravelCard(card) for card in order)))
        return self.state.travel_deck[-1] if self.state.travel_deck else None

    def draw(self, seat: Seat, count: int) -> None:
        """Travel cards into the hand, as many as there are."""
        while count > 0 and self.next_travel_card() is not None:
            cards = self.state.travel_deck[-1 : -count - 1 : -1]
            self.tell(CardsDrawn(seat, cards))
            count -= len(cards)

    def fill_display(self) -> None:
        """A card for every empty slot; where none is left the slot stays empty (decision W11)."""
        for i, slot in enumerate(self.state.board.colour_ids):
            if self.state.display[i] is None:
                self._fill(slot)

    def _fill(self, slot: Colour) -> None:
        if not self.state.bear_deck and self.state.bear_discards:
            order = self._mixed(self.state.bear_discards)
            self.tell(BearMixed(tuple(BearCard(card) for card in order)))
        if self.state.bear_deck:
            self.tell(SlotFilled(slot, self.state.bear_deck[-1]))

    def _mixed(self, discards: tuple[str, ...]) -> tuple[str, ...]:
        """The sorted discards in an order from outside; the label is the index in the log."""
        if self._mix is None:
            refuse(self.state.board.violation(Refusal.ORDER_MISSING))
        in_order = tuple(sorted(discards))
        order = tuple(self._mix(in_order, f"mix/{self.state.version}"))
        if tuple(sorted(order)) != in_order:
            refuse(self.state.board.violation(Refusal.WRONG_CARDS))
        return order
