"""Seat order: who starts and who misses a start, balanced over the rounds."""

from collections import Counter
from collections.abc import Iterable, Sequence

from stolik.tournament.seating.evenly import Key, chosen_evenly
from stolik.tournament.seating.plans import Entrant, Round, SeatingRequest, Table


def count_starts(rounds: Iterable[Round], games: int) -> Counter[Entrant]:
    """Games started by each entrant: seat 1 starts the first, seat 2 the second, and again."""
    return Counter(
        table[game % len(table)] for tables in rounds for table in tables for game in range(games)
    )


def count_firsts(rounds: Iterable[Round]) -> Counter[Entrant]:
    """How often each entrant starts game 1."""
    return Counter(table[0] for tables in rounds for table in tables)


def in_seat_order(
    rounds: Sequence[Round], request: SeatingRequest, *, kept: frozenset[Key] = frozenset()
) -> tuple[Round, ...]:
    """The same tables, seats chosen so that starts and then the single seats are even.

    `kept` are the (round, table) whose order stays. Seats are given out one number at a time.
    """
    at = {(r, t): table for r, tables in enumerate(rounds) for t, table in enumerate(tables)}
    past = [table for tables in request.played for table in tables if request.carries_starts]
    past += [at[key] for key in at if key in kept]
    seats = _Seats({key: table for key, table in at.items() if key not in kept}, request.games)
    seats.give_weak(_missed(seats.size_of, past, request, at=at))
    seats.give_others(past)
    ordered = at | seats.in_order()
    return tuple(
        tuple(ordered[r, t] for t in range(len(tables))) for r, tables in enumerate(rounds)
    )


def _missed(
    open_keys: Iterable[Key],
    past: Sequence[Table],
    request: SeatingRequest,
    *,
    at: dict[Key, Table],
) -> dict[Entrant, int]:
    """How far each entrant is behind, if all seats still to be given started in full."""
    ahead = count_starts([tuple(past)], request.games)
    ahead.subtract(request.missed_starts)
    for table in (at[key] for key in open_keys):
        for entrant in table:
            ahead[entrant] += -(-request.games // len(table))
    return {entrant: -n for entrant, n in ahead.items()}


class _Seats:
    def __init__(self, tables: dict[Key, Table], games: int) -> None:
        self.games = games
        self.size_of = {key: len(table) for key, table in tables.items()}
        self.waiting = {key: list(table) for key, table in tables.items()}
        self.given: dict[Key, dict[int, Entrant]] = {key: {} for key in tables}

    def give_weak(self, missed: dict[Entrant, int]) -> None:
        """With 3 games at a table of four the fourth seat never starts: such seats first."""
        for seat in reversed(range(max(self.size_of.values(), default=0))):
            weak = [k for k, size in self.size_of.items() if 0 < self.games % size <= seat < size]
            self._give(seat, weak, missed)

    def give_others(self, past: Sequence[Table]) -> None:
        """Every seat number evenly, the first seat first: it starts game 1."""
        for seat in range(max(self.size_of.values(), default=0)):
            sat = Counter(table[seat] for table in past if seat < len(table))
            sat.update(given[seat] for given in self.given.values() if seat in given)
            still = [k for k, n in self.size_of.items() if seat < n and seat not in self.given[k]]
            self._give(seat, still, sat)

    def _give(self, seat: int, keys: Sequence[Key], load: dict[Entrant, int]) -> None:
        for key, entrant in chosen_evenly({k: self.waiting[k] for k in keys}, load).items():
            self.given[key][seat] = entrant
            self.waiting[key].remove(entrant)

    def in_order(self) -> dict[Key, Table]:
        return {
            key: tuple(entrant for _, entrant in sorted(given.items()))
            for key, given in self.given.items()
        }
