"""Bots by name."""

from collections.abc import Callable, Mapping
from random import Random

from stolik.bots import Bot
from stolik.bots.codes import Refusal
from stolik.bots.greedy import Greedy
from stolik.bots.patient import Patient, least_room
from stolik.bots.player import Player
from stolik.bots.random_bot import RandomBot
from stolik.bots.searcher import Searcher
from stolik.bots.solving import solving_for
from stolik.refusal import Violation, refuse
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile

BotFactory = Callable[[RulesProfile, Random, BestOpening], Bot]


def greedy(rules: RulesProfile, _chance: Random, _best: BestOpening) -> Bot:
    """Lays the most it can at once."""
    solving = solving_for(rules)
    return Player(rules, solving, Greedy(solving))


def patient(rules: RulesProfile, _chance: Random, _best: BestOpening) -> Bot:
    """Waits, holds back and counts."""
    solving = solving_for(rules)
    return Player(rules, solving, Patient(solving, pick=least_room))


def searcher(rules: RulesProfile, chance: Random, _best: BestOpening) -> Bot:
    """Looks ahead on samples of what it cannot see."""
    solving = solving_for(rules)
    plain = Patient(solving, pick=least_room)
    # It asks hundreds of questions for a move: without the kernel that would be minutes.
    strategy = Searcher(solving, plain, chance) if solving.is_quick else plain
    return Player(rules, solving, strategy)


BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot,
    "greedy": greedy,
    "patient": patient,
    "searcher": searcher,
}


def bot_named(name: str) -> BotFactory:
    """How to make the bot of this name."""
    if name not in BOTS:
        refuse(Violation(Refusal.BOT_UNKNOWN, facts={"name": name, "known": tuple(BOTS)}))
    return BOTS[name]
