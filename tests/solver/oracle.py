"""The slow truth: the integer programme of den Hertog and Hulshof, solved by HiGHS."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from stolik.solver import STANDARD, TileSet


@dataclass(frozen=True)
class Sets:
    """Every possible set as a column over the kinds of tiles, with its best opening value."""

    kinds: tuple[str, ...]
    columns: csr_array
    values: tuple[int, ...]


@lru_cache(maxsize=16)
def all_sets(limits: TileSet = STANDARD) -> Sets:
    kinds = (*(f"{c}{n}" for c in limits.colours for n in range(1, limits.highest + 1)), "j")
    best: dict[tuple[str, ...], int] = {}
    for tiles, value in _with_jokers(limits):
        best[tiles] = max(best.get(tiles, 0), value)
    rows, columns, counts = [], [], []
    for column, tiles in enumerate(best):
        for tile, count in Counter(tiles).items():
            rows.append(kinds.index(tile))
            columns.append(column)
            counts.append(count)
    matrix = csr_array((counts, (rows, columns)), shape=(len(kinds), len(best)))
    return Sets(kinds, matrix, tuple(best.values()))


def _with_jokers(limits: TileSet) -> Iterator[tuple[tuple[str, ...], int]]:
    for tiles, value in _plain_sets(limits):
        for jokers in range(min(limits.jokers, len(tiles)) + 1):
            for places in combinations(range(len(tiles)), jokers):
                yield (
                    tuple(sorted("j" if i in places else t for i, t in enumerate(tiles))),
                    value,
                )


def _plain_sets(limits: TileSet) -> Iterator[tuple[list[str], int]]:
    # Longer runs are two shorter ones.
    for length in range(limits.run_min, 2 * limits.run_min):
        for start in range(1, limits.highest - length + 2):
            for colour in limits.colours:
                numbers = range(start, start + length)
                yield [f"{colour}{n}" for n in numbers], sum(numbers)
    for size in range(limits.group_min, limits.largest_group + 1):
        for colours in combinations(limits.colours, size):
            for number in range(1, limits.highest + 1):
                yield [f"{c}{number}" for c in colours], number * size


def optimum(
    table: list[str], rack: list[str], maximise: str = "tiles", limits: TileSet = STANDARD
) -> tuple[int, int]:
    """(tiles, points) of the best move."""
    sets = all_sets(limits)
    points = numpy.array([50 if kind == "j" else int(kind[1:]) for kind in sets.kinds])
    weights = points + 2_000 if maximise == "tiles" else points * 256 + 1
    lying, held = _counts(table, sets.kinds), _counts(rack, sets.kinds)
    laid = _solve(
        sets,
        set_weights=numpy.zeros(len(sets.values)),
        tile_weights=weights,
        lying=lying,
        held=held,
    )
    return int(laid.sum()), int((laid * points).sum())


def best_opening(rack: list[str], limits: TileSet = STANDARD) -> int:
    """The value of the most valuable disjoint sets."""
    sets = all_sets(limits)
    values = numpy.array(sets.values)
    held = _counts(rack, sets.kinds)
    result = _optimised(
        -values, LinearConstraint(sets.columns, -numpy.inf, held), Bounds(0, numpy.inf)
    )
    return round(-result.fun)


def _optimised(costs, constraints, bounds):
    """HiGHS seldom stumbles over its own presolving; then it goes without."""
    for presolve in (True, False):
        result = milp(
            costs,
            constraints=constraints,
            bounds=bounds,
            integrality=numpy.ones(len(costs)),
            options={"mip_rel_gap": 0, "presolve": presolve},
        )
        if result.success:
            return result
    raise RuntimeError(result.message)


def _counts(tiles: list[str], kinds: tuple[str, ...]) -> numpy.ndarray:
    counted = Counter(tiles)
    return numpy.array([counted[kind] for kind in kinds])


def _solve(sets: Sets, *, set_weights, tile_weights, lying, held) -> numpy.ndarray:
    kinds = len(sets.kinds)
    rows = csr_array(numpy.hstack([sets.columns.toarray(), -numpy.eye(kinds)]))
    upper = numpy.concatenate([numpy.full(len(sets.values), 8), held])
    result = _optimised(
        -numpy.concatenate([set_weights, tile_weights]),
        LinearConstraint(rows, lying, lying),
        Bounds(0, upper),
    )
    return numpy.rint(result.x[len(sets.values) :]).astype(int)
