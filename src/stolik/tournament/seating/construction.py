"""Schemes in which nobody meets anybody twice, built rather than searched for.

Points are numbers 0 … seats·tables − 1; a scheme is rounds of tables of points. Two constructions
are enough for every size an organiser meets:

* shifted blocks (here): as many blocks of points as seats, each as long as there are tables. In
  round r table t takes from block i the point t + s(r, i). Two points meet twice only if
  a difference of shifts s(r, i) − s(r, j) comes back, so shifts are chosen with all different.
* a turned base round (`base_round`), for fields so small that nearly everybody meets everybody.
"""

from collections.abc import Iterator
from functools import lru_cache

from stolik.tournament.seating.base_round import Points, Scheme, turned

SHIFT_STEPS = 4_000


@lru_cache(maxsize=256)
def scheme_for(seats: int, tables: int, rounds: int) -> Scheme:
    """A repeat-free scheme of as many of the rounds as can be built; the rest is left to search."""
    most = (seats * tables - 1) // (seats - 1)  # then everybody has met everybody
    for wanted in range(min(rounds, most), 1, -1):
        built = _shifted_blocks(seats, tables, wanted) or turned(seats, tables, wanted)
        if built:
            return built
    return (tuple(tuple(range(t * seats, (t + 1) * seats)) for t in range(tables)),)


def _shifted_blocks(seats: int, tables: int, rounds: int) -> Scheme | None:
    shifts = _Shifts(seats, tables).search(rounds) if rounds <= tables else None
    if shifts is None:
        return None
    return tuple(
        tuple(
            tuple(block * tables + (t + shift) % tables for block, shift in enumerate(row))
            for t in range(tables)
        )
        for row in shifts
    )


class _Shifts:
    """Backtracking for rows of shifts whose differences, block against block, never come back."""

    def __init__(self, seats: int, tables: int) -> None:
        self.seats, self.tables = seats, tables
        self.used: set[tuple[int, int, int]] = set()
        self.rows: list[Points] = []
        self.steps = SHIFT_STEPS

    def search(self, rounds: int) -> tuple[Points, ...] | None:
        """One row of shifts per round, or None when there is none within the steps."""
        if len(self.rows) == rounds:
            return tuple(self.rows)
        for row in self._next_rows():
            new = list(self._differences(row))
            self.used.update(new)
            self.rows.append(row)
            if found := self.search(rounds):
                return found
            self.rows.pop()
            self.used.difference_update(new)
        return None

    def _next_rows(self) -> Iterator[Points]:
        if not self.rows:
            yield (0,) * self.seats
            return
        # Rounds in order of their first shift: the same rows in another order are no news.
        for first in range(self.rows[-1][1] + 1, self.tables):
            yield from self._grown((0, first))

    def _grown(self, row: Points) -> Iterator[Points]:
        if len(row) == self.seats:
            yield row
            return
        for shift in range(self.tables):
            self.steps -= 1
            if self.steps < 0:
                return
            if not any(d in self.used for d in self._last_differences((*row, shift))):
                yield from self._grown((*row, shift))

    def _differences(self, row: Points) -> Iterator[tuple[int, int, int]]:
        for i in range(1, len(row)):
            yield from self._last_differences(row[: i + 1])

    def _last_differences(self, row: Points) -> Iterator[tuple[int, int, int]]:
        i = len(row) - 1
        return ((i, j, (row[i] - row[j]) % self.tables) for j in range(i))
