"""Whatever is asked, a plan keeps its promises or is refused with a code."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from stolik.refusal import Refused
from stolik.tournament.seating import Plan, SeatingRequest, lot, plan
from stolik.tournament.tables import FOURS, table_sizes
from tests.tournament.seating import checker
from tests.tournament.seating.chances import chance
from tests.tournament.test_tables import THREES, TWO_TO_FIVE

EFFORT = 1_500
EXPECTED = {"seating.entrants", "seating.table_unknown", "seating.table_full"}
fields = st.integers(3, 45).filter(lambda n: n != 5)


@st.composite
def requests(draw: st.DrawFn) -> SeatingRequest:
    """A field some of whose rounds are played, with leavers, late comers and wishes."""
    n, total = draw(fields), draw(st.integers(1, 5))
    first = SeatingRequest(tuple(range(1, n + 1)), total, effort=EFFORT)
    before = plan(first, chance(draw(st.integers(0, 99))))
    played = draw(st.integers(0, total - 1))
    gone = draw(st.sets(st.integers(1, n), max_size=min(4, n - 3)))
    late = draw(st.integers(0, 4))
    left = tuple(e for e in range(1, n + 1 + late) if e not in gone)
    groups = draw(st.lists(st.frozensets(st.sampled_from(range(1, n + 1)), max_size=4), max_size=5))
    fixed = draw(st.dictionaries(st.integers(1, n), st.integers(1, 12), max_size=3))
    return SeatingRequest(
        left,
        total - played,
        tables=draw(st.sampled_from((FOURS, THREES, TWO_TO_FIVE))),
        games=draw(st.integers(1, 5)),
        played=before.rounds[:played],
        draft=before.rounds[played:] if draw(st.booleans()) else (),
        apart=tuple(groups),
        fixed=fixed,
        effort=EFFORT,
    )


def planned(request: SeatingRequest) -> Plan | None:
    try:
        return plan(request, chance("property"))
    except Refused as refused:
        if {v.code for v in refused.violations} <= EXPECTED:
            return None
        raise


@given(requests())
def test_everybody_sits_exactly_once_a_round(request: SeatingRequest):
    found = planned(request)
    for tables in found.rounds if found else ():
        assert sorted(e for table in tables for e in table) == sorted(request.entrants)
        sizes = sorted((len(table) for table in tables), reverse=True)
        assert tuple(sizes) == table_sizes(len(request.entrants), request.tables)


@given(requests())
def test_fixed_entrants_never_move(request: SeatingRequest):
    found = planned(request)
    for tables in found.rounds if found else ():
        for entrant, number in request.fixed.items():
            assert entrant not in request.entrants or entrant in tables[number - 1]


@given(requests())
def test_counts_cover_what_was_played(request: SeatingRequest):
    found = planned(request)
    if found:
        whole = (*request.played, *found.rounds)
        assert found.repeats == checker.repeats(whole)
        most = max(request.entrants)
        full = checker.threes(whole, max(most, 50))
        if request.tables is not TWO_TO_FIVE:
            assert all(found.short_tables[e] == full[e - 1] for e in request.entrants)


@given(requests())
def test_who_meets_although_kept_apart_is_named(request: SeatingRequest):
    found = planned(request)
    if found:
        together = sum(len(pairs_together(group, found.rounds)) > 0 for group in request.apart)
        named = [p for p in found.prices if p.remark == "apart_together"]
        assert bool(together) == bool(named)


@given(requests())
def test_the_same_request_gives_the_same_plan(request: SeatingRequest):
    assert planned(request) == planned(request)


@given(fields, st.integers(0, 99), st.lists(st.frozensets(st.integers(1, 45), max_size=3)))
def test_a_lot_draws_everybody_once(entrants: int, seed: int, apart: list[frozenset[int]]):
    sizes = table_sizes(entrants)
    drawn = lot(range(1, entrants + 1), sizes, chance(seed), apart=apart)
    assert sorted(e for table in drawn for e in table) == list(range(1, entrants + 1))
    assert tuple(len(table) for table in drawn) == sizes


@st.composite
def fields_of_teams(draw: st.DrawFn) -> SeatingRequest:
    """Pairs or fives of a few schools, some of whom have left."""
    size, count = draw(st.sampled_from(((2, 4), (2, 8), (5, 2), (5, 5), (5, 7))))
    people = draw(st.permutations(range(1, size * count + 1)))
    teams = [frozenset(people[i : i + size]) for i in range(0, len(people), size)]
    school = draw(st.integers(0, count))
    gone = draw(st.sets(st.sampled_from(people), max_size=1))
    return SeatingRequest(
        tuple(sorted(set(people) - gone)),
        draw(st.integers(1, 3)),
        tables=draw(st.sampled_from((TWO_TO_FIVE, THREES))),
        teams=tuple(teams),
        apart=(frozenset[int]().union(*teams[:school]), *teams),
        effort=EFFORT,
    )


@given(fields_of_teams())
def test_a_team_is_spread_wherever_it_can_be(request: SeatingRequest):
    found = plan(request, chance("teams"))
    sizes = [len(table) for table in found.rounds[0]]
    drawn = lot(request.entrants, sizes, chance("lot"), teams=request.teams, apart=request.apart)
    for tables in (*found.rounds, drawn):
        for team in request.teams:
            together = sorted(len(team & set(table)) for table in tables)
            assert together[-1] - together[0] <= 1


def test_a_team_is_split_in_later_rounds_too():
    teams = tuple(frozenset(range(n, n + 5)) for n in range(1, 26, 5))
    asked = SeatingRequest(
        tuple(range(1, 26)), 4, tables=TWO_TO_FIVE, teams=teams, apart=(frozenset(range(1, 16)),)
    )
    before = plan(asked, chance("before"))
    left = tuple(range(1, 25))
    later = replace(asked, entrants=left, rounds=2, played=before.rounds[:2])
    for again in (later, replace(later, draft=before.rounds[2:])):
        found = plan(again, chance("after"))
        assert not any(pairs_together(team, found.rounds) for team in teams)


def pairs_together(
    group: frozenset[int], rounds: Sequence[Sequence[Sequence[int]]]
) -> list[Sequence[int]]:
    return [table for tables in rounds for table in tables if len(group & set(table)) > 1]
