"""How the tiles of one number go into groups: the other half of the twin's tables."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from stolik.solver.tileset import TileSet

Counts = tuple[int, ...]
Masks = tuple[int, ...]


class Packing(NamedTuple):
    """Groups of one number, as colour masks: tiles, jokers and room left for spare jokers."""

    tiles: int
    jokers: int
    room: int
    groups: Masks


Packings = tuple[Packing, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """What can be done with the tiles of one number; runs may take some of them.

    `grouped` limits from above how many of each colour groups can take. The others give, for the
    tiles that runs take (a number in base copies + 1), the packings of what is left over: those
    worth a look while room for spare jokers matters, once it does not, and, for openings, with
    the most tiles for every number of jokers laid. `most` is what runs and groups then lay.
    """

    grouped: Counts
    most: dict[int, int]
    room_matters: dict[int, Packings]
    room_for_all: dict[int, Packings]
    priced: dict[int, Packings]


@dataclass(slots=True)
class GroupTable:
    """The shapes for a number of jokers; everything found is remembered."""

    limits: TileSet
    jokers: int
    _packings: dict[Counts, Packings] = field(default_factory=dict)
    _shapes: dict[tuple[Counts, Counts], Shape] = field(default_factory=dict)
    _leftovers: dict[tuple[Counts, Counts], Packings] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._packings = _tabulated(self.limits, self.jokers)

    def shape(self, available: Counts, must: Counts) -> Shape:
        """The shape of a number with these tiles, some of which must be laid."""
        found = self._shapes.get((available, must))
        if found is None:
            found = self._shapes[available, must] = self._shape(available, must)
        return found

    def _shape(self, available: Counts, must: Counts) -> Shape:
        grouped = tuple(self._can_be_grouped(available, c) for c in range(len(available)))
        shape = Shape(grouped, {}, {}, {}, {})
        for taken in product(*(range(n + 1) for n in available)):
            free = tuple(n - k for n, k in zip(available, taken, strict=True))
            least = tuple(max(0, n - k) for n, k in zip(must, taken, strict=True))
            packings = self._of_leftover(free, least)
            code = sum(n * self.base**c for c, n in enumerate(taken))
            if packings:
                shape.most[code] = sum(taken) + max(packing.tiles for packing in packings)
                shape.room_matters[code] = tuple(_best(packings, room_matters=True))
                shape.room_for_all[code] = tuple(_best(packings, room_matters=False))
                shape.priced[code] = tuple(_priced(packings, self.jokers))
        return shape

    @property
    def base(self) -> int:
        """Tiles per colour are the digits of one number, so that colours simply add up."""
        return self.limits.copies + 1

    def _of_leftover(self, free: Counts, must: Counts) -> Packings:
        if (free, must) not in self._leftovers:
            ranges = [range(low, high + 1) for low, high in zip(must, free, strict=True)]
            self._leftovers[free, must] = tuple(
                packing for counts in product(*ranges) for packing in self._packings.get(counts, ())
            )
        return self._leftovers[free, must]

    def _can_be_grouped(self, available: Counts, colour: int) -> int:
        others = [n for c, n in enumerate(available) if c != colour]
        partners = self.limits.group_min - 1
        if self.limits.largest_group <= partners:
            return 0
        possible = 0
        for groups in range(1, available[colour] + 1):
            if sum(min(n, groups) for n in others) + self.jokers >= groups * partners:
                possible = groups
        return possible


def _best(packings: Packings, *, room_matters: bool) -> Iterator[Packing]:
    """Those for which no other one has as many tiles, as few jokers and as much room."""
    kept: list[Packing] = []
    for packing in sorted(packings, key=lambda p: (-p.tiles, p.jokers, -p.room)):
        if not any(_as_good(other, packing, room_matters) for other in kept):
            kept.append(packing)
            yield packing


def _as_good(one: Packing, other: Packing, room_matters: bool) -> bool:
    """Room counts together with the jokers spent: both tell how many jokers lie there at last."""
    if one.tiles < other.tiles or one.jokers > other.jokers:
        return False
    return not room_matters or one.jokers + one.room >= other.jokers + other.room


def _priced(packings: Packings, jokers: int) -> Iterator[Packing]:
    """For each number of jokers laid in groups, the most tiles beside them."""
    for laid in range(jokers + 1):
        fitting = [p for p in packings if p.jokers <= laid <= p.jokers + p.room]
        if fitting:
            best = max(fitting, key=lambda p: p.tiles)
            yield Packing(best.tiles, laid, 0, best.groups)


def _tabulated(limits: TileSet, jokers: int) -> dict[Counts, Packings]:
    """For every number of tiles per colour, the roomiest packing for each number of jokers."""
    nothing = (0,) * len(limits.colours)
    found = {(nothing, 0): Packing(0, 0, 0, ())}
    for group in _groups(limits, jokers):
        for (counts, _), packing in list(found.items()):
            for more, larger in _piled_up(counts, packing, group):
                if max(more) > limits.copies or larger.jokers > jokers:
                    break
                known = found.get((more, larger.jokers))
                if known is None or known.room < larger.room:
                    found[more, larger.jokers] = larger
    table: dict[Counts, Packings] = {}
    for (counts, _), packing in sorted(found.items(), key=lambda item: item[0]):
        table[counts] = (*table.get(counts, ()), packing)
    return table


def _piled_up(
    counts: Counts, packing: Packing, group: tuple[int, int, int]
) -> Iterator[tuple[Counts, Packing]]:
    """One, two … copies of a group on top of a packing."""
    mask, need, room = group
    while True:
        counts = tuple(n + (mask >> c & 1) for c, n in enumerate(counts))
        packing = Packing(
            sum(counts), packing.jokers + need, packing.room + room, (*packing.groups, mask)
        )
        yield counts, packing


def _groups(limits: TileSet, jokers: int) -> Iterator[tuple[int, int, int]]:
    for mask in range(1 << len(limits.colours)):
        tiles = mask.bit_count()
        need = max(0, limits.group_min - tiles)
        room = limits.largest_group - max(tiles, limits.group_min)
        if need <= jokers and room >= 0:
            yield mask, need, room
