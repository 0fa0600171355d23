"""Chance for tests: a seed gives the same numbers every time."""

from stolik.fair import digest, uniform
from stolik.tournament.seating import Chance


def chance(*seed: object) -> Chance:
    """A uniform number below n, again and again."""
    return uniform(digest(*(str(part) for part in seed)), "test")
