"""The one place that picks parts."""

from functools import cache
from random import Random
from time import monotonic

from stolik.adapters.cli.group import command_line
from stolik.adapters.cli.parts import Parts
from stolik.bots import Bot
from stolik.bots.registry import bot_named
from stolik.bots.solving import solving_for
from stolik.rummikub.openings import Opening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tiles
from stolik.solver import solve


def parts() -> Parts:
    """The parts the command line works with."""
    return Parts(best_opening=best_opening, solve=solve, make_bot=make_bot, clock=monotonic)


def best_opening(rack: Tiles, rules: RulesProfile) -> Opening:
    """The kernel's answer, under any profile."""
    return _solving(rules).best_opening(rack)


def make_bot(name: str, rules: RulesProfile, chance: Random) -> Bot:
    """A bot by its name, thinking with the parts picked here."""
    return bot_named(name)(rules, chance, best_opening)


_solving = cache(solving_for)


def main() -> None:
    """What runs when somebody types `stolik`."""
    command_line(parts())(prog_name="stolik")
