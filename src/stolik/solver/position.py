"""A request as the twin counts it: how many tiles of each number and colour there are."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from stolik.rummikub.tiles import JOKER, Tile
from stolik.solver.groups import Counts
from stolik.solver.tileset import TileSet

_WALL = -1


@dataclass(frozen=True, slots=True)
class Position:
    """Counts per number (1 first) and colour: `available` at all, `must` lie on the table."""

    available: tuple[Counts, ...]
    must: tuple[Counts, ...]
    jokers: int
    table_jokers: int


def counted(table: Iterable[Tile], rack: Iterable[Tile], limits: TileSet) -> Position:
    """Count the tiles of a request that has been checked."""
    places = _places(limits)
    must = [[0] * len(limits.colours) for _ in range(limits.highest + 1)]
    for tile in table:
        row, colour = places[tile]
        must[row][colour] += 1
    available = [row.copy() for row in must]
    for tile in rack:
        row, colour = places[tile]
        available[row][colour] += 1
    return Position(
        available=tuple(tuple(row) for row in available[1:]),
        must=tuple(tuple(row) for row in must[1:]),
        jokers=available[0][0],
        table_jokers=must[0][0],
    )


@lru_cache(maxsize=32)
def _places(limits: TileSet) -> dict[Tile, tuple[int, int]]:
    """Where each kind is counted; the joker has row 0 to itself."""
    places = {
        Tile(f"{colour}{number}"): (number, c)
        for c, colour in enumerate(limits.colours)
        for number in range(1, limits.highest + 1)
    }
    return places | {JOKER: (0, 0)}


def tiles_in_runs(position: Position, limits: TileSet) -> tuple[Counts, ...]:
    """Per number and colour an upper limit for the tiles that runs can take."""
    reach = limits.run_min - 1
    jokers = position.jokers
    walls = (_WALL,) * reach
    columns = []
    for column in zip(*position.available, strict=True):
        walled = walls + column + walls
        columns.append(
            [
                _runs_through(walled[row : row + 2 * reach + 1], jokers)
                for row in range(limits.highest)
            ]
        )
    return tuple(zip(*columns, strict=True))


@lru_cache(maxsize=1 << 16)
def _runs_through(around: Counts, jokers: int) -> int:
    """How many of the tiles in the middle can be in shortest runs at the same time."""
    span = len(around) // 2 + 1
    starts = [start for start in range(span) if _WALL not in around[start : start + span]]
    possible = 0
    for runs in range(1, around[span - 1] + 1):
        for chosen in combinations_with_replacement(starts, runs):
            if _missing(around, chosen, span) <= jokers:
                possible = runs
    return possible


def _missing(around: Counts, starts: Counts, span: int) -> int:
    wanted = [sum(start <= row < start + span for start in starts) for row in range(len(around))]
    return sum(max(0, want - own) for want, own in zip(wanted, around, strict=True) if want)
