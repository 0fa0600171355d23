"""Time-outs for simulated games: bots need no time, so chance decides when it runs out.

A model, not a measurement: each turn runs out with one fixed probability, at a stage of the move
the bot was about to make: nothing touched yet, a tile in the hand, a tile lying loose, or all laid
but not clicked. The engine then rules on the draft as it does for people.
"""

from dataclasses import dataclass
from random import Random

from stolik.rummikub.commands import Command, LayTiles, TimeOut
from stolik.rummikub.state import Draft, TableState
from stolik.rummikub.tiles import Tableau, Tiles, all_of, without


@dataclass(frozen=True, slots=True)
class ChanceClock:
    """Runs out in one turn of `1 / probability`, before the first thing a seat does in it."""

    chance: Random
    probability: float

    def runs_out(self, state: TableState, command: Command) -> TimeOut | None:
        """A time-out on a stage of the coming move."""
        if state.drew or self.chance.random() >= self.probability:
            return None
        laid = _laid(state, command)
        if not laid or not isinstance(command, LayTiles):
            return TimeOut(state.turn)
        return TimeOut(state.turn, self._stage(state.tableau, command.tableau, laid))

    def _stage(self, before: Tableau, after: Tableau, laid: Tiles) -> Draft | None:
        match self.chance.randrange(4):
            case 0:
                return None
            case 1:
                return Draft(before, own_in_hand=laid[:1])
            case 2:
                return Draft((*before, laid[:1]))
            case _:
                return Draft(after)


def _laid(state: TableState, command: Command) -> Tiles:
    if not isinstance(command, LayTiles):
        return ()
    return without(all_of(command.tableau), all_of(state.tableau))
