"""Play a whole game with bots through the real engine."""

from collections.abc import Sequence

from stolik.bots import Bot
from stolik.fair import digest, shuffled
from stolik.rummikub.commands import Command, DeclareReady, OpenTable
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Phase, Seat, TableState, new_table
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.view import Role, Viewer, visible_to


def tile_order(rules: RulesProfile, seed: str) -> Tiles:
    """The tiles in an order that only the seed decides, as they are read into stacks."""
    # The shuffled list is read from its end (fair-1).
    return shuffled(rules.tile_set, digest("stolik play", seed), "bag")[::-1]


def play_game(
    rules: RulesProfile, bots: Sequence[Bot], seed: str, *, best_opening: BestOpening
) -> TableState:
    """One game from the deal to the score sheet; seat 1 starts."""
    opening = OpenTable(seats=len(bots), starter=Seat(0), order=tile_order(rules, seed))
    state = _after(new_table(rules), opening, best_opening)
    for seat in state.active_seats:
        state = _after(state, DeclareReady(seat), best_opening)
    while state.phase is Phase.PLAYING:
        view = visible_to(state, Viewer(Role.SEAT, state.turn))
        state = _after(state, bots[state.turn].command(view), best_opening)
    return state


def _after(state: TableState, command: Command, best_opening: BestOpening) -> TableState:
    return replay(decide(state, command, best_opening=best_opening), state)
