"""The walk of the twin over the numbers: keep what is reached, drop what is dominated."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from stolik.solver.budget import LookBudget
from stolik.solver.groups import Packing, Shape
from stolik.solver.runs import Choice

Choices = tuple[Choice, ...]

NARROW: Final = 8


class State(NamedTuple):
    """What has been reached: open runs per colour, jokers spent, and how many jokers the melds
    so far could hold at last (`capacity`): a run started holds any, a small group one or more.

    `reach` has a bit for all that is no better; states are ordered by score, then by its size.
    """

    score: int
    size: int
    serial: int
    reach: int
    spent: int
    capacity: int
    parent: "State | None"
    choices: Choices
    packing: Packing | None


Reached = tuple[int, int, int, int, int, int, State | None, Choices, Packing | None]


class Chosen(NamedTuple):
    """What some colours choose together: tiles as a code, jokers spent and asked for."""

    taken: int
    tiles: int
    jokers: int
    asked: int
    reach: int
    bonus: int
    choices: Choices


class Row(NamedTuple):
    """One number of the walk: what each colour's runs may do, and the groups beside them."""

    weight: int
    joker_weight: int
    lying: int
    hope: int
    rest: int
    steps: tuple[tuple[tuple[Chosen, ...], ...], ...]
    shape: Shape


@dataclass(frozen=True, slots=True)
class Plan:
    """All a walk needs: the rows, and what the jokers are worth at the end and at most.

    `opens` counts the kinds of open runs; `joker_hope` goes by jokers spent, `joker_reach` by
    these and the capacity.
    """

    rows: tuple[Row, ...]
    jokers: int
    opens: int
    opening: bool
    ending: Callable[[State], int | None]
    joker_hope: tuple[int, ...]
    joker_reach: tuple[tuple[int, ...], ...]

    @property
    def bound(self) -> int:
        """What all would score that can be in any meld at all."""
        return self.rows[0].rest + self.rows[0].hope + self.joker_hope[0]

    @property
    def start(self) -> State:
        """Nothing open yet. In openings every joker is laid where it is spent: no capacity."""
        nothing = (Choice(0, 0, self.opens - 1),) * len(self.rows[0].steps)
        return State(0, 0, 0, 0, 0, self.jokers if self.opening else 0, None, nothing, None)


class Outcome(NamedTuple):
    """The best end found above the floor, if any, and whether the walk left anything out."""

    score: int
    end: State | None
    complete: bool


def walk(plan: Plan, *, floor: int, width: int, budget: LookBudget) -> Outcome:
    """The best end that scores more than `floor`, keeping at most `width` states a number.

    A wide one is given up when the budget is over.
    """
    front, complete = [plan.start], True
    for row in plan.rows:
        reached: list[Reached] = []
        combined: dict[tuple[int, ...], Sequence[Chosen]] = {}
        for state in front:
            if width > NARROW and budget.is_over:
                return Outcome(floor, None, False)
            budget.spend(_expand(plan, row, state, floor, reached, combined))
        front = _undominated(reached, width)
        complete = complete and (len(front) < width or len(front) == len(reached))
        if not front:
            break
    best: State | None = None
    for state in front:
        extra = plan.ending(state)
        if extra is not None and state.score + extra > floor:
            floor, best = state.score + extra, state
    return Outcome(floor, best, complete)


def _undominated(reached: list[Reached], width: int) -> list[State]:
    """The best, at most `width` of them, without those that another one dominates."""
    kept: list[State] = []
    reached.sort(reverse=True)
    for entry in reached:
        reach = entry[3]
        for other in kept:
            if not reach & ~other.reach:
                break
        else:
            kept.append(State._make(entry))
            if len(kept) == width:
                break
    return kept


def _expand(
    plan: Plan,
    row: Row,
    state: State,
    floor: int,
    reached: list[Reached],
    combined: dict[tuple[int, ...], Sequence[Chosen]],
) -> int:
    """Add every state one number further, and tell how many combinations were looked at.

    The colours' choices are combined in two halves.
    """
    opens = [choice.after for choice in state.choices]
    half = len(opens) // 2
    lower = _combined(row, opens, range(half), combined)
    upper = _combined(row, opens, range(half, len(opens)), combined)
    left, most = plan.jokers - state.spent, row.shape.most
    # What runs and groups must lay here together, unless jokers or later numbers make up for it.
    limit = floor - row.rest
    lacking = limit - state.score - plan.joker_hope[state.spent]
    least = row.lying + max(0, lacking // row.weight + 1)
    for one in lower:
        taken, asked = one.taken, left - one.asked
        for two in upper:
            if two.asked <= asked and most.get(taken + two.taken, -1) >= least:
                _reach_with_groups(plan, row, state, one, two, limit, reached)
    return len(lower) * len(upper)


def _reach_with_groups(
    plan: Plan,
    row: Row,
    state: State,
    one: Chosen,
    two: Chosen,
    limit: int,
    reached: list[Reached],
) -> None:
    """Runs have taken their tiles: every good way to group the others."""
    taken, tiles, jokers, asked, reach, bonus, choices = one
    taken2, tiles2, jokers2, asked2, reach2, bonus2, choices2 = two
    tiles += tiles2
    jokers += jokers2
    full = plan.jokers
    spent = state.spent + jokers
    left = full - state.spent - asked - asked2
    capacity = full if tiles or jokers else state.capacity
    weight, joker_weight = row.weight, row.joker_weight
    score = state.score + weight * (tiles - row.lying) + joker_weight * jokers + bonus + bonus2
    shape = row.shape
    room = shape.room_for_all if capacity == full else shape.room_matters
    table = shape.priced if plan.opening else room
    for packing in table[taken + taken2]:
        more, extra, space, _ = packing
        total = score + weight * more + joker_weight * extra
        if extra > left or total + plan.joker_hope[spent + extra] <= limit:
            continue
        held = capacity + extra + space
        if held > full:  # quicker than min() where it is asked most
            held = full
        bits = reach | reach2 | plan.joker_reach[spent + extra][held]
        size, serial = bits.bit_count(), len(reached)
        reached.append(
            (total, size, serial, bits, spent + extra, held, state, choices + choices2, packing)
        )


def _combined(
    row: Row, opens: Sequence[int], colours: range, known: dict[tuple[int, ...], Sequence[Chosen]]
) -> Sequence[Chosen]:
    """Every combination of what these colours may choose."""
    key = (colours.start, *opens[colours.start : colours.stop])
    found = known.get(key)
    if found is None:
        found = _NOTHING_CHOSEN
        for c in colours:
            step = row.steps[c][opens[c]]
            found = step if found is _NOTHING_CHOSEN else _joined(found, step)
        known[key] = found
    return found


_NOTHING_CHOSEN: Final[Sequence[Chosen]] = (Chosen(0, 0, 0, 0, 0, 0, ()),)


def _joined(some: Sequence[Chosen], others: Sequence[Chosen]) -> list[Chosen]:
    return [
        Chosen(
            one.taken + two.taken,
            one.tiles + two.tiles,
            one.jokers + two.jokers,
            one.asked + two.asked,
            one.reach | two.reach,
            one.bonus + two.bonus,
            one.choices + two.choices,
        )
        for one in some
        for two in others
    ]
