"""The person's turn: the draft, its history and the move clock."""

from collections.abc import Callable
from math import ceil

from stolik.adapters.cli.practise import orders
from stolik.adapters.cli.practise.codes import Refusal
from stolik.adapters.cli.practise.draft import DraftedMove, edited, start
from stolik.adapters.cli.practise.orders import Verb
from stolik.adapters.cli.practise.table import ME, Happening, PracticeTable
from stolik.refusal import Violation, refuse
from stolik.rummikub import commands as c


class Turn:
    """Lives from the moment the turn comes to the click of the clock."""

    def __init__(self, table: PracticeTable, clock: Callable[[], float] | None) -> None:
        self.by_number: bool | None = None  # how the rack was asked to be sorted
        self._table = table
        self._clock = clock
        self._began = clock() if clock else 0.0
        self.move = self._untouched()
        self._past: list[DraftedMove] = []

    @property
    def seconds_left(self) -> int | None:
        """Until the time is over; None: no clock."""
        if self._clock is None:
            return None
        spent = self._clock() - self._began
        return max(0, ceil(self._table.view.turn_time_s - spent))

    def follow(self, order: orders.Order | None) -> list[Happening]:
        """Carry out an order, unless it came too late: then the draft decides."""
        if self.seconds_left == 0:
            draft = None if self.move == self._untouched() else self.move.as_draft
            return self._table.give(c.TimeOut(ME, draft))
        command = self._command(order)
        if command is None:
            self._rearrange(order)
            return []
        happened = self._table.give(command)
        self.move, self._past = self._untouched(), []
        return happened

    def _command(self, order: orders.Order | None) -> c.SeatCommand | None:
        """What an order asks of the table; None if it stays between the player and the felt."""
        match order:
            case orders.Draw(stack):
                return c.DrawTile(ME, stack)
            case Verb.ANNOUNCE:
                return c.AnnounceOpening(ME)
            case Verb.REDEAL:
                return c.AskRedeal(ME)
            case Verb.COMMIT:
                view = self._table.view
                passes = self.move == self._untouched() and not view.may_draw
                done = view.drew or passes
                return c.EndTurn(ME) if done else c.LayTiles(ME, self.move.melds)
            case _:
                return None

    def _rearrange(self, order: orders.Order | None) -> None:
        match order:
            case Verb.UNDO:
                if not self._past:
                    refuse(Violation(Refusal.NOTHING_TO_UNDO))
                self.move = self._past.pop()
            case Verb.RESET:
                self._remember(self._untouched())
            case orders.Sort(by_number):
                self.by_number = by_number
            case orders.NewMeld() | orders.AddTo() | orders.Take() | orders.Split() | orders.Join():
                if self._table.view.drew:
                    refuse(Violation(Refusal.ALREADY_DREW))
                self._remember(edited(self.move, order, self._table.state.rules))

    def _remember(self, move: DraftedMove) -> None:
        self._past.append(self.move)
        self.move = move

    def _untouched(self) -> DraftedMove:
        view = self._table.view
        return start(view.tableau, view.seats[ME].rack or ())
