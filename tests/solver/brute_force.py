"""The best opening by trying everything; slow, and sharing nothing with the solver."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

Rack = tuple[tuple[str, int], ...]


def best_opening_value(rack) -> int:
    plain = tuple(sorted((tile[0], int(tile[1:])) for tile in rack if tile != "j"))
    best = lru_cache(maxsize=None)(lambda tiles, jokers: _best(tiles, jokers, best))
    return best(plain, len(rack) - len(plain))


def _best(tiles: Rack, jokers: int, best) -> int:
    if not tiles:
        return 0
    first, rest = tiles[0], tiles[1:]
    result = best(rest, jokers)
    for others, used, value in _melds_with(first, rest, jokers):
        left = list(rest)
        for tile in others:
            left.remove(tile)
        result = max(result, value + best(tuple(left), jokers - used))
    return result


def _melds_with(first, rest: Rack, jokers: int) -> Iterator[tuple[tuple, int, int]]:
    """Every meld with this tile: the other tiles, the jokers, what it counts."""
    colour, number = first
    held = set(rest)
    partners = [c for c in "bkor" if c != colour and (c, number) in held]
    for size in (3, 4):
        for tiles in range(min(len(partners), size - 1) + 1):
            used = size - 1 - tiles
            if used <= jokers:
                for chosen in combinations(partners, tiles):
                    yield tuple((c, number) for c in chosen), used, size * number
    # Runs of six and more are two shorter ones.
    for length in (3, 4, 5):
        for start in range(max(1, number - length + 1), min(number, 14 - length) + 1):
            yield from _runs(first, range(start, start + length), held, jokers)


def _runs(first, numbers: range, held: set, jokers: int) -> Iterator[tuple[tuple, int, int]]:
    colour, number = first
    others = [n for n in numbers if n != number]
    missing = [n for n in others if (colour, n) not in held]
    present = [n for n in others if (colour, n) in held]
    for spared in range(max(-1, jokers - len(missing)) + 1):
        for replaced in combinations(present, spared):
            kept = tuple((colour, n) for n in present if n not in replaced)
            yield kept, len(missing) + spared, sum(numbers)
