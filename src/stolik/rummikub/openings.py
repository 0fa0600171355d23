"""The best opening of a rack, in plain steps; the solver's kernel is passed in where speed counts.

Walk the numbers 1…13. What matters after a number is, per colour, the runs still open (their
length, capped where they are long enough, and their jokers) and the jokers left. Every position
of a meld at number n is worth n, whether a tile or a joker fills it, so the value is a sum over
numbers and the best way to reach each state is all that need be kept.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import JOKER, Tableau, Tile, Tiles, without


@dataclass(frozen=True, slots=True)
class Opening:
    """The most valuable disjoint melds of a rack, jokers worth what they stand for."""

    value: int
    melds: Tableau
    complete: bool = True  # else there may be a better one: looking for it would take too long


_FATES = ("close", "tile", "joker")
_WIDTH = 1500

BestOpening = Callable[[Tiles, RulesProfile], Opening]
MayLook = Callable[[int], bool]


@dataclass(frozen=True, slots=True, order=True)
class _Run:
    """An open run: `length` is capped at the shortest legal one, `tiles` are the real thing."""

    length: int
    jokers: int
    tiles: Tiles

    @property
    def key(self) -> tuple[int, int]:
        return self.length, self.jokers


@dataclass(frozen=True, slots=True)
class _State:
    runs: tuple[tuple[_Run, ...], ...]  # the open runs of each colour
    spare: tuple[int, ...]  # tiles of this number not in runs, per colour
    jokers: int  # left to spend
    value: int
    done: Tableau

    @property
    def key(self) -> tuple[object, ...]:
        return tuple(tuple(r.key for r in runs) for runs in self.runs), self.spare, self.jokers


def opening_value(melds: Tableau, own: Tiles, rules: RulesProfile) -> int:
    """What melds count towards an opening: those of own tiles alone, each tile once."""
    read = (read_meld(tiles, rules) for tiles in melds)
    left, value = Counter(own), 0
    for meld in sorted((m for m in read if isinstance(m, Meld)), key=lambda m: -m.value):
        if not (used := Counter(meld.tiles)) - left:
            left -= used
            value += meld.value
    return value


def opens(opening: Opening, rules: RulesProfile) -> bool:
    """Whether melds are an opening: the one place that says what it takes."""
    return opening.value >= rules.opening.minimum


def opening_of(melds: Tableau, own: Tiles, rules: RulesProfile) -> Opening:
    """Melds looked at as an opening."""
    return Opening(opening_value(melds, own, rules), melds)


def laid_value(before: Tableau, after: Tableau, rules: RulesProfile) -> int:
    """What a move adds to the table, jokers worth what they stand for; loose tiles add nothing."""
    added = [read_meld(tiles, rules) for tiles in without(after, before)]
    gone = [read_meld(tiles, rules) for tiles in without(before, after)]
    return sum(m.value for m in added if isinstance(m, Meld)) - sum(
        m.value for m in gone if isinstance(m, Meld)
    )


def best_opening(rack: Tiles, rules: RulesProfile, may_look: MayLook | None = None) -> Opening:
    """The most valuable disjoint melds from `rack` alone, jokers worth what they stand for.

    `may_look` is told before each step how many ways to go on it looks at. If it says no, one way
    alone is followed from there: quick, legal, and perhaps not the best. Where it is asked only the
    most valuable ways are kept: a heap of them would be as long in the way of others as a search.
    """
    counts, complete = Counter(rack), True
    colours = rules.tiles.colours
    states = [_State(((),) * len(colours), (), counts[JOKER], 0, ())]
    for n in range(1, rules.tiles.highest + 1):
        for c, colour in enumerate(colours):
            tile = Tile(f"{colour}{n}")
            ways = sum(_ways(old, c, counts[tile]) for old in states)
            if may_look:
                width = _WIDTH if may_look(ways) else 1
                complete &= len(states) <= width
                states = _narrowed(states, width, rules)
            states = _best(s for old in states for s in _in_runs(old, c, tile, counts, rules))
        states = _best(s for old in states for s in _in_groups(old, n, rules))
    closed = (s for old in states if (s := _close_all(old, rules)))
    best = max(closed, key=lambda s: s.value)
    return Opening(best.value, best.done, complete)


def _best(states: Iterable[_State]) -> list[_State]:
    """Of the states from which the same can follow, the most valuable one."""
    kept: dict[tuple[object, ...], _State] = {}
    for state in states:
        known = kept.get(state.key)
        if known is None or state.value > known.value:
            kept[state.key] = state
    found = list(kept.values())
    while kept:
        kept.popitem()  # one by one: to forget ten thousand at once would hold up other threads
    return found


def _ways(state: _State, c: int, copies: int) -> int:
    """How many ways to go on in a colour are looked at: as `_continued` does."""
    fates: int = len(_FATES) ** len(state.runs[c])
    return fates * (copies + 1) * (state.jokers + 1)


def _narrowed(states: list[_State], width: int, rules: RulesProfile) -> list[_State]:
    """The most valuable ones, and one whose runs could all be laid down as they are.

    There always is such a one, and so a legal end.
    """
    if len(states) <= width:
        return states
    states.sort(key=lambda state: -state.value)
    place = next(i for i, state in enumerate(states) if _close_all(state, rules))
    states[min(place, width - 1)] = states[place]
    while len(states) > width:
        states.pop()  # one by one, as above
    return states


def _in_runs(
    state: _State, c: int, tile: Tile, counts: Counter[Tile], rules: RulesProfile
) -> Iterator[_State]:
    """Every way to extend, close and start runs of one colour with one number."""
    n = int(tile[1:])
    for open_runs, done, used, jokers in _continued(
        state.runs[c], tile, counts[tile], state, rules
    ):
        runs = (*state.runs[:c], tuple(sorted(open_runs)), *state.runs[c + 1 :])
        yield replace(
            state,
            runs=runs,
            spare=(*state.spare, counts[tile] - used),
            jokers=state.jokers - jokers,
            value=state.value + n * len(open_runs),
            done=state.done + done,
        )


def _continued(
    runs: tuple[_Run, ...], tile: Tile, copies: int, state: _State, rules: RulesProfile
) -> Iterator[tuple[list[_Run], Tableau, int, int]]:
    """For each fate of the open runs and each number of new ones: (open, closed, tiles, jokers)."""
    shortest, jokers_max = rules.melds.run_min, rules.melds.jokers_per_meld
    for fates in product(_FATES, repeat=len(runs)):
        for new_tiles in range(copies - fates.count("tile") + 1):
            for new_jokers in range(state.jokers - fates.count("joker") + 1):
                open_runs = [_Run(1, 0, (tile,))] * new_tiles + [_Run(1, 1, (JOKER,))] * new_jokers
                done: list[Tiles] = []
                for run, fate in zip(runs, fates, strict=True):
                    added = {"tile": tile, "joker": JOKER}.get(fate)
                    if added is None and run.length < shortest:
                        break
                    if added is None:
                        done.append(run.tiles)
                        continue
                    jokers = run.jokers + (added == JOKER)
                    if jokers > jokers_max:
                        break
                    longer = min(run.length + 1, shortest)
                    open_runs.append(_Run(longer, jokers, (*run.tiles, added)))
                else:
                    used = new_tiles + fates.count("tile")
                    if used <= copies and (jokers_max or not new_jokers):
                        yield open_runs, tuple(done), used, new_jokers + fates.count("joker")


def _in_groups(state: _State, n: int, rules: RulesProfile) -> Iterator[_State]:
    """Every number of groups the spare tiles of this number and some jokers can form."""
    melds, colours = rules.melds, rules.tiles.colours
    yield replace(state, spare=())
    for groups in range(1, (sum(state.spare) + state.jokers) // melds.group_min + 1):
        tiles = [
            Tile(f"{colour}{n}")
            for colour, spare in zip(colours, state.spare, strict=True)
            for _ in range(min(spare, groups))
        ]
        for jokers in range(min(state.jokers, groups * melds.jokers_per_meld) + 1):
            room = groups * melds.group_max - jokers
            filled = [*tiles[:room], *(JOKER,) * jokers]
            if len(filled) >= groups * melds.group_min:
                # Dealt round, equal tiles (neighbours in the list) never fall into one group.
                dealt = tuple(tuple(filled[g::groups]) for g in range(groups))
                value = state.value + n * len(filled)
                left = state.jokers - jokers
                yield replace(state, spare=(), jokers=left, value=value, done=state.done + dealt)


def _close_all(state: _State, rules: RulesProfile) -> _State | None:
    """The state with its runs laid down, if each is long enough."""
    runs = [run for colour in state.runs for run in colour]
    if any(run.length < rules.melds.run_min for run in runs):
        return None
    return replace(state, done=state.done + tuple(run.tiles for run in runs))
