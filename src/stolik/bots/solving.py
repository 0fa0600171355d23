"""The solver under a rules profile: the one place where a profile becomes a tile set."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from stolik import solver
from stolik.rummikub import openings
from stolik.rummikub.jokers import joker_violations
from stolik.rummikub.legality import meld_violations
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import JOKER, Tableau, Tiles, all_of, without
from stolik.solver.budget import LookBudget
from stolik.solver.solutions import Solution
from stolik.solver.tileset import STANDARD, TileSet, tile_set_violations

# Of one question: about a second of plain Python at worst. The kernel never needs as many.
LOOKS = 1_000_000
_PLAIN_PRICE = 5  # a look of the core's search takes so much longer


@dataclass(frozen=True, slots=True)
class Solving:
    """Best moves under one profile.

    Where the profile goes beyond what the solver knows (fewer jokers to a meld, jokers that must
    move on, sets too large), or a question costs more than its budget, the answers stay legal but
    need not be the best. Without a budget of its own a question has `LOOKS`.
    """

    rules: RulesProfile
    limits: TileSet
    served: bool  # the solver knows this tile set
    exact: bool  # … and its melds are the profile's melds

    @property
    def is_quick(self) -> bool:
        """Whether the kernel answers, whatever the rack; else a large one may take seconds."""
        return self.exact and self.limits == STANDARD

    def most(
        self,
        tableau: Tableau,
        rack: Tiles,
        maximise: solver.Objective = "tiles",
        *,
        budget: LookBudget | None = None,
    ) -> Solution:
        """The most that can be laid; `tiles` 0 when there is nothing."""
        budget = budget or LookBudget(LOOKS)
        found = self._most(tableau, rack, maximise, budget)
        if not self._brings_a_joker_back(tableau, found.tableau):
            return found
        for relaid in _jokers_relaid(found.tableau):
            broken = any(meld_violations(relaid, self.rules))
            if not broken and not self._brings_a_joker_back(tableau, relaid):
                return replace(found, tableau=relaid)
        # Melds with a joker are left alone: then none is taken.
        alone = tuple(meld for meld in tableau if JOKER in meld)
        found = self._most(without(tableau, alone), rack, maximise, budget)
        return replace(found, tableau=(*alone, *found.tableau))

    def _most(
        self, tableau: Tableau, rack: Tiles, maximise: solver.Objective, budget: LookBudget
    ) -> Solution:
        if self.exact:
            found = solver.solve(
                tableau, rack, maximise=maximise, limits=self.limits, budget=budget
            )
            return self._cut(found) if self._runs_are_limited else found
        return self._most_checked(tableau, rack, maximise, budget)

    def _brings_a_joker_back(self, before: Tableau, after: Tableau) -> bool:
        """Whether a joker lies again in the meld it was taken from, where that is no move."""
        stays = not self.rules.melds.taken_joker_moves_on
        return not stays and any(joker_violations(before, after, self.rules))

    def best_opening(
        self, rack: Tiles, _rules: RulesProfile | None = None, *, budget: LookBudget | None = None
    ) -> openings.Opening:
        """The most valuable melds of a rack, in the shape the core asks for."""
        budget = budget or LookBudget(LOOKS)
        if self.exact:
            found = solver.best_opening(rack, self.limits, budget)
        else:
            found = self._opening_checked(rack, budget)
        return (
            replace(found, melds=self._cut_runs(found.melds)) if self._runs_are_limited else found
        )

    def _opening_checked(self, rack: Tiles, budget: LookBudget) -> openings.Opening:
        """The solver's where it is legal; else a plain search, and never less than the solver
        finds with so few jokers that no meld can hold too many."""
        fewer = openings.Opening(0, (), complete=False)
        if self.served:
            free = solver.best_opening(rack, self.limits, budget)
            if not any(meld_violations(free.melds, self.rules)):
                return free
            few = _with_jokers(rack, self.rules.melds.jokers_per_meld)
            fewer = solver.best_opening(few, self.limits, budget)

        def may_look(ways: int) -> bool:
            budget.spend(_PLAIN_PRICE * ways)
            return not budget.is_over

        plain = openings.best_opening(rack, self.rules, may_look)
        best = max(plain, fewer, key=lambda each: each.value)
        return replace(best, complete=plain.complete)

    def opens(self, rack: Tiles) -> bool:
        """Whether the rack is worth an opening."""
        return openings.opens(self.best_opening(rack), self.rules)

    def is_opening(self, melds: Tableau) -> bool:
        """Whether these melds, all of own tiles, open."""
        return openings.opens(openings.opening_of(melds, all_of(melds), self.rules), self.rules)

    def largest_opening(self, rack: Tiles) -> Tableau | None:
        """Melds of the rack that open with as many tiles as can be, or None."""
        most = self.most((), rack)
        if most.tiles and self.is_opening(most.tableau):
            return most.tableau
        best = self.best_opening(rack)
        return best.melds if openings.opens(best, self.rules) else None

    def value(self, tableau: Tableau) -> int:
        """What the melds count, jokers as the tiles they stand for."""
        return openings.opening_value(tableau, all_of(tableau), self.rules)

    def _most_checked(
        self, tableau: Tableau, rack: Tiles, maximise: solver.Objective, budget: LookBudget
    ) -> Solution:
        """A legal answer where the solver's own may not be one."""
        for jokers in (rack.count(JOKER), self.rules.melds.jokers_per_meld, 0):
            tiles = _with_jokers(rack, jokers)
            if not self.served:
                break
            found = self._cut(
                solver.solve(tableau, tiles, maximise=maximise, limits=self.limits, budget=budget)
            )
            if not any(meld_violations(found.tableau, self.rules)):
                # With fewer jokers than there are it may not be the best.
                return replace(found, complete=found.complete and len(tiles) == len(rack))
        melds = self.best_opening(rack, budget=budget).melds
        laid = tuple(tile for meld in melds for tile in meld)
        points = sum(self.rules.rack_value[tile] for tile in laid)
        return Solution(len(laid), points, laid, (*tableau, *melds), complete=False)

    @property
    def _runs_are_limited(self) -> bool:
        return self.rules.melds.run_max < self.rules.tiles.highest

    def _cut(self, found: Solution) -> Solution:
        return replace(found, tableau=self._cut_runs(found.tableau))

    def _cut_runs(self, tableau: Tableau) -> Tableau:
        """Runs longer than the profile allows, cut into legal ones; groups never are."""
        return tuple(part for meld in tableau for part in self._parts(meld))

    def _parts(self, meld: Tiles) -> Iterator[Tiles]:
        shortest, longest = self.rules.melds.run_min, self.rules.melds.run_max
        while len(meld) > longest:
            # What is left must be long enough to be a run again.
            size = min(longest, len(meld) - shortest)
            yield meld[:size]
            meld = meld[size:]
        yield meld


def _with_jokers(rack: Tiles, most: int) -> Tiles:
    """The rack with no more jokers than these."""
    numbered = tuple(tile for tile in rack if tile != JOKER)
    return numbered + (JOKER,) * min(most, len(rack) - len(numbered))


def _jokers_relaid(tableau: Tableau) -> Iterator[Tableau]:
    """The tableau with one joker laid at either end of another meld; not every one is valid."""
    for i, meld in enumerate(tableau):
        if JOKER not in meld:
            continue
        place = meld.index(JOKER)
        left = (*meld[:place], *meld[place + 1 :])
        for j, other in enumerate(tableau):
            for longer in ((*other, JOKER), (JOKER, *other)):
                if j != i:
                    changed = {i: left, j: longer}
                    yield tuple(changed.get(n, lying) for n, lying in enumerate(tableau))


def solving_for(rules: RulesProfile) -> Solving:
    """The solver fitted to a profile."""
    limits = tile_set_of(rules)
    served = not any(tile_set_violations(limits))
    any_joker = rules.melds.jokers_per_meld >= rules.tiles.jokers
    return Solving(rules, limits, served, exact=served and any_joker)


def tile_set_of(rules: RulesProfile) -> TileSet:
    """The solver's view of a profile's tiles and melds."""
    return TileSet(
        colours=tuple(rules.tiles.colours),
        highest=rules.tiles.highest,
        copies=rules.tiles.copies,
        jokers=rules.tiles.jokers,
        run_min=rules.melds.run_min,
        group_min=rules.melds.group_min,
        group_max=rules.melds.group_max,
    )
