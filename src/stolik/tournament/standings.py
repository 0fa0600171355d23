"""Standings of a stage, of the whole event and of teams; every order explained."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    Points,
    RoundStatus,
    TournamentState,
)
from stolik.tournament.tiebreaks import Answer, Played, Tally, answers


@dataclass(frozen=True, slots=True)
class Decision:
    """What set a row apart from the one above: the criterion and both answers."""

    criterion: str
    above: Answer
    mine: Answer


@dataclass(frozen=True, slots=True)
class Row:
    """A ranked line; `decision` None: the first row, or level with the one above."""

    place: int
    entrant: EntrantNumber
    columns: Mapping[str, Answer]
    games: int
    stage: int
    decision: Decision | None


def stage_standings(
    state: TournamentState, stage: int, *, leaving_out: Collection[EntrantNumber] = ()
) -> tuple[Row, ...]:
    """The ranking of one stage, earlier stages added where the format carries over."""
    played = _played(state, _stages_added(state, stage))
    penalties = _penalty_points(state, _stages_added(state, stage))
    before = _before(state, stage)
    field = state.qualified.get(stage, tuple(sorted(state.entrants)))
    tallies = [
        _tally(n, played.get(n, ()), penalties.get(n, (0, 0)), state.lots.get(n, 0))
        for n in field
        if n not in leaving_out and _is_ranked(state, n, played)
    ]
    tallies = [replace(tally, before=before.get(tally.entrant)) for tally in tallies]
    criteria = state.format.stages[stage].criteria
    return tuple(_rows(_ranked(tallies, criteria), criteria, stage))


def standings(state: TournamentState) -> tuple[Row, ...]:
    """The whole event: who came furthest first, those of one stage by its ranking."""
    rows: list[Row] = []
    seen: set[EntrantNumber] = set()
    for stage in range(state.stage, -1, -1):
        if stage and not state.rounds_of(stage):
            continue  # cut, but nothing played yet: the ranking before still holds
        added = stage_standings(state, stage, leaving_out=seen)
        rows += _below(added, rows)
        seen |= {row.entrant for row in added}
    return tuple(rows)


def team_standings(state: TournamentState) -> tuple[tuple[int, str, Points, Points], ...]:
    """Teams by the sums of their members: (place, team, big points, small points)."""
    sums: dict[str, list[Points]] = defaultdict(lambda: [0, 0])
    for row in stage_standings(state, 0):
        if team := state.entrants[row.entrant].team:
            for i, name in enumerate(("big_points", "small_points")):
                value = row.columns.get(name, 0)
                assert not isinstance(value, tuple)
                sums[team][i] += value
    ranked = sorted(sums.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))
    keys = [tuple(points) for _, points in ranked]
    return tuple(
        (keys.index(tuple(points)) + 1, team, points[0], points[1]) for team, points in ranked
    )


def tied_with(rows: Sequence[Row], place: int) -> tuple[EntrantNumber, ...]:
    """All who share a place."""
    return tuple(row.entrant for row in rows if row.place == place)


def _stages_added(state: TournamentState, stage: int) -> range:
    first = stage
    while first and state.format.stages[first].carry_over:
        first -= 1
    return range(first, stage + 1)


def _before(state: TournamentState, stage: int) -> Mapping[EntrantNumber, Tally]:
    """The tallies of the ranking that led to `stage`, for criteria named `before.…`."""
    if stage == 0 or not any(c.startswith("before.") for c in state.format.stages[stage].criteria):
        return {}
    added = _stages_added(state, stage - 1)
    played, penalties = _played(state, added), _penalty_points(state, added)
    return {n: _tally(n, lines, penalties.get(n, (0, 0)), 0) for n, lines in played.items()}


def _played(state: TournamentState, stages: range) -> Mapping[EntrantNumber, tuple[Played, ...]]:
    found: dict[EntrantNumber, list[Played]] = defaultdict(list)
    for r in state.rounds:
        if r.stage in stages and r.status is RoundStatus.PUBLISHED:
            for (table, game), result in sorted(r.results.items()):
                for line in result.lines:
                    found[line.entrant].append(Played(r.number, table, game, line))
    return {entrant: tuple(lines) for entrant, lines in found.items()}


def _penalty_points(
    state: TournamentState, stages: range
) -> Mapping[EntrantNumber, tuple[Points, Points]]:
    totals: dict[EntrantNumber, tuple[Points, Points]] = {}
    for penalty in state.penalties:
        stage = state.rounds[penalty.round - 1].stage if penalty.round else 0
        if stage in stages and not penalty.cancelled:
            big, small = totals.get(penalty.entrant, (0, 0))
            totals[penalty.entrant] = (big + penalty.big_points, small + penalty.small_points)
    return totals


def _tally(
    entrant: EntrantNumber, played: Sequence[Played], penalty: tuple[Points, Points], lot: int
) -> Tally:
    big = sum((p.line.big_points for p in played), penalty[0])
    small = sum((p.line.small_points for p in played), penalty[1])
    return Tally(entrant, tuple(played), _whole(big), _whole(small), lot)


def _whole(value: Points) -> Points:
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _is_ranked(
    state: TournamentState,
    entrant: EntrantNumber,
    played: Mapping[EntrantNumber, Sequence[Played]],
) -> bool:
    """The disqualified are not ranked, nor is who neither played nor will."""
    status = state.entrants[entrant].status
    if status in (EntryStatus.DISQUALIFIED, EntryStatus.WAITING):
        return False
    return state.entrants[entrant].plays or entrant in played


def _ranked(
    group: Sequence[Tally], criteria: Sequence[str]
) -> list[tuple[list[Tally], Decision | None]]:
    """Groups level on every criterion, best first, each with what set it apart."""
    if not criteria or len(group) <= 1:
        return [(sorted(group, key=lambda t: t.entrant), None)] if group else []
    said = list(zip(answers(criteria[0], group), group, strict=True))
    said.sort(key=lambda pair: pair[0], reverse=True)
    found: list[tuple[list[Tally], Decision | None]] = []
    above: Answer | None = None
    for mine, pairs in groupby(said, key=lambda pair: pair[0]):
        split = _ranked([tally for _, tally in pairs], criteria[1:])
        if above is not None:
            split[0] = (split[0][0], Decision(criteria[0], above, mine))
        found += split
        above = mine
    return found


def _rows(
    groups: Iterable[tuple[list[Tally], Decision | None]], criteria: Sequence[str], stage: int
) -> Iterator[Row]:
    place = 1
    for group, decision in groups:
        columns = [answers(criterion, group) for criterion in criteria]
        for i, tally in enumerate(group):
            shown = {name: column[i] for name, column in zip(criteria, columns, strict=True)}
            apart = decision if i == 0 else None
            yield Row(place, tally.entrant, shown, len(tally.played), stage, apart)
        place += len(group)


def _below(rows: Sequence[Row], ahead: Sequence[Row]) -> list[Row]:
    """Rows of an earlier stage after those who came further; ties stay ties."""
    lower = [replace(row, place=row.place + len(ahead)) for row in rows]
    if ahead and lower:
        further = Decision("stage", ahead[-1].stage + 1, lower[0].stage + 1)
        lower[0] = replace(lower[0], decision=further)
    return lower
