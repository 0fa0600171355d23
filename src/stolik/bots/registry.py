"""Bots by name."""

from collections.abc import Callable, Mapping
from random import Random

from stolik.bots import Bot
from stolik.bots.codes import Refusal
from stolik.bots.random_bot import RandomBot
from stolik.refusal import Violation, refuse
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile

BotFactory = Callable[[RulesProfile, Random, BestOpening], Bot]

BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot,
}


def bot_named(name: str) -> BotFactory:
    """How to make the bot of this name."""
    if name not in BOTS:
        refuse(Violation(Refusal.BOT_UNKNOWN, facts={"name": name, "known": tuple(BOTS)}))
    return BOTS[name]
