"""Teams ranked by what their members won together in the rounds that everybody plays."""

from collections import defaultdict
from dataclasses import dataclass

from stolik.tournament.format import OF_A_GROUP, Field
from stolik.tournament.standings import Row, ranked_rows, stage_tallies
from stolik.tournament.state import EntrantNumber, Points, Seats, TournamentState
from stolik.tournament.tiebreaks import Tally


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A ranked team; `row` has its sums, columns and reason."""

    team: str
    members: Seats
    row: Row


def team_standings(state: TournamentState) -> tuple[tuple[int, str, Points, Points], ...]:
    """Teams by the sums of their members: (place, team, big points, small points)."""
    return tuple(
        (t.row.place, t.team, t.row.big_points, t.row.small_points) for t in team_rows(state)
    )


def team_rows(state: TournamentState) -> tuple[TeamRow, ...]:
    """Sums of the members' points and places, by the chain of the stage as far as sums can tell."""
    stage = last_for_all(state)
    together: dict[str, list[Tally]] = defaultdict(list)
    for tally in stage_tallies(state, stage):
        if team := state.entrants[tally.entrant].team:
            together[team].append(tally)
    teams = sorted(together)
    summed = [_sum(EntrantNumber(i), together[team]) for i, team in enumerate(teams)]
    members = [tuple(sorted(t.entrant for t in together[team])) for team in teams]
    criteria = [name for name in state.format.stages[stage].criteria if _can_be_summed(name)]
    return tuple(
        TeamRow(teams[row.entrant], members[row.entrant], row)
        for row in ranked_rows(summed, criteria, stage)
    )


def last_for_all(state: TournamentState) -> int:
    """The last stage so far that everybody plays: later ones would favour who came further."""
    stages = range(state.stage, 0, -1)
    open_to_all = (
        s
        for s in stages
        if all(stage.field is Field.ALL for stage in state.format.stages[: s + 1])
        and state.rounds_of(s)
    )
    return next(open_to_all, 0)


def _can_be_summed(criterion: str) -> bool:
    return criterion not in OF_A_GROUP and not criterion.startswith("before.")


def _sum(number: EntrantNumber, members: list[Tally]) -> Tally:
    big: Points = sum((t.big_points for t in members), 0)
    small: Points = sum((t.small_points for t in members), 0)
    return Tally(number, tuple(line for t in members for line in t.played), big, small)
