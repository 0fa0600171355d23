"""Moves found by trying: no search worth the name, but every sort of move comes up."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from random import Random

from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.openings import Opening, best_opening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import TableState
from stolik.rummikub.tiles import JOKER, Tableau, Tile, Tiles, without
from tests.rummikub import brute

MOST_SINGLE_TILES = 5


def opening_or_none(rack: Tiles, rules: RulesProfile) -> Opening:
    """For `decide`: only whether a rack opens matters there, and a brute force knows it at once."""
    if not brute.speaks_of(rules):
        return best_opening(rack, rules)
    return Opening(rules.opening.minimum if _can_open(rack, rules.opening.minimum) else -1, ())


@lru_cache(maxsize=4096)
def _can_open(rack: Tiles, minimum: int) -> bool:
    return brute.can_open(rack, minimum)


def random_move(state: TableState, chance: Random) -> Tableau | None:
    """A legal move of the seat to move, or None if it finds (or wants) none."""
    if chance.random() < 0.1:
        return None
    seat, rules = state.seats[state.turn], state.rules
    laid = _disjoint(seat.rack, rules, chance)
    if not seat.opened:
        value = sum(_value(meld, rules) for meld in laid)
        return (*state.tableau, *laid) if laid and value >= rules.opening.minimum else None
    if chance.random() < 0.3:
        laid = laid[: chance.randrange(len(laid) + 1)]
    tableau = (*state.tableau, *laid)
    rack = without(seat.rack, (tile for meld in laid for tile in meld))
    for tile in chance.sample(rack, min(len(rack), MOST_SINGLE_TILES)):
        tableau = _with(tile, tableau, rules, chance)
    return tableau if tableau != state.tableau else None


def _disjoint(rack: Tiles, rules: RulesProfile, chance: Random) -> list[Tiles]:
    """Melds that can be laid together, dear ones sooner than cheap ones."""
    found = sorted(_melds_of(rack, rules), key=lambda m: -_value(m, rules) * chance.random())
    taken: list[Tiles] = []
    for meld in found:
        if not Counter(meld) - Counter(rack):
            taken.append(meld)
            rack = without(rack, meld)
    return taken


def _melds_of(rack: Tiles, rules: RulesProfile) -> Iterator[Tiles]:
    """Short runs and groups of the rack, a missing tile replaced by a joker."""
    have = set(rack)
    jokers = min(rack.count(JOKER), rules.melds.jokers_per_meld)
    sizes = range(rules.melds.run_min, rules.melds.run_min + 5)
    runs = (
        [f"{colour}{n}" for n in range(start, start + size)]
        for colour in rules.tiles.colours
        for size in sizes
        for start in range(1, rules.tiles.highest - size + 2)
    )
    groups = (
        [f"{colour}{n}" for colour in colours]
        for n in range(1, rules.tiles.highest + 1)
        for size in (rules.melds.group_min, rules.melds.group_max)
        for colours in combinations(rules.tiles.colours, size)
    )
    for wanted in (*runs, *groups):
        if sum(tile not in have for tile in wanted) <= jokers:
            meld = tuple(Tile(tile) if tile in have else JOKER for tile in wanted)
            if _is_meld(meld, rules):
                yield meld


def _with(tile: Tile, tableau: Tableau, rules: RulesProfile, chance: Random) -> Tableau:
    """The tile put somewhere: into a meld, between two halves of it, or for a joker."""
    for i in chance.sample(range(len(tableau)), len(tableau)):
        meld, rest = tableau[i], (*tableau[:i], *tableau[i + 1 :])
        if ways := _ways(meld, tile, rules):
            return (*rest, *chance.choice(ways))
        if JOKER in meld and tile != JOKER:
            place = meld.index(JOKER)
            freed = (*meld[:place], tile, *meld[place + 1 :])
            replaced = (*rest, freed)
            again = _with(JOKER, replaced, rules, chance) if _is_meld(freed, rules) else replaced
            if again != replaced:
                return again
    return tableau


@lru_cache(maxsize=100_000)
def _ways(meld: Tiles, tile: Tile, rules: RulesProfile) -> tuple[Tableau, ...]:
    longer = [(*meld[:place], tile, *meld[place:]) for place in range(len(meld) + 1)]
    whole = tuple((tiles,) for tiles in longer if _is_meld(tiles, rules))
    halves = (
        (tiles[:cut], tiles[cut:])
        for cut, tiles in enumerate(longer)
        if _is_meld(tiles[:cut], rules) and _is_meld(tiles[cut:], rules)
    )
    return (*whole, *halves)


def _is_meld(tiles: Tiles, rules: RulesProfile) -> bool:
    return isinstance(read_meld(tiles, rules), Meld)


def _value(tiles: Tiles, rules: RulesProfile) -> int:
    read = read_meld(tiles, rules)
    return read.value if isinstance(read, Meld) else 0
