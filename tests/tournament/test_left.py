"""Whoever left is no part of later games (decision 25, 001 L8, 003 L107): no result names him."""

import pytest

from stolik.tournament import commands as c
from stolik.tournament.engine import decide
from stolik.tournament.state import EntrantNumber, GameNumber, Line, RoundNumber, TableNumber
from tests.tournament.hall import Hall

LEFT = "result.has_left"
FOUR = (1, 2, 3, 4)


def hall_of(format_id: str = "szkoly2015") -> Hall:
    hall = Hall().create(format_id, 16)
    hall.do("draw", tables=[list(range(n, n + 4)) for n in (1, 5, 9, 13)], reason="test")
    hall.do("publish")
    return hall


def game(number: int, *entrants: int, **more: object) -> dict:
    seats = [{"entrant": n, "rack_sum": 10 * i} for i, n in enumerate(entrants)]
    return {"round": 1, "table": 1, "game": number, "seats": seats, **more}


WAYS_OUT = {
    "withdrawn": ("withdraw", {"game": "not_begun"}),
    "finished without": ("withdraw", {"game": "without"}),
    "did not come": ("no_show", {}),
    "excluded": ("disqualify", {"leaving": "without"}),
}


@pytest.mark.parametrize("way", WAYS_OUT)
def test_no_game_counts_with_somebody_who_left_before_it(way: str):
    hall = hall_of("grandprix")
    hall.do("result", **game(1, *FOUR))
    do, more = WAYS_OUT[way]
    hall.do(do, entrant=4, reason="ill", **more)
    for number in (2, 3):
        assert hall.code("result", **game(number, *FOUR)) == LEFT
        hall.do("result", **game(number, 1, 2, 3))
        assert hall.code("correct", **game(number, *FOUR), reason="slip") == LEFT


def test_what_was_played_before_is_corrected_with_all_who_played_it():
    hall = hall_of()
    hall.do("result", **game(1, *FOUR))
    hall.do("withdraw", entrant=4, reason="ill", game="not_begun")
    hall.do("correct", **game(1, 4, 3, 2, 1), reason="two lines changed")


def test_the_game_that_stands_counts_with_him_and_no_other_does():
    hall = hall_of()
    hall.do("withdraw", entrant=4, reason="ill", game="stands")
    hall.do("result", **game(1, *FOUR))
    assert hall.code("result", **game(2, *FOUR)) == LEFT


def test_who_came_back_plays_again():
    hall = hall_of()
    hall.do("withdraw", entrant=4, reason="ill", game="not_begun")
    hall.do("return", entrant=4, reason="was a mistake")
    hall.do("result", **game(1, *FOUR))


def test_a_table_online_says_itself_who_played():
    """Decision 17: who is put out there stays in the game."""
    hall = hall_of()
    hall.do("withdraw", entrant=4, reason="ill", game="without")
    lines = tuple(Line(EntrantNumber(n), n, 0, 0) for n in FOUR)
    first = (RoundNumber(1), TableNumber(1), GameNumber(1))
    assert decide(hall.state, c.RecordResult(*first, lines, "referee", online=True))
