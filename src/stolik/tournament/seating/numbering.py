"""Table numbers: nobody at the same table again if another number does as well."""

from collections import Counter
from collections.abc import Sequence

from stolik.tournament.seating.framing import Frame
from stolik.tournament.seating.plans import Chance, Round

Sat = Counter[tuple[int, int]]


def numbered(
    rounds: Sequence[Sequence[Sequence[int]]],
    frames: Sequence[Frame],
    *,
    sat: Sat,
    chance: Chance,
) -> list[list[Sequence[int]]]:
    """The tables of each round in a new order; tables that hold somebody keep their number.

    `sat` counts (player, table) of the rounds before and is kept up to date.
    """
    result = []
    for tables, frame in zip(rounds, frames, strict=True):
        order = list(tables)
        for size in sorted(set(frame.sizes)):
            alike = [t for t, n in enumerate(frame.sizes) if n == size and t not in frame.held]
            _shuffle(order, alike, chance)
            _spread(order, alike, sat)
        sat.update((p, t) for t, table in enumerate(order) for p in table)
        result.append(order)
    return result


def sat_before(played: Sequence[Round]) -> Sat:
    """(entrant, table) of the rounds played, tables counted from 0."""
    return Counter((e, t) for tables in played for t, table in enumerate(tables) for e in table)


def _shuffle(order: list[Sequence[int]], places: Sequence[int], chance: Chance) -> None:
    for i in range(len(places) - 1, 0, -1):
        a, b = places[i], places[chance(i + 1)]
        order[a], order[b] = order[b], order[a]


def _spread(order: list[Sequence[int]], places: Sequence[int], sat: Sat) -> None:
    """Exchange the numbers of tables with old guests as long as fewer sit there again."""
    while sum(_moved(order, a, places, sat) for a in places):
        pass


def _moved(order: list[Sequence[int]], a: int, places: Sequence[int], sat: Sat) -> bool:
    here = _again(order[a], a, sat)
    for b in places if here else ():
        before = here + _again(order[b], b, sat)
        if _again(order[a], b, sat) + _again(order[b], a, sat) < before:
            order[a], order[b] = order[b], order[a]
            return True
    return False


def _again(table: Sequence[int], number: int, sat: Sat) -> int:
    return sum(sat[p, number] for p in table)
