"""The patient player: waits to open, lays one tile at a time, keeps jokers, counts what is gone.

Laying a tile never brings the own rack nearer to being laid as a whole: rack and table together
hold the same tiles before and after. It only helps the others, who see a larger table. So the
patient player lays as little as it can, just enough not to have to draw, until everything fits at
once; and it opens late, since drawn tiles make a large rack easier to lay, not harder. What may
end the game before then changes its mind: a rival with hardly a tile left, or a pool nearly empty.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stolik.bots.greedy import most_choice, most_reason, opening_choice
from stolik.bots.player import Choice
from stolik.bots.position import Position
from stolik.bots.reasons import Reason, ReasonCode
from stolik.bots.solving import Solving
from stolik.rummikub.tiles import Tableau, Tiles, all_of, without
from stolik.solver.solutions import Solution

# Found by play over thousands of seeded games, see docs/bots.md.
_OPEN_BELOW_DRAWS_EACH = 2  # open when the pool holds fewer than two draws for everybody
_OPEN_AT_RIVAL_TILES = 2  # … or a rival has only so many tiles left
_UNLOAD_AT_RIVAL_TILES = 1  # a rival about to go out: leave few points on the rack
_OPTIONS_WEIGHED = 4

Pick = Callable[[Position, Sequence[Solution], Solving], Solution]


@dataclass(frozen=True, slots=True)
class Patient:
    """Holds back until everything fits or the end is near."""

    solving: Solving
    pick: Pick

    def choose(self, position: Position) -> Choice:
        """As little as will do."""
        if not position.opened:
            return self._opening(position)
        most = most_choice(position, self.solving)
        if position.last_move or most.reasons[0].code in _DECIDED:
            return most
        return self._little(position)

    def _opening(self, position: Position) -> Choice:
        most = opening_choice(position, self.solving)
        if most.tableau is None or len(all_of(most.tableau)) - len(all_of(position.tableau)) == len(
            position.rack
        ):
            return most
        if position.last_move:
            return self._dearest_opening(position, most)
        if (pressed := pressure(position)) is None:
            value = self.solving.best_opening(position.rack).value
            facts = {"value": value, "pool": position.pool}
            return Choice(None, (Reason(ReasonCode.WAITS_TO_OPEN, facts),))
        return self._smallest_opening(position, pressed)

    def _dearest_opening(self, position: Position, most: Choice) -> Choice:
        """Racks are about to be counted: the opening that takes the most points off this one."""
        found = self.solving.most((), position.rack, "points")
        if not self.solving.is_opening(found.tableau):
            return most
        facts = {"tiles": found.tiles, "points": found.points}
        tableau = (*position.tableau, *found.tableau)
        return Choice(tableau, (Reason(ReasonCode.LAST_MOVE, facts),))

    def _smallest_opening(self, position: Position, pressed: Reason) -> Choice:
        """Enough to open and no more, without a joker if it can be."""
        solving = self.solving
        melds = solving.largest_opening(position.numbered) or solving.largest_opening(position.rack)
        assert melds is not None, "asked only when the rack can open"
        least = least_melds(melds, solving)
        facts = {"value": solving.value(least), "tiles": len(all_of(least))}
        opens = Reason(ReasonCode.OPENS, facts)
        return Choice((*position.tableau, *least), (opens, pressed))

    def _little(self, position: Position) -> Choice:
        plain = self.solving.most(position.tableau, position.numbered)
        if not plain.tiles:
            if position.may_draw:
                return Choice(None, (Reason(ReasonCode.KEEPS_JOKER),))
            return most_choice(position, self.solving)
        if position.fewest <= _UNLOAD_AT_RIVAL_TILES:
            return self._unloaded(position, plain)
        chosen = self._one_tile(position, plain)
        held = Reason(ReasonCode.HOLDS_BACK, {"tiles": chosen.tiles, "possible": plain.tiles})
        return Choice(chosen.tableau, (held,))

    def _unloaded(self, position: Position, plain: Solution) -> Choice:
        """All but one tile, which is kept so that the next turn needs no draw."""
        options = [
            self.solving.most(position.tableau, without(plain.laid, (tile,)), "points")
            for tile in dict.fromkeys(plain.laid)
        ]
        found = max(options, key=lambda option: option.points)
        found = found if found.tiles else plain
        close = Reason(ReasonCode.RIVAL_CLOSE, {"tiles": position.fewest})
        return Choice(found.tableau, (most_reason(position, found), close))

    def _one_tile(self, position: Position, plain: Solution) -> Solution:
        """One tile alone, or the smallest handful that can be laid."""
        tiles = dearest_first(position, plain.laid)
        singles = [
            found
            for tile in dict.fromkeys(tiles)
            if (found := self.solving.most(position.tableau, (tile,))).tiles
        ]
        if singles:
            return self.pick(position, singles, self.solving)
        handfuls = (
            self.solving.most(position.tableau, tiles[:size], "points")
            for size in range(2, len(tiles))
        )
        return next((found for found in handfuls if found.tiles), plain)


_DECIDED = (ReasonCode.GOES_OUT, ReasonCode.NOTHING_FITS)


def pressure(position: Position) -> Reason | None:
    """Why an opening cannot wait any longer, or None while it can."""
    if position.fewest <= _OPEN_AT_RIVAL_TILES:
        return Reason(ReasonCode.RIVAL_CLOSE, {"tiles": position.fewest})
    everybody = 1 + len(position.rivals)
    if not position.may_draw or position.pool < _OPEN_BELOW_DRAWS_EACH * everybody:
        return Reason(ReasonCode.POOL_LOW, {"pool": position.pool})
    return None


def least_melds(melds: Tableau, solving: Solving) -> Tableau:
    """The melds without those the opening can do without, the cheapest left out first."""
    kept = sorted(melds, key=lambda meld: solving.value((meld,)))
    for meld in tuple(kept):
        rest = tuple(other for other in kept if other is not meld)
        if solving.is_opening(rest):
            kept.remove(meld)
    return tuple(kept)


def dearest_first(position: Position, tiles: Tiles) -> Tiles:
    """By what they cost on the rack."""
    return tuple(sorted(tiles, key=lambda tile: -position.rules.rack_value[tile]))


def dearest(_position: Position, options: Sequence[Solution], _solving: Solving) -> Solution:
    """The option that takes the most points off the rack; a quick choice."""
    return max(options, key=lambda option: option.points)


def least_room(position: Position, options: Sequence[Solution], solving: Solving) -> Solution:
    """The option after which the fewest tiles still out fit the table: counting what is gone."""
    unseen = position.unseen

    def room(option: Solution) -> int:
        return sum(
            copies for tile, copies in unseen.items() if solving.most(option.tableau, (tile,)).tiles
        )

    return min(options[:_OPTIONS_WEIGHED], key=lambda option: (room(option), -option.points))
