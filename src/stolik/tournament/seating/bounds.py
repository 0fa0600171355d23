"""How good a plan can be at all: what no seating of these sizes can avoid."""

from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import heapify, heapreplace
from itertools import combinations

from stolik.tournament.seating.plans import Entrant, Round

Sizes = Sequence[int]


def repeats(rounds: Iterable[Round]) -> int:
    """Σ over pairs m(m−1)/2 for m meetings."""
    return sum(m * (m - 1) // 2 for m in meetings(rounds).values())


def meetings(rounds: Iterable[Round]) -> Counter[tuple[Entrant, Entrant]]:
    """How often each pair sits at one table."""
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )


def least_repeats(rounds: Sequence[Sizes], *, played: Sequence[Sizes] = ()) -> int:
    """New repeats that no plan with these table sizes can go below.

    Repeats are also the pairs that two rounds have in common, summed over the pairs of rounds,
    and a table of four cannot be spread over three tables without leaving a pair together.
    Besides, there are only so many pairs for all the meetings.
    `played` has the table sizes of earlier rounds, without those who left.
    """
    in_common = sum(max(_in_common(a, b), _in_common(b, a)) for a, b in combinations(rounds, 2))
    in_common += sum(_in_common(before, sizes) for before in played for sizes in rounds)
    entrants = sum(rounds[0]) if rounds else 0
    return max(in_common, _too_few_pairs(rounds, entrants * (entrants - 1) // 2))


def sizes_of(rounds: Iterable[Round], among: Iterable[Entrant]) -> list[list[int]]:
    """Table sizes round by round, counting only these entrants."""
    here = set(among)
    return [[sum(e in here for e in table) for table in tables] for tables in rounds]


def least_short_visits(before: Sequence[int], seats: int) -> int:
    """Σ v(v−1)/2 over entrants when `seats` more short-table seats are spread most evenly."""
    visits = list(before)
    cost = sum(v * (v - 1) // 2 for v in visits)
    heapify(visits)
    for _ in range(seats):
        cost += visits[0]
        heapreplace(visits, visits[0] + 1)
    return cost


def _in_common(sizes: Sizes, tables: Sizes) -> int:
    return sum(pairs_when_spread(size, len(tables)) for size in sizes)


def pairs_when_spread(people: int, tables: int) -> int:
    """Pairs that sit together when so many people are spread over the tables most evenly."""
    each, more = divmod(people, tables)
    return more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2


def _too_few_pairs(rounds: Sequence[Sizes], pairs: int) -> int:
    met = sum(size * (size - 1) // 2 for sizes in rounds for size in sizes)
    return pairs_when_spread(met, pairs) if pairs else 0
