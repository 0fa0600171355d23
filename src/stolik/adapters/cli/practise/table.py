"""A table for one person and bots, on top of the engine."""

from collections.abc import Iterator, Mapping

from stolik.app.lab.playing import tile_order
from stolik.bots import Bot
from stolik.bots.reasons import Reason
from stolik.rummikub import commands as c
from stolik.rummikub.engine import decide
from stolik.rummikub.events import Event
from stolik.rummikub.evolution import evolve
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Phase, TableState, new_table
from stolik.rummikub.view import TableView, visible_to
from stolik.seats import Role, Seat, Viewer

ME = Seat(0)

# What happened, with the state it happened in.
Happening = tuple[TableState, Event]


class PracticeTable:
    """Seat 1 is the person's; every other seat has its bot."""

    def __init__(
        self, rules: RulesProfile, bots: Mapping[Seat, Bot], seed: str, best_opening: BestOpening
    ) -> None:
        self.state: TableState = new_table(rules)
        self._bots = bots
        self._seed = seed
        self._best_opening = best_opening
        self._deals = 0
        self.reasons: list[tuple[Seat, Reason]] = []  # of the bots' moves since the person's last

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.state.phase is Phase.OVER

    @property
    def is_mine(self) -> bool:
        """Whether the person is to move."""
        return self.state.phase is Phase.PLAYING and self.state.turn == ME

    @property
    def view(self) -> TableView:
        """What the person may see."""
        return self._seen_by(ME)

    def give(self, command: c.Command) -> list[Happening]:
        """Put a command to the table; passes `Refused` on."""
        happened: list[Happening] = []
        for event in decide(self.state, command, best_opening=self._best_opening):
            happened.append((self.state, event))
            self.state = evolve(self.state, event)
        return happened

    def deal(self) -> list[Happening]:
        """The first deal, or a new one; the seed decides them all."""
        self._deals += 1
        name = self._seed if self._deals == 1 else f"{self._seed} {self._deals}"
        order = tile_order(self.state.rules, name)
        if self.state.phase is Phase.CLOSED:
            return self.give(c.OpenTable(len(self._bots) + 1, ME, order))
        return self.give(c.Deal(order))

    def bots_get_ready(self) -> list[Happening]:
        """Every bot is ready as soon as it is asked."""
        return [happening for seat in self._bots for happening in self.give(c.DeclareReady(seat))]

    def bots_move(self) -> Iterator[Happening]:
        """What the bots do until the person is to move or the game is over."""
        while self.state.phase is Phase.PLAYING and self.state.turn != ME:
            seat = self.state.turn
            command = self._bots[seat].command(self._seen_by(seat))
            if not isinstance(command, c.EndTurn):  # the click needs no reason
                self.reasons += [(seat, reason) for reason in self._bots[seat].explain()]
            yield from self.give(command)

    def _seen_by(self, seat: Seat) -> TableView:
        return visible_to(self.state, Viewer(Role.SEAT, seat))
