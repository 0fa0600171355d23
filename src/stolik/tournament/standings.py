"""Standings of a stage and of the whole event; every order explained."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from stolik.tournament.byes import bye_points, byes
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    Line,
    Penalty,
    Points,
    Result,
    RoundNumber,
    RoundStatus,
    TournamentState,
)
from stolik.tournament.tiebreaks import SETTLING, Answer, Tally, answers

WITHOUT_GAMES = "without_games"  # sets apart who came late, before any criterion is asked


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
    big_points: Points
    small_points: Points
    columns: Mapping[str, Answer]
    games: int
    stage: int
    decision: Decision | None
    byes: int = 0  # games he was left alone for; they are no games played


def stage_standings(
    state: TournamentState, stage: int, *, with_excluded: bool = False
) -> tuple[Row, ...]:
    """The ranking of one stage, earlier stages added where the format carries over."""
    ranked = stage_tallies(state, stage, with_excluded=with_excluded)
    criteria = state.format.stages[stage].criteria
    idle = [tally for tally in ranked if not tally.played]
    if not state.decided(25) or len(idle) in (0, len(ranked)):
        return ranked_rows(ranked, criteria, stage)
    ahead = ranked_rows([tally for tally in ranked if tally.played], criteria, stage)
    return (*ahead, *_without_games(ranked_rows(idle, criteria, stage), len(ahead)))


def _without_games(rows: Sequence[Row], ahead: int) -> Iterator[Row]:
    """Who has no game yet stands below everybody who has, whatever the points."""
    for i, row in enumerate(rows):
        first = Decision(WITHOUT_GAMES, 1, 0) if i == 0 else row.decision
        yield replace(row, place=row.place + ahead, decision=first)


def ranked_rows(tallies: Sequence[Tally], criteria: Sequence[str], stage: int) -> tuple[Row, ...]:
    """The tallies in the order of a chain of criteria, with places and reasons."""
    return tuple(_rows(_ranked(tallies, criteria), criteria, stage))


def stage_tallies(
    state: TournamentState, stage: int, *, with_excluded: bool = False
) -> list[Tally]:
    """What everybody who is ranked in a stage has won in it, in no order."""
    tallies = _tallies(state, stage)
    before = _tallies_before(state, stage)
    field = state.qualified.get(stage, tuple(sorted(state.entrants)))
    settled = [(s.by, dict(s.drawn)) for s in state.settlements if s.stage == stage]
    return [
        replace(
            tallies.get(n) or Tally(n, (), 0, 0),
            plays=state.entrants[n].plays,
            settled=tuple((by, drawn.get(n)) for by, drawn in settled),
            before=before.get(n),
        )
        for n in field
        if _is_ranked(state, n, tallies) or (with_excluded and n in tallies)
    ]


def standings(state: TournamentState) -> tuple[Row, ...]:
    """The whole event: who came furthest first, those of one stage by its ranking."""
    rows: list[Row] = []
    seen: set[EntrantNumber] = set()
    for stage in range(state.stage, -1, -1):
        if stage and not state.rounds_of(stage):
            continue  # cut, but nothing played yet: the ranking before still holds
        # Ranked among all who played it: nobody moves because others have gone further.
        added = _without(stage_standings(state, stage), seen)
        rows += _below(added, rows)
        seen |= {row.entrant for row in added}
    return tuple(rows)


def excluded_rows(state: TournamentState, stage: int | None = None) -> tuple[Row, ...]:
    """Who played and was put out, by the last stage played: their points, and no place."""
    found: dict[EntrantNumber, Row] = {}
    for each in range(state.stage, -1, -1) if stage is None else (stage,):
        for row in stage_standings(state, each, with_excluded=True):
            out = state.entrants[row.entrant].status is EntryStatus.DISQUALIFIED
            if out and row.games and row.entrant not in found:
                found[row.entrant] = row
    return tuple(found.values())


def state_after(state: TournamentState, number: RoundNumber) -> TournamentState:
    """The event as far as a round, corrections since included; who left since has left."""
    rounds = state.rounds[:number]
    stage = rounds[-1].stage
    return replace(
        state,
        rounds=rounds,
        stage=stage,
        qualified={s: field for s, field in state.qualified.items() if s <= stage},
        penalties=tuple(p for p in state.penalties if p.round <= number),
    )


def event_points(state: TournamentState) -> Mapping[EntrantNumber, tuple[Points, Points]]:
    """Big and small points of the whole event, whatever a later stage carries over."""
    won = _won_in(state, range(len(state.format.stages)))
    return {n: (tally.big_points, tally.small_points) for n, tally in won.items()}


def penalty_points(
    state: TournamentState, entrant: EntrantNumber, stage: int
) -> tuple[Points, Points]:
    """Big and small points that penalties take off what somebody has in a stage's ranking."""
    stages = _stages_added(state, stage)
    counted = [p for p in _penalties_in(state, stages) if p.entrant == entrant]
    return sum(p.big_points for p in counted), sum(p.small_points for p in counted)


def took_part(state: TournamentState) -> frozenset[EntrantNumber]:
    """Who plays, and who has played and left since."""
    played = {
        line.entrant for r in state.rounds for result in r.results.values() for line in result.lines
    }
    return frozenset(played | {n for n, entrant in state.entrants.items() if entrant.plays})


def _stages_added(state: TournamentState, stage: int) -> range:
    first = stage
    while first and state.format.stages[first].carry_over:
        first -= 1
    return range(first, stage + 1)


def _tallies_before(state: TournamentState, stage: int) -> Mapping[EntrantNumber, Tally]:
    """The tallies of the ranking that led to `stage`, for criteria named `before.…`."""
    criteria = state.format.stages[stage].criteria
    if stage == 0 or not any(name.startswith("before.") for name in criteria):
        return {}
    return _tallies(state, stage - 1)


def _tallies(state: TournamentState, stage: int) -> Mapping[EntrantNumber, Tally]:
    """What everybody has won in a stage and those it carries over, penalties taken off."""
    return _won_in(state, _stages_added(state, stage))


def _won_in(state: TournamentState, stages: range) -> Mapping[EntrantNumber, Tally]:
    # Nothing is made for each line: a hundred thousand of them would cost more than the sums.
    played: dict[EntrantNumber, list[Line]] = defaultdict(list)
    games: dict[EntrantNumber, list[int]] = defaultdict(list)
    for game, result in enumerate(_results(state, stages)):
        for line in result.lines:
            played[line.entrant].append(line)
            games[line.entrant].append(game)
    other = _points_beside(state, stages)
    alone = byes(state, stages)
    found = {
        n: _tally(n, played[n], games[n], other.get(n, (0, 0)), alone[n])
        for n in played.keys() | other.keys() | alone.keys()
    }
    if not state.format.floor_at_zero:
        return found
    return {n: replace(tally, big_points=max(tally.big_points, 0)) for n, tally in found.items()}


def _results(state: TournamentState, stages: range) -> Iterator[Result]:
    for r in state.rounds:
        if r.stage in stages and r.status is RoundStatus.PUBLISHED:
            yield from r.results.values()


def _points_beside(
    state: TournamentState, stages: range
) -> Mapping[EntrantNumber, tuple[Points, Points]]:
    """Points that come from no game: penalties, the knowledge test, byes."""
    totals: dict[EntrantNumber, tuple[Points, Points]] = {}
    beside = [(p.entrant, p.big_points, p.small_points) for p in _penalties_in(state, stages)]
    if 0 in stages:
        beside += [(b.entrant, b.big_points, 0) for b in state.bonuses]
    beside += [(n, *points) for n, points in bye_points(state, stages).items()]
    for entrant, more_big, more_small in beside:
        big, small = totals.get(entrant, (0, 0))
        totals[entrant] = (big + more_big, small + more_small)
    return totals


def _penalties_in(state: TournamentState, stages: range) -> Iterator[Penalty]:
    for p in state.penalties:
        if not p.cancelled and _stage_of(state, p) in stages:
            yield p


def _stage_of(state: TournamentState, penalty: Penalty) -> int:
    return state.rounds[penalty.round - 1].stage if penalty.round else 0


def _tally(
    entrant: EntrantNumber,
    played: Sequence[Line],
    games: Sequence[int],
    beside: tuple[Points, Points],
    byes: int,
) -> Tally:
    big = sum((line.big_points for line in played), beside[0])
    small = sum((line.small_points for line in played), beside[1])
    return Tally(entrant, tuple(played), _whole(big), _whole(small), tuple(games), byes=byes)


def _whole(value: Points) -> Points:
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _is_ranked(
    state: TournamentState,
    entrant: EntrantNumber,
    tallies: Mapping[EntrantNumber, Tally],
) -> bool:
    """The disqualified are not ranked, nor is who neither played nor will."""
    status = state.entrants[entrant].status
    if status in (EntryStatus.DISQUALIFIED, EntryStatus.WAITING):
        return False
    return state.entrants[entrant].plays or (entrant in tallies and bool(tallies[entrant].played))


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
        level = [tally for _, tally in pairs]
        again = criteria[0] in SETTLING and len(level) < len(group)
        split = _ranked(level, criteria if again else criteria[1:])
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
            yield Row(
                place,
                tally.entrant,
                tally.big_points,
                tally.small_points,
                columns=shown,
                games=len(tally.played),
                stage=stage,
                decision=apart,
                byes=tally.byes,
            )
        place += len(group)


def _without(rows: Sequence[Row], gone: Collection[EntrantNumber]) -> list[Row]:
    """The rows that are left, closed up; ties and everybody's columns stay as they were."""
    kept: list[Row] = []
    before = 0  # the place the row above had among all
    apart: Decision | None = None  # what set a row apart from the last one that is left
    for row in rows:
        apart = _both(apart, row.decision, tuple(row.columns))
        if row.entrant in gone:
            continue
        place = kept[-1].place if row.place == before else len(kept) + 1
        kept.append(replace(row, place=place, decision=apart if kept else None))
        before, apart = row.place, None
    return kept


def _both(first: Decision | None, second: Decision | None, chain: Sequence[str]) -> Decision | None:
    """What sets a row apart from the one two above it: the criterion that is asked earlier."""
    if first is None or second is None:
        return first or second
    # What is no criterion of the chain, as having played at all, is asked before it.
    one, other = (
        chain.index(name) if name in chain else -1 for name in (first.criterion, second.criterion)
    )
    if one == other:
        return Decision(first.criterion, first.above, second.mine)
    return first if one < other else second


def _below(rows: Sequence[Row], ahead: Sequence[Row]) -> list[Row]:
    """Rows of an earlier stage after those who came further; ties stay ties."""
    lower = [replace(row, place=row.place + len(ahead)) for row in rows]
    if ahead and lower:
        further = Decision("stage", ahead[-1].stage + 1, lower[0].stage + 1)
        lower[0] = replace(lower[0], decision=further)
    return lower
