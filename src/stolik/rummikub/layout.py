"""Which tiles on the felt form one set, by the regulation's own geometry.

mp2023 L43: tiles belong together when the gap between them is at most one tile width and the
vertical offset at most half a tile height, both inclusive. Coordinates are top-left corners;
exact numbers (int, Fraction) give exact borders.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from stolik.refusal import refuse
from stolik.rummikub.codes import Refusal
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tile, Tiles

Length = int | Fraction


@dataclass(frozen=True, slots=True)
class TileSize:
    """How large a tile is, in the unit of the coordinates."""

    width: Length
    height: Length


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile and its top-left corner."""

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
    if size.width <= 0 or size.height <= 0:
        refuse(rules.violation(Refusal.LAYOUT_TILE_SIZE))
    melds: list[Meld] = []
    loose: list[Loose] = []
    for cluster in _clusters(tuple(tiles), size, rules):
        read = read_meld(cluster, rules)
        if isinstance(read, Meld):
            melds.append(read)
        else:
            loose.append(Loose(cluster, read))
    return Layout(tuple(melds), tuple(loose))


def _clusters(tiles: Sequence[PlacedTile], size: TileSize, rules: RulesProfile) -> list[Tiles]:
    """Tiles connected through neighbours, each cluster read from left to right."""
    waiting = sorted(tiles, key=lambda t: (t.x, t.y))
    clusters: list[list[PlacedTile]] = []
    while waiting:
        cluster = [waiting.pop(0)]
        for known in cluster:  # grows while it is walked
            near = [t for t in waiting if _are_neighbours(known, t, size, rules)]
            cluster += near
            waiting = [t for t in waiting if not any(t is n for n in near)]
        clusters.append(sorted(cluster, key=lambda t: (t.x, t.y)))
    clusters.sort(key=lambda c: (min(t.y for t in c), c[0].x))
    return [tuple(t.tile for t in cluster) for cluster in clusters]


def _are_neighbours(a: PlacedTile, b: PlacedTile, size: TileSize, rules: RulesProfile) -> bool:
    gap = max(a.x, b.x) - min(a.x, b.x) - size.width
    offset = max(a.y, b.y) - min(a.y, b.y)
    return (
        100 * gap <= rules.melds.gap_widths_percent * size.width
        and 100 * offset <= rules.melds.offset_heights_percent * size.height
    )
