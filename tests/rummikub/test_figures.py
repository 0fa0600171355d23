"""How often a dealt rack opens, and how often it has three doublets: seeded simulations.

A figure is reproduced when the simulated share lies within four standard errors of it, plus half
a unit of the last digit the figure is given in.
"""

from fractions import Fraction
from math import comb, sqrt
from random import Random

import pytest

from stolik.app.library import rules_profile
from stolik.rummikub.dealing import doublets
from stolik.rummikub.openings import best_opening

RULES = rules_profile("mp2023")
PLAIN = tuple(tile for tile in RULES.tile_set if tile != "j")
RACK = RULES.tiles.stack_size * RULES.deal.stacks_each
OPENS = {0: (0.349, 0.0005), 1: (0.95, 0.005), 2: (1.00, 0.005)}  # by jokers: share, rounding


@pytest.mark.parametrize(("jokers", "racks"), [(0, 300), (1, 40), (2, 6)])
def test_how_often_a_dealt_rack_opens(jokers: int, racks: int):
    _opens_as_often_as_it_should(jokers, racks)


@pytest.mark.full
@pytest.mark.parametrize(("jokers", "racks"), [(0, 10_000), (1, 1_500), (2, 100)])
def test_how_often_a_dealt_rack_opens_over_many_racks(jokers: int, racks: int):
    _opens_as_often_as_it_should(jokers, racks)


def _opens_as_often_as_it_should(jokers: int, racks: int) -> None:
    chance = Random(f"racks with {jokers} jokers")
    share, rounding = OPENS[jokers]
    opened = sum(
        _opens((*chance.sample(PLAIN, RACK - jokers), *("j",) * jokers)) for _ in range(racks)
    )
    assert abs(opened / racks - share) <= 4 * _standard_error(share, racks) + rounding


def test_over_all_racks_every_second_one_opens():
    """The three shares weighed by how often a rack holds none, one or two jokers."""
    total = sum(float(_with_jokers(jokers)) * share for jokers, (share, _) in OPENS.items())
    assert total == pytest.approx(0.50, abs=0.005)


def test_racks_as_they_are_dealt_open_half_the_time():
    chance = Random("as dealt")
    racks = 100
    opened = sum(_opens(tuple(chance.sample(RULES.tile_set, RACK))) for _ in range(racks))
    assert abs(opened / racks - 0.50) <= 4 * _standard_error(0.50, racks) + 0.005


def test_three_doublets_come_with_313_racks_in_10000_by_counting():
    assert round(float(_at_least_three_doublets()), 4) == 0.0313


@pytest.mark.parametrize(
    "racks", [30_000, pytest.param(1_000_000, marks=pytest.mark.full)], ids=["quick", "full"]
)
def test_three_doublets_come_as_often_as_counted(racks: int):
    chance = Random("doublets")
    share = float(_at_least_three_doublets())
    found = sum(
        len(doublets(chance.sample(RULES.tile_set, RACK), RULES)) >= RULES.deal.doublets_for_redeal
        for _ in range(racks)
    )
    assert abs(found / racks - share) <= 4 * _standard_error(share, racks)


def _opens(rack: tuple[str, ...]) -> bool:
    return best_opening(rack, RULES).value >= RULES.opening.minimum


def _standard_error(share: float, racks: int) -> float:
    """Of a share seen in so many racks; a certain thing is allowed to fail one time in them."""
    return sqrt(max(share * (1 - share), 1 / racks) / racks)


def _with_jokers(jokers: int) -> Fraction:
    return Fraction(comb(2, jokers) * comb(104, RACK - jokers), comb(106, RACK))


def _at_least_three_doublets() -> Fraction:
    """Of 52 different tiles d are held twice and the rest of the rack once, two ways each."""
    few = sum(
        comb(2, jokers) * comb(52, d) * comb(52 - d, singles) * 2**singles
        for jokers in range(3)
        for d in range(3)
        if (singles := RACK - jokers - 2 * d) >= 0
    )
    return 1 - Fraction(few, comb(106, RACK))
