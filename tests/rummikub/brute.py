"""Slow truth about melds and openings, from the rulebook's own words.

A joker is taken to *be* every tile in turn; what is left are plain tiles, and for plain tiles a
meld is a run or a group that a child can check. Nothing here is shared with the core.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise, product

from stolik.rummikub.rules import RulesProfile

COLOURS = "kbor"
HIGHEST = 13
JOKER = "j"
PLAIN = tuple(f"{colour}{n}" for colour in COLOURS for n in range(1, HIGHEST + 1))


def speaks_of(rules: RulesProfile) -> bool:
    """Whether a profile plays with the tiles and melds of the regulations, as this file does."""
    tiles, melds = rules.tiles, rules.melds
    return (
        (tiles.colours, tiles.highest, tiles.copies, tiles.jokers) == (tuple(COLOURS), 13, 2, 2)
        and (melds.run_min, melds.run_max, melds.group_min, melds.group_max) == (3, 13, 3, 4)
        and (melds.either_direction, melds.jokers_per_meld) == (True, 2)
    )


def split(tile: str) -> tuple[str, int]:
    """`r13` is colour r, number 13."""
    return tile[0], int(tile[1:])


def plain_kind(tiles: Sequence[str]) -> str | None:
    """`run`, `group` or nothing, for tiles without a joker."""
    colours, numbers = zip(*map(split, tiles), strict=True)
    if len(tiles) >= 3 and len(set(colours)) == 1:
        up = all(b - a == 1 for a, b in pairwise(numbers))
        down = all(a - b == 1 for a, b in pairwise(numbers))
        if up or down:
            return "run"
    if 3 <= len(tiles) <= 4 and len(set(numbers)) == 1 and len(set(colours)) == len(tiles):
        return "group"
    return None


def readings(tiles: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Every (value, kind) the tiles can have, each joker being each tile of the set in turn."""
    choices = [PLAIN if tile == JOKER else (tile,) for tile in tiles]
    for plain in product(*choices):
        if kind := plain_kind(plain):
            yield sum(split(tile)[1] for tile in plain), kind


def meld(tiles: Sequence[str]) -> tuple[int, str] | None:
    """The most valuable reading, a run when two are worth the same; None: no meld."""
    if len(tiles) < 3:
        return None
    return max(readings(tiles), key=lambda r: (r[0], r[1] == "run"), default=None)


def best_opening(rack: Sequence[str]) -> int:
    """The highest total of disjoint melds over everything the jokers could be."""
    plain = [tile for tile in rack if tile != JOKER]
    jokers = len(rack) - len(plain)
    return max(
        _packed(_sorted((*plain, *guess))) for guess in combinations_with_replacement(PLAIN, jokers)
    )


def can_open(rack: Sequence[str], minimum: int = 30) -> bool:
    """Whether the rack holds melds worth the minimum; stops at the first guess that does."""
    plain = [tile for tile in rack if tile != JOKER]
    jokers = len(rack) - len(plain)
    return any(
        _packed(_sorted((*plain, *guess))) >= minimum
        for guess in combinations_with_replacement(PLAIN, jokers)
    )


def _sorted(tiles: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(tiles, key=lambda tile: (COLOURS.index(tile[0]), int(tile[1:]))))


@lru_cache(maxsize=200_000)
def _packed(tiles: tuple[str, ...]) -> int:
    """Best total of plain tiles, sorted: the first tile stays out, or lies in one of its melds."""
    if len(tiles) < 3:
        return 0
    first, rest = tiles[0], tiles[1:]
    best = _packed(rest)
    for others in (*_runs_up_from(first, rest), *_groups_with(first, rest)):
        left = list(rest)
        for tile in others:
            left.remove(tile)
        value = split(first)[1] + sum(split(tile)[1] for tile in others)
        best = max(best, value + _packed(tuple(left)))
    return best


def _runs_up_from(first: str, rest: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    colour, n = split(first)
    others: tuple[str, ...] = ()
    while (following := f"{colour}{n + len(others) + 1}") in rest:
        others += (following,)
        if len(others) >= 2:
            yield others


def _groups_with(first: str, rest: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    colour, n = split(first)
    same = [f"{other}{n}" for other in COLOURS if other != colour and f"{other}{n}" in rest]
    if len(same) >= 2:
        yield from ((a, b) for i, a in enumerate(same) for b in same[i + 1 :])
    if len(same) == 3:
        yield tuple(same)
