"""Byes: who is left alone at a table plays no game there, and a switch says what that is worth."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from stolik.tournament.format import ByeWorth
from stolik.tournament.progress import party
from stolik.tournament.state import (
    EntrantNumber,
    GameNumber,
    Line,
    Points,
    Round,
    RoundStatus,
    TournamentState,
)


def byes(state: TournamentState, stages: Collection[int]) -> Counter[EntrantNumber]:
    """How many games of these stages each was left alone for."""
    if not state.decided(25):
        return Counter()
    return Counter(n for r in _rounds(state, stages) for n in _alone(state, r))


def bye_points(
    state: TournamentState, stages: Collection[int]
) -> Mapping[EntrantNumber, tuple[Points, Points]]:
    """Big and small points for byes: exact, of the same stage, and changing with its results."""
    match state.format.bye:
        case ByeWorth.NOTHING:
            return {}
        case ByeWorth.AVERAGE:
            totals: dict[EntrantNumber, tuple[Points, Points]] = {}
            for stage in stages:
                for n, (big, small) in _averages(state, stage):
                    before = totals.get(n, (0, 0))
                    totals[n] = (before[0] + big, before[1] + small)
            return totals


def _averages(
    state: TournamentState, stage: int
) -> Iterator[tuple[EntrantNumber, tuple[Points, Points]]]:
    alone = byes(state, (stage,))
    if not alone:
        return
    played: dict[EntrantNumber, list[Line]] = defaultdict(list)
    for r in _rounds(state, (stage,)):
        for result in r.results.values():
            for line in result.lines:
                played[line.entrant].append(line)
    for n, times in alone.items():
        if games := len(played[n]):
            big = times * Fraction(sum(line.big_points for line in played[n])) / games
            small = times * Fraction(sum(line.small_points for line in played[n])) / games
            yield n, (big, small)


def _rounds(state: TournamentState, stages: Collection[int]) -> Iterator[Round]:
    return (r for r in state.rounds if r.stage in stages and r.status is RoundStatus.PUBLISHED)


def _alone(state: TournamentState, r: Round) -> Iterator[EntrantNumber]:
    for table in r.tables:
        for number in range(1, r.games + 1):
            result = r.results.get((table.number, GameNumber(number)))
            if result and result.lines:
                continue
            here = party(state, r, table, GameNumber(number))
            if len(here) == 1:
                yield here[0]
