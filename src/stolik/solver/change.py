"""The small change people want to see: old melds stay where an optimum leaves them."""

from collections import Counter
from collections.abc import Callable, Sequence

from stolik.rummikub.tiles import Tableau, Tile, Tiles
from stolik.solver.solutions import Solution

Solve = Callable[[Sequence[Sequence[Tile]]], Solution]


def least_change_of(
    tableau: Sequence[Sequence[Tile]], solution: Solution, solve: Solve
) -> Solution:
    """Keep old melds one by one as long as solving the other ones comes out as well."""
    kept: list[Tiles] = []
    others = [tuple(meld) for meld in tableau]
    laid, new = solution.laid, solution.tableau
    for meld in tuple(others):
        without = list(others)
        without.remove(meld)
        rest = _less(new, meld)
        if rest is None:
            trial = solve(without)
            if (trial.tiles, trial.points) != (solution.tiles, solution.points):
                continue
            laid, rest = trial.laid, trial.tableau
        kept.append(meld)
        others, new = without, rest
    return Solution(solution.tiles, solution.points, laid, (*kept, *new))


def _less(melds: Tableau, old: Tiles) -> Tableau | None:
    """The melds without one of exactly these tiles, if there is such a one."""
    wanted = Counter(old)
    for place, meld in enumerate(melds):
        if Counter(meld) == wanted:
            return melds[:place] + melds[place + 1 :]
    return None
