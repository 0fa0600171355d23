"""Play whole games with bots through the real engines."""

from stolik.lab.table import play_game, tile_order
from stolik.lab.wojtek_table import play_wojtek

__all__ = ["play_game", "play_wojtek", "tile_order"]
