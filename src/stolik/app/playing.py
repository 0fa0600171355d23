"""Play a whole game with bots through the real engine."""

from stolik.lab.table import play_game, tile_order

__all__ = ["play_game", "tile_order"]
