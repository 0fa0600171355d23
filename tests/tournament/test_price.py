"""What a draft costs is counted over the whole event, not over one stage of it."""

from itertools import combinations
from random import Random

from tests.tournament.hall import Hall


def test_who_met_in_an_earlier_stage_meets_again():
    hall, chance = Hall().create("eliminacje", 12), Random("17")
    while hall.state.stage == 0:
        hall.step(chance)
    drawn = hall.do("draw")
    before = {
        frozenset(pair)
        for r in hall.state.rounds[:-1]
        for table in r.tables
        for pair in combinations(table.seats, 2)
    }
    now = {frozenset(pair) for table in drawn["tables"] for pair in combinations(table["seats"], 2)}
    assert len(hall.state.format.stages) > 1
    assert now & before, "a case where it matters"
    assert drawn["price"]["met_again"] == len(now & before)


def test_who_missed_a_round_met_nobody_in_it():
    hall = Hall().create("wojtek", 5)
    hall.do("draw")
    hall.do("publish")
    away, *others = hall.state.rounds[0].tables[0].seats
    seats = [{"entrant": n, "place": i} for i, n in enumerate(others, start=1)]
    game = {"round": 1, "table": 1, "game": 1}
    hall.do("result", **game, seats=[{"entrant": away, "absent": True}, *seats])
    assert hall.do("draw")["price"]["met_again"] == 6  # the pairs of four
