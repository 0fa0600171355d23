"""A plan by hand-made cases: who is kept apart, fixed, locked, carried over."""

from dataclasses import replace

import pytest

from stolik.refusal import Refused
from stolik.tournament.codes import Remark
from stolik.tournament.seating import (
    MOST_ENTRANTS,
    MOST_ROUNDS,
    LockedTable,
    Plan,
    SeatingRequest,
    offers,
    plan,
)
from stolik.tournament.tables import TWENTY_TABLES
from tests.tournament.seating import checker
from tests.tournament.seating.chances import chance
from tests.tournament.test_tables import THREES, TWO_TO_FIVE


def request(entrants: int, rounds: int, **more) -> SeatingRequest:
    return SeatingRequest(tuple(range(1, entrants + 1)), rounds, **more)


def planned(entrants: int, rounds: int, **more) -> Plan:
    return plan(request(entrants, rounds, **more), chance("plan"))


def tables_of(found: Plan, entrant: int) -> list[int]:
    return [
        number
        for tables in found.rounds
        for number, table in enumerate(tables, start=1)
        if entrant in table
    ]


def refusals(asked: SeatingRequest) -> list[str]:
    with pytest.raises(Refused) as refused:
        plan(asked, chance("refused"))
    return [violation.code for violation in refused.value.violations]


def remarks(found: Plan) -> list[Remark]:
    return [price.remark for price in found.prices]


def test_the_same_request_and_chance_give_the_same_plan():
    asked = request(23, 5, apart=(frozenset({1, 2, 3}),), fixed={4: 2})
    assert plan(asked, chance("a")) == plan(asked, chance("a"))
    assert plan(asked, chance("a")) != plan(asked, chance("b"))


def test_draw_numbers_say_nothing_about_opponents():
    """Over many seeds 1 meets everybody about equally often in one round of 16."""
    met = dict.fromkeys(range(2, 17), 0)
    for seed in range(600):
        (tables,) = plan(request(16, 1), chance(seed)).rounds
        for mate in next(table for table in tables if 1 in table):
            met[mate] = met.get(mate, 0) + 1
    expected = 600 * 3 / 15
    assert all(abs(met[e] - expected) < 45 for e in range(2, 17))


def test_twelve_have_two_answers_and_both_are_offered():
    fours, threes = offers(request(12, 4), chance("offers"))
    assert (fours.table_size, fours.plan.repeats) == (4, 18)
    assert (threes.table_size, threes.plan.repeats) == (3, 0)
    assert remarks(fours.plan) == [Remark.REPEATS_LEAST]


def test_without_repeats_there_is_nothing_else_to_offer():
    assert [offer.table_size for offer in offers(request(16, 4), chance("offers"))] == [4]


def test_twelve_at_threes_repeat_nothing():
    found = planned(12, 4, tables=THREES)
    assert checker.repeats(found.rounds) == 0
    assert {len(table) for tables in found.rounds for table in tables} == {3}


@pytest.mark.parametrize(("entrants", "rounds"), [(60, 2), (66, 2), (70, 2), (80, 2), (70, 4)])
def test_twenty_tables_repeat_nothing(entrants: int, rounds: int):
    found = planned(entrants, rounds, tables=TWENTY_TABLES)
    assert all(len(tables) == 20 for tables in found.rounds)
    assert checker.repeats(found.rounds) == 0
    seats = 3 * (80 - entrants) * rounds
    assert max(checker.threes(found.rounds, entrants)) == -(-seats // entrants)


@pytest.mark.parametrize("entrants", [2, 5, 7, 16, 23, 25, 37, 60])
def test_two_to_five_at_a_table(entrants: int):
    found = planned(entrants, 3, tables=TWO_TO_FIVE)
    assert checker.seated_once(found.rounds, entrants)
    assert {len(table) for tables in found.rounds for table in tables} <= {2, 3, 4, 5}
    if entrants >= 23:
        assert checker.repeats(found.rounds) == 0


def test_families_are_kept_apart():
    pairs = tuple(frozenset({a, a + 1}) for a in range(1, 40, 2))
    found = planned(40, 4, apart=pairs)
    assert found.repeats == 0
    assert not any(
        pair <= set(table) for tables in found.rounds for table in tables for pair in pairs
    )
    assert found.prices == ()


def test_schools_are_kept_apart_over_seven_rounds():
    schools = tuple(frozenset(range(a, a + 8)) for a in range(1, 64, 8))
    found = planned(64, 7, apart=schools)
    assert found.repeats == 0
    assert Remark.APART_TOGETHER not in remarks(found)


def test_meeting_twice_is_worse_than_meeting_a_brother():
    found = planned(16, 5, apart=(frozenset({1, 2}),))
    assert found.repeats == 0
    (price,) = found.prices
    assert (price.remark, price.facts["who"]) == (Remark.APART_TOGETHER, ("1–2",))


def test_meeting_a_team_mate_is_worse_than_meeting_twice():
    found = planned(16, 5, teams=(frozenset({1, 2}),))
    assert found.repeats > 0
    assert Remark.TEAM_TOGETHER not in remarks(found)


def test_a_team_larger_than_the_hall_is_said():
    found = planned(16, 3, teams=(frozenset(range(1, 10)),))
    assert Remark.TEAM_TOGETHER in remarks(found)


def test_a_group_too_large_to_keep_apart_is_said():
    found = planned(16, 3, apart=(frozenset(range(1, 10)),))
    assert Remark.APART_TOGETHER in remarks(found)


def test_a_fixed_entrant_stays_and_the_rest_moves():
    found = planned(37, 4, fixed={1: 1, 2: 5, 3: 10})
    assert [tables_of(found, e) for e in (1, 2, 3)] == [[1] * 4, [5] * 4, [10] * 4]
    assert found.repeats == 0
    assert checker.sizes_right(found.rounds, 37)
    again = sum(4 - len(set(tables_of(found, e))) for e in range(4, 38))
    assert again <= 8


def test_two_fixed_at_one_table_meet_in_every_round_and_it_is_said():
    found = planned(40, 4, fixed={1: 3, 2: 3})
    assert tables_of(found, 1) == tables_of(found, 2) == [3] * 4
    assert found.repeats == 6
    assert Remark.FIXED_TOGETHER in remarks(found)


def test_nobody_sits_at_the_same_table_number_again_without_need():
    found = planned(64, 4)
    again = sum(4 - len(set(tables_of(found, e))) for e in range(1, 65))
    assert again <= 6


def test_a_locked_table_stays_as_it_is():
    locks = (LockedTable(2, 3, (9, 2, 7)), LockedTable(2, 1, (5, 6, 10, 11)))
    found = planned(37, 4, locked=locks)
    assert found.rounds[1][2] == (9, 2, 7)
    assert found.rounds[1][0] == (5, 6, 10, 11)
    assert found.repeats == 0
    assert checker.sizes_right(found.rounds, 37)


def test_a_lock_of_a_size_nobody_planned_is_worked_around():
    found = planned(
        16, 2, locked=(LockedTable(1, 1, (1, 2, 3)),), sizes=(4, 4, 4, 4), tables=TWO_TO_FIVE
    )
    assert [len(table) for table in found.rounds[0]] == [3, 5, 4, 4]


def test_a_lock_beats_a_fixed_table_for_its_round():
    found = planned(16, 2, fixed={1: 4}, locked=(LockedTable(1, 2, (1, 2, 3, 4)),))
    assert tables_of(found, 1) == [2, 4]


def test_a_missed_start_is_made_up_for():
    """With 3 games at a table of four the fourth seat never starts."""
    first = planned(16, 1)
    missed = {table[3] for tables in first.rounds for table in tables}
    second = plan(request(16, 3, played=first.rounds), chance("second"))
    assert all(second.starts[e] == 3 for e in range(1, 17))
    assert not missed & {table[3] for tables in second.rounds for table in tables}


def test_played_starts_do_not_count_where_a_slip_fixes_the_starter():
    played = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    carried = [
        plan(request(8, 1, played=played, carries_starts=True), chance(seed)) for seed in range(30)
    ]
    plain = [
        plan(request(8, 1, played=played, carries_starts=False), chance(seed)) for seed in range(30)
    ]
    assert not any(table[3] in (4, 8) for p in carried for table in p.rounds[0])
    assert any(table[3] in (4, 8) for p in plain for table in p.rounds[0])


def test_starts_missed_elsewhere_count():
    found = planned(16, 2, missed_starts={1: 1, 2: 1})
    assert not {1, 2} & {table[3] for tables in found.rounds for table in tables}


def test_four_games_start_everybody_once_and_first_seats_are_even():
    found = planned(40, 4, games=4)
    assert set(found.starts.values()) == {4}
    assert set(found.first_starts.values()) == {1}


@pytest.mark.parametrize("is_draft_known", [True, False])
def test_after_withdrawals_only_the_rest_is_planned_again(is_draft_known: bool):
    before = planned(100, 4)
    left = tuple(e for e in range(1, 101) if e not in (3, 50, 77))
    asked = SeatingRequest(
        left, 2, played=before.rounds[:2], draft=before.rounds[2:] if is_draft_known else ()
    )
    after = plan(asked, chance("again"))
    assert len(after.rounds) == 2
    assert checker.repeats((*before.rounds[:2], *after.rounds)) == after.repeats == 0
    assert max(after.short_tables.values()) <= 1
    assert {e for table in after.rounds[0] for e in table} == set(left)


def test_a_tight_field_keeps_its_scheme_when_somebody_leaves():
    before = planned(24, 7)
    asked = SeatingRequest(
        tuple(range(2, 25)), 4, played=before.rounds[:3], draft=before.rounds[3:]
    )
    assert plan(asked, chance("again")).repeats == 0


def test_late_comers_join_the_rounds_to_come():
    before = planned(40, 4)
    asked = SeatingRequest(
        tuple(range(1, 44)), 3, played=before.rounds[:1], draft=before.rounds[1:]
    )
    after = plan(asked, chance("late"))
    assert after.repeats == 0
    assert all(43 in {e for table in tables for e in table} for tables in after.rounds)


def test_repeats_already_played_are_counted_and_named():
    played = (((1, 2, 3, 4), (5, 6, 7, 8)),) * 2
    found = plan(request(8, 1, played=played), chance("played"))
    assert found.repeats == checker.repeats((*played, *found.rounds))
    (price,) = found.prices
    assert price.facts["played"] == 12


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        (request(5, 2), ["seating.entrants"]),
        (request(8, 0), ["seating.rounds"]),
        (request(8, MOST_ROUNDS + 1), ["seating.rounds"]),
        (request(MOST_ENTRANTS + 1, 1), ["seating.too_large"]),
        (request(8, 1, games=0), ["seating.games"]),
        (replace(request(8, 1), entrants=(1, 2, 3, 3)), ["seating.entrant_twice"]),
        (request(8, 1, sizes=(4, 3)), ["seating.sizes"]),
        (request(8, 1, fixed={1: 3}), ["seating.table_unknown"]),
        (request(8, 1, fixed=dict.fromkeys(range(1, 6), 1)), ["seating.table_full"]),
        (request(8, 1, locked=(LockedTable(1, 1, (1, 2, 3, 9)),)), ["seating.entrant_unknown"]),
        (request(8, 1, locked=(LockedTable(2, 1, (1, 2, 3, 4)),)), ["seating.rounds"]),
        (request(8, 1, locked=(LockedTable(1, 1, (1, 2, 3)),)), ["seating.locked_away"]),
        (
            request(
                8, 1, locked=(LockedTable(1, 1, (1, 2, 3, 4)), LockedTable(1, 1, (5, 6, 7, 8)))
            ),
            ["seating.locked_twice"],
        ),
        (
            request(
                8, 1, locked=(LockedTable(1, 1, (1, 2, 3, 4)), LockedTable(1, 2, (4, 6, 7, 8)))
            ),
            ["seating.entrant_twice"],
        ),
    ],
)
def test_what_cannot_be_seated_is_refused(asked: SeatingRequest, codes: list[str]):
    assert refusals(asked) == codes
