"""A bot that plans ahead: the card it takes now, and the one it hopes for in its next turn.

For every move, and for every exchange of cards, it reckons what the display will offer next time:
which slots its hand will reach (known cards for certain, cards still to be drawn by chance), and
how likely the others leave them alone. It also minds what the next players could take, and it
enters Edynburg only when that wins.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from stolik.bots.wojtek.greedy import best_start
from stolik.bots.wojtek.position import (
    Option,
    Position,
    card_options,
    own_seat,
    position_of,
    rainbow_options,
    three_card_options,
)
from stolik.bots.wojtek.worth import sets_with, worth
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW, BearCard, BearCards, Colour, TravelCards, without
from stolik.wojtek.commands import ChooseColour, ChooseStart, ExchangeCards, SeatCommand
from stolik.wojtek.state import Waiting
from stolik.wojtek.view import SeatView, TableView

LATER = 0.75  # what the next turn counts against this one
SURVIVES = 0.8  # the chance that another player leaves a slot as it is
THREAT = 0.8  # how much the chances of the next player weigh
ENDING = 500.0  # for ending a game ahead of everybody, against it otherwise
AROUND = 5.0  # for each card of the best kind that is still around
SHORT = 20.0  # against each card that is missing and not around any more
HAS_COLOUR = 0.5  # the chance that another player can reach a slot
DRAWN = 1 / 8  # the chance that a drawn card has a given colour

Gains = Mapping[Colour, float]  # what the card of each slot would add to the own sets


@dataclass(frozen=True, slots=True)
class Plan:
    """Something to do in this turn and what it is expected to bring."""

    command: SeatCommand
    value: float


@dataclass(frozen=True, slots=True)
class PlannerBot:
    """Plans two turns of its own; what the others do in between it only fears."""

    board: Board

    def command(self, view: TableView) -> SeatCommand:
        """The next thing this seat does."""
        if view.waiting is Waiting.START:
            return ChooseStart(own_seat(view), best_start(view, self.board))
        outlook = Outlook(position_of(view, self.board))
        if view.waiting is Waiting.COLOUR:
            return max(outlook.colours(), key=lambda plan: plan.value).command
        return max(outlook.plans(), key=lambda plan: plan.value).command


class Outlook:
    """One turn thought through; lives as long as the bot thinks."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = position.board
        self.view = position.view
        self.seat = position.seat
        self.survives = SURVIVES ** (len(self.view.order) - 1)
        self._gains: dict[tuple[BearCards, tuple[str, ...]], tuple[Gains, float]] = {}
        self._worth: dict[tuple[BearCards, tuple[str, ...]], float] = {}
        self._held = {kind: self.seat.cards.count(BearCard(kind)) for kind in self.board.kind_ids}
        shown = [card for seat in self.view.seats for card in seat.cards]
        copies = self.board.cards.copies
        self._left = {kind: copies - shown.count(BearCard(kind)) for kind in self.board.kind_ids}
        self._feared = self._fears()

    def plans(self) -> Iterator[Plan]:
        """Every move and every exchange."""
        ways = self.position.ways()
        for option in (*card_options(self.position, ways), *rainbow_options(self.position, ways)):
            yield Plan(option.command, self._of_move(option))
        yield from self._three_cards(ways)
        yield from self._exchanges()

    def colours(self) -> Iterator[Plan]:
        """Every colour of a move by three cards already declared."""
        me, declared = self.position.me, self.view.three_cards
        cards = declared.cards if declared else ()
        for colour, to in self.position.ways().items():
            command = ChooseColour(me, colour)
            yield Plan(command, self._of_move(Option(command, cards, to, colour)))

    def _three_cards(self, ways: dict[Colour, int]) -> Iterator[Plan]:
        """A new card instead of the least useful one, and then the free choice."""
        gains, average = self._gains_of(self.seat.cards, self.seat.cities)
        useless = min(gains, key=lambda slot: gains[slot], default=None)
        for option in three_card_options(self.position, ways):
            if option.exchanges in (useless, None):
                value = self._of_move(option)
                known = gains.get(option.slot, average)
                better = max(0.0, average - known) if option.exchanges == option.slot else 0.0
                yield Plan(option.command, value + better)

    def _exchanges(self) -> Iterator[Plan]:
        """Every choice of cards to put away; nothing is taken in this turn."""
        limits, hand = self.board.cards, self.position.hand
        gains, _ = self._gains_of(self.seat.cards, self.seat.cities)
        threat = self._threat(None)
        for count in range(limits.exchange_least, min(limits.exchange_most, len(hand)) + 1):
            for away in dict.fromkeys(combinations(sorted(hand), count)):
                hoped = self._hoped(gains, without(hand, away), count, self.position.mine)
                command = ExchangeCards(self.position.me, away)
                yield Plan(command, LATER * hoped - threat)

    def _of_move(self, option: Option) -> float:
        board, at_goal = self.board, option.to == self.board.goal_position
        cards, cities = self._collected(option)
        now = self._worth_of(cards, cities)
        value = now - self._worth_of(self.seat.cards, self.seat.cities)
        if at_goal:
            return value + (ENDING if self._is_ahead(cards, cities) else -ENDING)
        gains, average = self._gains_of(cards, cities)
        fresh = len(cities) > len(self.seat.cities)
        offered = {
            slot: average if fresh or slot == option.slot else gain for slot, gain in gains.items()
        }
        rest = without(self.position.hand, option.cards)
        drawn = board.cards.hand - len(rest)
        value += LATER * self._hoped(offered, rest, drawn, option.to)
        return value - (0.0 if fresh else self._threat(option.slot))

    def _hoped(self, gains: Gains, hand: TravelCards, drawn: int, mine: int) -> float:
        """What the next turn brings: the best slot that is reached and still there."""
        board, others = self.board, self.position.others
        colours = {Colour(card) for card in hand}
        expected, left = 0.0, 1.0
        by_drawing = 1 - (1 - DRAWN) ** drawn
        any_colour = RAINBOW in hand and mine >= max(others, default=0)
        for slot in sorted(gains, key=lambda c: -gains[c]):
            if mine >= board.fields_of[slot][-1]:
                continue
            reached = 1.0 if any_colour or slot in colours else by_drawing
            expected += left * reached * self.survives * gains[slot]
            left *= 1 - reached * self.survives
        return expected

    def _threat(self, taken: Colour | None) -> float:
        """What the next player could gain from what is left on the display."""
        expected, left = 0.0, THREAT
        for slot, gained in self._feared:
            if slot != taken:
                expected += left * HAS_COLOUR * gained
                left *= 1 - HAS_COLOUR
        return expected

    def _fears(self) -> list[tuple[Colour, float]]:
        """What each slot would bring the next player, the most first."""
        following = self._next_seat()
        if following is None:
            return []
        cards, cities = following.cards, following.cities
        before = self._plain_worth(cards, cities)
        shown = zip(self.board.colour_ids, self.view.display, strict=True)
        gains = [
            (slot, self._plain_worth((*cards, card), cities) - before)
            for slot, card in shown
            if card is not None
        ]
        return sorted(gains, key=lambda pair: -pair[1])

    def _next_seat(self) -> SeatView | None:
        order, me = self.view.order, self.position.me
        place = order.index(me)
        circle = (self.view.seats[s] for s in (*order[place + 1 :], *order[:place]))
        return next((seat for seat in circle if not seat.excluded and not seat.finished), None)

    def _collected(self, option: Option) -> tuple[BearCards, tuple[str, ...]]:
        board, seat = self.board, self.seat
        card = self.view.display[board.colour_ids.index(option.slot)]
        at_goal = option.to == board.goal_position
        gets = card is not None and (not at_goal or board.goal.gives_card)
        city = board.city_at.get(option.to, "")
        cards = _sorted((*seat.cards, card)) if gets and card is not None else seat.cards
        return cards, (*seat.cities, city) if city in self.view.cities else seat.cities

    def _is_ahead(self, cards: BearCards, cities: tuple[str, ...]) -> bool:
        """Whether these sets would beat all others, each of them given one more card."""
        mine = sets_with(cards, cities, self.board).sizes
        theirs = (
            sets_with(seat.cards, seat.cities, self.board).sizes
            for i, seat in enumerate(self.view.seats)
            if i != self.position.me and not seat.excluded
        )
        return all(mine >= _grown(sizes) for sizes in theirs)

    def _gains_of(self, cards: BearCards, cities: tuple[str, ...]) -> tuple[Gains, float]:
        """What each slot would add to these cards, and a card nobody has seen yet."""
        cards = _sorted(cards)
        if (cards, cities) not in self._gains:
            board, before = self.board, self._worth_of(cards, cities)
            by_card = {
                card: self._worth_of((*cards, card), cities) - before
                for card in dict.fromkeys(board.bear_cards)
            }
            shown = zip(board.colour_ids, self.view.display, strict=True)
            gains = {slot: by_card[card] for slot, card in shown if card is not None}
            average = sum(by_card[card] for card in board.bear_cards) / len(board.bear_cards)
            self._gains[cards, cities] = gains, average
        return self._gains[cards, cities]

    def _worth_of(self, cards: BearCards, cities: tuple[str, ...]) -> float:
        """Worth of the sets, and of how well the best kind can still be completed."""
        key = _sorted(cards), cities
        if key not in self._worth:
            sets = sets_with(*key, self.board)
            self._worth[key] = worth(sets, self.board) + self._promise(key[0], sets.made)
        return self._worth[key]

    def _plain_worth(self, cards: BearCards, cities: tuple[str, ...]) -> float:
        return worth(sets_with(cards, cities, self.board), self.board)

    def _promise(self, cards: BearCards, wild: int) -> float:
        """A kind the others hoard is of little use, one that is still around is worth more."""
        size, best = self.board.ending.set_size, -SHORT * self.board.ending.set_size
        for kind, left in self._left.items():
            held = cards.count(BearCard(kind))
            missing = max(0, size - held - wild)
            here = left - (held - self._held[kind])
            best = max(best, AROUND * min(here, missing) - SHORT * max(0, missing - here))
        return best


def _sorted(cards: Iterable[BearCard]) -> BearCards:
    return tuple(sorted(cards))


def _grown(sizes: tuple[int, ...]) -> tuple[int, ...]:
    return (sizes[0] + 1, *sizes[1:]) if sizes else (1,)
