"""Where tiles lie on the felt, so that everybody looks at the same table.

A felt unit is a thirtieth of a tile's width. Only the geometry says which tiles form a meld; a
felt always reads back to the tableau it was arranged for.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from stolik.rummikub.layout import Length, PlacedTile, TileSize, clusters
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tableau, Tile, Tiles

Felt = tuple[PlacedTile, ...]

_TILE = 30
SIZE = TileSize(_TILE, 42)
WIDTH = 840  # 28 tiles: on a phone held sideways a tile is still large enough to touch
_ROW = 48  # melds are put in rows, a little higher than a tile
_BETWEEN = 36  # more than one tile's width: the next meld begins here


def arranged(felt: Felt, tableau: Tableau, rules: RulesProfile) -> Felt:
    """A felt for `tableau`: melds that lay there stay where they were, others find free room.

    Tiles are listed meld by meld in the order of the tableau, which their places do not tell.
    """
    lying: dict[Tiles, list[Felt]] = {}
    for cluster in _lying(felt, tableau, rules):
        lying.setdefault(tuple(placed.tile for placed in cluster), []).append(cluster)
    rows = _rows(placed for same in lying.values() for meld in same for placed in meld)
    return tuple(
        placed
        for meld in tableau
        for placed in (lying[meld].pop(0) if lying.get(meld) else _placed(meld, rows))
    )


def settled(before: Tableau, after: Tableau) -> Tableau:
    """The melds of a move in an order everybody knows them by: where they lay, new ones last.

    A meld stands where that one stood whose tiles make most of it; parts of one stay side by side.
    """
    places: dict[Tiles, list[int]] = {}
    for place, meld in enumerate(before):
        places.setdefault(meld, []).append(place)
    stay = [places[meld].pop(0) if places.get(meld) else None for meld in after]
    homes: dict[tuple[Tile, int], list[int]] = {}  # of each tile of a meld that lies no more
    for place in sorted(place for left in places.values() for place in left):
        for copy in _copies(before[place]):
            homes.setdefault(copy, []).append(place)
    stands = [
        _anchor(meld, homes, len(before)) if place is None else place
        for meld, place in zip(after, stay, strict=True)
    ]
    return tuple([after[i] for i in sorted(range(len(after)), key=stands.__getitem__)])


def read_felt(raw: Felt | Sequence[Sequence[Any]]) -> Felt:
    """A felt from beside an event: as it was laid here a moment ago, or as JSON has kept it."""
    if isinstance(raw, tuple):
        return raw
    return tuple([PlacedTile(Tile(tile), x, y) for tile, x, y in raw])


def _copies(meld: Tiles) -> Iterator[tuple[Tile, int]]:
    """Each tile with the number of its copy in the meld: of all tiles only jokers repeat."""
    seen: dict[Tile, int] = {}
    for tile in meld:
        seen[tile] = seen.get(tile, 0) + 1
        yield tile, seen[tile]


def _anchor(meld: Tiles, homes: Mapping[tuple[Tile, int], Sequence[int]], last: int) -> int:
    """Of the melds that lie no more the place of that whose tiles make most of this one."""
    kept: dict[int, int] = {}
    for copy in _copies(meld):
        for place in homes.get(copy, ()):
            kept[place] = kept.get(place, 0) + 1
    return min(kept, key=lambda place: (-kept[place], place), default=last)


def _lying(felt: Felt, tableau: Tableau, rules: RulesProfile) -> Iterator[Felt]:
    """The melds of the tableau that lie on the felt already, each with its tiles' places."""
    wanted = Counter(tableau)
    for cluster in clusters(felt, SIZE, rules):
        tiles = tuple(placed.tile for placed in cluster)
        if wanted[tiles] > 0:
            wanted[tiles] -= 1
            yield cluster


def _rows(felt: Iterable[PlacedTile]) -> dict[int, list[Length]]:
    """Where tiles are in the way, by row; one that lies between two rows is in both."""
    rows: dict[int, list[Length]] = {}
    for _, x, y in felt:
        for row in {y // _ROW, -(-y // _ROW)}:
            rows.setdefault(row, []).append(x)
    return rows


def _placed(meld: Tiles, rows: dict[int, list[Length]]) -> list[PlacedTile]:
    """The meld in the first free room from the top left, which is then taken."""
    for row in count():
        x = _room_in_row(rows.setdefault(row, []), len(meld) * _TILE)
        if x is not None:
            placed = [PlacedTile(tile, x + _TILE * i, row * _ROW) for i, tile in enumerate(meld)]
            rows[row] += [tile.x for tile in placed]
            return placed
    raise AssertionError("there is always another row")


def _room_in_row(taken: list[Length], width: int) -> Length | None:
    """Where in a row a meld of this width has room beside what lies there."""
    x: Length = 0
    for lying in sorted(taken):
        if lying < x + width + _BETWEEN and lying + _TILE + _BETWEEN > x:
            x = lying + _TILE + _BETWEEN
    return x if x + width <= WIDTH else None
