"""Players made of code. They see what their seat sees and answer with its next command."""

from typing import Protocol

from stolik.bots.reasons import Reason
from stolik.rummikub.commands import SeatCommand
from stolik.rummikub.view import TableView


class Bot(Protocol):
    """Asked again and again while it is its turn (or its readiness or confirmation is due)."""

    def command(self, view: TableView) -> SeatCommand:
        """The next thing this seat does."""
        ...

    def explain(self) -> tuple[Reason, ...]:
        """Why it did so: the reasons for its last command, the weightiest first."""
        ...
