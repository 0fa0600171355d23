"""What a plan costs: counts over the whole event, and a remark on whatever was unavoidable."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from stolik.tournament.codes import Remark
from stolik.tournament.seating.bounds import least_repeats, meetings, repeats, sizes_of
from stolik.tournament.seating.plans import Entrant, Plan, Price, Round, SeatingRequest
from stolik.tournament.seating.starts import count_firsts, count_starts


def priced(rounds: tuple[Round, ...], request: SeatingRequest) -> Plan:
    """The plan with its counts, those of the rounds already played included."""
    whole = (*request.played, *rounds)
    short = short_tables(whole, request.tables.full)
    starts, firsts = count_starts(whole, request.games), count_firsts(whole)
    return Plan(
        rounds=rounds,
        repeats=repeats(whole),
        short_tables={e: short[e] for e in request.entrants},
        starts={e: starts[e] for e in request.entrants},
        first_starts={e: firsts[e] for e in request.entrants},
        prices=tuple(_remarks(rounds, request)),
    )


def short_tables(rounds: tuple[Round, ...], full: int) -> Counter[Entrant]:
    """How often each entrant sits at a table with fewer seats than a full one."""
    return Counter(e for tables in rounds for t in tables if len(t) < full for e in t)


def _remarks(rounds: tuple[Round, ...], request: SeatingRequest) -> Iterator[Price]:
    yield from _repeats_remark(rounds, request)
    met = meetings(rounds)
    teams = {pair: met[pair] for pair in _pairs(request.teams) if met[pair]}
    if teams:
        yield Price(Remark.TEAM_TOGETHER, {"pairs": len(teams), "who": _names(teams)})
    apart = _pairs(request.apart) - _pairs(request.teams)
    together = {pair: met[pair] for pair in apart if met[pair]}
    if together:
        yield Price(Remark.APART_TOGETHER, {"pairs": len(together), "who": _names(together)})
    if shared := _fixed_together(request):
        yield Price(Remark.FIXED_TOGETHER, {"pairs": len(shared), "who": _names(shared)})
    yield from _short_remark(rounds, request)
    yield from _starts_remark(rounds, request)


def _repeats_remark(rounds: tuple[Round, ...], request: SeatingRequest) -> Iterator[Price]:
    """Whether the repeats are proven to be the least, or the least that was found."""
    total, before = repeats((*request.played, *rounds)), repeats(request.played)
    if total == before:
        return
    here = request.entrants
    bound = least_repeats(sizes_of(rounds, here), played=sizes_of(request.played, here))
    proven = total - before == bound
    yield Price(
        Remark.REPEATS_LEAST if proven else Remark.REPEATS_FOUND,
        {"repeats": total - before, "bound": bound, "played": before},
    )


def _short_remark(rounds: tuple[Round, ...], request: SeatingRequest) -> Iterator[Price]:
    sizes = {len(table) for tables in rounds for table in tables}
    visits = short_tables((*request.played, *rounds), request.tables.full)
    again = [e for e in request.entrants if visits[e] > 1]
    # Where all tables are alike nobody gains by a short one.
    if again and len(sizes) > 1:
        most = max(visits[e] for e in again)
        yield Price(Remark.SHORT_AGAIN, {"entrants": len(again), "most": most})


def _starts_remark(rounds: tuple[Round, ...], request: SeatingRequest) -> Iterator[Price]:
    starts = count_starts(rounds, request.games)
    counts = [starts[e] for e in request.entrants]
    if max(counts) - min(counts) > 1 and not request.played and not request.missed_starts:
        yield Price(Remark.STARTS_UNEVEN, {"fewest": min(counts), "most": max(counts)})


def _pairs(groups: Iterable[frozenset[Entrant]]) -> set[tuple[Entrant, Entrant]]:
    return {pair for group in groups for pair in combinations(sorted(group), 2)}


def _fixed_together(request: SeatingRequest) -> list[tuple[Entrant, Entrant]]:
    here = sorted(e for e in request.fixed if e in request.entrants)
    return [(a, b) for a, b in combinations(here, 2) if request.fixed[a] == request.fixed[b]]


def _names(
    pairs: dict[tuple[Entrant, Entrant], int] | list[tuple[Entrant, Entrant]],
) -> tuple[str, ...]:
    return tuple(f"{a}–{b}" for a, b in sorted(pairs)[:12])
