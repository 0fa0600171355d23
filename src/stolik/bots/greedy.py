"""The greedy player: lays the most it can at once and opens as soon as it can."""

from dataclasses import dataclass

from stolik.bots.player import Choice
from stolik.bots.position import Position
from stolik.bots.reasons import Reason, ReasonCode
from stolik.bots.solving import Solving
from stolik.rummikub.tiles import all_of
from stolik.solver.solutions import Solution


@dataclass(frozen=True, slots=True)
class Greedy:
    """The most tiles now; in the last move the most points."""

    solving: Solving

    def choose(self, position: Position) -> Choice:
        """Everything that fits."""
        if not position.opened:
            return opening_choice(position, self.solving)
        return most_choice(position, self.solving)


def opening_choice(position: Position, solving: Solving) -> Choice:
    """The opening with the most tiles, if there is one."""
    melds = solving.largest_opening(position.rack)
    if melds is None:
        best = solving.best_opening(position.rack).value
        facts = {"value": best, "minimum": position.rules.opening.minimum}
        return Choice(None, (Reason(ReasonCode.CANNOT_OPEN, facts),))
    value, tiles = solving.value(melds), len(all_of(melds))
    reason = Reason(ReasonCode.OPENS, {"value": value, "tiles": tiles})
    return Choice((*position.tableau, *melds), (reason,))


def most_choice(position: Position, solving: Solving) -> Choice:
    """The most tiles that fit, or the most points when the racks are about to be counted."""
    found = solving.most(
        position.tableau, position.rack, "points" if position.last_move else "tiles"
    )
    if not found.tiles:
        return Choice(None, (Reason(ReasonCode.NOTHING_FITS),))
    return Choice(found.tableau, (most_reason(position, found),))


def most_reason(position: Position, found: Solution) -> Reason:
    """Why the most is laid: it ends the game, or nothing comes after it, or just because."""
    facts = {"tiles": found.tiles, "points": found.points}
    if found.tiles == len(position.rack):
        return Reason(ReasonCode.GOES_OUT, facts)
    code = ReasonCode.LAST_MOVE if position.last_move else ReasonCode.LAYS_MOST
    return Reason(code, facts)
