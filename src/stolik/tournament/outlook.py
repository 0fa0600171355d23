"""Before a cut: who is safe, who is out, who is still in play."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from stolik.tournament.cut import eligible, size_of_cut, tied_on_line
from stolik.tournament.format import Criterion
from stolik.tournament.state import EntrantNumber, Points, TournamentState


class Outlook(StrEnum):
    """What an entrant can still reach."""

    SAFE = "safe"
    LIVE = "live"
    OUT = "out"


def outlook(state: TournamentState, best_game: int) -> Mapping[EntrantNumber, Outlook]:
    """Safe: enough others can no longer pass him. Out: enough others are beyond his reach.

    `best_game` is the most big points a game can give. Small points can swing by hundreds in a
    game, so equal big points count as undecided until the last result is in.
    """
    size = size_of_cut(state)
    if size is None or state.finished:
        return {}  # nobody goes on
    rows = eligible(state, state.stage)
    left = _games_left(state)
    if not any(left[row.entrant] for row in rows):
        tied = tied_on_line(state)
        final = [Outlook.SAFE if i < size else Outlook.OUT for i in range(len(rows))]
        return {
            row.entrant: Outlook.LIVE if row.entrant in tied else found
            for row, found in zip(rows, final, strict=True)
        }
    if state.current_stage.criteria[0] != Criterion.BIG_POINTS:
        # Only of big points is it known how many a game can give.
        return {row.entrant: Outlook.LIVE for row in rows}
    have = {row.entrant: row.big_points for row in rows}
    reach = {n: points + best_game * left[n] for n, points in have.items()}
    return _compared(size, have, reach)


def _compared(
    size: int, have: Mapping[EntrantNumber, Points], reach: Mapping[EntrantNumber, Points]
) -> Mapping[EntrantNumber, Outlook]:
    had, reached = sorted(have.values()), sorted(reach.values())
    found = {}
    for n in have:
        may_pass = len(reached) - bisect_left(reached, have[n]) - 1  # himself not counted
        beyond = len(had) - bisect_right(had, reach[n])
        found[n] = (
            Outlook.SAFE if may_pass < size else Outlook.OUT if beyond >= size else Outlook.LIVE
        )
    return found


def _games_left(state: TournamentState) -> Mapping[EntrantNumber, int]:
    """Games of this stage still to come for everybody."""
    stage = state.current_stage
    rounds = state.rounds_of(state.stage)
    to_draw = (stage.rounds - len(rounds)) * stage.games
    left = Counter(dict.fromkeys(state.playing, to_draw))
    for r in rounds:
        for table in r.tables:
            here = sum((table.number, g) not in r.results for g in range(1, r.games + 1))
            for n in table.seats:
                left[n] += here
    return left
