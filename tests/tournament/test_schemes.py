"""Seating by rank: the tables as the documents print them."""

import pytest

from stolik.refusal import Refused
from stolik.tournament.schemes import best_with_best, scheme, serpentine

PRINTED = {
    8: "1 4 5 8 | 2 3 6 7",
    12: "1 6 7 12 | 2 5 8 11 | 3 4 9 10",
    16: "1 8 9 16 | 2 7 10 15 | 3 6 11 14 | 4 5 12 13",
    20: "1 10 11 20 | 2 9 12 19 | 3 8 13 18 | 4 7 14 17 | 5 6 15 16",
    24: "1 12 13 24 | 2 11 14 23 | 3 10 15 22 | 4 9 16 21 | 5 8 17 20 | 6 7 18 19",
    28: "1 14 15 28 | 2 13 16 27 | 3 12 17 26 | 4 11 18 25 | 5 10 19 24 | 6 9 20 23 | 7 8 21 22",
    32: (
        "1 16 17 32 | 2 15 18 31 | 3 14 19 30 | 4 13 20 29 | 5 12 21 28 | 6 11 22 27"
        " | 7 10 23 26 | 8 9 24 25"
    ),
}


def tables(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(rank) for rank in table.split()) for table in text.split("|"))


@pytest.mark.parametrize("top", PRINTED)
def test_the_scheme_of_round_three(top: int):
    assert scheme(top) == tables(PRINTED[top])
    assert {sum(table) for table in scheme(top)} == {2 * top + 2}


def test_the_misprint_of_top32_is_mended():
    assert scheme(32)[4] == (5, 12, 21, 28)
    assert sorted(rank for table in scheme(32) for rank in table) == list(range(1, 33))


@pytest.mark.parametrize("top", [0, -4, 3, 10])
def test_a_top_that_is_no_multiple_of_four_is_refused(top: int):
    with pytest.raises(Refused) as refused:
        scheme(top)
    assert [v.code for v in refused.value.violations] == ["scheme.size"]


@pytest.mark.parametrize(
    ("entrants", "expected"),
    [
        (10, "1 2 3 4 | 5 6 7 | 8 9 10"),
        (8, "1 2 3 4 | 5 6 7 8"),
        (9, "1 2 3 | 4 5 6 | 7 8 9"),
        (13, "1 2 3 4 | 5 6 7 | 8 9 10 | 11 12 13"),
    ],
)
def test_best_with_best_has_short_tables_last(entrants: int, expected: str):
    assert best_with_best(range(1, entrants + 1)) == tables(expected)


def test_groups_of_equal_strength():
    assert serpentine("ABCDEFGHIJ", 3) == (("A", "F", "G"), ("B", "E", "H"), ("C", "D", "I", "J"))


def test_more_groups_than_entrants_are_refused():
    with pytest.raises(Refused):
        serpentine("AB", 3)
