"""Schemes in which nobody meets anybody twice, built rather than searched for.

Points are numbers 0 … seats·tables − 1; a scheme is rounds of tables of points. Two constructions
are enough for every size an organiser meets:

* shifted blocks: as many blocks of points as seats, each as long as there are tables. In round r
  table t takes from block i the point t + s(r, i). Two points meet twice only if a difference
  of shifts s(r, i) − s(r, j) comes back, so shifts are chosen with all of them different.
* a turned base round, for fields so small that nearly everybody meets everybody: one round over
  the points of Z_P × classes (and a few fixed ones) in which every difference occurs once;
  round r is the base round turned by r.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

Points = tuple[int, ...]
Scheme = tuple[tuple[Points, ...], ...]

SHIFT_STEPS = 4_000
BASE_STEPS = 6_000

# Base rounds that take the search below too long: (seats, points) -> period and round.
KNOWN_BASE_ROUNDS: dict[tuple[int, int], tuple[int, tuple[Points, ...]]] = {
    (4, 28): (
        9,
        (
            (27, 0, 9, 18), (1, 3, 6, 14), (2, 21, 22, 24), (4, 5, 11, 19),
            (7, 10, 17, 23), (8, 13, 20, 25), (12, 15, 16, 26),
        ),
    ),
}  # fmt: skip


@lru_cache(maxsize=256)
def scheme_for(seats: int, tables: int, rounds: int) -> Scheme:
    """A repeat-free scheme of as many of the rounds as can be built; the rest is left to search."""
    for wanted in range(rounds, 1, -1):
        built = _shifted_blocks(seats, tables, wanted) or _turned(seats, tables, wanted)
        if built:
            return built
    return (tuple(tuple(range(t * seats, (t + 1) * seats)) for t in range(tables)),)


def phantoms(scheme: Scheme, count: int) -> Points:
    """Points that never meet, to be left empty; as few as possible of their tables share guests.

    An empty seat makes a short table, and whoever meets two phantoms sits at two of them.
    Fewer than `count` come back if the scheme has no more.
    """
    if count == 0:
        return ()
    met, tables = _mates(scheme), len(scheme[0])
    everywhere = range(len(met))
    # The constructions look alike from every point of a block, so one of each is tried; inside
    # a block of shifted points nobody ever meets, and fixed points come last.
    firsts = [*range(0, len(met), tables), len(met) - 1]
    blocks = [range(i - i % tables, i - i % tables + tables) for i in firsts]
    tries = [
        _phantoms_from(first, count, met=met, among=among)
        for first, block in zip(firsts, blocks, strict=True)
        for among in (everywhere, block)
    ]
    return min(tries, key=lambda chosen: (-len(chosen), _shared(chosen, met)))


def _phantoms_from(first: int, count: int, *, met: Sequence[int], among: range) -> Points:
    chosen, guests, barred = [first], met[first], met[first] | 1 << first
    while len(chosen) < count:
        free = [p for p in among if not barred >> p & 1]
        if not free:
            break
        nearest = min(free, key=lambda p: ((met[p] & guests).bit_count(), p))
        chosen.append(nearest)
        guests |= met[nearest]
        barred |= met[nearest] | 1 << nearest
    return tuple(chosen)


def _shared(chosen: Points, met: Sequence[int]) -> int:
    guests = shared = 0
    for point in chosen:
        shared += (guests & met[point]).bit_count()
        guests |= met[point]
    return shared


def _mates(scheme: Scheme) -> list[int]:
    """Whom each point meets, as bits."""
    met = [0] * sum(len(table) for table in scheme[0])
    for tables in scheme:
        for table in tables:
            everybody = sum(1 << point for point in table)
            for point in table:
                met[point] |= everybody & ~(1 << point)
    return met


def _shifted_blocks(seats: int, tables: int, rounds: int) -> Scheme | None:
    shifts = _Shifts(seats, tables).search(rounds) if rounds <= tables else None
    return shifts and tuple(
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
            new = [(i, j, d) for i, j, d in self._differences(row)]
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


def _turned(seats: int, tables: int, rounds: int) -> Scheme | None:
    points = seats * tables
    known = KNOWN_BASE_ROUNDS.get((seats, points))
    if known and known[0] >= rounds:
        return _developed(known[1], period=known[0], points=points, rounds=rounds)
    for period, classes in _shapes(seats, tables, rounds):
        base = _BaseRound(seats, period, classes=classes, fixed=points - period * classes).search()
        if base:
            return _developed(base, period=period, points=points, rounds=rounds)
    return None


def _shapes(seats: int, tables: int, rounds: int) -> Iterator[tuple[int, int]]:
    """Period and classes; a fixed point needs mates of different classes and a table of its own."""
    for classes in (seats - 1, seats):
        for period in range(rounds, min(rounds + 2, seats * tables // classes) + 1):
            if seats * tables - period * classes <= (tables if classes >= seats - 1 else 0):
                yield period, classes


def _developed(base: Sequence[Points], *, period: int, points: int, rounds: int) -> Scheme:
    turning = points // period * period
    return tuple(
        tuple(
            tuple(p if p >= turning else p // period * period + (p + turn) % period for p in table)
            for table in base
        )
        for turn in range(rounds)
    )


class _BaseRound:
    """Backtracking for a round in which every difference between table mates occurs once."""

    def __init__(self, seats: int, period: int, *, classes: int, fixed: int) -> None:
        self.seats, self.period, self.classes = seats, period, classes
        self.turning = period * classes
        self.fixed = list(range(self.turning, self.turning + fixed))
        self.free = [True] * self.turning
        self.used: set[tuple[int, int, int]] = set()
        self.tables: list[Points] = []
        self.steps = BASE_STEPS

    def search(self) -> tuple[Points, ...] | None:
        """The tables of the base round, or None when there is none within the steps."""
        if len(self.tables) < len(self.fixed):
            return self._fill((self.fixed[len(self.tables)],))
        if True not in self.free:
            return tuple(self.tables)
        return self._with((), self.free.index(True))

    def _fill(self, table: Points) -> tuple[Points, ...] | None:
        if len(table) == self.seats:
            self.tables.append(table)
            if found := self.search():
                return found
            self.tables.pop()
            return None
        for point in range(0 if table[-1] >= self.turning else table[-1] + 1, self.turning):
            if self.free[point] and (found := self._with(table, point)):
                return found
        return None

    def _with(self, table: Points, point: int) -> tuple[Points, ...] | None:
        new = self._differences(table, point)
        self.steps -= new is not None
        if new is None or self.steps < 0:
            return None
        self.free[point] = False
        self.used.update(new)
        if found := self._fill((*table, point)):
            return found
        self.free[point] = True
        self.used.difference_update(new)
        return None

    def _differences(self, table: Points, point: int) -> set[tuple[int, int, int]] | None:
        """What this point adds, or None if a pair would meet twice."""
        new: set[tuple[int, int, int]] = set()
        own, at = divmod(point, self.period)
        for mate in table:
            if mate >= self.turning:
                continue
            other, there = divmod(mate, self.period)
            if other == own and table[0] >= self.turning:
                return None
            pair = {
                (own, other, (there - at) % self.period),
                (other, own, (at - there) % self.period),
            }
            if len(pair) < 2 or pair & (self.used | new):
                return None
            new |= pair
        return new
