"""Every N from 6 to 200 and R from 2 to 7, counted by the independent checker."""

import pytest

from stolik.tournament.seating import Plan, SeatingRequest, plan
from tests.tournament.seating import checker
from tests.tournament.seating.chances import chance

GAMES = 3
# Where the pigeon-holes of the checker do not reach: the fewest repeats found so far.
FOUND = {
    (7, 7): 63, (9, 5): 9, (9, 6): 18, (9, 7): 27,
    (10, 5): 15, (10, 6): 27, (10, 7): 41, (11, 5): 21, (11, 6): 36, (11, 7): 54, (12, 7): 66,
    (13, 5): 4, (13, 6): 14, (13, 7): 28, (14, 5): 3, (14, 6): 18, (14, 7): 36,
    (15, 6): 21, (15, 7): 43, (16, 6): 24, (16, 7): 49,
    (17, 6): 8, (17, 7): 20, (18, 6): 9, (18, 7): 24, (19, 6): 13, (19, 7): 27,
    (20, 6): 12, (20, 7): 32,
}  # fmt: skip
# Six of the eight who sat at the two tables of four would have to form two tables of three.
SECOND_THREE_UNAVOIDABLE = {(14, 2)}

QUICK = [
    *((n, r) for n in (6, 8, 9, 12) for r in (2, 3, 4)),
    *((n, r) for n in (13, 14) for r in (2, 4)),
    *((n, r) for n in (15, 16, 17, 20) for r in (3, 5)),
    *((n, r) for n in (21, 23, 24, 27, 28, 33, 37, 40, 58, 63, 64, 90, 99, 200) for r in (4, 7)),
    (7, 3), (10, 4), (11, 4), (20, 6),
]  # fmt: skip


def planned(entrants: int, rounds: int) -> Plan:
    field = tuple(range(1, entrants + 1))
    return plan(SeatingRequest(field, rounds, games=GAMES), chance(entrants, rounds))


def check(entrants: int, rounds: int) -> None:
    found = planned(entrants, rounds)
    assert len(found.rounds) == rounds
    assert checker.seated_once(found.rounds, entrants)
    assert checker.sizes_right(found.rounds, entrants)
    check_repeats(found, entrants, rounds)
    check_threes(found, entrants, rounds)
    check_seats(found, entrants)


def check_repeats(found: Plan, entrants: int, rounds: int) -> None:
    repeats = checker.repeats(found.rounds)
    assert found.repeats == repeats
    least = checker.unavoidable(entrants, rounds)
    assert repeats >= least
    if checker.must_be_zero(entrants, rounds):
        assert repeats == 0
    else:
        assert repeats <= FOUND.get((entrants, rounds), least)
        assert any(price.facts.get("repeats") == repeats for price in found.prices)


def check_threes(found: Plan, entrants: int, rounds: int) -> None:
    visits = checker.threes(found.rounds, entrants)
    assert dict(found.short_tables) == dict(enumerate(visits, start=1))
    seats = sum(visits)
    if found.repeats or (entrants, rounds) in SECOND_THREE_UNAVOIDABLE:
        return  # fewer repeats come first
    assert max(visits) <= -(-seats // entrants)


def check_seats(found: Plan, entrants: int) -> None:
    first = checker.first_seats(found.rounds, entrants)
    starts = checker.starts(found.rounds, entrants, GAMES)
    assert list(found.first_starts.values()) == first
    assert list(found.starts.values()) == starts
    assert max(first) - min(first) <= 1
    assert max(starts) - min(starts) <= 1


@pytest.mark.parametrize(("entrants", "rounds"), QUICK)
def test_a_plan_is_as_good_as_the_rules_say(entrants: int, rounds: int):
    check(entrants, rounds)


@pytest.mark.full
@pytest.mark.parametrize("entrants", range(6, 201))
def test_every_field_and_every_number_of_rounds(entrants: int):
    for rounds in range(2, 8):
        check(entrants, rounds)


@pytest.mark.parametrize(("entrants", "rounds"), [(16, 5), (24, 7), (28, 9), (27, 9), (20, 5)])
def test_the_tightest_fields_meet_nobody_twice(entrants: int, rounds: int):
    assert checker.repeats(planned(entrants, rounds).rounds) == 0


@pytest.mark.parametrize("entrants", range(13, 29))
def test_families_cost_no_repeat_where_none_is_promised(entrants: int):
    people = tuple(range(1, entrants + 1))
    apart = tuple(frozenset(people[i : i + 3]) for i in range(0, entrants - 2, 3))
    found = plan(SeatingRequest(people, 4, games=GAMES, apart=apart), chance(entrants, 4))
    assert checker.seated_once(found.rounds, entrants)
    assert checker.repeats(found.rounds) == 0


def test_a_thousand_entrants_meet_nobody_twice():
    found = planned(1000, 5)
    assert checker.seated_once(found.rounds, 1000)
    assert checker.repeats(found.rounds) == 0
    assert max(found.first_starts.values()) - min(found.first_starts.values()) <= 1


def test_the_checker_counts():
    rounds = (((1, 2, 3), (4, 5, 6)), ((1, 2, 4), (3, 5, 6)), ((2, 1, 6), (3, 4, 5)))
    # 1–2 three times (3), 5–6 twice, 4–5 twice, 3–5 twice
    assert checker.repeats(rounds) == 6
    assert checker.threes(rounds, 6) == [3] * 6
    assert checker.first_seats(rounds, 6) == [2, 1, 2, 1, 0, 0]
    assert checker.unavoidable(12, 4) == 18
