"""Bots play whole games on every kind of board, and every game comes to its end."""

from collections import Counter
from random import Random

import pytest

from stolik.app.library import board
from stolik.bots.wojtek.registry import WOJTEK_BOTS
from stolik.lab.wojtek_table import play_wojtek
from stolik.wojtek.board import Board
from stolik.wojtek.state import Phase, TableState
from tests.wojtek.boards import VALUES, with_switches

TRASA = board("trasa")


def game(on: Board, number: int, names: tuple[str, ...]) -> TableState:
    seats = [names[(number + i) % len(names)] for i in range(2 + number % 4)]
    bots = [WOJTEK_BOTS[n](on, Random(f"{number}/{i}")) for i, n in enumerate(seats)]
    return play_wojtek(on, bots, f"games {number}")


def is_finished(state: TableState) -> bool:
    count = len(state.seats)
    places = sorted(result.standing.place for result in state.results)
    shared = [1 + sum(other < place for other in places) for place in places]
    return state.phase is Phase.OVER and len(places) == count and places == shared


def test_thirty_games_come_to_their_end():
    for number in range(30):
        assert is_finished(game(TRASA, number, ("random",))), number


@pytest.mark.parametrize(("name", "value"), VALUES, ids=str)
def test_a_game_under_each_switch_comes_to_its_end(name: str, value: object):
    on = with_switches({name: value})
    assert is_finished(game(on, 0, ("random", "greedy")))


@pytest.mark.full
@pytest.mark.parametrize("part", range(50))
def test_fifty_thousand_games_on_the_default_board(part: int):
    for number in range(part * 1_000, (part + 1) * 1_000):
        assert is_finished(game(TRASA, number, ("random",))), number


@pytest.mark.full
@pytest.mark.parametrize(("name", "value"), VALUES, ids=str)
def test_more_than_fifty_thousand_games_a_share_for_each_switch(name: str, value: object):
    """Together with the default board these are more than 100,000 games."""
    assert len(VALUES) * 1_200 >= 50_000
    on = with_switches({name: value})
    for number in range(1_200):
        assert is_finished(game(on, number, ("random",))), number


@pytest.mark.parametrize(("stronger", "weaker"), [("greedy", "random"), ("planner", "random")])
def test_who_thinks_beats_chance(stronger: str, weaker: str):
    assert wins(stronger, weaker, 20) >= 17


@pytest.mark.full
def test_the_planner_beats_the_greedy():
    assert wins("planner", "greedy", 600) >= 318  # 55 % expected at the least, 53 % asked


def wins(stronger: str, weaker: str, games: int) -> int:
    """How often the stronger of two wins, both seats in turn."""
    won: Counter[str] = Counter()
    for number in range(games):
        names = (stronger, weaker) if number % 2 else (weaker, stronger)
        bots = [WOJTEK_BOTS[n](TRASA, Random(f"{number}/{i}")) for i, n in enumerate(names)]
        state = play_wojtek(TRASA, bots, f"match {number}")
        won[names[min(state.results, key=lambda r: r.standing.place).seat]] += 1
    return won[stronger]


def test_the_same_seed_gives_the_same_game():
    assert game(TRASA, 3, ("planner",)).log == game(TRASA, 3, ("planner",)).log
