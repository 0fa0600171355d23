"""Before a cut: who is safe, who is out, who is still in play."""

from collections.abc import Mapping
from enum import StrEnum

from stolik.tournament.cut import eligible
from stolik.tournament.format import Field
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
    size = _size(state)
    if size is None:
        return {}
    rows = eligible(state, state.stage)
    if not _games_left(state, None):
        return {
            row.entrant: Outlook.SAFE if i < size else Outlook.OUT for i, row in enumerate(rows)
        }
    have = {row.entrant: _big(row.columns["big_points"]) for row in rows}
    reach = {n: points + best_game * _games_left(state, n) for n, points in have.items()}
    return {n: _outlook(n, size, have, reach) for n in have}


def _outlook(
    me: EntrantNumber,
    size: int,
    have: Mapping[EntrantNumber, Points],
    reach: Mapping[EntrantNumber, Points],
) -> Outlook:
    others = [n for n in have if n != me]
    if sum(reach[n] >= have[me] for n in others) < size:
        return Outlook.SAFE
    if sum(have[n] > reach[me] for n in others) >= size:
        return Outlook.OUT
    return Outlook.LIVE


def _size(state: TournamentState) -> int | None:
    """How many the next stage takes, where the format says so beforehand."""
    following = state.format.stages[state.stage + 1 : state.stage + 2]
    if not following or following[0].field is not Field.CUT:
        return None
    count = len(state.entrants)
    sizes = [r.size for r in following[0].cut if r.least <= count <= r.most]
    return sizes[0] if sizes else None


def _games_left(state: TournamentState, entrant: EntrantNumber | None) -> int:
    """Games of this stage still to come for an entrant, or for the one with the most."""
    stage = state.current_stage
    rounds = state.rounds_of(state.stage)
    to_draw = (stage.rounds - len(rounds)) * stage.games
    open_games = [
        sum((t.number, g) not in r.results for g in range(1, r.games + 1))
        for r in rounds
        for t in r.tables
        if entrant is None or entrant in t.seats
    ]
    here = max(open_games, default=0) if entrant is None else sum(open_games)
    return to_draw + here


def _big(value: object) -> Points:
    assert not isinstance(value, tuple)
    return value  # type: ignore[return-value]
