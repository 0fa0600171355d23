"""One round that is turned into all the others.

Points are classes of P points each (class c has the numbers cP … cP + P − 1) and a few fixed
ones at the end. Turning adds 1 within every class and leaves fixed points alone. If each
difference between table mates, class against class, occurs once in the base round, then its
P turned copies never repeat a pair: 24 = 7·3 + 3 gives 7 rounds, 28 = 9·3 + 1 gives 9.
"""

from collections.abc import Iterator, Sequence

Points = tuple[int, ...]
Scheme = tuple[tuple[Points, ...], ...]

BASE_STEPS = 6_000

# Base rounds that take the search below too long: (seats, points) -> period, classes, round.
KNOWN_BASE_ROUNDS: dict[tuple[int, int], tuple[int, int, tuple[Points, ...]]] = {
    (4, 28): (
        9, 3,
        (
            (27, 0, 9, 18), (1, 3, 6, 14), (2, 21, 22, 24), (4, 5, 11, 19),
            (7, 10, 17, 23), (8, 13, 20, 25), (12, 15, 16, 26),
        ),
    ),
}  # fmt: skip


def turned(seats: int, tables: int, rounds: int) -> Scheme | None:
    """Rounds from one base round, or None when none is found within the steps."""
    points = seats * tables
    known = KNOWN_BASE_ROUNDS.get((seats, points))
    if known and known[0] >= rounds:
        period, classes, base = known
        return _developed(base, period, turning=period * classes, rounds=rounds)
    for period, classes in _shapes(seats, tables, rounds):
        fixed = points - period * classes
        found = _BaseRound(seats, period, classes=classes, fixed=fixed).search()
        if found:
            return _developed(found, period, turning=period * classes, rounds=rounds)
    return None


def _shapes(seats: int, tables: int, rounds: int) -> Iterator[tuple[int, int]]:
    """Period and classes; a fixed point needs mates of different classes and a table of its own."""
    for classes in (seats - 1, seats):
        for period in range(rounds, min(rounds + 2, seats * tables // classes) + 1):
            if seats * tables - period * classes <= tables:
                yield period, classes


def _developed(base: Sequence[Points], period: int, *, turning: int, rounds: int) -> Scheme:
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
