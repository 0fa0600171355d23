"""The order a player keeps his tiles in: his own, never changed by an update."""

from collections import Counter
from collections.abc import Mapping, Sequence

from stolik.app.games.rummikub.table import LiveTable
from stolik.app.tables.codes import Refusal
from stolik.refusal import Violation, refuse
from stolik.rummikub.tiles import Tile, Tiles, without
from stolik.seats import Seat


class RackOrders:
    """Those at one table: each is kept with the next event, so that another device knows it."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._unkept: set[Seat] = set()

    def put(self, seat: Seat, order: Sequence[str]) -> None:
        """A seat has sorted what it holds; refused if it names other tiles."""
        state = self._table.state
        if not state.seats or not is_order_of(order, state.seats[seat].rack):
            refuse(Violation(Refusal.RACK_ORDER))
        self._table.rack_orders[seat] = tuple(Tile(tile) for tile in order)
        self._unkept.add(seat)

    def unkept(self) -> Mapping[Seat, bytes]:
        """Those that no event was kept with yet."""
        return {seat: self._written(seat) for seat in self._unkept}

    def are_kept(self, orders: Mapping[Seat, bytes]) -> None:
        """These stand on disk; who has sorted since has not."""
        self._unkept -= {seat for seat, kept in orders.items() if self._written(seat) == kept}

    def read(self, seat: Seat, kept: bytes) -> None:
        """As it was kept; who has sorted since is not asked."""
        if seat not in self._unkept:
            self._table.rack_orders[seat] = tuple(Tile(tile) for tile in kept.decode().split())

    def _written(self, seat: Seat) -> bytes:
        return " ".join(self._table.rack_orders[seat]).encode()


def is_order_of(order: Sequence[str], rack: Tiles) -> bool:
    """Whether an order names exactly the tiles of a rack."""
    return len(order) == len(rack) and Counter(order) == Counter(rack)


def in_order(rack: Tiles, order: Sequence[Tile]) -> Tiles:
    """The rack as its player put it: tiles gone leave their places, new ones come at the end."""
    if not order:
        return rack
    kept = without(order, without(order, rack))
    return (*kept, *without(rack, kept))
