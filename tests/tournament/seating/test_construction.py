"""Built schemes repeat nobody, and their empty seats never meet."""

import pytest

from stolik.tournament.seating.construction import scheme_for
from stolik.tournament.seating.evenly import chosen_evenly
from stolik.tournament.seating.phantoms import phantoms
from tests.tournament.seating import checker

BUILT = [
    *((4, tables, 7) for tables in range(6, 26)),
    *((4, tables, 5) for tables in range(4, 26)),
    (4, 7, 9), (4, 250, 5), (3, 5, 7), (3, 4, 4), (5, 5, 5), (5, 7, 7), (2, 6, 5),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "tables", "rounds"), BUILT)
def test_a_scheme_repeats_nobody(seats: int, tables: int, rounds: int):
    scheme = scheme_for(seats, tables, rounds)
    assert len(scheme) == rounds
    assert checker.repeats(scheme) == 0
    for tables_of_round in scheme:
        points = sorted(p for table in tables_of_round for p in table)
        assert points == list(range(seats * tables))


@pytest.mark.parametrize(
    ("tables", "rounds", "most"),
    [(4, 4, 3), (4, 5, 1), (5, 5, 3), (6, 7, 3), (7, 7, 3), (8, 7, 3), (20, 2, 20), (250, 5, 3)],
)
def test_phantoms_never_meet(tables: int, rounds: int, most: int):
    scheme = scheme_for(4, tables, rounds)
    empty = phantoms(scheme, most)
    assert len(set(empty)) == most
    assert not any(len(set(empty) & set(table)) > 1 for r in scheme for table in r)


def test_no_scheme_is_promised_where_none_exists():
    """Three tables of four repeat somebody in the second round already."""
    assert len(scheme_for(4, 3, 4)) == 1


def test_choices_are_handed_on_until_they_are_even():
    groups = {(0, 0): (1, 2), (0, 1): (1, 3), (0, 2): (2, 3), (0, 3): (3, 4)}
    load = {1: 0, 2: 0, 3: 0, 4: 0}
    chosen = chosen_evenly(groups, load)
    assert all(member in groups[key] for key, member in chosen.items())
    assert load == {1: 1, 2: 1, 3: 1, 4: 1}


def test_who_comes_with_a_load_is_spared():
    load = {1: 5, 2: 0, 3: 4}
    assert chosen_evenly({(0, 0): (1, 2), (0, 1): (2, 3)}, load) == {(0, 0): 2, (0, 1): 2}
