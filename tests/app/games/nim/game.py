"""Nim for the registry."""

from stolik.app.games.counting import by_places
from stolik.app.games.game import Game
from stolik.app.tables.house import House
from stolik.app.tables.live_game import Practice
from stolik.app.tables.setup import TableSetup
from tests.app.games.nim.asks import ASKS
from tests.app.games.nim.play import NimPlay
from tests.app.games.nim.table import NimTable


def play(setup: TableSetup, _house: House) -> NimPlay:
    return NimPlay(NimTable(setup))


NIM = Game(
    name="nim",
    asks=ASKS,
    practice=Practice(
        profiles=("plain",), bots=frozenset({"clever"}), usual_bots=("clever",), most_bots=3
    ),
    play=play,
    counting=lambda _profile, shape: by_places(shape),
)
