"""Players of Miś Wojtek. They see what their seat sees and answer with its next command."""

from typing import Protocol

from stolik.wojtek.commands import SeatCommand
from stolik.wojtek.view import TableView


class WojtekBot(Protocol):
    """Asked while it is its turn, and when a start or a colour has to be chosen."""

    def command(self, view: TableView) -> SeatCommand:
        """The next thing this seat does."""
        ...
