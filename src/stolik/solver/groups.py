"""How the tiles of one number go into groups: the other half of the twin's tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from stolik.solver.tileset import TileSet

Counts = tuple[int, ...]
Masks = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Packing:
    """Groups of one number: tiles used, jokers they need, and room left for spare jokers."""

    tiles: int
    jokers: int
    room: int
    groups: Masks


@lru_cache(maxsize=32)
def _tabulated(limits: TileSet, jokers: int) -> dict[Counts, tuple[Packing, ...]]:
    """For every number of tiles per colour, the packings by jokers needed, roomiest first."""
    found: dict[tuple[Counts, int], Packing] = {}
    nothing = (0,) * len(limits.colours)
    found[nothing, 0] = Packing(0, 0, 0, ())
    for group in _groups(limits, jokers):
        for (counts, spent), packing in list(found.items()):
            _pile_up(found, group, (counts, spent, packing), limits=limits, jokers=jokers)
    table: dict[Counts, list[Packing]] = {}
    for (counts, _), packing in sorted(found.items()):
        table.setdefault(counts, []).append(packing)
    return {counts: tuple(packings) for counts, packings in table.items()}


def _pile_up(
    found: dict[tuple[Counts, int], Packing],
    group: tuple[int, int, int],
    start: tuple[Counts, int, Packing],
    *,
    limits: TileSet,
    jokers: int,
) -> None:
    """Add one, two … copies of a group to a packing."""
    mask, need, room = group
    counts, spent, packing = start
    while True:
        counts = tuple(n + (mask >> c & 1) for c, n in enumerate(counts))
        spent += need
        if max(counts) > limits.copies or spent > jokers:
            return
        packing = Packing(sum(counts), spent, packing.room + room, (*packing.groups, mask))
        known = found.get((counts, spent))
        if known is None or known.room < packing.room:
            found[counts, spent] = packing


def _groups(limits: TileSet, jokers: int) -> Iterator[tuple[int, int, int]]:
    for mask in range(1 << len(limits.colours)):
        tiles = mask.bit_count()
        need = max(0, limits.group_min - tiles)
        room = limits.largest_group - max(tiles, limits.group_min)
        if need <= jokers and room >= 0:
            yield mask, need, room


@lru_cache(maxsize=1 << 16)
def packings(limits: TileSet, jokers: int, free: Counts, must: Counts) -> tuple[Packing, ...]:
    """The packings worth a look: none uses as few jokers for as many tiles and as much room."""
    table = _tabulated(limits, jokers)
    ranges = [range(low, high + 1) for low, high in zip(must, free, strict=True)]
    every = [packing for counts in product(*ranges) for packing in table.get(counts, ())]
    every.sort(key=lambda p: (-p.tiles, p.jokers, -p.room))
    best: list[Packing] = []
    for packing in every:
        if not any(_as_good(other, packing) for other in best):
            best.append(packing)
    return tuple(best)


def _as_good(one: Packing, other: Packing) -> bool:
    """Room counts together with the jokers spent: both tell how many jokers lie there at last."""
    return (
        one.tiles >= other.tiles
        and one.jokers <= other.jokers
        and one.jokers + one.room >= other.jokers + other.room
    )


@lru_cache(maxsize=1 << 14)
def priced_packings(limits: TileSet, jokers: int, free: Counts) -> tuple[Packing, ...]:
    """For openings: for each number of jokers laid in groups, the most tiles beside them."""
    table = _tabulated(limits, jokers)
    best: dict[int, Packing] = {}
    for counts in product(*(range(n + 1) for n in free)):
        for packing in table.get(counts, ()):
            for laid in range(packing.jokers, min(packing.jokers + packing.room, jokers) + 1):
                if laid not in best or best[laid].tiles < packing.tiles:
                    best[laid] = Packing(packing.tiles, laid, 0, packing.groups)
    return tuple(best[laid] for laid in sorted(best))
