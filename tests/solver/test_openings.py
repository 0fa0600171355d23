"""What a rack alone is worth: rulings, brute force, and both engines against each other."""

from random import Random

import pytest

from stolik import solver
from tests.solver import oracle, positions
from tests.solver.brute_force import best_opening_value
from tests.solver.checker import assert_opening
from tests.solver.engines import both_openings

QUICK, FULL, CHUNK = 500, 20_000, 1_000


@pytest.mark.parametrize(
    ("rack", "value"),
    [
        ("k10 b10 j", 30),
        ("k8 b8 o8 j", 32),
        ("r6 r7 r8 j", 30),
        ("r12 r13 j", 36),
        ("r12 r13 r1", 0),
        ("k9 j j", 30),
        ("k8 j j", 27),
        ("k13 j j", 39),
        ("r8 r10 j j", 38),
        ("k7 b7 o7 r7 j", 28),
        ("r1 r2 r3 r4 r5 r6 r7", 28),
        ("r7 r8 r9 k2 b2 o2", 30),
        ("k4 b4 j k6 b6 o6", 30),
        ("j j", 0),
        ("", 0),
    ],
)
def test_values_that_are_easy_to_get_wrong(rack, value):
    for opening in both_openings(rack.split()):
        assert opening.value == value
        assert_opening(opening, rack.split())


@pytest.mark.parametrize(
    ("rack", "best_place"),
    [
        # Two full runs: the joker is worth most as a third 11, [1…10 J] [11 12 13] [1…13].
        (positions.full_runs("r", 2, jokers=1), 11),
        # Two jokers are worth most beside a 13 alone: [13 J J].
        (positions.full_runs("r", 2, jokers=2), 26),
        (["r10", "r11", "r12", "r13", "j", "j"], 26),
        (["r11", "r12", "r13", "j"], 10),
        (["r9", "r10", "r11", "r12", "r13", "j"], 11),
        (["r10", "r11", "r12", "r13", "j"], 9),
    ],
)
def test_a_joker_takes_its_dearest_place(rack, best_place):
    numbers = sum(int(tile[1:]) for tile in rack if tile != "j")
    for opening in both_openings(rack):
        assert opening.value == numbers + best_place
        assert_opening(opening, rack)


def random_rack(chance: Random) -> list[str]:
    jokers = chance.choice([0, 0, 1, 1, 2])
    tiles = positions.box(jokers=0)
    chance.shuffle(tiles)
    return tiles[: chance.choice([3, 6, 10, 12, 14, 14, 14]) - jokers] + ["j"] * jokers


def assert_brute_force_agrees(chance: Random) -> None:
    rack = random_rack(chance)
    expected = best_opening_value(rack)
    for opening in both_openings(rack):
        assert opening.value == expected, rack
        assert_opening(opening, rack)


@pytest.mark.parametrize("chunk", range(QUICK // 100))
def test_brute_force_agrees(chunk):
    for number in range(chunk * 100, chunk * 100 + 100):
        assert_brute_force_agrees(Random(f"quick {number}"))


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(FULL // CHUNK))
def test_brute_force_agrees_on_thousands(chunk):
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        assert_brute_force_agrees(Random(f"full {number}"))


@pytest.mark.parametrize("number", range(30))
def test_the_oracle_agrees_on_big_racks(number):
    assert_oracle_agrees(Random(f"big {number}"))


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(10))
def test_the_oracle_agrees_on_thousands_of_big_racks(chunk):
    for number in range(chunk * 200, (chunk + 1) * 200):
        assert_oracle_agrees(Random(f"big, full {number}"))


def assert_oracle_agrees(chance: Random) -> None:
    make = chance.choice([positions.hoard, positions.structured, positions.grown])
    request = make(chance)
    rack = request.table + request.rack
    expected = oracle.best_opening(rack)
    for opening in both_openings(rack):
        assert opening.value == expected, rack
        assert_opening(opening, rack)


def test_half_of_all_dealt_racks_can_open():
    chance, tiles, racks = Random("deal"), positions.box(), 4_000
    opened = sum(solver.best_opening(chance.sample(tiles, 14)).value >= 30 for _ in range(racks))
    assert 0.47 < opened / racks < 0.53
