"""From the end of a walk back to melds, every joker in its place."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from stolik.rummikub.tiles import JOKER, Tableau, Tile
from stolik.solver.groups import Packing
from stolik.solver.runs import Choice
from stolik.solver.tileset import TileSet
from stolik.solver.walk import State


@dataclass(slots=True)
class _Run:
    colour: int
    start: int
    tiles: list[Tile]

    @property
    def end(self) -> int:
        return self.start + len(self.tiles) - 1


@dataclass(slots=True)
class _Melds:
    """Melds in the making; the only mutable values of the twin's answer."""

    limits: TileSet
    open: list[list[_Run]]
    runs: list[_Run] = field(default_factory=list)
    groups: list[tuple[int, list[Tile]]] = field(default_factory=list)

    def tile(self, colour: int, number: int) -> Tile:
        return Tile(f"{self.limits.colours[colour]}{number}")

    def go_on(self, colour: int, number: int, choice: Choice) -> None:
        """Finish runs by jokers, then extend the short, the long, and start new ones."""
        for length, jokers in choice.finish:
            self._finish(colour, length, jokers)
        run_min = self.limits.run_min
        jokers = choice.jokers - sum(count for _, count in choice.finish)
        tiles = [JOKER] * jokers + [self.tile(colour, number)] * choice.tiles
        waiting = sorted(self.open[colour], key=lambda run: len(run.tiles) >= run_min)
        kept = waiting[: len(tiles)]
        for run, tile in zip(kept, tiles, strict=False):
            run.tiles.append(tile)
        self.runs += waiting[len(tiles) :]
        started = [_Run(colour, number, [tile]) for tile in tiles[len(waiting) :]]
        self.open[colour] = kept + started

    def _finish(self, colour: int, length: int, jokers: int) -> None:
        run_min = self.limits.run_min
        run = next(r for r in self.open[colour] if min(len(r.tiles), run_min) == length)
        self.open[colour].remove(run)
        run.tiles += [JOKER] * jokers
        self.runs.append(run)

    def group(self, number: int, packing: Packing) -> None:
        """Lay the groups of one number; jokers go where they are needed, then where is room."""
        groups = [
            [self.tile(c, number) for c in range(len(self.limits.colours)) if mask >> c & 1]
            for mask in packing.groups
        ]
        jokers = packing.jokers
        for size in (self.limits.group_min, self.limits.largest_group):
            for group in groups:
                fitting = min(max(0, size - len(group)), jokers)
                group += [JOKER] * fitting
                jokers -= fitting
        self.groups += [(number, group) for group in groups]

    def add_spares(self, jokers: int) -> None:
        """Lay jokers that no meld needs: at the ends of runs, in small groups, by themselves."""
        for run in self.runs:
            at_end = min(jokers, self.limits.highest - run.end)
            run.tiles += [JOKER] * at_end
            at_start = min(jokers - at_end, run.start - 1)
            run.tiles[:0] = [JOKER] * at_start
            run.start -= at_start
            jokers -= at_end + at_start
        for _, group in self.groups:
            fitting = min(jokers, self.limits.largest_group - len(group))
            group += [JOKER] * fitting
            jokers -= fitting
        if jokers:
            self._add_where_all_is_full(jokers)

    def _add_where_all_is_full(self, jokers: int) -> None:
        """Jokers make a meld of their own, or they double tiles of a full run, split for it."""
        run_min, group_min = self.limits.run_min, self.limits.group_min
        if group_min <= jokers <= self.limits.largest_group:
            self.groups.append((self.limits.highest, [JOKER] * jokers))
        elif jokers >= run_min:
            self.runs.append(_Run(0, 1, [JOKER] * jokers))
        else:
            whole = next(run for run in self.runs if len(run.tiles) == self.limits.highest)
            cut = max(run_min, jokers)
            upper = _Run(whole.colour, cut + 1 - jokers, [JOKER] * jokers + whole.tiles[cut:])
            del whole.tiles[cut:]
            self.runs.append(upper)

    def in_order(self) -> Tableau:
        runs = sorted(self.runs, key=lambda run: (run.colour, run.start, len(run.tiles)))
        groups = sorted(self.groups)
        return (
            *(tuple(run.tiles) for run in runs),
            *(tuple(group) for _, group in groups),
        )


def melds_of(end: State, limits: TileSet, spare_jokers: int) -> Tableau:
    """The melds of a walk that ended here, with spare jokers laid on them."""
    melds = _Melds(limits, [[] for _ in limits.colours])
    for number, state in enumerate(_path(end), start=1):
        for colour, choice in enumerate(state.choices):
            melds.go_on(colour, number, choice)
        assert state.packing is not None
        melds.group(number, state.packing)
    for colour in range(len(limits.colours)):
        melds.go_on(colour, limits.highest + 1, Choice(0, 0, 0))
    melds.add_spares(spare_jokers)
    return melds.in_order()


def _path(end: State) -> Iterator[State]:
    if end.parent is not None:
        yield from _path(end.parent)
        yield end
