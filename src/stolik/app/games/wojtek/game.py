"""Miś Wojtek for the registry."""

from stolik.app.games.game import Game
from stolik.app.games.wojtek.asks import ASKS
from stolik.app.games.wojtek.counting import counting
from stolik.app.games.wojtek.own_boards import written
from stolik.app.games.wojtek.play import WojtekPlay
from stolik.app.games.wojtek.table import WojtekTable
from stolik.app.library import BOARDS, board
from stolik.app.tables.house import House
from stolik.app.tables.live_game import Practice
from stolik.app.tables.setup import TableSetup


def play(setup: TableSetup, house: House) -> WojtekPlay:
    """A live table on the board its setup names."""
    return WojtekPlay(WojtekTable(setup, board(setup.profile)), house)


WOJTEK = Game(
    name="wojtek",
    asks=ASKS,
    practice=Practice(
        profiles=BOARDS,
        bots=frozenset({"random", "greedy", "planner"}),
        usual_bots=("planner", "greedy"),
        most_bots=4,
        lesson_bots=("greedy",),
    ),
    later=("stolik.bots.wojtek.registry",),
    play=play,
    counting=counting,
    board=written,
)
