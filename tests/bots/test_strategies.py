"""What each bot lays, and the reasons it gives."""

from random import Random

import pytest

from stolik.bots.lookahead import sampled
from stolik.bots.searcher import Searcher
from stolik.rummikub.tiles import all_of
from tests.bots.seated import (
    GREEDY,
    MP2023,
    PATIENT,
    SOLVING,
    codes,
    in_last_move,
    laid,
    position,
)

LARGE = "r11 r12 r13 k1 k2 k3 b7"


def test_greedy_opens_as_soon_as_it_can_with_the_most_tiles():
    where = position(LARGE, opened=False)
    choice = GREEDY.choose(where)
    assert laid(where, choice) == ("k1", "k2", "k3", "r11", "r12", "r13")
    assert codes(choice) == ["opens"]
    assert choice.reasons[0].facts == {"value": 42, "tiles": 6}


def test_greedy_says_how_much_is_missing_to_open():
    choice = GREEDY.choose(position("r1 r2 r3 k9", opened=False))
    assert choice.tableau is None
    assert choice.reasons[0].facts == {"value": 6, "minimum": 30}


def test_greedy_lays_the_most():
    where = position("r4 r5 b9 j", "r1 r2 r3")
    assert laid(where, GREEDY.choose(where)) == ("j", "r4", "r5")


def test_in_the_last_move_points_count_and_not_tiles():
    # Either the three low tiles of the run or the 13 can be laid, not both.
    where = position("r1 r2 k13", "r3 r4 r5 | b13 o13 r13", pool=0)
    assert laid(where, GREEDY.choose(in_last_move(where))) == ("k13", "r1", "r2")
    assert codes(GREEDY.choose(in_last_move(position("k13 b1", "b13 o13 r13")))) == ["last_move"]


def test_nothing_fits():
    assert codes(GREEDY.choose(position("r9", "k1 k2 k3"))) == ["nothing_fits"]
    assert codes(PATIENT.choose(position("r9", "k1 k2 k3"))) == ["nothing_fits"]


def test_patient_waits_with_its_opening():
    choice = PATIENT.choose(position(LARGE, opened=False))
    assert choice.tableau is None
    assert codes(choice) == ["waits_to_open"]


@pytest.mark.parametrize(
    ("pressed", "reason"),
    [({"rivals": (10, 2, 9)}, "rival_close"), ({"pool": 7}, "pool_low"), ({"pool": 0}, "pool_low")],
)
def test_patient_opens_with_as_little_as_it_can_when_it_must(pressed, reason):
    where = position(LARGE, opened=False, **pressed)
    choice = PATIENT.choose(where)
    assert laid(where, choice) == ("r11", "r12", "r13")
    assert codes(choice) == ["opens", reason]


def test_a_rival_who_has_not_opened_is_no_danger():
    where = position(LARGE, opened=False, rivals=(2, 2, 2), unopened=True)
    assert PATIENT.choose(where).tableau is None


def test_patient_opens_without_its_joker_if_it_can():
    where = position("r10 r11 r12 b4 b5 b6 j k1", opened=False, pool=3)
    assert "j" not in laid(where, PATIENT.choose(where))
    needs_it = position("r10 r11 j b4", opened=False, pool=3)
    assert "j" in laid(needs_it, PATIENT.choose(needs_it))


def test_everybody_goes_out_at_once_when_everything_fits():
    opening = position("r10 r11 r12 k7 k8 k9", opened=False)
    opened = position("r4 j k9", "r1 r2 r3 | k6 k7 k8")
    for strategy in (GREEDY, PATIENT, searcher()):
        assert codes(strategy.choose(opened)) == ["goes_out"]
        assert len(laid(opened, strategy.choose(opened))) == 3
        assert len(laid(opening, strategy.choose(opening))) == 6


def test_patient_lays_one_tile_and_says_of_how_many():
    where = position("r4 r5 k9 b12", "r1 r2 r3 | k6 k7 k8")
    choice = PATIENT.choose(where)
    assert len(laid(where, choice)) == 1
    assert choice.reasons[0].facts == {"tiles": 1, "possible": 3}
    assert codes(choice) == ["holds_back"]


def test_patient_keeps_its_joker_and_draws_instead():
    choice = PATIENT.choose(position("j b12", "r1 r2 r3"))
    assert choice.tableau is None
    assert codes(choice) == ["keeps_joker"]
    # With nothing left to draw a kept joker only costs.
    assert PATIENT.choose(position("j b12", "r1 r2 r3", pool=0)).tableau is not None


def test_patient_unloads_all_but_a_tile_when_a_rival_has_one_left():
    where = position("r4 r5 k9 b12", "r1 r2 r3 | k6 k7 k8", rivals=(5, 1, 8))
    choice = PATIENT.choose(where)
    assert laid(where, choice) == ("k9", "r4")
    assert "rival_close" in codes(choice)


def test_patient_lays_where_the_tiles_still_out_find_least_room():
    # Both 13s are gone: a run up to 13 and the last red 12 leave nothing to add above.
    where = position("r13 b4 k1", "r10 r11 r12 | b5 b6 b7 | r13 k13 o13", opened=True)
    assert laid(where, PATIENT.choose(where)) == ("r13",)


def test_the_last_move_opens_with_the_most_points():
    where = in_last_move(position(LARGE, opened=False, pool=0))
    assert laid(where, PATIENT.choose(where)) == ("k1", "k2", "k3", "r11", "r12", "r13")


def searcher(samples: int = 2, seed: int = 1) -> Searcher:
    return Searcher(SOLVING, PATIENT, Random(seed), samples)


def test_the_searcher_names_its_budget():
    where = position("r4 r5 k9 b12 o2", "r1 r2 r3 | k6 k7 k8", pool=10)
    choice = searcher(samples=3).choose(where)
    assert choice.reasons[0].code == "looked_ahead"
    assert choice.reasons[0].facts["samples"] == 3


def test_the_searcher_is_decided_by_its_seed():
    where = position("r4 r5 k9 b12 o2", "r1 r2 r3 | k6 k7 k8", pool=10)
    assert searcher(seed=4).choose(where) == searcher(seed=4).choose(where)


def test_a_sample_agrees_with_all_that_was_seen():
    where = position("r4 r5 j", "r1 r2 r3", rivals=(7, 11), pool=40)
    deal = sampled(where, Random(3))
    assert [len(rack) for rack in deal.racks] == [7, 11]
    assert len(deal.pool) == 40
    everything = (*where.rack, *all_of(where.tableau), *all_of(deal.racks), *deal.pool)
    assert all(everything.count(tile) <= MP2023.tile_set.count(tile) for tile in set(everything))


def test_a_sample_spends_every_tile():
    where = position("r4 r5 j", "r1 r2 r3", rivals=(30, 30), pool=40)
    deal = sampled(where, Random(3))
    everything = (*where.rack, *all_of(where.tableau), *all_of(deal.racks), *deal.pool)
    assert sorted(everything) == sorted(MP2023.tile_set)
