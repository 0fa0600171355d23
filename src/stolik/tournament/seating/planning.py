"""Seating plans without avoidable repeats; docs/seating.md shows how one is made."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from stolik.tournament.seating.anneal import anneal
from stolik.tournament.seating.bounds import (
    least_repeats,
    least_short_visits,
    pairs_when_spread,
    repeats,
    sizes_of,
)
from stolik.tournament.seating.dice import quick
from stolik.tournament.seating.framing import Frame, frames
from stolik.tournament.seating.improve import MEETING, SHORT, TEAM, Board, Terms, improve
from stolik.tournament.seating.numbering import numbered
from stolik.tournament.seating.openings import Tables, built, settled
from stolik.tournament.seating.plans import Chance, Entrant, Plan, Round, SeatingRequest
from stolik.tournament.seating.prices import priced, short_tables
from stolik.tournament.seating.relabel import Rivals, rivals_of
from stolik.tournament.seating.starts import in_seat_order


def plan(request: SeatingRequest, chance: Chance) -> Plan:
    """Tables and seats for all rounds asked for, with their price; the impossible is refused."""
    hall = frames(request)
    field = Field(request, hall, shuffled(request.entrants, chance))
    numbers = numbered(_searched(field, quick(chance)), hall, sat=field.sat_before(), chance=chance)
    kept = frozenset((r, t) for r, frame in enumerate(hall) for t in frame.locked)
    return priced(in_seat_order(field.entrants_at(numbers), request, kept=kept), request)


def shuffled(entrants: Sequence[Entrant], chance: Chance) -> tuple[Entrant, ...]:
    """Durstenfeld's shuffle, so that a draw number says nothing about opponents."""
    order = sorted(entrants)
    for i in range(len(order) - 1, 0, -1):
        j = chance(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _searched(field: "Field", chance: Chance) -> list[Tables]:
    """The best rounds from the openings tried; no avoidable repeats end it."""
    terms, floor, effort, patience = field.terms(), field.floor(), field.effort, field.patience
    best: tuple[int, list[Tables]] | None = None
    for opening, is_tight in field.openings(chance):
        rounds = opening
        if is_tight:
            cooling = max(effort, 2 * patience)
            rounds = anneal(Board(rounds, terms), chance=chance, effort=cooling, floor=floor)
        board = Board(rounds, terms)
        rounds = improve(board, chance=chance, effort=effort, floor=floor, patience=patience)
        cost = Board(rounds, terms).cost
        if best is None or cost < best[0]:
            best = cost, rounds
        # Another opening may repeat fewer meetings; for the lesser wishes it is not worth the time.
        if best[0] // MEETING <= floor // MEETING:
            break
    assert best is not None
    return best[1]


class Field:
    """A request in the numbers the search works with: players 0 … n − 1 in drawn order."""

    def __init__(
        self, request: SeatingRequest, hall: Sequence[Frame], drawn: Sequence[Entrant]
    ) -> None:
        self.request, self.hall, self.drawn = request, hall, drawn
        self.player = {entrant: i for i, entrant in enumerate(drawn)}
        self.held = [{t: self._players(seats) for t, seats in frame.held.items()} for frame in hall]

    def openings(self, chance: Chance) -> Iterator[tuple[list[Tables], bool]]:
        """Rounds to improve, and whether it is a tight case: an earlier plan, a built scheme,
        a plain draw; and when all of these leave repeats, a plain draw to be annealed."""
        if self.request.draft:
            yield self._settled([self._round(tables) for tables in self.request.draft]), False
        if not self.request.played:
            yield self._settled(built(self.hall, self._rivals(), chance)), False
        else:
            yield self._settled(()), False
        yield self._settled(()), True

    def terms(self, visits: Sequence[int] | None = None) -> Terms:
        """What counts before the first planned round, and who may not move."""
        played = [self._players(table) for tables in self.request.played for table in tables]
        return Terms(
            met=tuple(pair for table in played for pair in combinations(table, 2)),
            teams=tuple(self._pairs(self.request.teams)),
            apart=tuple(self._pairs(self.request.apart)),
            visits=tuple(self._short_before() if visits is None else visits),
            full=self._full,
            held=tuple(frozenset(p for t in held.values() for p in t) for held in self.held),
        )

    def floor(self) -> int:
        """A cost that no search can go below: when it is reached, the plan is perfect."""
        sizes = [frame.sizes for frame in self.hall]
        seats = sum(size for tables in sizes for size in tables if size < self._full)
        before = self._short_before()
        visits = least_short_visits(before, seats) - least_short_visits(before, 0)
        held = [tuple(held.values()) for held in self.held]
        played = sizes_of(self.request.played, self.drawn)
        least = max(least_repeats(sizes, played=played), repeats(held))
        of_teams = sum(
            pairs_when_spread(len(self._players(sorted(team))), len(tables))
            for team in self.request.teams
            for tables in sizes
        )
        return TEAM * of_teams + MEETING * least + SHORT * visits

    @property
    def effort(self) -> int:
        """Large halls take longer to look through, so they get more."""
        return self.request.effort + 50 * len(self.drawn) * len(self.hall)

    @property
    def patience(self) -> int:
        """The floor knows nothing of families and fixed tables: with them it may be out of reach,
        and a search that has found nothing better for a while will not."""
        wishes = self.request.teams or self.request.apart or self.request.fixed
        return self.effort // 4 if wishes else self.effort

    def sat_before(self) -> Counter[tuple[int, int]]:
        """(player, table from 0) of the rounds played."""
        return Counter(
            (p, t)
            for tables in self.request.played
            for t, table in enumerate(tables)
            for p in self._players(table)
        )

    def entrants_at(self, rounds: Sequence[Sequence[Sequence[int]]]) -> tuple[Round, ...]:
        """Draw numbers again."""
        return tuple(
            tuple(tuple(self.drawn[p] for p in table) for table in tables) for tables in rounds
        )

    @property
    def _full(self) -> int:
        return max(self.request.tables.full, *(max(frame.sizes) for frame in self.hall))

    def _short_before(self) -> list[int]:
        visits = short_tables(self.request.played, self._full)
        return [visits[entrant] for entrant in self.drawn]

    def _settled(self, templates: Sequence[Sequence[Sequence[int]]]) -> list[Tables]:
        everybody, n = list(range(len(self.drawn))), len(self.drawn)
        return [
            settled(
                frame,
                self.held[r],
                templates[r] if r < len(templates) else (),
                # Rounds without a template start from different tables, not from the same ones.
                order=sorted(everybody, key=lambda p: (p * (2 * r + 1) % n, p)) if r else everybody,
            )
            for r, frame in enumerate(self.hall)
        ]

    def _pairs(self, groups: Iterable[frozenset[Entrant]]) -> Iterator[tuple[int, int]]:
        for group in groups:
            yield from combinations(sorted(self._players(sorted(group))), 2)

    def _rivals(self) -> Rivals:
        return rivals_of(self._pairs(self.request.teams), self._kept_apart())

    def _kept_apart(self) -> Iterator[tuple[int, int]]:
        """Pairs to keep apart, and pairs whose fixed tables do it."""
        yield from self._pairs(self.request.apart)
        fixed = self.request.fixed
        for a, b in combinations(sorted(e for e in fixed if e in self.player), 2):
            if fixed[a] != fixed[b]:
                yield self.player[a], self.player[b]

    def _round(self, tables: Round) -> list[tuple[int, ...]]:
        return [self._players(table) for table in tables]

    def _players(self, entrants: Sequence[Entrant]) -> tuple[int, ...]:
        """Those of them who are still in the field."""
        return tuple(self.player[e] for e in entrants if e in self.player)
