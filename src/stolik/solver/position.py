"""A request as the twin counts it: how many tiles of each number and colour there are."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from stolik.rummikub.tiles import JOKER, Tile
from stolik.solver.groups import Counts
from stolik.solver.tileset import TileSet


@dataclass(frozen=True, slots=True)
class Position:
    """Counts per number (1 first) and colour: `available` at all, `must` lie on the table."""

    limits: TileSet
    available: tuple[Counts, ...]
    must: tuple[Counts, ...]
    jokers: int
    table_jokers: int

    def can_be_grouped(self, row: int, colour: int) -> int:
        """An upper limit for the tiles of this kind that groups can take."""
        others = [n for c, n in enumerate(self.available[row]) if c != colour]
        partners = self.limits.group_min - 1
        if self.limits.largest_group <= partners:
            return 0
        own = self.available[row][colour]
        return max(
            (
                groups
                for groups in range(1, own + 1)
                if sum(min(n, groups) for n in others) + self.jokers >= groups * partners
            ),
            default=0,
        )

    def can_be_in_runs(self, row: int, colour: int) -> int:
        """An upper limit for the tiles of this kind that runs can take."""
        column = tuple(counts[colour] for counts in self.available)
        return _runs_through(column, row, self.jokers, span=self.limits.run_min)


@lru_cache(maxsize=1 << 14)
def _runs_through(column: Counts, row: int, jokers: int, *, span: int) -> int:
    """How many of the tiles in this row can be in shortest runs at the same time."""
    starts = range(max(0, row - span + 1), min(row, len(column) - span) + 1)
    possible = 0
    for runs in range(1, column[row] + 1):
        if any(
            _missing(column, chosen, span) <= jokers
            for chosen in combinations_with_replacement(starts, runs)
        ):
            possible = runs
    return possible


def _missing(column: Counts, starts: Counts, span: int) -> int:
    wanted = Counter(start + step for start in starts for step in range(span))
    return sum(max(0, count - column[row]) for row, count in wanted.items())


def counted(table: Iterable[Tile], rack: Iterable[Tile], limits: TileSet) -> Position:
    """Count the tiles of a request that has been checked."""
    lying = Counter(table)
    everything = lying + Counter(rack)
    return Position(
        limits,
        available=_per_number(everything, limits),
        must=_per_number(lying, limits),
        jokers=everything[JOKER],
        table_jokers=lying[JOKER],
    )


def _per_number(tiles: Counter[Tile], limits: TileSet) -> tuple[Counts, ...]:
    return tuple(
        tuple(tiles[Tile(f"{colour}{number}")] for colour in limits.colours)
        for number in range(1, limits.highest + 1)
    )
