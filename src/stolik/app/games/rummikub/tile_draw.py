"""Tiles for seats drawn by the house, where nobody has tiles in hand (szkoly2015 L67)."""

from collections import Counter

from stolik.fair.shuffle import shuffled
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import JOKER, number


def drawn_tiles(rules: RulesProfile, key: bytes, seats: int) -> tuple[tuple[int, ...], ...]:
    """What each seat drew, one after another: equal tiles draw again, and only they."""
    order = iter(shuffled(rules.tile_set, key, "seats"))
    joker = rules.seating.joker_in_seat_draw
    drawn: list[tuple[int, ...]] = [()] * seats
    while equal := [i for i, row in enumerate(drawn) if Counter(drawn)[row] > 1]:
        for i in equal:
            tile = next(order)
            drawn[i] = (*drawn[i], joker if tile == JOKER else number(tile))
    return tuple(drawn)
