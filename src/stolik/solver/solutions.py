"""What the solver answers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stolik.rummikub.tiles import JOKER, Tableau, Tile, Tiles, all_of, number

JOKER_POINTS = 50


@dataclass(frozen=True, slots=True)
class Solution:
    """The best that can be laid.

    `tiles` and `points` measure the rack tiles laid (face values, a joker 50: what they would
    cost on the rack), `laid` names them, `tableau` is the whole table afterwards: runs by colour
    and ascending, then groups by number, a joker standing where it counts.
    """

    tiles: int
    points: int
    laid: Tiles
    tableau: Tableau
    complete: bool = True  # else the budget did not suffice to know that it is the best


def measured(
    tableau: Sequence[Sequence[Tile]],
    rack: Sequence[Tile],
    found: Tableau,
    *,
    complete: bool = True,
) -> Solution:
    """The solution that leads from the tableau to the one found."""
    new = Counter(all_of(found))
    new.subtract(all_of(tuple(meld) for meld in tableau))
    laid: list[Tile] = []
    for tile in rack:
        if new[tile] > 0:
            new[tile] -= 1
            laid.append(tile)
    return Solution(len(laid), sum(map(rack_points, laid)), tuple(laid), found, complete)


def unchanged(tableau: Sequence[Sequence[Tile]], *, complete: bool = True) -> Solution:
    """The answer when nothing can be laid."""
    return Solution(0, 0, (), tuple(tuple(meld) for meld in tableau), complete)


def rack_points(tile: Tile) -> int:
    """What a tile would cost on the rack."""
    return JOKER_POINTS if tile == JOKER else number(tile)
