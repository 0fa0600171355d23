"""A profile becomes a tile set, and answers stay legal where the solver knows no better."""

from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from random import Random

import pytest

from stolik.app.library import rules_profile
from stolik.bots.solving import solving_for, tile_set_of
from stolik.rummikub.legality import meld_violations, move_violations, opening_violations
from stolik.rummikub.melds import Meld
from stolik.rummikub.notation import read_tableau, read_tiles
from stolik.rummikub.openings import best_opening, opening_value
from stolik.solver.budget import LookBudget
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


def test_the_kernel_the_bot_and_the_rules_value_an_opening_alike(monkeypatch):
    """The kernel counts by itself; everybody else asks the core, so one change there is enough."""
    chance, box = Random("openings"), 2 * [tile for tile in MP2023.rack_value if tile != "j"]
    for _ in range(50):
        rack = tuple(chance.sample([*box, "j", "j"], 20))
        best = SOLVING.best_opening(rack)
        assert SOLVING.value(best.melds) == best.value == opening_value(best.melds, rack, MP2023)
    monkeypatch.setattr(Meld, "value", property(lambda meld: len(meld.tiles)))
    dear = read_tableau("r11 r12 r13", MP2023)
    assert SOLVING.value(dear) == opening_value(dear, dear[0], MP2023) == 3
    (low,) = opening_violations((), dear, MP2023)
    assert dict(low.facts)["value"] == 3


def switches() -> Iterator[tuple[str, str, object]]:
    """Every switch that says what an opening is, with each value mp2023 does not have."""
    for section in ("melds", "opening"):
        for field in fields(part := getattr(MP2023, section)):
            now = getattr(part, field.name)
            if isinstance(now, bool):
                yield section, field.name, not now
            elif isinstance(now, StrEnum):
                yield from ((section, field.name, other) for other in type(now) if other != now)
            elif section == "opening":  # a number: by chance a rack reaches it, and by chance not
                yield section, field.name, now + 20
    yield "melds", "jokers_per_meld", 1


@pytest.mark.parametrize(("section", "name", "value"), tuple(switches()))
def test_who_values_an_opening_keeps_to_every_switch(section, name, value):
    """The kernel knows tile sets, no switches: it would go on by the rule of yesterday."""
    rules = own_rules(**{section: {name: value}})
    solving, chance = solving_for(rules), Random("switches")
    switch = f"{section}.{name} = {value}"
    for _ in range(6):
        rack = ("j", *chance.sample([tile for tile in rules.tile_set if tile != "j"], 13))
        found = solving.best_opening(rack)
        todo = f"{switch}: bots/solving.py has to heed it as openings.best_opening does"
        assert found.value == best_opening(rack, rules).value, todo
        todo = f"{switch}: `opens` in rummikub/openings.py and legality.py do not say the same"
        allowed = not any(opening_violations((), found.melds, rules))
        assert solving.opens(rack) == allowed, todo
        if melds := solving.largest_opening(rack):
            todo = f"{switch}: bots/solving.py lays what legality.py refuses"
            assert not list(opening_violations((), melds, rules)), todo


@pytest.mark.parametrize(
    ("table", "rack", "tiles"),
    [
        ("k5 j k7", "k6", 0),  # the joker could only go on in the same run
        ("k5 j k7 | r1 r2 r3", "k6", 1),  # … here it finds another one
        ("k5 j k7", "k6 o9 r9 b9", 4),
        ("k5 j k7", "k4 k8", 2),  # nothing is taken
    ],
)
def test_a_joker_taken_moves_on_where_the_profile_says_so(table, rack, tiles):
    rules = rules_profile("szkoly2015")
    tableau, own = read_tableau(table, rules), read_tiles(rack, rules)
    found = solving_for(rules).most(tableau, own)
    assert found.tiles >= tiles
    if found.tiles:
        assert not move_violations(tableau, found.tableau, own, rules, opened=True)
    else:
        assert found.tableau == tableau


# Sets of one's own at their largest: the twin serves some, others none but the plain search.
_LARGE = {
    "one joker to a meld": {"melds": {"jokers_per_meld": 1}},
    "four jokers, one to a meld": {"tiles": {"jokers": 4}, "melds": {"jokers_per_meld": 1}},
    "no joker in a meld": {"melds": {"jokers_per_meld": 0}},
    "four jokers": {"tiles": {"jokers": 4}, "melds": {"jokers_per_meld": 4}},
    "more than the solver serves": {
        "tiles": {"copies": 4, "jokers": 4, "colours": ["k", "b", "o", "r", "a", "c", "d", "e"]},
        "melds": {"group_max": 8, "jokers_per_meld": 4},
    },
}


@pytest.mark.parametrize("own", _LARGE.values(), ids=_LARGE.keys())
def test_long_racks_under_rules_of_ones_own_are_answered_within_a_budget(own):
    """A rack grows as long as nobody opens; what the answer costs does not."""
    rules = own_rules(**own)
    solving, chance = solving_for(rules), Random("long racks")
    numbered = [tile for tile in rules.tile_set if tile != "j"]
    rack = (*["j"] * rules.tiles.jokers, *chance.sample(numbered, 60 - rules.tiles.jokers))
    budget = LookBudget(30_000)
    opening = solving.best_opening(rack, budget=budget)
    assert not list(meld_violations(opening.melds, rules))
    worth = opening_value(opening.melds, rack, rules)
    assert rules.opening.minimum <= opening.value <= worth
    most = solving.most((), rack, budget=budget)
    assert not list(meld_violations(most.tableau, rules))
    assert budget.left > -1_000_000  # narrow walks, and the step during which it ran out


def test_the_same_question_gets_the_same_answer_within_the_same_budget():
    rules = own_rules(tiles={"jokers": 4}, melds={"jokers_per_meld": 1})
    rack = ("j", "j", *Random("twice").sample([tile for tile in rules.tile_set if tile != "j"], 40))
    found = [solving_for(rules).best_opening(rack, budget=LookBudget(5_000)) for _ in range(2)]
    assert found[0] == found[1]
    assert not found[0].complete
