"""Bots around a table: a whole game through the real engine, reproducible by its seed."""

from collections.abc import Sequence
from typing import Protocol

from stolik.bots import Bot
from stolik.fair import digest, shuffled
from stolik.rummikub.commands import Command, OpenTable, TimeOut
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Phase, TableState, new_table
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.view import visible_to
from stolik.seats import Role, Seat, Viewer


class MoveClock(Protocol):
    """Decides whether the time of a turn runs out on the command a bot is about to give."""

    def runs_out(self, state: TableState, command: Command) -> TimeOut | None:
        """The time-out that comes instead of the command, or None."""
        ...


def tile_order(rules: RulesProfile, seed: str) -> Tiles:
    """The tiles in an order that only the seed decides, as they are read into stacks."""
    # The shuffled list is read from its end (fair-1).
    return shuffled(rules.tile_set, digest("stolik play", seed), "bag")[::-1]


def play_game(
    rules: RulesProfile,
    bots: Sequence[Bot],
    seed: str,
    *,
    best_opening: BestOpening,
    clock: MoveClock | None = None,
    order: Tiles | None = None,
) -> TableState:
    """One game from the deal to the score sheet; seat 1 starts, on tiles in `order` if given."""
    tiles = tile_order(rules, seed) if order is None else order
    opening = OpenTable(seats=len(bots), starter=Seat(0), order=tiles)
    state = _after(new_table(rules), opening, best_opening)
    for seat in state.active_seats:
        state = _after(state, _asked(bots[seat], state, seat), best_opening)
    while state.phase is Phase.PLAYING:
        command = _asked(bots[state.turn], state, state.turn)
        late = clock.runs_out(state, command) if clock else None
        state = _after(state, late or command, best_opening)
    return state


def _asked(bot: Bot, state: TableState, seat: Seat) -> Command:
    return bot.command(visible_to(state, Viewer(Role.SEAT, seat)))


def _after(state: TableState, command: Command, best_opening: BestOpening) -> TableState:
    return replay(decide(state, command, best_opening=best_opening), state)
