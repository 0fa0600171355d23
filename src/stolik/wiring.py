"""The one place that picks parts."""

from random import Random
from time import monotonic

from stolik.adapters.cli.group import command_line
from stolik.adapters.cli.parts import Parts
from stolik.bots import Bot
from stolik.bots.registry import bot_named
from stolik.rummikub.openings import BestOpening, best_opening
from stolik.rummikub.rules import RulesProfile

BEST_OPENING: BestOpening = best_opening


def parts() -> Parts:
    """The parts the command line works with."""
    return Parts(best_opening=BEST_OPENING, make_bot=make_bot, clock=monotonic)


def make_bot(name: str, rules: RulesProfile, chance: Random) -> Bot:
    """A bot by its name, thinking with the parts picked here."""
    return bot_named(name)(rules, chance, BEST_OPENING)


def main() -> None:
    """What runs when somebody types `stolik`."""
    command_line(parts())(prog_name="stolik")
