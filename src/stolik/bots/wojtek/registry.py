"""Bots of Miś Wojtek by name."""

from collections.abc import Callable, Mapping
from random import Random

from stolik.bots.codes import Refusal
from stolik.bots.wojtek import WojtekBot
from stolik.bots.wojtek.greedy import GreedyBot
from stolik.bots.wojtek.planner import PlannerBot
from stolik.bots.wojtek.random_bot import RandomBot
from stolik.refusal import Violation, refuse
from stolik.wojtek.board import Board

WojtekBotFactory = Callable[[Board, Random], WojtekBot]


def greedy(board: Board, _chance: Random) -> WojtekBot:
    """Takes the card that makes its sets largest at once."""
    return GreedyBot(board)


def planner(board: Board, _chance: Random) -> WojtekBot:
    """Thinks through its whole hand, turn by turn, and minds when the game ends."""
    return PlannerBot(board)


WOJTEK_BOTS: Mapping[str, WojtekBotFactory] = {
    "random": RandomBot,
    "greedy": greedy,
    "planner": planner,
}


def wojtek_bot_named(name: str) -> WojtekBotFactory:
    """How to make the bot of this name."""
    if name not in WOJTEK_BOTS:
        known = tuple(WOJTEK_BOTS)
        refuse(Violation(Refusal.BOT_UNKNOWN, facts={"name": name, "known": known}))
    return WOJTEK_BOTS[name]
