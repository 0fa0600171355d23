"""A first game with cards that were laid beforehand: the real rules, and no chance."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, TypeVar

from stolik.refusal import Range
from stolik.seats import Seat
from stolik.wojtek.board import Board
from stolik.wojtek.cards import BearCard, TravelCard
from stolik.wojtek.commands import ExchangeCards, MoveByCard, OpenTable, SeatCommand
from stolik.wojtek.view import TableView

Card = TypeVar("Card", bound=str)


@dataclass(frozen=True, slots=True)
class Step:
    """A turn of the pupil: what is said about it, and what is to be asked of the table."""

    say: str
    t: str
    cards: tuple[str, ...] = ()
    colour: str = ""
    to: Annotated[int, Range(0, 200)] = 0
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first cards of both decks in the order they are drawn, and the turns of the pupil."""

    board: str
    bears: tuple[str, ...]
    travel: tuple[str, ...]
    bear_cards: tuple[str, ...]
    steps: tuple[Step, ...]


def prepared(lesson: Lesson, board: Board) -> OpenTable:
    """Both decks with the cards of the lesson on top; a deck is read from its end."""
    return OpenTable(
        bears=lesson.bears,
        travel=_on_top(tuple(map(TravelCard, lesson.travel)), board.travel_cards),
        bear_cards=_on_top(tuple(map(BearCard, lesson.bear_cards)), board.bear_cards),
    )


def _on_top(first: tuple[Card, ...], deck: tuple[Card, ...]) -> tuple[Card, ...]:
    rest = Counter(deck)
    rest.subtract(first)
    return (*rest.elements(), *reversed(first))


@dataclass(frozen=True, slots=True)
class Companion:
    """The other bear of a lesson: goes to its first field, then waits and exchanges a card."""

    board: Board

    def command(self, view: TableView) -> SeatCommand:
        """The next thing this seat does."""
        me = view.viewer.seat if view.viewer.seat is not None else Seat(1)
        seat = view.seats[me]
        assert seat.hand, "its own hand is never hidden from it"
        if seat.position == self.board.start_position(seat.start or 0):
            return MoveByCard(me, self.board.colour_ids[self.board.colour_ids.index(seat.hand[0])])
        return ExchangeCards(me, seat.hand[:1])
