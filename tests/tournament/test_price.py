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
