"""The solver in plain Python: the kernel's specification, and its stand-in where it is missing.

It also serves tile sets the kernel was not built for.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from stolik.rummikub.openings import Opening
from stolik.rummikub.tiles import Tableau, Tile
from stolik.solver.budget import LookBudget
from stolik.solver.groups import GroupTable
from stolik.solver.position import Position, counted, tiles_in_runs
from stolik.solver.rebuild import melds_of
from stolik.solver.runs import Choice, RunMoves, Step
from stolik.solver.solutions import JOKER_POINTS
from stolik.solver.tileset import TileSet
from stolik.solver.walk import NARROW, Chosen, Outcome, Plan, Row, State, walk

Objective = Literal["tiles", "points"]

_NARROWEST = 1
_WIDTHS = (NARROW, 1 << 60)


def best_tableau(
    tableau: Iterable[Iterable[Tile]],
    rack: Iterable[Tile],
    *,
    maximise: Objective,
    limits: TileSet,
    budget: LookBudget,
) -> tuple[Tableau | None, bool]:
    """The tableau of an optimum, None when nothing can be laid; and whether the budget sufficed."""
    position = counted((tile for meld in tableau for tile in meld), rack, limits)
    outcome = _searched(_solving_plan(position, limits, maximise), budget)
    if outcome.end is None:
        return None, outcome.complete
    spare = _jokers_laid(outcome.end, position.jokers, limits) - outcome.end.spent
    return melds_of(outcome.end, limits, spare), outcome.complete


def best_melds(rack: Iterable[Tile], limits: TileSet, budget: LookBudget) -> Opening:
    """The value and the melds of the best opening."""
    outcome = _searched(_opening_plan(counted((), rack, limits), limits), budget)
    if outcome.end is None:
        return Opening(0, (), outcome.complete)
    return Opening(outcome.score, melds_of(outcome.end, limits, 0), outcome.complete)


_Step = tuple[tuple[Chosen, ...], ...]


@dataclass(frozen=True, slots=True)
class _Tables:
    """What depends on the tile set and the number of jokers only."""

    solving: RunMoves
    opening: RunMoves
    groups: GroupTable
    joker_reach: tuple[tuple[int, ...], ...]
    _steps: dict[tuple[int, int], _Step] = field(default_factory=dict)

    def step_of(self, colour: int, step: Step) -> _Step:
        """A step as a walk joins it with those of other colours; steps are never forgotten."""
        found = self._steps.get((colour, id(step)))
        if found is None:
            unit, shift = self.groups.base**colour, len(self.solving.opens) * colour
            found = self._steps[colour, id(step)] = tuple(
                tuple(_chosen(choice, unit, shift) for choice in choices) for choices in step
            )
        return found


def _chosen(choice: Choice, unit: int, shift: int) -> Chosen:
    return Chosen(
        choice.tiles * unit,
        choice.tiles,
        choice.jokers,
        choice.jokers + choice.need,
        choice.below << shift,
        choice.bonus,
        (choice,),
    )


@lru_cache(maxsize=64)
def _tables(limits: TileSet, jokers: int) -> _Tables:
    solving = RunMoves(limits.run_min, limits.copies, jokers, opening=False)
    opening = RunMoves(limits.run_min, limits.copies, jokers, opening=True)
    first = len(solving.opens) * len(limits.colours)
    reach = tuple(
        tuple(_joker_reach(first, spent, held, jokers) for held in range(jokers + 1))
        for spent in range(jokers + 1)
    )
    return _Tables(solving, opening, GroupTable(limits, jokers), reach)


def _joker_reach(first: int, spent: int, held: int, jokers: int) -> int:
    """Bits for every pair of jokers spent and capacity that is no better than this one."""
    return sum(
        1 << first + (jokers + 1) * more + fewer
        for more in range(spent, jokers + 1)
        for fewer in range(held + 1)
    )


def _searched(plan: Plan, budget: LookBudget) -> Outcome:
    """Most positions lose nothing the bound hopes for: try that first, then ever wider."""
    bound = plan.bound
    if not bound:
        return Outcome(0, None, True)
    lossless = walk(plan, floor=bound - 1, width=_NARROWEST, budget=budget)
    if lossless.end is not None:
        return lossless._replace(complete=True)
    best = Outcome(0, None, False)
    for width in _WIDTHS:
        found = walk(plan, floor=best.score, width=width, budget=budget)
        best = found if found.end is not None else best
        if found.complete or best.score == bound:
            return best._replace(complete=True)
    return best._replace(complete=False)


def _weigher(maximise: Objective, limits: TileSet) -> Callable[[int], int]:
    """One number that orders by one measure first and by the other on a tie."""
    kinds = limits.copies * len(limits.colours)
    if maximise == "tiles":
        more_than_all_points = kinds * limits.highest**2 + JOKER_POINTS * limits.jokers
        return lambda points: more_than_all_points + points
    more_than_all_tiles = kinds * limits.highest + limits.jokers + 1
    return lambda points: more_than_all_tiles * points + 1


def _solving_plan(position: Position, limits: TileSet, maximise: Objective) -> Plan:
    lying, jokers = position.table_jokers, position.jokers
    weight = _weigher(maximise, limits)
    joker_score = weight(JOKER_POINTS)

    def ending(state: State) -> int | None:
        laid = _jokers_laid(state, jokers, limits)
        return joker_score * (laid - lying) if laid >= lying else None

    tables = _tables(limits, jokers)
    weights = [weight(number) for number in range(1, limits.highest + 1)]
    return Plan(
        _rows(position, limits, weights=weights, opening=False),
        jokers,
        opens=len(tables.solving.opens),
        opening=False,
        ending=ending,
        joker_hope=(joker_score * (jokers - lying),) * (jokers + 1),
        joker_reach=tables.joker_reach,
    )


def _jokers_laid(state: State, jokers: int, limits: TileSet) -> int:
    """All of them, if the melds can hold them or the spare ones suffice for a meld."""
    groups_exist = limits.largest_group >= limits.group_min
    alone = min(limits.run_min, limits.group_min) if groups_exist else limits.run_min
    return jokers if jokers - state.spent >= alone else state.capacity


def _opening_plan(position: Position, limits: TileSet) -> Plan:
    jokers = position.jokers
    tables = _tables(limits, jokers)
    numbers = list(range(1, limits.highest + 1))
    return Plan(
        _rows(position, limits, weights=numbers, opening=True),
        jokers,
        opens=len(tables.opening.opens),
        opening=True,
        ending=lambda _: 0,
        joker_hope=tuple((jokers - spent) * limits.highest for spent in range(jokers + 1)),
        joker_reach=tables.joker_reach,
    )


def _rows(
    position: Position, limits: TileSet, *, weights: list[int], opening: bool
) -> tuple[Row, ...]:
    """Built from the highest number down: what may still come decides what is as good as what."""
    tables = _tables(limits, position.jokers)
    moves = tables.opening if opening else tables.solving
    in_runs = tiles_in_runs(position, limits)
    suffixes = [moves.nothing_left()] * len(limits.colours)
    rows: list[Row] = []
    rest = 0
    for row in reversed(range(limits.highest)):
        available, must, weight = position.available[row], position.must[row], weights[row]
        shape = tables.groups.shape(available, must)
        steps: list[_Step] = []
        layable = 0
        for c, taken in enumerate(in_runs[row]):
            grouped = shape.grouped[c]
            step, suffixes[c] = moves.prepend((taken, max(0, must[c] - grouped)), suffixes[c])
            steps.append(tables.step_of(c, step))
            layable += max(0, min(available[c], grouped + taken) - must[c])
        hope = weight * layable
        rows.append(
            Row(
                weight,
                joker_weight=weight if opening else 0,
                lying=sum(must),
                hope=hope,
                rest=rest,
                steps=tuple(steps),
                shape=shape,
            )
        )
        rest += hope
    return tuple(reversed(rows))
