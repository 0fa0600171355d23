"""The exact Rummikub solver.

    >>> from stolik import solver
    >>> solver.solve([["r1", "r2", "r3"]], ["r4", "k9"]).laid
    ('r4',)
    >>> solver.best_opening(["r12", "r13", "j"])
    Opening(value=36, melds=(('j', 'r12', 'r13'),))

Tiles are written `k7`, `r13`, the joker `j`; a meld is a sequence of tiles, runs up or down, a
joker standing where it counts; a tableau is a sequence of melds. Every answer is an optimum,
unless a `LookBudget` of looks was too small for it: then it is legal and says so (`complete`).
Requests that make no sense raise `stolik.refusal.Refused` with the codes of `Refusal`.

`ENGINE` tells who answers: the compiled "kernel", or the "twin" in plain Python, which also
serves tile sets other than `STANDARD`. Set `STOLIK_PURE=1` to have the twin do everything.
"""

from collections.abc import Sequence
from typing import Final, Literal

from stolik.refusal import Violation, refuse, refuse_any
from stolik.rummikub.openings import Opening
from stolik.rummikub.tiles import Tile
from stolik.solver import kernel, twin
from stolik.solver.budget import LookBudget
from stolik.solver.change import least_change_of
from stolik.solver.checking import answer_violations, request_violations
from stolik.solver.codes import Refusal
from stolik.solver.solutions import Solution, measured, unchanged
from stolik.solver.tileset import STANDARD, TileSet, tile_set_violations

__all__ = [
    "ENGINE",
    "STANDARD",
    "LookBudget",
    "Objective",
    "Opening",
    "Refusal",
    "Solution",
    "TileSet",
    "best_opening",
    "can_place_all",
    "least_change",
    "solve",
]

Objective = Literal["tiles", "points"]
Melds = Sequence[Sequence[Tile]]

_KERNEL: Final = kernel.load()
ENGINE: Final = "kernel" if _KERNEL else "twin"
_OBJECTIVES: Final = {"tiles": kernel.MAXIMISE_TILES, "points": kernel.MAXIMISE_POINTS}


def solve(
    tableau: Melds,
    rack: Sequence[Tile],
    *,
    maximise: Objective = "tiles",
    limits: TileSet = STANDARD,
    budget: LookBudget | None = None,
) -> Solution:
    """The most that can be laid from the rack with every tile of the table in a meld again.

    `maximise` picks the measure, tiles or points (face values, a joker 50); the other one breaks
    ties. If nothing can be laid, `tiles` is 0 and the tableau is the given one.
    """
    if maximise not in _OBJECTIVES:
        refuse(Violation(Refusal.UNKNOWN_OBJECTIVE, facts={"maximise": str(maximise)}))
    budget = budget or LookBudget()
    if _KERNEL and limits == STANDARD:
        answer = _KERNEL.answer(tableau, rack, _OBJECTIVES[maximise], budget)
        if answer and answer.tiles:
            return Solution(answer.tiles, answer.score, answer.laid, answer.melds, answer.complete)
        if answer:
            return unchanged(tableau, complete=answer.complete)
    _check(tableau, rack, limits)
    found, complete = twin.best_tableau(
        tableau, rack, maximise=maximise, limits=limits, budget=budget
    )
    if found:
        return measured(tableau, rack, found, complete=complete)
    return unchanged(tableau, complete=complete)


def best_opening(
    rack: Sequence[Tile], limits: TileSet = STANDARD, budget: LookBudget | None = None
) -> Opening:
    """The most valuable disjoint melds from the rack alone, jokers worth what they stand for."""
    budget = budget or LookBudget()
    if _KERNEL and limits == STANDARD:
        answer = _KERNEL.answer((), rack, kernel.OPENING, budget)
        if answer:
            return Opening(answer.score, answer.melds, answer.complete)
    _check((), rack, limits)
    return twin.best_melds(rack, limits, budget)


def can_place_all(tableau: Melds, rack: Sequence[Tile], limits: TileSet = STANDARD) -> bool:
    """Whether the whole rack can be laid at once: is there a winning move?"""
    return solve(tableau, rack, limits=limits).tiles == len(rack)


def least_change(
    tableau: Melds,
    rack: Sequence[Tile],
    solution: Solution,
    *,
    maximise: Objective = "tiles",
    limits: TileSet = STANDARD,
) -> Solution:
    """An optimum as good as `solution` in which as many old melds as possible stay as they are.

    Old melds are kept one by one, in their order, as long as the optimum stays; it takes at most
    one more solve for each of them.
    """

    def solved(melds: Melds) -> Solution:
        return solve(melds, rack, maximise=maximise, limits=limits)

    refuse_any(*answer_violations(tableau, rack, solution))
    return least_change_of(tableau, solution, solved)


def _check(tableau: Melds, rack: Sequence[Tile], limits: TileSet) -> None:
    refuse_any(*tile_set_violations(limits))
    refuse_any(*request_violations(tableau, rack, limits))
