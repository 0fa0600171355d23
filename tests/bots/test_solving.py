"""A profile becomes a tile set, and answers stay legal where the solver knows no better."""

import pytest

from stolik.bots.solving import solving_for, tile_set_of
from stolik.rummikub.legality import meld_violations
from stolik.rummikub.notation import read_tableau, read_tiles
from stolik.solver.tileset import STANDARD
from tests.bots.seated import MP2023, SOLVING, own_rules


def test_the_regulations_are_played_with_the_standard_set():
    assert tile_set_of(MP2023) == STANDARD
    assert SOLVING.exact


def test_numbers_of_ones_own_reach_the_solver():
    limits = tile_set_of(own_rules(tiles={"copies": 3, "jokers": 1}, melds={"run_min": 4}))
    assert (limits.copies, limits.jokers, limits.run_min) == (3, 1, 4)


@pytest.mark.parametrize("longest", [5, 6, 7, 12])
def test_long_runs_are_cut_where_the_profile_limits_them(longest):
    rules = own_rules(melds={"run_max": longest})
    rack = read_tiles(" ".join(f"r{n}" for n in range(1, 14)), rules)
    found = solving_for(rules).most((), rack)
    assert found.tiles == 13
    assert not list(meld_violations(found.tableau, rules))
    opening = solving_for(rules).best_opening(rack)
    assert opening.value == 91
    assert not list(meld_violations(opening.melds, rules))


def test_two_jokers_never_lie_in_one_meld_where_one_is_the_most():
    rules = own_rules(melds={"jokers_per_meld": 1})
    tableau = read_tableau("k1 k2 k3", rules)
    found = solving_for(rules).most(tableau, read_tiles("r5 j j k4", rules))
    assert not list(meld_violations(found.tableau, rules))


def test_the_largest_opening_falls_back_on_the_dearest():
    # Seven tiles laid as 1–7 are worth 28; six of them in the dearest way open.
    rack = read_tiles("r10 b10 o10 k1 k2 k3", MP2023)
    assert SOLVING.largest_opening(rack) is not None
    assert SOLVING.largest_opening(read_tiles("r1 r2 r3 r4 r5 r6 r7", MP2023)) is None
