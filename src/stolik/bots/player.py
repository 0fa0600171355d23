"""The manners every bot shares: readiness, draw and click, the announcement, the confirmation.

What to lay is left to a strategy; it is asked once a turn.
"""

from dataclasses import dataclass, field
from typing import Protocol

from stolik.bots.position import Position, own_seat, position_of
from stolik.bots.reasons import Reason, ReasonCode
from stolik.bots.solving import Solving
from stolik.rummikub.commands import (
    AnnounceOpening,
    ConfirmResult,
    DeclareReady,
    DrawTile,
    EndTurn,
    LayTiles,
    SeatCommand,
)
from stolik.rummikub.rules import RulesProfile, StackChoice
from stolik.rummikub.state import Phase
from stolik.rummikub.tiles import Tableau
from stolik.rummikub.view import SeatView, TableView
from stolik.seats import Seat


@dataclass(frozen=True, slots=True)
class Choice:
    """The tableau to leave behind, or None to lay nothing; and why."""

    tableau: Tableau | None
    reasons: tuple[Reason, ...]


class Strategy(Protocol):
    """Decides what to lay; a move it gives is legal."""

    def choose(self, position: Position) -> Choice:
        """What to lay in this turn."""
        ...


@dataclass(slots=True)
class Player:
    """A bot: the manners of the table around a strategy."""

    rules: RulesProfile
    solving: Solving
    strategy: Strategy
    _reasons: tuple[Reason, ...] = field(default=(), init=False)

    def command(self, view: TableView) -> SeatCommand:
        """The next thing this seat does."""
        me = own_seat(view)
        if view.phase is Phase.READYING:
            return self._get_ready(view, me)
        if view.phase is Phase.OVER:
            return self._because(ConfirmResult(me), Reason(ReasonCode.CONFIRMS))
        if view.drew:
            return self._after_drawing(view, me)
        choice = self.strategy.choose(position_of(view, self.rules))
        self._reasons = choice.reasons
        if choice.tableau is not None:
            return LayTiles(me, choice.tableau)
        return self._draw_or_pass(view, me)

    def explain(self) -> tuple[Reason, ...]:
        """The reasons for the last command."""
        return self._reasons

    def _get_ready(self, view: TableView, me: Seat) -> SeatCommand:
        """Who is beaten before his first move is spared the −200 if he announced (mp2023 L99)."""
        seat = view.seats[me]
        if self.rules.opening.announcement_before_game and self._opens(seat):
            return self._because(DeclareReady(me, True), Reason(ReasonCode.READY_ANNOUNCING))
        return self._because(DeclareReady(me), Reason(ReasonCode.READY))

    def _after_drawing(self, view: TableView, me: Seat) -> SeatCommand:
        """Before the click: an opening the drawn tile has made possible is announced (L95)."""
        seat = view.seats[me]
        if not seat.opened and not seat.announced and self._opens(seat):
            value = self.solving.best_opening(seat.rack or ()).value
            return self._because(
                AnnounceOpening(me), Reason(ReasonCode.ANNOUNCES, {"value": value})
            )
        return self._because(EndTurn(me), Reason(ReasonCode.CLICKS))

    def _opens(self, seat: SeatView) -> bool:
        return self.solving.opens(seat.rack or ())

    def _draw_or_pass(self, view: TableView, me: Seat) -> SeatCommand:
        if not view.may_draw:
            self._reasons = (Reason(ReasonCode.PASSES), *self._reasons)
            return EndTurn(me)
        chooses = self.rules.deal.next_stack is StackChoice.ACTIVE_PLAYER
        if view.middle.tiles or not chooses:
            return DrawTile(me)
        # Stacks are alike; the lowest number is as good as any and the same in every replay.
        return DrawTile(me, min(stack.number for stack in view.bank))

    def _because(self, command: SeatCommand, reason: Reason) -> SeatCommand:
        self._reasons = (reason,)
        return command
