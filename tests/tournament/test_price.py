"""What a draft costs is counted over the whole event, not over one stage of it."""

from dataclasses import replace
from itertools import combinations
from random import Random

from stolik.app.fairness.draw_input import draw_input
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


def test_a_team_is_split_though_all_its_school_cannot_be():
    """004: five teams of five, three of one school, at five tables; and whom the price names."""
    hall = Hall()
    hall.do("create", format="wojtek", seed="17", team_size=5)
    for n in range(25):
        team = n // 5 + 1
        of = {"club": f"SP {max(team, 3)}", "team": f"D{team}", "guardian": f"O{team}"}
        hall.do("enter", name=f"Z{n + 1}", **of)
    price = hall.do("draw")["price"]
    plan = [[table.seats for table in hall.state.rounds[0].tables], *hall.state.plan]
    assert len(plan) == 4
    assert all(len({(n - 1) // 5 for n in seats}) == 5 for tables in plan for seats in tables)
    assert price["teams_together"] == []
    assert price["teams_least"]
    assert len(price["kept_apart_together"]) == 15  # three of the fifteen at every table
    (one, _, kept, *_), other = plan[0][0], plan[0][1]
    mate = next(n for n in other if (n - 1) // 5 == (kept - 1) // 5)
    swapped = hall.do("swap", one=one, other=mate, reason="x")["price"]
    assert sorted([kept, mate]) in swapped["teams_together"]
    assert not swapped["teams_least"]


def test_a_tournament_begun_before_goes_on_with_the_input_it_had():
    hall = Hall().create("wojtek", 4)
    assert "teams" not in draw_input(replace(hall.state, decisions=33), 0, None)
