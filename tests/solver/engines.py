"""Both engines behind the same two functions, whatever `STOLIK_PURE` says."""

import os

import pytest

from stolik import solver
from stolik.solver import STANDARD, LookBudget, Opening, Solution, TileSet, kernel, twin
from stolik.solver.solutions import measured, unchanged

_KERNEL = kernel.load()


def need_kernel() -> None:
    if _KERNEL is None and os.environ.get("STOLIK_REQUIRE_ALL"):
        pytest.fail("the kernel is not built")
    if _KERNEL is None:
        pytest.skip("the kernel is not built")


def by_twin(tableau, rack, maximise="tiles", limits: TileSet = STANDARD) -> Solution:
    found, _ = twin.best_tableau(
        tableau, rack, maximise=maximise, limits=limits, budget=LookBudget()
    )
    return measured(tableau, rack, found) if found else unchanged(tableau)


def opening_by_twin(rack, limits: TileSet = STANDARD) -> Opening:
    return twin.best_melds(rack, limits, LookBudget())


def both(tableau, rack, maximise="tiles") -> tuple[Solution, ...]:
    """The answers of the kernel, if there is one, and of the twin."""
    asked = solver.solve(tableau, rack, maximise=maximise)
    return asked, by_twin(tableau, rack, maximise)


def both_openings(rack) -> tuple[Opening, ...]:
    return solver.best_opening(rack), opening_by_twin(rack)
