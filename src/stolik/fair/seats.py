"""Tiles drawn for seats (szkoly2015 L67): the highest starts, the others sit in order."""

from collections import Counter
from collections.abc import Sequence

from stolik.fair.shuffle import shuffled

SEATS = "seats"  # the label of such a draw
JOKER = "j"

Drawn = tuple[str, ...]  # the tiles of one seat: a second one if the first was level with another


def seat_tiles(bag: Sequence[str], key: bytes, seats: int, joker: int) -> tuple[Drawn, ...]:
    """What each seat draws, one after another: equal tiles draw again, and only they."""
    order = iter(shuffled(bag, key, SEATS))
    rows: list[Drawn] = [()] * seats
    while level := [
        i for i, row in enumerate(rows) if _level(rows, joker)[heights(row, joker)] > 1
    ]:
        for i in level:
            rows[i] = (*rows[i], next(order))
    return tuple(rows)


def circle_of(rows: Sequence[Drawn], joker: int) -> tuple[int, ...]:
    """The seats clockwise from the starter: the highest first."""
    return tuple(sorted(range(len(rows)), key=lambda i: heights(rows[i], joker), reverse=True))


def heights(row: Drawn, joker: int) -> tuple[int, ...]:
    """What tiles are worth in such a draw."""
    return tuple(joker if tile == JOKER else int(tile[1:]) for tile in row)


def _level(rows: Sequence[Drawn], joker: int) -> Counter[tuple[int, ...]]:
    return Counter(heights(row, joker) for row in rows)
