"""The core's melds, openings and layouts against the slow truth of `brute`."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from stolik.app.library import profile_from, rules_profile
from stolik.rummikub.dealing import doublets
from stolik.rummikub.layout import PlacedTile, TileSize, read_layout
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.openings import best_opening, opening_value
from tests.rummikub import brute
from tests.strategies import racks

RULES = rules_profile("mp2023")
TILES = (*brute.PLAIN, "j")

EASY_TO_GET_WRONG = [
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
]


@pytest.mark.parametrize(("rack", "value"), EASY_TO_GET_WRONG)
def test_values_that_are_easy_to_get_wrong(rack: str, value: int):
    assert best_opening(tuple(rack.split()), RULES).value == value


@pytest.mark.parametrize(("rack", "value"), EASY_TO_GET_WRONG)
def test_the_brute_force_knows_them_too(rack: str, value: int):
    assert brute.best_opening(rack.split()) == value


def test_every_three_tiles_of_two_colours_are_read_as_the_brute_force_reads_them():
    of_two_colours = [tile for tile in TILES if tile[0] in "krj"]
    _compare(product(of_two_colours, repeat=3))


@pytest.mark.full
def test_every_three_tiles_are_read_as_the_brute_force_reads_them():
    _compare(product(TILES, repeat=3))


def test_four_tiles_around_a_joker_are_read_as_the_brute_force_reads_them():
    _compare(product(("r1", "r2", "r3", "r13", "k2", "k13", "j"), repeat=4))


@settings(max_examples=400)
@given(st.lists(st.sampled_from(TILES), max_size=14).filter(lambda t: t.count("j") <= 2))
def test_any_heap_is_read_as_the_brute_force_reads_it(tiles: list[str]):
    _compare([tiles])


@st.composite
def nearly_melds(draw: st.DrawFn) -> list[str]:
    """A run or group in any order of its making, some tiles turned into jokers, one perhaps off."""
    colour, low = draw(st.sampled_from(brute.COLOURS)), draw(st.integers(1, 13))
    run = [f"{colour}{n}" for n in range(low, draw(st.integers(low, 13)) + 1)]
    group = [f"{c}{low}" for c in draw(st.permutations(brute.COLOURS))]
    tiles = draw(st.sampled_from((run, run[::-1], group, group[:3], group[:2])))
    for place in draw(st.lists(st.integers(0, len(tiles) - 1), max_size=2)):
        tiles[place] = "j"
    if draw(st.booleans()):
        tiles.insert(draw(st.integers(0, len(tiles))), draw(st.sampled_from(brute.PLAIN)))
    return tiles


@settings(max_examples=400)
@given(nearly_melds())
@example(["r5", "j", "j"])
@example(["j", "r1", "r2", "r3"])
@example(["r13", "j", "r11"])
@example(["k7", "b7", "o7", "r7", "j"])
def test_what_is_nearly_a_meld_is_read_as_the_brute_force_reads_it(tiles: list[str]):
    _compare([tiles])


def _compare(heaps) -> None:
    for heap in heaps:
        tiles = tuple(heap)
        if tiles.count("j") > 2:
            continue
        read = read_meld(tiles, RULES)
        found = (read.value, read.kind.value) if isinstance(read, Meld) else None
        assert found == brute.meld(tiles), tiles


@pytest.mark.parametrize(("jokers", "examples"), [(0, 200), (1, 40), (2, 8)])
def test_the_best_opening_of_a_rack_is_the_same_by_brute_force(jokers: int, examples: int):
    chance = Random(f"racks with {jokers} jokers")
    for _ in range(examples):
        _compare_openings(_random_rack(chance, 14, jokers))


@pytest.mark.full
@pytest.mark.parametrize(("jokers", "examples"), [(0, 4000), (1, 300), (2, 30)])
@pytest.mark.parametrize("size", [14, 18, 22])
def test_the_best_opening_of_many_racks_is_the_same_by_brute_force(jokers, examples, size):
    chance = Random(f"{size} tiles with {jokers} jokers")
    for _ in range(examples):
        _compare_openings(_random_rack(chance, size, jokers))


@settings(max_examples=60)
@given(racks(size=14, jokers=0) | racks(size=10, jokers=1))
def test_the_best_opening_of_any_rack_is_the_same_by_brute_force(rack: tuple[str, ...]):
    _compare_openings(rack)


def test_crowded_racks_open_as_the_brute_force_says():
    """Tiles of few numbers and colours: every meld competes with every other."""
    chance = Random("crowded")
    bag = [f"{colour}{n}" for colour in "kbo" for n in range(9, 14) for _ in range(2)]
    for jokers in (0, 0, 0, 0, 0, 0, 1, 1, 1, 2):
        _compare_openings((*chance.sample(bag, 11), *("j",) * jokers))


def test_every_small_rack_of_one_colour_opens_as_the_brute_force_says():
    numbers = [f"r{n}" for n in (1, 2, 3, 4, 5, 12, 13)]
    for size in range(6):
        for rack in combinations(numbers, size):
            _compare_openings((*rack, "j"))


def test_every_small_rack_of_neighbours_opens_as_the_brute_force_says():
    bag = ("k9", "k10", "k10", "k11", "b10", "b11", "o10", "o11")
    for size in range(len(bag) + 1):
        for rack in combinations(bag, size):
            _compare_openings(rack)


def test_two_jokers_may_stand_for_any_two_tiles():
    for rack in combinations(("k8", "r8", "r10", "r13"), 2):
        _compare_openings((*rack, "j", "j"))


@pytest.mark.parametrize("run_max", [5, 6, 13])
def test_no_meld_of_an_opening_is_longer_than_the_profile_lets_a_run_be(run_max: int):
    rules = profile_from(
        {"based_on": "mp2023", "id": "own", "title": "Own", "melds": {"run_max": run_max}}
    )
    opening = best_opening(tuple(f"r{n}" for n in range(1, 14)), rules)
    assert opening.value == sum(range(1, 14))
    assert all(isinstance(read_meld(meld, rules), Meld) for meld in opening.melds)


def _random_rack(chance: Random, size: int, jokers: int) -> tuple[str, ...]:
    return (*chance.sample([*brute.PLAIN, *brute.PLAIN], size - jokers), *("j",) * jokers)


def _compare_openings(rack: tuple[str, ...]) -> None:
    """The value is the brute force's, and the melds shown prove it."""
    opening = best_opening(rack, RULES)
    assert opening.value == brute.best_opening(rack), rack
    used = Counter(tile for meld in opening.melds for tile in meld)
    assert used <= Counter(rack), rack
    proof = [brute.meld(meld) for meld in opening.melds]
    assert None not in proof, rack
    assert sum(value for value, _ in proof) == opening.value, rack
    assert opening_value(opening.melds, rack, RULES) == opening.value, rack


@settings(max_examples=200)
@given(racks(size=14, jokers=2) | racks(size=30))
def test_a_doublet_is_a_tile_held_twice_and_two_jokers_are_none(rack: tuple[str, ...]):
    twice = {tile for i, tile in enumerate(rack) if tile in rack[:i] and tile != "j"}
    assert set(doublets(rack, RULES)) == twice
    assert len(doublets(rack, RULES)) == len(twice)


# Layout: tiles on the felt

SIZE = TileSize(30, 42)
# Distances at, just inside and just outside the borders: one width (30) and half a height (21).
XS = st.sampled_from([0, 1, 29, 30, 31, 59, 60, 61, 90, 91, 120, 121, 180])
YS = st.sampled_from([0, 20, 21, 22, 41, 42, 43, 63, 64])
PLACED = st.lists(
    st.builds(PlacedTile, st.sampled_from(("r1", "r2", "r3", "k2", "b2", "j")), XS, YS),
    max_size=9,
    unique_by=lambda tile: (tile.x, tile.y),
)


@settings(max_examples=500)
@given(PLACED)
def test_clusters_on_the_felt_are_those_a_ruler_would_find(tiles: list[PlacedTile]):
    assert _layout(tiles, SIZE) == _by_ruler(tiles, SIZE)


@settings(max_examples=200)
@given(PLACED, st.fractions(min_value=Fraction(1, 7), max_value=9, max_denominator=7))
def test_the_unit_of_length_makes_no_difference(tiles: list[PlacedTile], unit: Fraction):
    scaled = [PlacedTile(t.tile, t.x * unit, t.y * unit) for t in tiles]
    size = TileSize(SIZE.width * unit, SIZE.height * unit)
    assert _layout(scaled, size) == _layout(tiles, SIZE)


@settings(max_examples=200)
@given(PLACED, st.integers(-500, 500), st.integers(-500, 500))
def test_it_does_not_matter_where_on_the_felt_the_tiles_lie(tiles, dx: int, dy: int):
    moved = [PlacedTile(t.tile, t.x + dx, t.y + dy) for t in tiles]
    assert _layout(moved, SIZE) == _layout(tiles, SIZE)


@pytest.mark.parametrize(
    ("dx", "dy", "together"),
    [(60, 0, True), (61, 0, False), (30, 21, True), (30, 22, False), (60, 21, True), (0, 0, True)],
)
def test_both_borders_belong_to_the_set(dx: int, dy: int, *, together: bool):
    clusters = _layout([PlacedTile("r1", 0, 0), PlacedTile("r2", dx, dy)], SIZE)
    assert len(clusters) == (1 if together else 2)


def test_the_borders_hold_to_the_last_fraction():
    width = Fraction(100, 3)
    size = TileSize(width, 42)
    beyond = 2 * width + Fraction(1, 10**12)
    assert len(_layout([PlacedTile("r1", 0, 0), PlacedTile("r2", 2 * width, 0)], size)) == 1
    assert len(_layout([PlacedTile("r1", 0, 0), PlacedTile("r2", beyond, 0)], size)) == 2


@settings(max_examples=200)
@given(PLACED)
def test_heaps_are_reported_from_the_top_then_from_the_left(tiles: list[PlacedTile]):
    corners = [(min(t.y for t in heap), min(t.x for t in heap)) for heap in _heaps(tiles, SIZE)]
    assume(len(set(corners)) == len(corners))
    assume(sum(t.tile == "j" for t in tiles) <= 2)
    heaps = sorted(_heaps(tiles, SIZE), key=lambda h: (min(t.y for t in h), min(t.x for t in h)))
    expected = [_from_left_to_right(heap) for heap in heaps]
    layout = read_layout(tiles, SIZE, RULES)
    melds = [meld.tiles for meld in layout.melds]
    assert melds == [heap for heap in expected if brute.meld(heap)]
    assert [heap.tiles for heap in layout.loose] == [h for h in expected if not brute.meld(h)]


def _layout(tiles: list[PlacedTile], size: TileSize) -> Counter[tuple[str, ...]]:
    layout = read_layout(tiles, size, RULES)
    return Counter([meld.tiles for meld in layout.melds] + [heap.tiles for heap in layout.loose])


def _by_ruler(tiles: list[PlacedTile], size: TileSize) -> Counter[tuple[str, ...]]:
    return Counter(_from_left_to_right(heap) for heap in _heaps(tiles, size))


def _heaps(tiles: list[PlacedTile], size: TileSize) -> list[list[PlacedTile]]:
    """Join any two heaps with neighbouring tiles until nothing can be joined any more."""
    heaps = [[tile] for tile in tiles]
    joined = True
    while joined:
        joined = False
        for one, other in combinations(range(len(heaps)), 2):
            if any(_touch(a, b, size) for a in heaps[one] for b in heaps[other]):
                heaps[one] += heaps.pop(other)
                joined = True
                break
    return heaps


def _touch(a: PlacedTile, b: PlacedTile, size: TileSize) -> bool:
    left, right = sorted((a.x, b.x))
    top, bottom = sorted((a.y, b.y))
    return right - (left + size.width) <= size.width and (bottom - top) * 2 <= size.height


def _from_left_to_right(heap: list[PlacedTile]) -> tuple[str, ...]:
    return tuple(t.tile for t in sorted(heap, key=lambda t: (t.x, t.y)))
