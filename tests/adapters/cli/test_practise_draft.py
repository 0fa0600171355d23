"""Editing a move: tiles go where they are told, and none is made or lost."""

from random import Random

import pytest

from stolik.adapters.cli.practise.draft import DraftedMove, edited, sorted_rack, start
from stolik.adapters.cli.practise.orders import AddTo, Join, NewMeld, Split, Take, read_order
from stolik.app.library import rules_profile
from stolik.refusal import Refused
from stolik.rummikub.notation import read_tableau, read_tiles, write_tableau, write_tiles
from stolik.rummikub.tiles import all_of

RULES = rules_profile("mp2023")


def after(tableau: str, rack: str, *lines: str) -> DraftedMove:
    move = start(read_tableau(tableau, RULES), read_tiles(rack, RULES))
    for line in lines:
        order = read_order(line)
        assert isinstance(order, NewMeld | AddTo | Take | Split | Join)
        move = edited(move, order, RULES)
    return move


def table(tableau: str, rack: str, *lines: str) -> str:
    return write_tableau(after(tableau, rack, *lines).melds)


def refused(tableau: str, rack: str, *lines: str) -> list[str]:
    with pytest.raises(Refused) as caught:
        after(tableau, rack, *lines)
    return [violation.code for violation in caught.value.violations]


def test_a_new_meld_comes_from_the_rack():
    move = after("k1 k2 k3", "r7 b7 o9 k7", "r7 b7 k7 new")
    assert write_tableau(move.melds) == "k1 k2 k3 | r7 b7 k7"
    assert write_tiles(move.rack) == "o9"
    assert write_tiles(move.own) == "r7 b7 k7"


@pytest.mark.parametrize(
    ("meld", "line", "result"),
    [
        ("o5 o6 o7", "o8 > 1", "o5 o6 o7 o8"),
        ("o5 o6 o7", "o4 > 1", "o4 o5 o6 o7"),
        ("o7 o6 o5", "o8 > 1", "o8 o7 o6 o5"),
        ("o5 o6 o7", "o8 o9 > 1", "o5 o6 o7 o8 o9"),
        ("o5 o6 o7", "o9 o8 > 1", "o5 o6 o7 o8 o9"),
        ("r7 b7 k7", "o7 > 1", "r7 b7 k7 o7"),
        ("o5 o7 o8", "o6 > 1", "o5 o6 o7 o8"),
        ("o5 o6 o7", "j > 1", "o5 o6 o7 j"),
        ("o11 o12 o13", "j > 1", "j o11 o12 o13"),
        ("o5 o6 o7", "b9 > 1", "o5 o6 o7 b9"),
    ],
)
def test_a_tile_finds_its_place(meld: str, line: str, result: str):
    assert table(meld, "o4 o6 o7 o8 o9 j b9", line) == result


def test_a_table_tile_goes_through_the_hand():
    move = after("r7 b7 k7 o7", "r5 r6", "take r7 < 1")
    assert (write_tableau(move.melds), write_tiles(move.hand)) == ("b7 k7 o7", "r7")
    assert move.as_draft.table_in_hand == ("r7",)
    move = after("r7 b7 k7 o7", "r5 r6", "take r7 < 1", "r5 r6 r7 new")
    assert (write_tableau(move.melds), move.hand, move.rack) == ("b7 k7 o7 | r5 r6 r7", (), ())


def test_an_own_tile_taken_back_goes_to_the_rack():
    move = after("r7 b7 k7", "o7", "o7 > 1", "take o7 < 1")
    assert (move.hand, move.rack) == ((), ("o7",))


def test_of_two_equal_tiles_one_is_the_tables():
    move = after("r7 b7 k7", "r7 r8 r9", "r7 r8 r9 new", "take r7 < 1", "take r7 < 2")
    assert sorted(move.rack) == ["r7"]
    assert move.hand == ("r7",)


def test_a_joker_is_replaced_and_laid_again():
    lines = ("take j < 1", "r6 > 1", "k1 k2 j new")
    assert table("r5 j r7", "r6 k1 k2", *lines) == "r5 r6 r7 | k1 k2 j"


def test_a_run_is_split_after_a_number_or_a_tile():
    assert table("r4 r5 r6 r7 r8 r9", "", "split 1 after 6") == "r4 r5 r6 | r7 r8 r9"
    assert table("r4 r5 r6 r7 r8 r9", "", "split 1 after r6") == "r4 r5 r6 | r7 r8 r9"
    assert table("r4 r5 j r7 r8 r9", "", "split 1 after 6") == "r4 r5 j | r7 r8 r9"


def test_melds_are_joined_in_the_order_that_fits():
    assert table("r4 r5 r6 | k1 k2 k3 | r1 r2 r3", "", "join 1 3") == "r1 r2 r3 r4 r5 r6 | k1 k2 k3"


def test_taking_the_last_tile_removes_the_meld():
    assert table("r4 r5 r6 | k1 k2 k3", "", "take r4 r5 r6 < 1") == "k1 k2 k3"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("r13 r12 r11 new", "command.tile_not_held"),
        ("b5 b5 new", "command.tile_not_held"),
        ("b5 > 2", "command.no_such_meld"),
        ("b5 > 0", "command.no_such_meld"),
        ("take r9 < 1", "command.tile_not_in_meld"),
        ("take r4 r4 < 1", "command.tile_not_in_meld"),
        ("split 1 after 6", "command.cannot_split"),
        ("split 1 after 9", "command.cannot_split"),
        ("split 7 after 9", "command.no_such_meld"),
        ("join 1 1", "command.no_such_meld"),
        ("z9 new", "tile.unknown"),
    ],
)
def test_what_cannot_be_done_is_refused(line: str, code: str):
    assert refused("r4 r5 r6", "b5", line) == [code]


def test_the_rack_is_sorted_for_runs_or_for_groups():
    rack = read_tiles("r3 j k7 b3 r1", RULES)
    assert write_tiles(sorted_rack(rack, RULES, by_number=False)) == "k7 b3 r1 r3 j"
    assert write_tiles(sorted_rack(rack, RULES, by_number=True)) == "r1 b3 r3 k7 j"


def test_no_order_makes_or_loses_a_tile():
    chance = Random(5)
    for _ in range(300):
        tiles = chance.sample(RULES.tile_set, 30)
        move = start((tuple(tiles[:4]), tuple(tiles[4:9]), tuple(tiles[9:16])), tuple(tiles[16:]))
        for _ in range(15):
            move = _after_any_order(move, chance)
            held = (*all_of(move.melds), *move.hand, *move.rack)
            assert sorted(held) == sorted(tiles)


def _after_any_order(move: DraftedMove, chance: Random) -> DraftedMove:
    some = tuple(chance.sample([*move.rack, *move.hand, *all_of(move.melds)], 2))
    meld, other = chance.randrange(5), chance.randrange(5)
    orders = (NewMeld(some), AddTo(some, meld), Take(some[:1], meld), Split(meld, some[0]))
    try:
        return edited(move, chance.choice((*orders, Join(meld, other))), RULES)
    except Refused:
        return move
