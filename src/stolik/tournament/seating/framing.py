"""The empty hall of each round: sizes by table number, and who is held where."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from stolik.refusal import Violation, refuse, refuse_any
from stolik.tournament.codes import Refusal
from stolik.tournament.seating.plans import Entrant, LockedTable, SeatingRequest
from stolik.tournament.tables import even_split, table_sizes

T = TypeVar("T")
MOST_ENTRANTS = 5_000
MOST_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class Frame:
    """One round before anybody is drawn; tables are counted from 0 here."""

    sizes: tuple[int, ...]
    held: Mapping[int, tuple[Entrant, ...]]
    """Those who must sit at a table: everybody at a locked one, fixed entrants elsewhere."""
    locked: frozenset[int]


def frames(request: SeatingRequest) -> tuple[Frame, ...]:
    """One frame per planned round; an impossible request is refused with every reason."""
    refuse_any(*_request_violations(request))
    sizes = request.sizes or table_sizes(len(request.entrants), request.tables)
    refuse_any(*_size_violations(request, sizes))
    found = tuple(_frame(request, sizes, r) for r in range(request.rounds))
    # The same table is as full in every round: said once.
    refuse_any(*(v for i, f in enumerate(found) if f not in found[:i] for v in _full_violations(f)))
    return found


def _request_violations(request: SeatingRequest) -> Iterator[Violation]:
    if not 1 <= request.rounds <= MOST_ROUNDS:
        facts = {"rounds": request.rounds, "most": MOST_ROUNDS}
        yield Violation(Refusal.SEATING_ROUNDS, facts=facts)
    if len(request.entrants) > MOST_ENTRANTS:
        facts = {"entrants": len(request.entrants), "most": MOST_ENTRANTS}
        yield Violation(Refusal.SEATING_TOO_LARGE, facts=facts)
    if request.games < 1:
        yield Violation(Refusal.SEATING_GAMES, facts={"games": request.games})
    for entrant in _repeated(request.entrants):
        yield Violation(Refusal.SEATING_ENTRANT_TWICE, facts={"entrant": entrant})
    known = set(request.entrants)
    for lock in request.locked:
        for entrant in lock.seats:
            if entrant not in known:
                yield Violation(Refusal.SEATING_ENTRANT_UNKNOWN, facts={"entrant": entrant})
        if not 1 <= lock.round_number <= request.rounds:
            facts = {"rounds": lock.round_number, "most": request.rounds}
            yield Violation(Refusal.SEATING_ROUNDS, facts=facts)
    yield from _lock_violations(request.locked)


def _lock_violations(locked: Sequence[LockedTable]) -> Iterator[Violation]:
    for r, table in _repeated((lock.round_number, lock.table) for lock in locked):
        facts = {"round": r, "table": table}
        yield Violation(Refusal.SEATING_LOCKED_TWICE, facts=facts)
    for r in {lock.round_number for lock in locked}:
        seated = (e for lock in locked if lock.round_number == r for e in lock.seats)
        for entrant in _repeated(seated):
            yield Violation(Refusal.SEATING_ENTRANT_TWICE, facts={"entrant": entrant})


def _size_violations(request: SeatingRequest, sizes: Sequence[int]) -> Iterator[Violation]:
    if sum(sizes) != len(request.entrants) or min(sizes, default=0) < 1:
        facts = {"entrants": len(request.entrants), "seats": sum(sizes)}
        yield Violation(Refusal.SEATING_SIZES, facts=facts)
    tables = [*request.fixed.values(), *(lock.table for lock in request.locked)]
    for table in sorted({t for t in tables if not 1 <= t <= len(sizes)}):
        facts = {"table": table, "tables": len(sizes)}
        yield Violation(Refusal.SEATING_TABLE_UNKNOWN, facts=facts)


def _full_violations(frame: Frame) -> Iterator[Violation]:
    for t, held in frame.held.items():
        if len(held) > frame.sizes[t]:
            facts = {"table": t + 1, "seats": frame.sizes[t], "entrants": len(held)}
            yield Violation(Refusal.SEATING_TABLE_FULL, facts=facts)


def _frame(request: SeatingRequest, sizes: Sequence[int], r: int) -> Frame:
    locks = {k.table - 1: k.seats for k in request.locked if k.round_number == r + 1}
    settled = {entrant for seats in locks.values() for entrant in seats}
    held: dict[int, tuple[Entrant, ...]] = dict(locks)
    present = set(request.entrants) - settled
    for entrant, table in sorted(request.fixed.items()):
        # By hand comes first: a fixed entrant locked elsewhere stays there for this round.
        if entrant in present and table - 1 not in locks:
            held[table - 1] = (*held.get(table - 1, ()), entrant)
    by_number = {t: len(seats) for t, seats in locks.items()}
    places = [t for t in range(len(sizes)) if t not in locks]
    if request.sizes and all(sizes[t] == size for t, size in by_number.items()):
        by_number |= {t: sizes[t] for t in places}
    else:
        rest = _remaining_sizes(request, sizes, list(by_number.values()))
        by_number |= dict(zip(_largest_first(places, held, r), rest, strict=True))
    return Frame(tuple(by_number[t] for t in range(len(sizes))), held, frozenset(locks))


def _remaining_sizes(
    request: SeatingRequest, sizes: Sequence[int], locked: Sequence[int]
) -> list[int]:
    """What is left of the sizes once the locked tables have theirs."""
    rest = Counter(sizes)
    rest.subtract(locked)
    if all(n >= 0 for n in rest.values()):
        return sorted(rest.elements(), reverse=True)
    people, tables = len(request.entrants) - sum(locked), len(sizes) - len(locked)
    split = even_split(people, tables) if tables else ()
    policy = request.tables
    if sum(split) != people or not all(policy.smallest <= size <= policy.largest for size in split):
        refuse(Violation(Refusal.SEATING_LOCKED_AWAY, facts={"entrants": people, "tables": tables}))
    return list(split)


def _largest_first(
    places: Sequence[int], held: Mapping[int, tuple[Entrant, ...]], r: int
) -> list[int]:
    """Short tables last in the hall, but away from fixed entrants, or taking turns with them."""
    most = max((len(seats) for seats in held.values()), default=0)
    return sorted(
        places,
        key=lambda t: (
            t not in held,
            -len(held.get(t, ())) if most > 1 else 0,
            (t + r) % len(places) if t in held else t,
        ),
    )


def _repeated(items: Iterable[T]) -> list[T]:
    return [item for item, n in Counter(items).items() if n > 1]
