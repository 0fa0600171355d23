"""The walk of the twin over the numbers: keep what is reached, drop what is dominated."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from stolik.solver.groups import Counts, Packing
from stolik.solver.runs import Choice, Suffix

Choices = tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What has been reached: open runs per colour, jokers spent, and how many jokers the melds
    so far could hold at last (`capacity`): a run started holds any, a small group one or more."""

    score: int
    spent: int
    capacity: int
    opens: tuple[int, ...]
    parent: "State | None" = None
    choices: Choices = ()
    packing: Packing | None = None


@dataclass(slots=True)
class Row:
    """One number of the walk: what each colour's runs may do, and the groups beside them."""

    weight: int
    joker_weight: int
    available: Counts
    must: Counts
    steps: tuple[tuple[Choices, ...], ...]
    suffixes: tuple[Suffix, ...]
    packings: Callable[[Counts, Counts], tuple[Packing, ...]]
    hope: int
    rest: int
    _packed: dict[Counts, tuple[tuple[int, Packing], ...]] = field(default_factory=dict)

    def packed(self, taken: Counts) -> tuple[tuple[int, Packing], ...]:
        """The packings of what runs leave over, each with all this number then scores."""
        found = self._packed.get(taken)
        if found is None:
            pairs = list(zip(self.available, taken, self.must, strict=True))
            free = tuple(own - used for own, used, _ in pairs)
            must = tuple(max(0, lying - used) for _, used, lying in pairs)
            base = sum(taken) - sum(self.must)
            found = self._packed[taken] = tuple(
                (self.weight * (base + p.tiles) + self.joker_weight * p.jokers, p)
                for p in self.packings(free, must)
            )
        return found


@dataclass(frozen=True, slots=True)
class Plan:
    """All a walk needs: the rows and what the jokers are worth at the end and at most."""

    rows: tuple[Row, ...]
    start: State
    jokers: int
    ending: Callable[[State], int | None]
    joker_hope: Callable[[State], int]

    @property
    def hope(self) -> int:
        """What all rack tiles would score that can be in any meld at all."""
        return self.rows[0].rest + self.rows[0].hope


@dataclass(frozen=True, slots=True)
class Outcome:
    """The best end found above the floor, if any, and whether the walk left anything out."""

    score: int
    end: State | None
    complete: bool


def walk(plan: Plan, *, floor: int, width: int) -> Outcome:
    """The best end that scores more than `floor`, keeping at most `width` states a number."""
    front, complete = [plan.start], True
    for row in plan.rows:
        reached: dict[tuple[object, ...], State] = {}
        for state in front:
            for after in _followers(plan, row, state):
                if after.score + row.rest + plan.joker_hope(after) > floor:
                    key = (after.opens, after.spent, after.capacity)
                    known = reached.get(key)
                    if known is None or known.score < after.score:
                        reached[key] = after
        front = _undominated(list(reached.values()), row, plan.jokers)
        complete = complete and len(front) <= width
        del front[width:]
    return _best(plan, front, floor, complete)


def _best(plan: Plan, front: list[State], floor: int, complete: bool) -> Outcome:
    best: State | None = None
    for state in front:
        extra = plan.ending(state)
        if extra is not None and state.score + extra > floor:
            floor, best = state.score + extra, state
    return Outcome(floor, best, complete)


def _followers(plan: Plan, row: Row, state: State) -> Iterator[State]:
    for choices, spent, need in _combined(plan, row, state):
        taken = tuple(choice.tiles for choice in choices)
        in_runs = spent - state.spent
        bonus = sum(choice.bonus for choice in choices) + row.joker_weight * in_runs
        opens = tuple(choice.after for choice in choices)
        capacity = plan.jokers if in_runs or any(taken) else state.capacity
        for gain, packing in row.packed(taken):
            if spent + packing.jokers + need <= plan.jokers:
                yield State(
                    state.score + gain + bonus,
                    spent + packing.jokers,
                    min(plan.jokers, capacity + packing.jokers + packing.room),
                    opens,
                    state,
                    choices,
                    packing,
                )


def _combined(plan: Plan, row: Row, state: State) -> list[tuple[Choices, int, int]]:
    """Every combination of the colours' choices that jokers suffice for: (…, spent, needed)."""
    partial: list[tuple[Choices, int, int]] = [((), state.spent, 0)]
    for step, suffix, runs in zip(row.steps, row.suffixes, state.opens, strict=True):
        partial = [
            ((*choices, choice), spent + choice.jokers, need + suffix.need[choice.after])
            for choices, spent, need in partial
            for choice in step[runs]
            if spent + choice.jokers + need + suffix.need[choice.after] <= plan.jokers
        ]
    return partial


def _undominated(states: list[State], row: Row, jokers: int) -> list[State]:
    """Best first, without those that another one dominates."""
    marked = [(state.score, _reach(state, row, jokers), state) for state in states]
    marked.sort(key=lambda entry: (entry[0], entry[1].bit_count()), reverse=True)
    kept: list[State] = []
    reaches: list[int] = []
    for _, reach, state in marked:
        if all(reach & ~other for other in reaches):
            kept.append(state)
            reaches.append(reach)
    return kept


def _reach(state: State, row: Row, jokers: int) -> int:
    """Bits for all that is no better than this state in open runs, jokers and capacity."""
    bits = 0
    for suffix, runs in zip(row.suffixes, state.opens, strict=True):
        bits = bits << len(suffix.below) | suffix.below[runs]
    for spent in range(jokers + 1):
        held = (1 << state.capacity + 1) - 1 if spent >= state.spent else 0
        bits = bits << jokers + 1 | held
    return bits
