"""Tiles are written as people write them: `k7`, `r13`, the joker `j`.

Two equal tiles are indistinguishable, so the notation *is* the tile: no ids that would let
anybody track one of a pair.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NewType

Tile = NewType("Tile", str)
Tiles = tuple[Tile, ...]
Tableau = tuple[Tiles, ...]

JOKER = Tile("j")


@lru_cache(maxsize=1024)
def number(tile: Tile) -> int:
    """The number on a tile; a joker has none and counts as 0."""
    return int(tile[1:] or 0)


def colour(tile: Tile) -> str:
    """The colour letter of a tile: k black, b blue, o orange, r red."""
    return tile[0]


def without(tiles: Iterable[Tile], taken: Iterable[Tile]) -> Tiles:
    """`tiles` in their order, less one copy of each tile in `taken`."""
    left = Counter(taken)
    kept: list[Tile] = []
    for tile in tiles:
        if left[tile] > 0:
            left[tile] -= 1
        else:
            kept.append(tile)
    return tuple(kept)


def surplus(tiles: Iterable[Tile], over: Iterable[Tile]) -> Tiles:
    """The tiles of which `tiles` holds more copies than `over`."""
    return tuple((Counter(tiles) - Counter(over)).elements())


def all_of(tableau: Iterable[Tiles]) -> Tiles:
    """Every tile of a tableau, meld after meld."""
    return tuple(tile for meld in tableau for tile in meld)
