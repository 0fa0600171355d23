"""Tiles are written as people write them: `k7`, `r13`, the joker `j`.

Two equal tiles are indistinguishable, so the notation *is* the tile: no ids that would let
anybody track one of a pair.
"""

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import NewType, TypeVar

Tile = NewType("Tile", str)
Tiles = tuple[Tile, ...]
Tableau = tuple[Tiles, ...]

JOKER = Tile("j")

T = TypeVar("T", bound=Hashable)


@lru_cache(maxsize=1024)
def number(tile: Tile) -> int:
    """The number on a tile; a joker has none and counts as 0."""
    return int(tile[1:] or 0)


def colour(tile: Tile) -> str:
    """The colour letter of a tile: k black, b blue, o orange, r red."""
    return tile[0]


def without(items: Iterable[T], taken: Iterable[T]) -> tuple[T, ...]:
    """`items` (tiles or melds) in their order, less one copy of each in `taken`."""
    left: dict[T, int] = {}  # a Counter takes three times as long, and every move comes by here
    for item in taken:
        left[item] = left.get(item, 0) + 1
    kept: list[T] = []
    for item in items:
        if left.get(item):
            left[item] -= 1
        else:
            kept.append(item)
    return tuple(kept)


def all_of(tableau: Iterable[Tiles]) -> Tiles:
    """Every tile of a tableau, meld after meld."""
    return tuple([tile for meld in tableau for tile in meld])
