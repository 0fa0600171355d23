"""What the table offers a seat is just what it accepts."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from stolik.app.library import board
from stolik.bots.wojtek.greedy import GreedyBot
from stolik.lab.wojtek_table import key_of, opening
from stolik.refusal import Refused
from stolik.seats import Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.options import NOTHING, Options, options_of
from stolik.wojtek.state import Phase, TableState, new_table
from stolik.wojtek.view import visible_to
from tests.wojtek.random_play import CALM, DISPUTED, mixed, table

TABLES = [(board, 2 + board % 4, temper) for board in range(14) for temper in (CALM, DISPUTED)]


def offered(found: Options, seat: Seat, board: Board) -> Iterator[c.SeatCommand]:
    """Every move that is offered, as the command it stands for."""
    yield from (c.ChooseStart(seat, colour) for colour in found.starts)
    yield from (c.MoveByCard(seat, way.colour) for way in found.cards)
    yield from (c.MoveByRainbow(seat, colour=way.colour) for way in found.rainbow_colours)
    at_goal = board.colour_ids[0] if board.goal.gives_card else None
    for to in found.rainbow_fields:
        yield c.MoveByRainbow(seat, to, at_goal if to == board.goal_position else None)
    for cards in found.triples:
        for slot in found.slots or (None,):
            for own in found.own or (None,):
                for colour in [way.colour for way in found.colours] or [None]:
                    yield c.PlayThreeCards(seat, cards, slot, own, colour)
    if not found.triples:
        yield from (c.ChooseColour(seat, way.colour) for way in found.colours)


def thinkable(state: TableState, seat: Seat) -> Iterator[c.SeatCommand]:
    """Every move by one card a player might think of."""
    board = state.board
    for colour in board.colour_ids:
        yield c.ChooseStart(seat, colour)
        yield c.MoveByCard(seat, colour)
        yield c.MoveByRainbow(seat, colour=colour)
        yield c.ChooseColour(seat, colour)
    for to in range(-8, board.goal_position + 2):
        yield c.MoveByRainbow(seat, to)
        if to == board.goal_position and board.goal.gives_card:
            yield c.MoveByRainbow(seat, to, board.colour_ids[0])


def is_accepted(state: TableState, command: c.Command) -> bool:
    try:
        decide(state, command, mix=mixed)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(("board", "seats", "temper"), TABLES)
def test_a_seat_is_offered_what_it_may_do_and_nothing_else(board: int, seats: int, temper):
    states = [step.before for step in table(board, seats, temper, 5).steps if step.before.seats]
    for state in states[:: max(1, len(states) // 8)]:
        for number in range(len(state.seats)):
            seat = Seat(number)
            found = options_of(state, seat)
            commands = list(offered(found, seat, state.board))
            few = commands[:: max(1, len(commands) // 40)]
            assert all(is_accepted(state, command) for command in few)
            accepted = {move for move in thinkable(state, seat) if is_accepted(state, move)}
            assert accepted == {m for m in commands if not isinstance(m, c.PlayThreeCards)}


@pytest.mark.parametrize(("board", "seats", "temper"), TABLES[::5])
def test_every_set_of_three_is_offered(board: int, seats: int, temper):
    for step in table(board, seats, temper, 5).steps[::4]:
        state = step.before
        if not state.seats or options_of(state, state.turn) == NOTHING:
            continue
        found = options_of(state, state.turn)
        if found.exchange is None:
            continue
        hand = state.seats[state.turn].hand
        sets = {tuple(sorted(cards)) for cards in combinations(hand, 3)}
        right = {cards for cards in sets if len(set(cards) - {RAINBOW}) <= 1}
        assert {tuple(sorted(cards)) for cards in found.triples} == right


def test_an_exchange_of_as_many_as_offered_is_accepted_and_of_more_refused():
    tried = 0
    for step in table(3, 4, CALM, 5).steps:
        state = step.before
        found = options_of(state, state.turn) if state.seats else NOTHING
        if found.exchange is None:
            continue
        hand, (least, most) = state.seats[state.turn].hand, found.exchange
        assert is_accepted(state, c.ExchangeCards(state.turn, hand[:least]))
        assert is_accepted(state, c.ExchangeCards(state.turn, hand[:most]))
        assert not is_accepted(state, c.ExchangeCards(state.turn, hand[: least - 1]))
        tried += 1
    assert tried > 5


@pytest.mark.parametrize("seats", [2, 5])
def test_it_is_known_before_which_move_ends_the_own_game(seats: int):
    ended = told = 0
    for state in states_of_games(board("trasa"), seats, games=4):
        found = options_of(state, state.turn)
        for way in found.cards:
            events = decide(state, c.MoveByCard(state.turn, way.colour), mix=mixed)
            ends = any(isinstance(event, e.SeatFinished) for event in events)
            assert ends == (way.to in found.ending)
            ended, told = ended + ends, told + 1
    assert 0 < ended < told


def states_of_games(track: Board, seats: int, games: int) -> Iterator[TableState]:
    """Every moment of some games between bots that want to win."""
    bot = GreedyBot(track)
    for n in range(games):
        key = key_of(f"ending {n}")
        empty = new_table(track)
        state = replay(decide(empty, opening(track, seats, key), mix=mixed), empty)
        while state.phase is not Phase.OVER:
            yield state
            seen = visible_to(state, Viewer(Role.SEAT, state.turn))
            state = replay(decide(state, bot.command(seen), mix=mixed), state)
