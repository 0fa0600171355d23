"""Rummikub for the registry."""

from stolik.app.games.game import Game
from stolik.app.games.rummikub.asks import ASKS
from stolik.app.games.rummikub.counting import counting
from stolik.app.games.rummikub.play import RummikubPlay
from stolik.app.games.rummikub.table import LiveTable
from stolik.app.games.rummikub.tools import Tools
from stolik.app.library import RULES, rules_profile
from stolik.app.tables.house import House
from stolik.app.tables.live_game import Practice
from stolik.app.tables.setup import TableSetup

NAME = "rummikub"


def play(setup: TableSetup, house: House) -> RummikubPlay:
    """A live table by the rules its setup names."""
    table = LiveTable(setup, rules_profile(setup.profile))
    return RummikubPlay(table, house, house.tools.get(NAME, Tools()))


RUMMIKUB = Game(
    name=NAME,
    asks=ASKS,
    practice=Practice(
        profiles=RULES,
        bots=frozenset({"random", "greedy", "patient"}),
        usual_bots=("greedy", "patient", "greedy"),
        most_bots=3,
        lesson_bots=("greedy", "patient"),
    ),
    later=("stolik.bots.registry",),
    play=play,
    counting=counting,
)
