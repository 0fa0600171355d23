"""The bots at a table: made when their seat is first to act, forgotten when it is set otherwise."""

from collections.abc import Callable
from typing import Generic, TypeVar

from stolik.app.tables.play import Table
from stolik.seats import Seat

B = TypeVar("B")


class SeatedBots(Generic[B]):
    """One for each seat that has a bot; `make` gets the name its setup says."""

    def __init__(self, table: Table, make: Callable[[str], B]) -> None:
        self._table = table
        self._make = make
        self._bots: dict[Seat, B] = {}

    def of(self, seat: Seat) -> B:
        """The bot of a seat; it thinks on from turn to turn."""
        if seat not in self._bots:
            self._bots[seat] = self._make(self._table.setup.seats[seat].bot)
        return self._bots[seat]

    def forget(self) -> None:
        """The table is set otherwise."""
        self._bots.clear()
