"""A plain lot for one round."""

from collections import Counter

import pytest

from stolik.refusal import Refused
from stolik.tournament.seating import lot
from tests.tournament.seating.chances import chance

TEN = tuple(range(1, 11))


def test_everybody_is_drawn_once_and_the_same_seed_draws_the_same():
    drawn = lot(TEN, (4, 3, 3), chance("a"))
    assert sorted(e for table in drawn for e in table) == list(TEN)
    assert [len(table) for table in drawn] == [4, 3, 3]
    assert drawn == lot(TEN[::-1], (4, 3, 3), chance("a"))
    assert drawn != lot(TEN, (4, 3, 3), chance("b"))


def test_every_seat_is_equally_likely():
    seats = Counter(lot(TEN, (4, 3, 3), chance(seed))[0][0] for seed in range(1000))
    assert all(60 < seats[e] < 140 for e in TEN)


def test_wishes_are_met():
    for seed in range(40):
        drawn = lot(
            TEN, (4, 3, 3), chance(seed),
            apart=[frozenset({1, 2, 3})], fixed={4: 2}, short_before=dict.fromkeys((5, 6, 7), 1),
        )  # fmt: skip
        assert not any(len({1, 2, 3} & set(table)) > 1 for table in drawn)
        assert 4 in drawn[1]
        assert {5, 6, 7} <= set(drawn[0])


def test_a_fixed_entrant_does_not_always_start():
    starters = {lot(TEN, (4, 3, 3), chance(seed), fixed={4: 2})[1][0] for seed in range(40)}
    assert len(starters) > 3


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(Refused) as refused:
        lot(TEN, (4, 4), chance("a"))
    assert [v.code for v in refused.value.violations] == ["seating.sizes"]
