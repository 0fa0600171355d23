"""A plain count of a seating plan, from rules.md §3 and §4 alone.

Nothing here comes from the seating itself: tables are lists of draw numbers, and every figure is
counted the slow way.
"""

from collections.abc import Sequence
from itertools import combinations

Plan = Sequence[Sequence[Sequence[int]]]

# Most rounds without a repeat at tables of four, as far as §4 names them.
NAMED_ZERO = {16: 5, 20: 5, 24: 7, 28: 9}


def repeats(rounds: Plan) -> int:
    """Σ over pairs m(m−1)/2 for m meetings."""
    met: dict[frozenset[int], int] = {}
    for tables in rounds:
        for table in tables:
            for pair in combinations(table, 2):
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return sum(m * (m - 1) // 2 for m in met.values())


def threes(rounds: Plan, entrants: int) -> list[int]:
    """How often each of 1 … N sits at a table of three."""
    return [
        sum(len(table) == 3 and e in table for tables in rounds for table in tables)
        for e in range(1, entrants + 1)
    ]


def first_seats(rounds: Plan, entrants: int) -> list[int]:
    """How often each of 1 … N starts game 1."""
    return [
        sum(table[0] == e for tables in rounds for table in tables) for e in range(1, entrants + 1)
    ]


def starts(rounds: Plan, entrants: int, games: int) -> list[int]:
    """How many games each of 1 … N starts: first seat, second seat, … and round again."""
    counts = dict.fromkeys(range(1, entrants + 1), 0)
    for tables in rounds:
        for table in tables:
            for game in range(games):
                counts[table[game % len(table)]] += 1
    return list(counts.values())


def seated_once(rounds: Plan, entrants: int) -> bool:
    """Everybody exactly once a round."""
    return all(
        sorted(e for table in tables for e in table) == list(range(1, entrants + 1))
        for tables in rounds
    )


def fours_and_threes(entrants: int) -> tuple[int, int]:
    """T = ceil(N/4), threes 4T − N, fours N − 3T."""
    tables = (entrants + 3) // 4
    return entrants - 3 * tables, 4 * tables - entrants


def sizes_right(rounds: Plan, entrants: int) -> bool:
    """The right number of fours and threes in every round."""
    return all(
        (sum(len(t) == 4 for t in tables), sum(len(t) == 3 for t in tables))
        == fours_and_threes(entrants)
        and len(tables) == sum(fours_and_threes(entrants))
        for tables in rounds
    )


def must_be_zero(entrants: int, rounds: int) -> bool:
    """Whether §4 and issue 4 promise a plan without repeats at tables of four."""
    if entrants == 9:
        return rounds <= 4
    return (
        (entrants >= 13 and rounds <= 4)
        or (entrants >= 15 and rounds <= 5)
        or (entrants >= 21 and rounds <= 7)
        or rounds <= NAMED_ZERO.get(entrants, 0)
    )


def unavoidable(entrants: int, rounds: int) -> int:
    """Repeats that no plan can avoid, counted by pigeon-holes.

    A table of one round spread over the T tables of another leaves together at least as many
    pairs as an even spread does; summed over all pairs of rounds.
    """
    fours, of_three = fours_and_threes(entrants)
    tables = fours + of_three
    per_pair = fours * _left_together(4, tables) + of_three * _left_together(3, tables)
    return per_pair * rounds * (rounds - 1) // 2


def _left_together(people: int, tables: int) -> int:
    counts = [0] * tables
    for i in range(people):
        counts[i % tables] += 1
    return sum(c * (c - 1) // 2 for c in counts)
