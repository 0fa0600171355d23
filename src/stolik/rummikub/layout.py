"""Which tiles on the felt form one set, by the regulation's own geometry.

mp2023 L43: tiles belong together when the gap between them is at most one tile width and the
vertical offset at most half a tile height, both inclusive. Coordinates are top-left corners;
exact numbers (int, Fraction) give exact borders.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from stolik.refusal import refuse
from stolik.rummikub.codes import Refusal
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tile, Tiles

Length = int | Fraction

_BY_PLACE = itemgetter(1, 2)  # from the left, then from the top
_BY_HEIGHT = itemgetter(2)


@dataclass(frozen=True, slots=True)
class TileSize:
    """How large a tile is, in the unit of the coordinates."""

    width: Length
    height: Length


class PlacedTile(NamedTuple):
    """A tile and its top-left corner; a tuple, because a felt has a hundred of them."""

    tile: Tile
    x: Length
    y: Length


@dataclass(frozen=True, slots=True)
class Loose:
    """Tiles lying together that are no meld, and why."""

    tiles: Tiles
    reason: Refusal


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies on the felt, from the top, then from the left."""

    melds: tuple[Meld, ...]
    loose: tuple[Loose, ...]


def read_layout(tiles: Iterable[PlacedTile], size: TileSize, rules: RulesProfile) -> Layout:
    """Melds and loose clusters among placed tiles."""
    melds: list[Meld] = []
    loose: list[Loose] = []
    for cluster in clusters(tiles, size, rules):
        notation = tuple(placed.tile for placed in cluster)
        read = read_meld(notation, rules)
        if isinstance(read, Meld):
            melds.append(read)
        else:
            loose.append(Loose(notation, read))
    return Layout(tuple(melds), tuple(loose))


def clusters(
    tiles: Iterable[PlacedTile], size: TileSize, rules: RulesProfile
) -> tuple[tuple[PlacedTile, ...], ...]:
    """Tiles connected through neighbours, each cluster read from left to right."""
    if size.width <= 0 or size.height <= 0:
        refuse(rules.violation(Refusal.LAYOUT_TILE_SIZE))
    reach = size.width * (100 + rules.melds.gap_widths_percent)
    rise = size.height * rules.melds.offset_heights_percent
    near = [c for band in _bands(tiles, rise) for c in _clusters_in(band, reach, rise)]
    found = [part for cluster in near for part in _parts(cluster, rise, rules)]
    return tuple(sorted(found, key=lambda row: (min([t.y for t in row]), row[0].x, row[0].y)))


def _parts(
    cluster: tuple[PlacedTile, ...], rise: Length, rules: RulesProfile
) -> Iterable[tuple[PlacedTile, ...]]:
    """A cluster that is no meld, parted at its widest gaps if every part is one (decision 21)."""
    if not rules.melds.near_melds_part or _is_meld(cluster, rules):
        return (cluster,)
    # Each reach but the widest one opens the gaps that are wider; without any all lie alone.
    reaches = sorted({100 * (b.x - a.x) for a, b in pairwise(cluster)}, reverse=True)[1:]
    for reach in reaches:
        parts = tuple(_clusters_in(sorted(cluster, key=_BY_HEIGHT), reach, rise))
        if all(_is_meld(part, rules) for part in parts):
            return parts
    return (cluster,)


def _is_meld(cluster: tuple[PlacedTile, ...], rules: RulesProfile) -> bool:
    return isinstance(read_meld(tuple([placed.tile for placed in cluster]), rules), Meld)


def _bands(tiles: Iterable[PlacedTile], rise: Length) -> Iterator[list[PlacedTile]]:
    """Tiles that no chain of neighbours can connect are in different bands."""
    band: list[PlacedTile] = []
    for tile in sorted(tiles, key=_BY_HEIGHT):
        if band and 100 * (tile.y - band[-1].y) > rise:
            yield band
            band = []
        band.append(tile)
    if band:
        yield band


def _clusters_in(
    band: list[PlacedTile], reach: Length, rise: Length
) -> Iterable[tuple[PlacedTile, ...]]:
    """The clusters of one band; in a tidy row only the gaps from left to right count."""
    row = sorted(band, key=_BY_PLACE)
    tidy = 100 * (band[-1].y - band[0].y) <= rise
    if not tidy or any(a.x == b.x and a.y == b.y for a, b in pairwise(row)):
        return _connected(row, reach, rise)
    cuts = [i for i, (a, b) in enumerate(pairwise(row), 1) if 100 * (b.x - a.x) > reach]
    return [tuple(row[a:b]) for a, b in pairwise((0, *cuts, len(row)))]


def _connected(
    waiting: list[PlacedTile], reach: Length, rise: Length
) -> Iterable[tuple[PlacedTile, ...]]:
    """Clusters of tiles that lie anyhow, ordered from the left."""
    cluster_of: list[list[PlacedTile]] = []
    first = 0
    for i, tile in enumerate(waiting):
        mine = [tile]
        cluster_of.append(mine)
        while 100 * (tile.x - waiting[first].x) > reach:
            first += 1  # too far to the left, for this tile and all that follow
        for j in range(first, i):
            if cluster_of[j] is not mine and -rise <= 100 * (tile.y - waiting[j].y) <= rise:
                mine += cluster_of[j]
                cluster_of = [mine if c is cluster_of[j] else c for c in cluster_of]
    found = {id(cluster): cluster for cluster in cluster_of}.values()
    return [tuple(sorted(cluster, key=_BY_PLACE)) for cluster in found]
