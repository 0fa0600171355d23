"""Local search: exchange two players of one round until nothing is left to improve.

Players are numbered 0 … n − 1. Pairs of a team outweigh everything, then meetings, then pairs to
keep apart, then second visits to a short table.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from stolik.tournament.seating.plans import Chance

# More than all meetings of the largest request (50 rounds of 5,000) can cost together.
TEAM = 10**15
MEETING = 1_000_000
APART = 1_000
SHORT = 1
_DENSE = 2_000


@dataclass(frozen=True, slots=True)
class Terms:
    """What the search must respect and what it starts from, apart from the seats themselves."""

    met: tuple[tuple[int, int], ...]
    """Pairs that met before, once per meeting."""
    teams: tuple[tuple[int, int], ...]
    """Pairs of one team, each once."""
    apart: tuple[tuple[int, int], ...]
    visits: tuple[int, ...]
    """Short tables each player has sat at before."""
    full: int
    """Tables with fewer seats are short."""
    held: tuple[frozenset[int], ...]
    """Per round: players that keep their table."""


class _Sparse(dict[int, int]):
    """A row of a very large field, where most pairs have no price at all."""

    def __missing__(self, key: int) -> int:
        return 0


class Board:
    """Rounds under improvement: `price[p][q]` is what one more meeting of p and q would cost."""

    def __init__(self, rounds: Sequence[Sequence[Iterable[int]]], terms: Terms) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.held = terms.held
        self.visits = list(terms.visits)
        self.short = [[len(table) < terms.full for table in tables] for tables in self.rounds]
        n = len(terms.visits)
        self.price: list[list[int]] | list[_Sparse] = (
            [[0] * n for _ in range(n)] if n <= _DENSE else [_Sparse() for _ in range(n)]
        )
        self.where = [[0] * n for _ in self.rounds]
        self.cost = 0
        self._open(terms)

    def _open(self, terms: Terms) -> None:
        wishes = ((TEAM, terms.teams), (MEETING, terms.met), (APART, terms.apart))
        for weight, pairs in wishes:
            for p, q in pairs:
                self._raise_price(p, q, weight)
        for tables, short, where in zip(self.rounds, self.short, self.where, strict=True):
            for t, table in enumerate(tables):
                for p in table:
                    where[p] = t
                    self.cost += SHORT * self.visits[p] * short[t]
                    self.visits[p] += short[t]
                for p, q in combinations(table, 2):
                    self.cost += self.price[p][q]
                    self._raise_price(p, q, MEETING)

    def _raise_price(self, p: int, q: int, by: int) -> None:
        self.price[p][q] += by
        self.price[q][p] += by

    def exchanges(self, r: int, p: int, start: int) -> Iterator[tuple[int, int]]:
        """(change of cost, q) for every q that could take p's seat in round r."""
        tables, price, row = self.rounds[r], self.price, self.price[p]
        home, held, short = self.where[r][p], self.held[r], self.short[r]
        mates = [x for x in tables[home] if x != p]
        leaving = sum(row[x] for x in mates) - MEETING * len(mates)
        for t in [*range(start, len(tables)), *range(start)]:
            if t == home:
                continue
            table = tables[t]
            joining = sum(map(row.__getitem__, table)) + MEETING * (len(table) - 1) - leaving
            to_short = SHORT * (short[t] - short[home])
            for q in table:
                if q not in held:
                    other = price[q].__getitem__
                    change = joining - row[q] + sum(map(other, mates)) - sum(map(other, table))
                    if to_short:
                        change += self._visits_change(p, q, to_short)
                    yield change, q

    def _visits_change(self, p: int, q: int, to_short: int) -> int:
        if to_short > 0:
            return to_short * (self.visits[p] - self.visits[q] + 1)
        return to_short * (self.visits[p] - 1 - self.visits[q])

    def may_exchange(self, r: int, p: int, q: int) -> bool:
        """Whether p and q sit at different tables of round r and neither is held."""
        where, held = self.where[r], self.held[r]
        return where[p] != where[q] and p not in held and q not in held

    def change(self, r: int, p: int, q: int) -> int:
        """The change of cost if p and q took each other's seats in round r."""
        a, b = self.where[r][p], self.where[r][q]
        here, there, short = self.rounds[r][a], self.rounds[r][b], self.short[r]
        mine, other = self.price[p].__getitem__, self.price[q].__getitem__
        change = (
            sum(map(mine, there))
            - sum(map(mine, here))
            + sum(map(other, here))
            - sum(map(other, there))
            # p and q are in each other's sums, though they do not meet by this.
            - 2 * mine(q)
            + MEETING * (len(here) + len(there) - 2)
        )
        if short[a] != short[b]:
            change += self._visits_change(p, q, SHORT * (short[b] - short[a]))
        return change

    def exchange(self, r: int, p: int, q: int) -> None:
        """Let p and q take each other's seats in round r."""
        where, tables, short = self.where[r], self.rounds[r], self.short[r]
        for mover, other in ((p, q), (q, p)):
            home, goal = where[mover], where[other]
            for x in tables[home]:
                if x != mover:
                    self._raise_price(mover, x, -MEETING)
            for x in tables[goal]:
                if x != other:
                    self._raise_price(mover, x, MEETING)
            self.visits[mover] += short[goal] - short[home]
        a, b = where[p], where[q]
        i, j = tables[a].index(p), tables[b].index(q)
        tables[a][i], tables[b][j] = q, p
        where[p], where[q] = b, a

    def copy(self) -> list[list[list[int]]]:
        """The rounds as they are now."""
        return [[table[:] for table in tables] for tables in self.rounds]

    def troubles(self, r: int, t: int, lowest: int) -> list[int]:
        """The players of a table who pay for sitting there and are free to move."""
        table, price, free = self.rounds[r][t], self.price, self.held[r]
        paying = {x for p, q in combinations(table, 2) if price[p][q] > MEETING for x in (p, q)}
        if self.short[r][t]:
            paying.update(p for p in table if self.visits[p] > lowest + 1)
        return [p for p in table if p in paying and p not in free]


def improve(
    board: Board, *, chance: Chance, effort: int, floor: int, patience: int | None = None
) -> list[list[list[int]]]:
    """Tabu search from one trouble to the next; the best rounds seen come back.

    It ends at the floor, when `effort` exchanges were looked at, or `patience` without a gain.
    """
    best, kept = board.cost, board.copy()
    seats = [(r, t) for r, tables in enumerate(board.rounds) for t in range(len(tables))]
    barred: dict[tuple[int, int], int] = {}
    step, idle, patience = 0, 0, patience or effort
    while best > floor and effort > 0 and idle < patience:
        step += 1
        trouble, scanned = _find_trouble(board, seats, chance)
        if trouble is None:
            break
        r, p = trouble
        change, q, looked = _choose(board, trouble, barred, chance=chance, step=step, best=best)
        effort -= scanned + looked
        idle += scanned + looked
        if q is None:
            continue
        board.exchange(r, p, q)
        board.cost += change
        barred[r, p] = barred[r, q] = step + 3 + chance(8)
        if board.cost < best:
            best, kept, idle = board.cost, board.copy(), 0
    return kept


def _find_trouble(
    board: Board, seats: Sequence[tuple[int, int]], chance: Chance
) -> tuple[tuple[int, int] | None, int]:
    """Any (round, player) that pays, from a random table on, and the tables looked at."""
    start, lowest = chance(len(seats)), min(board.visits)
    for i in range(len(seats)):
        r, t = seats[(start + i) % len(seats)]
        if paying := board.troubles(r, t, lowest):
            return (r, paying[chance(len(paying))]), i + 1
    return None, len(seats)


def _choose(
    board: Board,
    trouble: tuple[int, int],
    barred: dict[tuple[int, int], int],
    *,
    chance: Chance,
    step: int,
    best: int,
) -> tuple[int, int | None, int]:
    """The cheapest exchange that is not barred (or beats everything so far)."""
    r, p = trouble
    home = board.rounds[r][board.where[r][p]]
    # Nothing can be better than p paying nothing where he goes and hurting nobody.
    relief = MEETING * (len(home) - 1) - sum(board.price[p][x] for x in home)
    least, chosen, looked = 0, None, 0
    for change, q in board.exchanges(r, p, chance(len(board.rounds[r]))):
        looked += 1
        if chosen is not None and change >= least:
            continue
        if barred.get((r, q), 0) > step and board.cost + change >= best:
            continue
        least, chosen = change, q
        if change <= relief < 0:
            break
    return least, chosen, looked
