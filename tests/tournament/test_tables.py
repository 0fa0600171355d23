"""Table sizes: rules.md §3."""

from collections import Counter
from time import perf_counter

import pytest

from stolik.refusal import Refused
from stolik.tournament.tables import (
    FOURS,
    TWENTY_TABLES,
    TableCount,
    TablePolicy,
    even_split,
    number_of_tables,
    possible_counts,
    resized,
    sizes_told,
    table_sizes,
)
from tests.tournament.seating.checker import fours_and_threes

THREES = TablePolicy(preferred=3)
TWO_TO_FIVE = TablePolicy(smallest=2, largest=5)


@pytest.mark.parametrize("entrants", [n for n in range(3, 201) if n != 5])
def test_as_few_threes_as_possible(entrants: int):
    fours, threes = fours_and_threes(entrants)
    assert table_sizes(entrants) == (4,) * fours + (3,) * threes


@pytest.mark.parametrize(
    ("entrants", "fours", "threes"),
    [(6, 0, 2), (9, 0, 3), (13, 1, 3), (58, 13, 2), (59, 14, 1), (90, 21, 2)],
)
def test_the_examples_of_the_rules(entrants: int, fours: int, threes: int):
    assert table_sizes(entrants) == (4,) * fours + (3,) * threes


@pytest.mark.parametrize("entrants", [-1, 0, 1, 2, 5])
def test_numbers_that_cannot_be_seated_are_refused(entrants: int):
    with pytest.raises(Refused) as refused:
        table_sizes(entrants)
    assert [v.code for v in refused.value.violations] == ["seating.entrants"]
    assert refused.value.violations[0].facts["entrants"] == entrants


@pytest.mark.parametrize("entrants", range(6, 60))
def test_schools_have_as_many_tables_as_needed_under_60(entrants: int):
    assert table_sizes(entrants, TWENTY_TABLES) == table_sizes(entrants)


@pytest.mark.parametrize("entrants", range(60, 81))
def test_schools_have_exactly_20_tables_from_60_to_80(entrants: int):
    sizes = table_sizes(entrants, TWENTY_TABLES)
    assert len(sizes) == 20
    assert sizes.count(3) == 80 - entrants
    assert sizes.count(4) == 20 - sizes.count(3)


@pytest.mark.parametrize("entrants", range(81, 91))
def test_schools_need_more_tables_again_from_81(entrants: int):
    assert table_sizes(entrants, TWENTY_TABLES) == table_sizes(entrants)


def test_twelve_may_sit_at_threes():
    assert table_sizes(12, FOURS) == (4, 4, 4)
    assert table_sizes(12, THREES) == (3, 3, 3, 3)
    assert resized(FOURS, 3) == THREES


@pytest.mark.parametrize("entrants", [n for n in range(3, 61) if n != 5])
def test_threes_leave_as_few_fours_as_possible(entrants: int):
    sizes = table_sizes(entrants, THREES)
    assert sum(sizes) == entrants
    assert set(sizes) <= {3, 4}
    assert sizes.count(4) == (entrants % 3 if entrants != 8 else 2)


def test_a_size_outside_the_policy_is_refused():
    with pytest.raises(Refused) as refused:
        resized(FOURS, 5)
    assert [v.code for v in refused.value.violations] == ["seating.table_size"]


@pytest.mark.parametrize("entrants", range(2, 201))
def test_two_to_five_seat_any_number(entrants: int):
    sizes = table_sizes(entrants, TWO_TO_FIVE)
    assert sum(sizes) == entrants
    assert all(2 <= size <= 5 for size in sizes)
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(
    ("entrants", "sizes"), [(2, (2,)), (5, (5,)), (6, (3, 3)), (9, (5, 4)), (16, (4, 4, 4, 4))]
)
def test_two_to_five_stay_near_four(entrants: int, sizes: tuple[int, ...]):
    assert table_sizes(entrants, TWO_TO_FIVE) == sizes


POLICIES = (
    FOURS,
    THREES,
    TWENTY_TABLES,
    TWO_TO_FIVE,
    TablePolicy(smallest=2, largest=6, preferred=3),
    TablePolicy(smallest=4, largest=4, preferred=4),
    TablePolicy(counts=(TableCount(30, 90, 21), TableCount(30, 90, 20))),
)


def by_trying_all(entrants: int, policy: TablePolicy) -> tuple[int, ...] | None:
    """The slow truth: every number of tables is set up and its sizes are looked at."""
    counts = possible_counts(entrants, policy)
    own = [c.tables for c in policy.counts if c.fewest <= entrants <= c.most and c.tables in counts]
    splits = [even_split(entrants, count) for count in own or counts]
    return min(
        splits, key=lambda sizes: sum(abs(size - policy.preferred) for size in sizes), default=None
    )


@pytest.mark.parametrize("policy", POLICIES)
def test_the_number_of_tables_is_that_of_trying_them_all(policy: TablePolicy):
    for entrants in range(-1, 400):
        slow = by_trying_all(entrants, policy)
        if slow is None:
            with pytest.raises(Refused):
                table_sizes(entrants, policy)
            continue
        assert table_sizes(entrants, policy) == slow
        told = sizes_told(entrants, number_of_tables(entrants, policy))
        assert told == tuple(sorted(Counter(slow).items(), reverse=True))


def test_a_million_are_counted_at_once():
    began = perf_counter()
    for policy in POLICIES[:4]:
        assert number_of_tables(1_000_000, policy) > 0
    assert perf_counter() - began < 0.5  # trying them all took hours
