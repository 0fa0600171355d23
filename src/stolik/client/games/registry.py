"""The games the client can play, by name: one line for each."""

from collections.abc import Mapping

from stolik.client.games.game import ClientGame
from stolik.client.games.rummikub import RUMMIKUB
from stolik.client.games.wojtek import WOJTEK

CLIENT_GAMES: Mapping[str, ClientGame] = {
    game.name: game
    for game in (
        RUMMIKUB,
        WOJTEK,
    )
}
