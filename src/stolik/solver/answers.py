"""What the solver answers."""

from dataclasses import dataclass

from stolik.rummikub.tiles import Tableau, Tiles


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


@dataclass(frozen=True, slots=True)
class Opening:
    """The most valuable disjoint melds of a rack, jokers worth what they stand for."""

    value: int
    melds: Tableau
