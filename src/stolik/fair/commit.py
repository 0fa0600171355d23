"""Commit, derive, order: the three steps from 32 secret bytes to tiles on the table."""

import hmac
from collections.abc import Sequence
from typing import TypeVar

from stolik.fair.shuffle import digest, shuffled

T = TypeVar("T")

VERSION = "fair-1"
BAG = "bag"  # the label of a deal
SEED_BYTES = 32


def commitment(seed: bytes, ctx: str, bag: Sequence[str]) -> str:
    """What is published before any public entropy is known, in hex: it binds seed, game and bag."""
    return digest(f"{VERSION} commit", seed, ctx, *bag).hex()


def key(seed: bytes, public: str, ctx: str) -> bytes:
    """Neither who holds the seed nor who threw the dice can choose it alone."""
    return hmac.digest(seed, digest(f"{VERSION} key", public, ctx), "sha256")


def order(bag: Sequence[T], derived: bytes) -> tuple[T, ...]:
    """The bag in the order in which stacks are built of it: the shuffled list from its end."""
    return shuffled(bag, derived, BAG)[::-1]


def drawn(entrants: Sequence[T], derived: bytes, number: int) -> tuple[T, ...]:
    """Draw number 1, 2, … of a tournament as it comes; a repeated draw has the next number."""
    return shuffled(entrants, derived, draw_label(number))


def draw_label(number: int) -> str:
    """The label of a draw."""
    return f"draw/{number}"
