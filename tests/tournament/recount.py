"""The standings counted again from the log alone, the slow and plain way."""

from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from stolik.tournament.state import TournamentState


def lines_of(state: TournamentState, stages: set[int]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {n: [] for n in state.entrants}
    for r in state.rounds:
        if r.stage in stages:
            for result in r.results.values():
                for line in result.lines:
                    found[line.entrant].append(line)
    return found


def totals(state: TournamentState, stages: set[int]) -> dict[int, tuple[Fraction, Fraction]]:
    sums = {}
    for n, lines in lines_of(state, stages).items():
        big = sum((Fraction(line.big_points) for line in lines), Fraction(0))
        small = sum((Fraction(line.small_points) for line in lines), Fraction(0))
        for penalty in state.penalties:
            stage = state.rounds[penalty.round - 1].stage if penalty.round else 0
            if penalty.entrant == n and stage in stages and not penalty.cancelled:
                big, small = big + penalty.big_points, small + penalty.small_points
        sums[n] = (big, small)
    for stage in stages:
        alone, played = left_alone(state, stage), lines_of(state, {stage})
        for n in alone:
            if games := len(played[n]):
                big = sum(Fraction(line.big_points) for line in played[n]) / games
                small = sum(Fraction(line.small_points) for line in played[n]) / games
                sums[n] = (sums[n][0] + big, sums[n][1] + small)
    return sums


def left_alone(state: TournamentState, stage: int) -> list[int]:
    """Who has a bye, once for each: alone at his table when a game was to be played."""
    found = []
    for r in state.rounds:
        if r.stage != stage or r.status != "published":
            continue
        for table in r.tables:
            for game in range(1, r.games + 1):
                result = r.results.get((table.number, game))  # type: ignore[call-overload]
                if result is None:
                    here = [n for n in table.seats if state.entrants[n].plays]
                elif result.absent and not result.lines:
                    here = [n for n in table.seats if n not in result.absent]
                else:
                    continue
                found += here if len(here) == 1 else []
    return found


def stages_that_count(state: TournamentState, stage: int) -> set[int]:
    counted = {stage}
    while stage and state.format.stages[stage].carry_over:
        stage -= 1
        counted.add(stage)
    return counted


def order(state: TournamentState, stage: int) -> list[tuple[int, int]]:
    """(place, entrant) of a stage by big, small, games won, best games: the default chain.

    Compares every two entrants with each other and counts how many are better.
    """
    stages = stages_that_count(state, stage)
    lines, sums = lines_of(state, stages), totals(state, stages)
    field = state.qualified.get(stage) or sorted(state.entrants)
    ranked = [
        n
        for n in field
        if state.entrants[n].status not in ("disqualified", "waiting")
        and (state.entrants[n].plays or lines[n])
    ]

    def better(a: int, b: int) -> bool:
        for one, other in zip(key(a), key(b), strict=True):
            if one != other:
                return bool(one > other)
        return False

    def key(n: int) -> tuple[Any, ...]:
        won = sum(line.place == 1 for line in lines[n])
        best = tuple(sorted((Fraction(line.small_points) for line in lines[n]), reverse=True))
        return (bool(lines[n]), *sums[n], won, best)

    def compare(a: int, b: int) -> int:
        return -1 if better(a, b) else 1 if better(b, a) else a - b

    ordered = sorted(ranked, key=cmp_to_key(compare))
    return [(1 + sum(better(other, n) for other in ranked), n) for n in ordered]
