"""Where a bear may go: pure questions about positions on the track."""

from collections.abc import Collection, Iterator, Sequence

from stolik.refusal import Violation
from stolik.seats import Seat
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW, Colour, TravelCard, TravelCards, lacking
from stolik.wojtek.codes import Refusal
from stolik.wojtek.state import SeatState, TableState, ThreeCards
from stolik.wojtek.switches import ColourChoice, DisplayExchange


def position_of(seat: SeatState) -> int:
    """Where the bear of a seat that plays stands."""
    assert seat.position is not None, "every bear stands somewhere once the game has begun"
    return seat.position


def others_on_board(state: TableState, seat: Seat) -> tuple[int, ...]:
    """Where all the other bears stand."""
    return tuple(
        s.position for i, s in enumerate(state.seats) if i != seat and s.position is not None
    )


def nearest(board: Board, colour: Colour, mine: int, others: Collection[int]) -> int | None:
    """The nearest free field of a colour ahead, Edynburg if none is left (L42, decision W5)."""
    for position in board.fields_of[colour]:
        if position > mine and position not in others:
            return position
    return board.goal_position if colour in board.goal.colours else None


def is_first(board: Board, mine: int, others: Collection[int]) -> bool:
    """Whether nobody is ahead; bears in Edynburg count only where the board says so (L45)."""
    goal = board.goal_position
    last = goal if board.rainbow.goal_counts_ahead else goal - 1
    return not any(mine < position <= last for position in others)


def rainbow_fields(board: Board, mine: int, others: Sequence[int]) -> tuple[int, ...]:
    """Free fields a rainbow card leads to without overtaking, for a bear that is not first."""
    goal = board.goal_position
    ahead = min((p for p in others if mine < p), default=goal)
    free = tuple(p for p in range(mine + 1, min(ahead, goal)) if p in board.colour_at)
    return (*free, goal) if ahead == goal and board.rainbow.enters_goal else free


def reachable(board: Board, mine: int, others: Collection[int]) -> dict[Colour, int]:
    """Where each colour leads, the colours that lead nowhere left out."""
    found = ((c, nearest(board, c, mine, others)) for c in board.colour_ids)
    return {colour: to for colour, to in found if to is not None}


def colour_violations(board: Board, colour: Colour | None) -> Iterator[Violation]:
    """A colour this board does not have."""
    if colour is not None and colour not in board.colour_ids:
        yield board.violation(Refusal.COLOUR_UNKNOWN, colours=board.colour_ids)


def hand_violations(
    board: Board, hand: TravelCards, cards: Sequence[TravelCard]
) -> Iterator[Violation]:
    """Only cards of the own hand can be used."""
    if missing := lacking(cards, hand):
        yield board.violation(Refusal.CARD_NOT_IN_HAND, "discard", tiles=missing)


def three_card_violations(state: TableState, seat: Seat, play: ThreeCards) -> Iterator[Violation]:
    """Three cards of one colour or with rainbows, and a card of the display to exchange (L46)."""
    board, mine = state.board, state.seats[seat]
    yield from hand_violations(board, mine.hand, play.cards)
    if len(play.cards) != 3 or len(set(play.cards) - {RAINBOW}) > 1:
        yield board.violation(Refusal.THREE_CARDS, "three_cards")
    yield from _slot_violations(state, seat, play)
    yield from colour_violations(board, play.colour)
    yield from _choice_violations(state, seat, play)


def may_exchange(state: TableState, seat: Seat) -> bool:
    """Whether there is anything to exchange before a move by three cards."""
    shown = any(card is not None for card in state.display)
    match state.board.three_cards.exchange:
        case DisplayExchange.REPLACE:
            return shown
        case DisplayExchange.SWAP_WITH_OWN:
            return shown and bool(state.seats[seat].cards)


def _slot_violations(state: TableState, seat: Seat, play: ThreeCards) -> Iterator[Violation]:
    board, due = state.board, may_exchange(state, seat)
    filled = tuple(
        colour for colour, card in zip(board.colour_ids, state.display, strict=True) if card
    )
    if (play.slot in filled) != due or (play.slot is not None and not due):
        yield board.violation(Refusal.THREE_SLOT, "three_cards", slots=filled if due else ("–",))
    match board.three_cards.exchange:
        case DisplayExchange.REPLACE:
            if play.own is not None:
                yield board.violation(Refusal.THREE_NO_OWN_CARD, "three_cards")
        case DisplayExchange.SWAP_WITH_OWN:
            held = state.seats[seat].cards
            if (play.own in held) != due or (play.own is not None and not due):
                yield board.violation(Refusal.THREE_OWN_CARD, "three_cards", cards=held or ("–",))


def _choice_violations(state: TableState, seat: Seat, play: ThreeCards) -> Iterator[Violation]:
    """When the colour is named; some colour always leads on, Edynburg has one (decision W5)."""
    board = state.board
    match board.three_cards.colour:
        case ColourChoice.AFTER_EXCHANGE:
            if play.colour is not None:
                yield board.violation(Refusal.THREE_COLOUR_AFTER, "three_cards")
        case ColourChoice.BEFORE_EXCHANGE:
            mine, others = position_of(state.seats[seat]), others_on_board(state, seat)
            if play.colour is None:
                yield board.violation(Refusal.THREE_COLOUR_BEFORE, "three_cards")
            elif play.colour not in reachable(board, mine, others):
                yield board.violation(Refusal.NO_FIELD, "colour_card", colour=play.colour)
