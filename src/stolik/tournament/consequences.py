"""What a change alters that people have already seen: places, cuts, seats."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from stolik.tournament.cut import title_holders, would_advance
from stolik.tournament.format import Seating
from stolik.tournament.placement import table_policy
from stolik.tournament.seating import meetings, pairs_when_spread, short_tables
from stolik.tournament.standings import stage_standings, standings
from stolik.tournament.state import EntrantNumber, Round, RoundNumber, Seats, TournamentState


@dataclass(frozen=True, slots=True)
class Consequences:
    """Places that moved (entrant, from, to), cuts and seats that would come out otherwise."""

    places: tuple[tuple[EntrantNumber, int, int], ...]
    cuts: tuple[str, ...]
    rounds: tuple[RoundNumber, ...]
    advancing: tuple["CutAnew", ...] = ()
    titles: tuple["TitleAnew", ...] = ()


@dataclass(frozen=True, slots=True)
class CutAnew:
    """A cut that was made and would take others now; it stands until the organiser acts."""

    stage: str
    comes: Seats
    drops: Seats


@dataclass(frozen=True, slots=True)
class TitleAnew:
    """A title announced at the end that would go to others now."""

    title: str
    place: int
    was: Seats
    now: Seats


def consequences(before: TournamentState, after: TournamentState) -> Consequences:
    """Compare two states of one tournament."""
    old = {row.entrant: row.place for row in standings(before)}
    new = {row.entrant: row.place for row in standings(after)}
    moved = tuple((n, old[n], new[n]) for n in sorted(old) if n in new and old[n] != new[n])
    stages = [s for s in after.qualified if _order(before, s - 1) != _order(after, s - 1)]
    cuts = tuple(
        after.format.stages[s].title
        for s in stages
        if set(_order(after, s - 1)[: len(after.qualified[s])]) != set(after.qualified[s])
    )
    return Consequences(
        moved,
        cuts,
        tuple(_reseated(before, after)),
        tuple(_advancing(before, after)),
        tuple(_titles(before, after)),
    )


def _titles(before: TournamentState, after: TournamentState) -> Iterator[TitleAnew]:
    """Place by place, once they were read aloud: the first correction opens the end again."""
    if not before.titled_after or before.titled_after != len(before.rounds):
        return
    was, now = _holders(before), _holders(after)
    for title, place in sorted(was.keys() | now.keys(), key=lambda one: one[1]):
        old, new = was.get((title, place), ()), now.get((title, place), ())
        if set(old) != set(new):
            yield TitleAnew(title, place, old, new)


def _holders(state: TournamentState) -> dict[tuple[str, int], Seats]:
    found: dict[tuple[str, int], Seats] = {}
    for title, row in title_holders(state, standings(state)):
        key = (title.id, row.place)
        found[key] = (*found.get(key, ()), row.entrant)
    return found


def _advancing(before: TournamentState, after: TournamentState) -> Iterator[CutAnew]:
    for stage, announced in after.qualified.items():
        was, now = would_advance(before, stage), would_advance(after, stage)
        comes = tuple(n for n in now if n not in was and n not in announced)
        drops = tuple(n for n in was if n not in now and n in announced)
        if comes or drops:
            yield CutAnew(after.format.stages[stage].title, comes, drops)


def _reseated(before: TournamentState, after: TournamentState) -> list[RoundNumber]:
    """Rounds seated by rank whose ranking has changed since."""
    changed = []
    for r in after.rounds:
        by_rank = after.format.stages[r.stage].seating is not Seating.DRAW
        if r.stage and by_rank and _order(before, r.stage - 1) != _order(after, r.stage - 1):
            changed.append(r.number)
    return changed


def _order(state: TournamentState, stage: int) -> list[EntrantNumber]:
    return [row.entrant for row in stage_standings(state, stage)]


@dataclass(frozen=True, slots=True)
class SeatingPrice:
    """What the last round's tables cost: in it and with all rounds of the event before it."""

    met_again: tuple[tuple[int, int], ...]
    of_teams: tuple[tuple[int, int], ...]  # pairs of one team that sit together
    teams_least: bool  # fewer of them there cannot be at so many tables
    kept_apart: tuple[tuple[int, int], ...]  # other pairs that should not meet and sit together
    short_again: tuple[int, ...]  # a second time or more at a short table


def seating_price(state: TournamentState) -> SeatingPrice:
    """The price of the round drawn last, whoever made it."""
    last = state.rounds[-1]
    tables = tuple(t.seats for t in last.tables)
    before = [tuple(t.seats for t in r.tables) for r in state.rounds[:-1]]
    met, now = meetings([_sat(r) for r in state.rounds[:-1]]), meetings([tables])
    teams, apart = _pairs(teams_in(state)), _pairs(apart_groups(state))
    full = table_policy(state.format).full
    visits = short_tables((*before, tables), full)
    short = {n for seats in tables if len(seats) < full for n in seats}
    of_teams = tuple(sorted(pair for pair in now if pair in teams))
    return SeatingPrice(
        met_again=tuple(sorted(pair for pair in now if met[pair])),
        of_teams=of_teams,
        teams_least=len(of_teams) == _least_of_teams(state, tables),
        kept_apart=tuple(sorted(pair for pair in now if pair in apart - teams)),
        short_again=tuple(sorted(n for n in short if visits[n] > 1)),
    )


def _pairs(groups: Iterable[frozenset[EntrantNumber]]) -> set[tuple[EntrantNumber, EntrantNumber]]:
    return {pair for group in groups for pair in combinations(sorted(group), 2)}


def _sat(played: Round) -> tuple[Seats, ...]:
    """The tables of a round without those who missed every game of it: they met nobody."""
    absent: dict[int, list[Seats]] = defaultdict(list)
    for (table, _), result in played.results.items():
        absent[table].append(result.absent)
    return tuple(
        tuple(
            n for n in t.seats if not absent[t.number] or any(n not in a for a in absent[t.number])
        )
        for t in played.tables
    )


def _least_of_teams(state: TournamentState, tables: tuple[Seats, ...]) -> int:
    """Pairs of one team that meet even where every team is spread over all tables."""
    sizes = Counter(state.entrants[n].team for seats in tables for n in seats)
    del sizes[""]
    return sum(pairs_when_spread(size, len(tables)) for size in sizes.values())


def teams_in(state: TournamentState) -> tuple[frozenset[EntrantNumber], ...]:
    """The teams as they were entered."""
    teams: dict[str, set[EntrantNumber]] = defaultdict(set)
    for entrant in state.entrants.values():
        if entrant.team:
            teams[entrant.team].add(entrant.number)
    return tuple(frozenset(team) for team in teams.values() if len(team) > 1)


def apart_groups(state: TournamentState) -> tuple[frozenset[EntrantNumber], ...]:
    """Families as entered, teams, and clubs where the format says so."""
    groups: dict[tuple[str, str], set[EntrantNumber]] = defaultdict(set)
    for entrant in state.entrants.values():
        if entrant.team:
            groups["team", entrant.team].add(entrant.number)
        if entrant.club and state.format.clubs_apart:
            groups["club", entrant.club].add(entrant.number)
    return (*state.apart, *(frozenset(group) for group in groups.values() if len(group) > 1))
