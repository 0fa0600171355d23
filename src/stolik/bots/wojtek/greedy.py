"""Greedy play: the move whose card makes the largest sets now, and of those the shortest."""

from dataclasses import dataclass

from stolik.bots.wojtek.position import (
    Option,
    Position,
    card_options,
    free_starts,
    own_seat,
    position_of,
    rainbow_options,
    three_card_options,
)
from stolik.bots.wojtek.worth import sets_with, worth
from stolik.wojtek.board import Board
from stolik.wojtek.cards import Colour
from stolik.wojtek.commands import ChooseColour, ChooseStart, ExchangeCards, SeatCommand
from stolik.wojtek.state import Waiting
from stolik.wojtek.view import TableView


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Looks at the display and no further."""

    board: Board

    def command(self, view: TableView) -> SeatCommand:
        """The next thing this seat does."""
        if view.waiting is Waiting.START:
            return ChooseStart(own_seat(view), best_start(view, self.board))
        position = position_of(view, self.board)
        ways = position.ways()
        if view.waiting is Waiting.COLOUR:
            colour = max(ways, key=lambda c: (gain(position, ways[c], c), -ways[c]))
            return ChooseColour(position.me, colour)
        options = [
            *card_options(position, ways),
            *rainbow_options(position, ways),
            *three_card_options(position, ways),
        ]
        if not options:
            return ExchangeCards(position.me, position.hand[: self.board.cards.exchange_most])
        return max(options, key=lambda option: _key(position, option)).command


def best_start(view: TableView, board: Board) -> Colour:
    """The start whose slot shows a portrait or anything at all; then the first to play."""
    free = free_starts(view, board)
    return max(free, key=lambda colour: slot_card(view, board, colour) is not None)


def slot_card(view: TableView, board: Board, slot: Colour) -> str | None:
    """What a slot of the display shows."""
    return view.display[board.colour_ids.index(slot)]


def gain(position: Position, to: int, slot: Colour) -> float:
    """What the card of this field, and its city's, add to the own sets."""
    board, seat = position.board, position.seat
    at_goal = to == board.goal_position
    card = position.view.display[board.colour_ids.index(slot)]
    gives = card is not None and (not at_goal or board.goal.gives_card)
    city = board.city_at.get(to)
    new_cards = (*seat.cards, card) if gives and card is not None else seat.cards
    new_cities = (*seat.cities, city) if city in position.view.cities and city else seat.cities
    before = worth(sets_with(seat.cards, seat.cities, board), board)
    return worth(sets_with(new_cards, new_cities, board), board) - before


def _key(position: Position, option: Option) -> tuple[float, int, int]:
    """The gain; then few cards; then a short way, since more turns bring more cards."""
    # A card about to be exchanged is not there any more when the bear lands.
    known = option.exchanges != option.slot
    return (
        gain(position, option.to, option.slot) if known else 0.0,
        -len(option.cards),
        -option.to,
    )
