"""Seats that follow from a ranking: the scheme, best with best, groups."""

from stolik.tournament.cut import would_advance
from stolik.tournament.format import Seating, TableRule, TournamentFormat
from stolik.tournament.schemes import best_with_best, serpentine
from stolik.tournament.standings import stage_standings
from stolik.tournament.state import Seats, TournamentState
from stolik.tournament.tables import TWENTY_TABLES, TablePolicy, table_sizes

Tables = tuple[Seats, ...]


def placed_tables(state: TournamentState, stage: int) -> Tables | None:
    """The tables of the next round of a stage, None where chance decides."""
    policy = table_policy(state.format)
    match state.format.stages[stage].seating:
        case Seating.DRAW:
            return None
        case Seating.SCHEME:
            ranked = ranked_members(state, stage)
            return serpentine(ranked, len(table_sizes(len(ranked), policy)))
        case Seating.RANK:
            return best_with_best(ranked_members(state, stage), policy)
        case Seating.GROUPS:
            return _groups(state, stage, policy)


def table_policy(shape: TournamentFormat) -> TablePolicy:
    """The sizes of tables a format knows."""
    match shape.table_rule:
        case TableRule.TWENTY_FROM_SIXTY:
            return TWENTY_TABLES
        case TableRule.FEWEST_SHORT:
            least, most = shape.table_min, shape.table_max
            aim = max(least, min(most, shape.table_preferred or 4))
            return TablePolicy(least, most, aim)


def ranked_members(state: TournamentState, stage: int) -> Seats:
    """The field of a stage in the order it is seated by; who came late comes last."""
    members = state.members(stage)
    if stage == 0 or (stage in state.qualified and not state.decided(30)):
        return members
    ranked = [row.entrant for row in stage_standings(state, stage - 1)]
    if stage in state.qualified:
        # A result corrected after the cut moves seats, until they are announced (decision 30).
        ahead = would_advance(state, stage)
        ranked = [*ahead, *(n for n in ranked if n not in ahead)]
    order = {n: i for i, n in enumerate(ranked)}
    return tuple(sorted(members, key=lambda n: (order.get(n, len(order)), n)))


def _groups(state: TournamentState, stage: int, policy: TablePolicy) -> Tables | None:
    """Groups stay together; the start moves on by one seat each round."""
    before = state.rounds_of(stage)
    if before:
        left = [[n for n in t.seats if state.entrants[n].plays] for t in before[-1].tables]
        for late in sorted(set(state.members(stage)) - {n for seats in left for n in seats}):
            min(left, key=len).append(late)
        return tuple((*seats[1:], seats[0]) for seats in left if seats)
    if stage == 0:
        return None
    ranked = ranked_members(state, stage)
    return serpentine(ranked, len(table_sizes(len(ranked), policy)))
