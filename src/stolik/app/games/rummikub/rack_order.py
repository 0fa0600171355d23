"""The order a player keeps his tiles in: his own, never changed by an update."""

from collections import Counter
from collections.abc import Sequence

from stolik.rummikub.tiles import Tile, Tiles, without


def is_order_of(order: Sequence[str], rack: Tiles) -> bool:
    """Whether an order names exactly the tiles of a rack."""
    return len(order) == len(rack) and Counter(order) == Counter(rack)


def in_order(rack: Tiles, order: Sequence[Tile]) -> Tiles:
    """The rack as its player put it: tiles gone leave their places, new ones come at the end."""
    if not order:
        return rack
    kept = without(order, without(order, rack))
    return (*kept, *without(rack, kept))
