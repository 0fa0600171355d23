"""A seat's turn: exchange of cards, or a move by a card, a rainbow or three cards."""

from stolik.free_text import says_something
from stolik.refusal import refuse, refuse_any
from stolik.seats import Seat
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.cards import RAINBOW, Colour, TravelCard, TravelCards
from stolik.wojtek.codes import Refusal
from stolik.wojtek.endings import end_turn
from stolik.wojtek.legality import (
    colour_violations,
    hand_violations,
    is_first,
    nearest,
    others_on_board,
    position_of,
    rainbow_fields,
    three_card_violations,
)
from stolik.wojtek.setup import place_first_free, take_bear_card
from stolik.wojtek.state import JUDGE_WAITS, Phase, TableState, ThreeCards, Waiting
from stolik.wojtek.story import Story
from stolik.wojtek.switches import ColourChoice, LandingOrder


def exchange_cards(story: Story, command: c.ExchangeCards) -> None:
    """One to five cards away, as many drawn, and the turn is over (wojtek L40)."""
    hand, board = story.free_turn_of(command.seat).hand, story.state.board
    least, most = board.cards.exchange_least, board.cards.exchange_most
    refuse_any(*hand_violations(board, hand, command.cards))
    if not least <= len(command.cards) <= most:
        refuse(board.violation(Refusal.EXCHANGE_NUMBER, "exchange", least=least, most=most))
    story.tell(e.CardsExchanged(command.seat, tuple(command.cards)))
    story.draw(command.seat, len(command.cards))
    end_turn(story, command.seat)


def move_by_card(story: Story, command: c.MoveByCard) -> None:
    """To the nearest free field of the card's colour (L42)."""
    hand, board = story.free_turn_of(command.seat).hand, story.state.board
    refuse_any(*colour_violations(board, command.colour))
    card = TravelCard(command.colour)
    refuse_any(*hand_violations(board, hand, (card,)))
    _move(story, command.seat, (card,), _way(story.state, command.seat, command.colour))


def move_by_rainbow(story: Story, command: c.MoveByRainbow) -> None:
    """Any free field without overtaking; the first on the track goes by colour (L43–L45)."""
    hand, state = story.free_turn_of(command.seat).hand, story.state
    refuse_any(*hand_violations(state.board, hand, (RAINBOW,)))
    refuse_any(*colour_violations(state.board, command.colour))
    mine, others = position_of(state.seats[command.seat]), others_on_board(state, command.seat)
    if is_first(state.board, mine, others):
        if command.colour is None or command.to is not None:
            refuse(state.board.violation(Refusal.RAINBOW_NAME_COLOUR, "rainbow_first"))
        way = _way(state, command.seat, command.colour)
    else:
        way = _free_way(state, command, rainbow_fields(state.board, mine, others))
    _move(story, command.seat, (RAINBOW,), way)


def play_three_cards(story: Story, command: c.PlayThreeCards) -> None:
    """Declared with the card of the display to exchange; the judge may want to see it (L46–L48)."""
    story.free_turn_of(command.seat)
    play = ThreeCards(tuple(command.cards), command.slot, command.own, command.colour)
    refuse_any(*three_card_violations(story.state, command.seat, play))
    story.tell(e.ThreeCardsDeclared(command.seat, play.cards, play.slot, play.own, play.colour))
    if story.state.board.judge.confirms_three_cards:
        story.tell(e.JudgeCalled(command.seat, Waiting.THREE_CARDS))
    else:
        _exchange_slot(story, command.seat)


def choose_colour(story: Story, command: c.ChooseColour) -> None:
    """The colour to move to, named once the display is exchanged (L46)."""
    story.turn_of(command.seat)
    state, play = story.state, story.state.three_cards
    if state.waiting is not Waiting.COLOUR or play is None:
        refuse(state.board.violation(Refusal.COLOUR_NOT_NOW, "three_cards"))
    refuse_any(*colour_violations(state.board, command.colour))
    _move(story, command.seat, play.cards, _way(state, command.seat, command.colour))


def confirm(story: Story) -> None:
    """The judge has seen it: the move goes on."""
    story.running()
    waiting, seat = story.state.waiting, story.state.turn
    if waiting not in JUDGE_WAITS:
        refuse(story.state.board.violation(Refusal.NOTHING_TO_CONFIRM, "city"))
    story.tell(e.JudgeConfirmed(waiting))
    match waiting:
        case Waiting.THREE_CARDS:
            _exchange_slot(story, seat)
        case Waiting.CITY:
            _hand_out_city(story, seat)
        case _:
            _land(story, seat)


def time_out(story: Story, command: c.TimeOut) -> None:
    """The clock decides: the first free start, or a turn without an action (decision W18)."""
    if not story.state.board.clock.turn_time_s:
        refuse(story.state.board.violation(Refusal.NO_CLOCK, "prolonging"))
    _go_by(story, e.TurnTimedOut(command.seat, story.takes_back(command.seat)))


def pass_turn(story: Story, command: c.PassTurn) -> None:
    """Nobody is there to act: the game goes on with the next player (decision W19)."""
    if not says_something(command.reason):
        refuse(story.state.board.violation(Refusal.REASON))
    _go_by(story, e.TurnPassed(command.seat, command.reason, story.takes_back(command.seat)))


def _go_by(story: Story, event: e.TurnTimedOut | e.TurnPassed) -> None:
    """A turn without an action; where a start is to be chosen it is the first free one."""
    state, seat = story.state, event.seat
    if state.phase is Phase.SETTING_UP:
        story.running(Phase.SETTING_UP)
        story.seat(seat)
        if state.turn != seat:
            refuse(state.board.violation(Refusal.START_NOT_NOW, "start_rainbow"))
        story.tell(event)
        place_first_free(story, seat)
        return
    story.turn_of(seat)
    story.tell(event)
    end_turn(story, seat)


Way = tuple[int, Colour]  # the field to go to and the slot that gives a card


def _way(state: TableState, seat: Seat, colour: Colour) -> Way:
    mine = position_of(state.seats[seat])
    to = nearest(state.board, colour, mine, others_on_board(state, seat))
    if to is None:
        refuse(state.board.violation(Refusal.NO_FIELD, "colour_card", colour=colour))
    return to, colour


def _free_way(state: TableState, command: c.MoveByRainbow, free: tuple[int, ...]) -> Way:
    board, to = state.board, command.to
    if not free:
        refuse(board.violation(Refusal.RAINBOW_BLOCKED, "rainbow_blocked"))
    gets_card_there = to == board.goal_position and board.goal.gives_card
    if to is None or (command.colour is not None) != gets_card_there:
        refuse(board.violation(Refusal.RAINBOW_NAME_FIELD, "rainbow", fields=_listed(free)))
    if to not in free:
        passes = free[-1] < to <= board.goal_position
        code = Refusal.RAINBOW_OVERTAKES if passes else Refusal.RAINBOW_FIELD
        refuse(board.violation(code, "rainbow", fields=_listed(free)))
    # Only Edynburg has no colour; its slot is the one named, if it gives a card at all.
    return to, board.colour_at.get(to) or command.colour or board.colour_ids[0]


def _listed(fields: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(str(field) for field in fields)


def _exchange_slot(story: Story, seat: Seat) -> None:
    """One card of the display out and a new one in, or swapped with an own one (decision W6)."""
    state, play = story.state, story.state.three_cards
    assert play is not None, "three cards were declared"
    if play.slot is not None:
        card = state.display[state.board.colour_ids.index(play.slot)]
        assert card is not None, "only a card that lies there was accepted"
        if play.own is None:
            story.tell(e.SlotEmptied(seat, play.slot, card))
            story.fill_display()
        else:
            story.tell(e.SlotSwapped(seat, play.slot, card, play.own))
    match state.board.three_cards.colour:
        case ColourChoice.AFTER_EXCHANGE:
            story.tell(e.ColourAwaited(seat))
        case ColourChoice.BEFORE_EXCHANGE:
            assert play.colour is not None, "it was named beforehand"
            _move(story, seat, play.cards, _way(story.state, seat, play.colour))


def _move(story: Story, seat: Seat, cards: TravelCards, way: Way) -> None:
    """Discard, move, and whatever the field gives (L50–L55)."""
    board, (to, colour) = story.state.board, way
    at_goal = to == board.goal_position
    slot = None if at_goal and not board.goal.gives_card else colour
    origin = position_of(story.state.seats[seat])
    story.tell(e.BearMoved(seat, cards, origin, to, slot))
    if at_goal:
        story.tell(e.BearArrived(seat, story.state.arrivals + 1))
        if board.judge.notes_arrivals:
            story.tell(e.JudgeCalled(seat, Waiting.ARRIVAL))
            return
    _land(story, seat)


def _land(story: Story, seat: Seat) -> None:
    """A bear card of the field's colour, and a city's card while it is there (L51–L52)."""
    state, board = story.state, story.state.board
    city = board.city_at.get(position_of(state.seats[seat]))
    if city is None or city not in state.cities:
        _take_landing_card(story, seat)
        story.fill_display()
        _end_move(story, seat)
        return
    match board.landing.order:
        case LandingOrder.BEAR_CARD_FIRST:
            _take_landing_card(story, seat)
        case LandingOrder.REFRESH_FIRST:
            pass
    if board.judge.confirms_cities:
        story.tell(e.JudgeCalled(seat, Waiting.CITY))
    else:
        _hand_out_city(story, seat)


def _hand_out_city(story: Story, seat: Seat) -> None:
    """The city's card, then all bear cards of the display are replaced (L52)."""
    board = story.state.board
    story.tell(e.CityTaken(seat, board.city_at[position_of(story.state.seats[seat])]))
    story.tell(e.DisplayCleared())
    story.fill_display()
    match board.landing.order:
        case LandingOrder.BEAR_CARD_FIRST:
            pass
        case LandingOrder.REFRESH_FIRST:
            _take_landing_card(story, seat)
            story.fill_display()
    _end_move(story, seat)


def _take_landing_card(story: Story, seat: Seat) -> None:
    if story.state.landing is not None:
        take_bear_card(story, seat, story.state.landing)


def _end_move(story: Story, seat: Seat) -> None:
    """Travel cards are drawn up to five, and the turn is over (L54)."""
    story.draw(seat, story.state.board.cards.hand - len(story.state.seats[seat].hand))
    end_turn(story, seat)
