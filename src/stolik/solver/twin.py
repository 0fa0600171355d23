"""The solver in plain Python: the kernel's specification, and its stand-in where it is missing.

It also serves tile sets the kernel was not built for.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Literal

from stolik.rummikub.tiles import Tableau, Tile
from stolik.solver.answers import JOKER_POINTS
from stolik.solver.groups import Counts, Packing, packings, priced_packings
from stolik.solver.position import Position, counted
from stolik.solver.rebuild import melds_of
from stolik.solver.runs import RunMoves, Step, Suffix
from stolik.solver.tileset import TileSet
from stolik.solver.walk import Outcome, Plan, Row, State, walk

Objective = Literal["tiles", "points"]

# Narrow first: if that reaches the bound, or leaves nothing out, there is nothing to improve.
_BEAM = 10
_EVERYTHING = 1 << 60


def best_tableau(
    tableau: Iterable[Iterable[Tile]],
    rack: Iterable[Tile],
    *,
    maximise: Objective,
    limits: TileSet,
) -> Tableau | None:
    """The tableau of an optimum, or None when nothing can be laid."""
    position = counted((tile for meld in tableau for tile in meld), rack, limits)
    plan = _solving_plan(position, _weigher(maximise, limits))
    outcome = _searched(plan)
    if outcome.end is None:
        return None
    spare = _jokers_laid(position, outcome.end) - outcome.end.spent
    return melds_of(outcome.end, limits, spare)


def best_melds(rack: Iterable[Tile], limits: TileSet) -> tuple[int, Tableau]:
    """The value and the melds of the best opening."""
    outcome = _searched(_opening_plan(counted((), rack, limits)))
    if outcome.end is None:
        return 0, ()
    return outcome.score, melds_of(outcome.end, limits, 0)


def _searched(plan: Plan) -> Outcome:
    bound = plan.hope + plan.joker_hope(plan.start)
    beam = walk(plan, floor=0, width=_BEAM)
    if beam.complete or beam.score == bound:
        return beam
    full = walk(plan, floor=beam.score, width=_EVERYTHING)
    return full if full.end is not None else beam


def _weigher(maximise: Objective, limits: TileSet) -> Callable[[int], int]:
    """One number that orders by one measure first and by the other on a tie."""
    kinds = limits.copies * len(limits.colours)
    if maximise == "tiles":
        more_than_all_points = kinds * limits.highest**2 + JOKER_POINTS * limits.jokers
        return lambda points: more_than_all_points + points
    more_than_all_tiles = kinds * limits.highest + limits.jokers + 1
    return lambda points: more_than_all_tiles * points + 1


def _solving_plan(position: Position, weight: Callable[[int], int]) -> Plan:
    lying, jokers = position.table_jokers, position.jokers
    joker_weight = weight(JOKER_POINTS)
    hope = joker_weight * (jokers - lying)

    def ending(state: State) -> int | None:
        laid = _jokers_laid(position, state)
        return joker_weight * (laid - lying) if laid >= lying else None

    rows = _rows(
        position,
        weights=[weight(number) for number in range(1, position.limits.highest + 1)],
        joker_weights=[0] * position.limits.highest,
        packings=partial(packings, position.limits, jokers),
        opening=False,
    )
    return Plan(rows, _start(position, 0), jokers, ending, lambda _: hope)


def _jokers_laid(position: Position, state: State) -> int:
    """All of them, if the melds can hold them or the spare ones suffice for a meld."""
    limits, jokers = position.limits, position.jokers
    alone = min(
        limits.run_min, limits.group_min if limits.largest_group >= limits.group_min else 99
    )
    return jokers if jokers - state.spent >= alone else state.capacity


def _opening_plan(position: Position) -> Plan:
    limits, jokers = position.limits, position.jokers
    numbers = list(range(1, limits.highest + 1))

    def priced(free: Counts, _must: Counts) -> tuple[Packing, ...]:
        return priced_packings(limits, jokers, free)

    rows = _rows(position, weights=numbers, joker_weights=numbers, packings=priced, opening=True)
    return Plan(
        rows,
        _start(position, jokers),
        jokers,
        lambda _: 0,
        lambda state: (jokers - state.spent) * limits.highest,
    )


def _start(position: Position, capacity: int) -> State:
    moves = _run_moves(position.limits, position.jokers, False)
    nothing_open = len(moves.opens) - 1
    return State(0, 0, capacity, (nothing_open,) * len(position.limits.colours))


@lru_cache(maxsize=64)
def _run_moves(limits: TileSet, jokers: int, opening: bool) -> RunMoves:
    return RunMoves(limits.run_min, limits.copies, jokers, opening)


def _rows(
    position: Position,
    *,
    weights: list[int],
    joker_weights: list[int],
    packings: Callable[[Counts, Counts], tuple[Packing, ...]],
    opening: bool,
) -> tuple[Row, ...]:
    """Built from the highest number down: what may still come decides what is as good as what."""
    moves = _run_moves(position.limits, position.jokers, opening)
    colours = range(len(position.limits.colours))
    suffixes = [moves.nothing_left() for _ in colours]
    rows: list[Row] = []
    rest = 0
    for row in reversed(range(position.limits.highest)):
        available, must = position.available[row], position.must[row]
        grouped = [position.can_be_grouped(row, c) for c in colours]
        in_runs = [position.can_be_in_runs(row, c) for c in colours]
        steps: list[Step] = []
        after: tuple[Suffix, ...] = tuple(suffixes)
        for c in colours:
            letter = (in_runs[c], max(0, must[c] - grouped[c]))
            step, suffixes[c] = moves.prepend(letter, suffixes[c])
            steps.append(step)
        hope = weights[row] * sum(
            max(0, min(available[c], grouped[c] + in_runs[c]) - must[c]) for c in colours
        )
        rows.append(
            Row(
                weights[row],
                joker_weights[row],
                available,
                must,
                tuple(steps),
                after,
                packings,
                hope,
                rest,
            )
        )
        rest += hope
    return tuple(reversed(rows))
