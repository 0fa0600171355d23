"""A seat's view as the numbers a strategy works with: where it stands, what it could do."""

from collections.abc import Iterator
from dataclasses import dataclass

from stolik.seats import Seat
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW, Colour, TravelCards
from stolik.wojtek.commands import MoveByCard, MoveByRainbow, PlayThreeCards, SeatCommand
from stolik.wojtek.legality import is_first, rainbow_fields, reachable
from stolik.wojtek.switches import ColourChoice, DisplayExchange
from stolik.wojtek.view import SeatView, TableView


@dataclass(frozen=True, slots=True)
class Position:
    """What a strategy needs to know of the table."""

    board: Board
    view: TableView
    me: Seat
    mine: int
    others: tuple[int, ...]
    hand: TravelCards

    @property
    def seat(self) -> SeatView:
        """The own seat."""
        return self.view.seats[self.me]

    def ways(self) -> dict[Colour, int]:
        """Where each colour leads."""
        return reachable(self.board, self.mine, self.others)


@dataclass(frozen=True, slots=True)
class Option:
    """A move and where it ends; `slot` gives the card, `exchanges` is replaced before."""

    command: SeatCommand
    cards: TravelCards
    to: int
    slot: Colour
    exchanges: Colour | None = None


def own_seat(view: TableView) -> Seat:
    """The seat a bot sits on."""
    assert view.viewer.seat is not None, "a bot looks from a seat"
    return view.viewer.seat


def position_of(view: TableView, board: Board) -> Position:
    """The view of the seat to move as numbers."""
    me = own_seat(view)
    mine = view.seats[me].position
    others = tuple(
        s.position for i, s in enumerate(view.seats) if i != me and s.position is not None
    )
    assert mine is not None, "whoever moves stands on the board"
    return Position(board, view, me, mine, others, view.seats[me].hand or ())


def free_starts(view: TableView, board: Board) -> tuple[Colour, ...]:
    """Start fields nobody stands on, in the order of play."""
    taken = {seat.start for seat in view.seats}
    return tuple(Colour(s.colour) for i, s in enumerate(board.starts) if i not in taken)


def card_options(position: Position, ways: dict[Colour, int]) -> Iterator[Option]:
    """A move for each colour in the hand."""
    for colour in dict.fromkeys(position.hand):
        if (to := ways.get(Colour(colour))) is not None:
            slot = Colour(colour)
            yield Option(MoveByCard(position.me, slot), (colour,), to, slot)


def rainbow_options(position: Position, ways: dict[Colour, int]) -> Iterator[Option]:
    """Every way of a rainbow card, if there is one."""
    board, me = position.board, position.me
    if RAINBOW not in position.hand:
        return
    if is_first(board, position.mine, position.others):
        for colour, to in ways.items():
            yield Option(MoveByRainbow(me, colour=colour), (RAINBOW,), to, colour)
        return
    for to in rainbow_fields(board, position.mine, position.others):
        if to != board.goal_position:
            yield Option(MoveByRainbow(me, to), (RAINBOW,), to, board.colour_at[to])
        elif not board.goal.gives_card:
            yield Option(MoveByRainbow(me, to), (RAINBOW,), to, board.colour_ids[0])


def triples(hand: TravelCards) -> Iterator[TravelCards]:
    """Sets of three cards in one colour or with rainbows; real colours before rainbows."""
    rainbows = hand.count(RAINBOW)
    for colour in dict.fromkeys(card for card in hand if card != RAINBOW):
        own = min(3, hand.count(colour))
        if own + rainbows >= 3:
            yield (colour,) * own + (RAINBOW,) * (3 - own)
    if rainbows >= 3:
        yield (RAINBOW,) * 3


def three_card_options(position: Position, ways: dict[Colour, int]) -> Iterator[Option]:
    """Every set of three with every slot to exchange; a colour each where it is named first."""
    board, view, me = position.board, position.view, position.me
    slots = [c for c, card in zip(board.colour_ids, view.display, strict=True) if card is not None]
    swaps = board.three_cards.exchange is DisplayExchange.SWAP_WITH_OWN
    own = position.seat.cards[-1] if swaps and position.seat.cards else None
    if swaps and own is None:
        slots = []
    before = board.three_cards.colour is ColourChoice.BEFORE_EXCHANGE
    for cards in triples(position.hand):
        for slot in (*slots,) or (None,):
            for colour, to in ways.items():
                command = PlayThreeCards(
                    me, cards, slot, own if slot else None, colour if before else None
                )
                yield Option(command, cards, to, colour, slot)
