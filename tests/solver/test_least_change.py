"""The second pass: what need not move stays."""

from random import Random

import pytest

from stolik import solver
from stolik.refusal import Refused
from stolik.solver.change import least_change_of
from tests.solver import positions
from tests.solver.checker import assert_legal


def kept_melds(tableau, solution) -> int:
    left = [sorted(meld) for meld in solution.tableau]
    kept = 0
    for meld in tableau:
        if sorted(meld) in left:
            left.remove(sorted(meld))
            kept += 1
    return kept


def test_melds_that_need_not_move_stay():
    tableau = [["r1", "r2", "r3"], ["b1", "b2", "b3"], ["o1", "o2", "o3"]]
    solution = solver.Solution(
        1,
        1,
        ("k1",),
        (
            ("r1", "b1", "o1", "k1"),
            ("r2", "b2", "o2"),
            ("r3", "b3", "o3"),
        ),
    )
    rack = ["k1"]
    with pytest.raises(Refused):
        solver.least_change(tableau, ["k2"], solution)
    assert_legal(solver.least_change(tableau, rack, solution), tableau, rack)


def test_the_meld_nobody_needs_is_kept_as_it_was_written():
    tableau = [["r3", "r2", "r1"], ["k7", "o7", "b7"], ["b9", "b10", "b11"]]
    found = solver.solve(tableau, ["b12"])
    assert solver.least_change(tableau, ["b12"], found).tableau == (
        ("r3", "r2", "r1"),
        ("k7", "o7", "b7"),
        ("b9", "b10", "b11", "b12"),
    )


@pytest.mark.parametrize("maximise", ["tiles", "points"])
def test_the_optimum_stays_and_no_meld_is_lost_that_was_kept(maximise):
    for number in range(60):
        request = positions.grown(Random(f"change {number}"))
        found = solver.solve(*request, maximise=maximise)
        changed = solver.least_change(*request, found, maximise=maximise)
        if found.tiles:
            assert_legal(changed, *request)
        assert (changed.tiles, changed.points) == (found.tiles, found.points)
        assert kept_melds(request.tableau, changed) >= kept_melds(request.tableau, found)


def test_at_most_one_more_solve_for_each_meld():
    for number in range(20):
        request = positions.grown(Random(f"count {number}"))
        asked = []

        def solve(melds, rack=tuple(request.rack), asked=asked):
            asked.append(melds)
            return solver.solve(melds, rack)

        least_change_of(request.tableau, solver.solve(*request), solve)
        assert len(asked) <= len(request.tableau)
