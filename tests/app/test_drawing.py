"""Draws from the desk: a plan that goes on, changes and is drawn again."""

from itertools import combinations
from random import Random

import pytest

from tests.tournament.hall import Hall


def meetings_twice(hall: Hall) -> int:
    pairs = [
        pair
        for r in hall.state.rounds_of(0)
        for t in r.tables
        for pair in combinations(sorted(t.seats), 2)
    ]
    return len(pairs) - len(set(pairs))


def play(hall: Hall, rounds: int) -> None:
    while len(hall.state.rounds_of(0)) < rounds or hall.do("check")["next"] == "play":
        hall.step(Random(1))


@pytest.mark.parametrize("entrants", [16, 20, 24])
def test_who_leaves_costs_no_repeat(entrants: int):
    hall = Hall().create("grandprix", entrants)
    play(hall, 1)
    planned = hall.state.plan
    hall.do("withdraw", entrant=3, reason="ill", game="without")
    hall.do("draw")
    tables = [set(t.seats) for t in hall.state.rounds[-1].tables]
    before = [set(t) - {3} for t in planned[0]]
    assert sum(table in before for table in tables) >= len(before) - 2, "the old plan is kept"
    play(hall, 4)
    assert meetings_twice(hall) == 0


def test_who_comes_late_is_seated_and_costs_no_repeat():
    hall = Hall().create("grandprix", 22)
    play(hall, 1)
    hall.do("enter", name="Spóźniona")
    play(hall, 4)
    assert all(r.table_of(23) for r in hall.state.rounds_of(0)[1:])
    assert meetings_twice(hall) == 0


def test_a_draft_drawn_again_comes_out_differently():
    hall = Hall().create("grandprix", 16)
    first = hall.do("draw")["tables"]
    again = hall.do("draw", reason="a slip was seen")["tables"]
    assert first != again
    assert hall.state.draws == 2


def test_twelve_are_offered_both_answers_with_their_price():
    hall = Hall().create("grandprix", 12)
    offers = hall.do("draw")["price"]["offers"]
    assert offers == [{"table_size": 4, "repeats": 18}, {"table_size": 3, "repeats": 0}]
    threes = hall.do("draw", table_size=3, reason="nobody twice")
    assert [len(t["seats"]) for t in threes["tables"]] == [3, 3, 3, 3]
    hall.do("publish")
    play(hall, 4)
    assert meetings_twice(hall) == 0
    assert all(len(t.seats) == 3 for r in hall.state.rounds_of(0) for t in r.tables)
