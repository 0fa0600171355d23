"""Random legal play: mostly a move, now and then an exchange, a rainbow or three cards."""

from dataclasses import dataclass
from random import Random

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
from stolik.wojtek.board import Board
from stolik.wojtek.commands import ChooseColour, ChooseStart, ExchangeCards, SeatCommand
from stolik.wojtek.state import Waiting
from stolik.wojtek.view import TableView


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Plays any legal move it stumbles on; all its chance comes from `chance`."""

    board: Board
    chance: Random

    def command(self, view: TableView) -> SeatCommand:
        """The next thing this seat does."""
        if view.waiting is Waiting.START:
            return ChooseStart(own_seat(view), self.chance.choice(free_starts(view, self.board)))
        position = position_of(view, self.board)
        if view.waiting is Waiting.COLOUR:
            return ChooseColour(position.me, self.chance.choice(tuple(position.ways())))
        options = [] if self.chance.random() < 0.1 else self._options(position)
        return self.chance.choice(options).command if options else self._exchange(position)

    def _options(self, position: Position) -> list[Option]:
        ways = position.ways()
        if self.chance.random() < 0.3 and (threes := [*three_card_options(position, ways)]):
            return threes
        return [*card_options(position, ways), *rainbow_options(position, ways)]

    def _exchange(self, position: Position) -> SeatCommand:
        cards = position.board.cards
        most = min(cards.exchange_most, len(position.hand))
        count = self.chance.randint(cards.exchange_least, max(cards.exchange_least, most))
        return ExchangeCards(position.me, tuple(self.chance.sample(position.hand, count)))
