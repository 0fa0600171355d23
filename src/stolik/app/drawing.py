"""The next round's tables: by lot, by plan, by the scheme or by rank; chance has a seed."""

import json
from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256

from stolik.fair import below, digest
from stolik.tournament.commands import Draw
from stolik.tournament.format import DrawKind, Seating, TableRule, TournamentFormat
from stolik.tournament.plans import ALGORITHM, LockedTable, Plan, SeatingRequest
from stolik.tournament.progress import due
from stolik.tournament.schemes import best_with_best, serpentine
from stolik.tournament.seating import plan
from stolik.tournament.standings import stage_standings
from stolik.tournament.state import EntrantNumber, RoundNumber, Seats, TournamentState
from stolik.tournament.tables import TWENTY_TABLES, TablePolicy

Tables = tuple[Seats, ...]


def next_draw(state: TournamentState, reason: str = "") -> Draw:
    """The draw that is due, made; `decide` still has the last word on it."""
    stage = state.draft.stage if state.draft else due(state).stage
    shape = state.format.stages[stage]
    match shape.seating:
        case Seating.DRAW:
            return _by_chance(state, stage, reason)
        case Seating.SCHEME:
            ranked = _ranked(state, stage)
            return Draw(serpentine(ranked, len(ranked) // 4), how="scheme", reason=reason)
        case Seating.RANK:
            tables = best_with_best(_ranked(state, stage), table_policy(state.format))
            return Draw(tables, how="rank", reason=reason)


def drawn_by_hand(tables: Tables, reason: str = "") -> Draw:
    """Slips that people drew and somebody entered."""
    return Draw(tables, how="slips", reason=reason)


def table_policy(shape: TournamentFormat) -> TablePolicy:
    """The sizes of tables a format knows."""
    match shape.table_rule:
        case TableRule.TWENTY_FROM_SIXTY:
            return TWENTY_TABLES
        case TableRule.FEWEST_SHORT:
            preferred = min(shape.table_max, 4)
            return TablePolicy(shape.table_min, shape.table_max, preferred)


def chance(seed: str, label: str) -> Callable[[int], int]:
    """Uniform numbers that only the published seed and the label decide."""
    return below(digest("stolik tournament", seed), label)


def _by_chance(state: TournamentState, stage: int, reason: str) -> Draw:
    label = f"draw/{state.draws + 1}"
    shape = state.format.stages[stage]
    rounds_left = shape.rounds - len(_played(state, stage))
    if shape.draw is DrawKind.LOT:
        rounds_left = 1
    elif _plan_holds(state, stage):
        # Nothing has changed since the plan was made: its next round comes without new chance.
        return Draw(state.plan[0], how="planned", algorithm=ALGORITHM, plan=state.plan[1:])
    request = _request(state, stage, rounds_left)
    throw = chance(state.seed, label)
    made = plan(request, throw)
    first, *later = _numbered(made)
    return Draw(
        first,
        how=shape.draw.value,
        label=label,
        algorithm=ALGORITHM,
        input_hash=_input_hash(request),
        plan=tuple(later),
        reason=reason,
    )


def _plan_holds(state: TournamentState, stage: int) -> bool:
    return (
        bool(state.plan)
        and state.stage == stage
        and state.draft is None
        and state.plan_field == frozenset(state.playing)
    )


def _request(state: TournamentState, stage: int, rounds: int) -> SeatingRequest:
    shape = state.format.stages[stage]
    playing = _members(state, stage)
    return SeatingRequest(
        entrants=playing,
        rounds=rounds,
        tables=table_policy(state.format),
        games=shape.games,
        # A lot knows nothing of earlier rounds: so the regulations draw it.
        played=() if shape.draw is DrawKind.LOT else _played(state, stage),
        apart=_apart(state),
        fixed={n: t for n in playing if (t := state.entrants[n].fixed_table) is not None},
        carries_starts=shape.carry_missed_starts,
        locked=_locked(state),
    )


def _members(state: TournamentState, stage: int) -> Seats:
    members = state.qualified.get(stage, tuple(sorted(state.entrants)))
    return tuple(n for n in members if state.entrants[n].plays)


def _ranked(state: TournamentState, stage: int) -> Seats:
    """The field of a stage in the order it is seated by; who came late comes last."""
    members = _members(state, stage)
    if stage in state.qualified or stage == 0:
        return members
    order = {row.entrant: i for i, row in enumerate(stage_standings(state, stage - 1))}
    return tuple(sorted(members, key=lambda n: (order.get(n, len(order)), n)))


def _played(state: TournamentState, stage: int) -> tuple[Tables, ...]:
    return tuple(tuple(t.seats for t in r.tables) for r in state.rounds_of(stage))


def _apart(state: TournamentState) -> tuple[frozenset[EntrantNumber], ...]:
    """Families and schools as entered; a team never meets itself."""
    teams: dict[str, set[EntrantNumber]] = defaultdict(set)
    for entrant in state.entrants.values():
        if entrant.team:
            teams[entrant.team].add(entrant.number)
    return (*state.apart, *(frozenset(team) for team in teams.values() if len(team) > 1))


def _locked(state: TournamentState) -> tuple[LockedTable, ...]:
    if state.draft is None:
        return ()
    return tuple(LockedTable(1, t.number, t.seats) for t in state.draft.tables if t.locked)


def _numbered(made: Plan) -> list[Tables]:
    return [
        tuple(tuple(EntrantNumber(n) for n in seats) for seats in tables) for tables in made.rounds
    ]


def _input_hash(request: SeatingRequest) -> str:
    """What the draw was made from, so that anybody can make it again."""
    facts = [
        list(request.entrants),
        request.rounds,
        [[list(t) for t in r] for r in request.played],
        sorted(sorted(group) for group in request.apart),
        sorted(request.fixed.items()),
    ]
    return sha256(json.dumps(facts).encode()).hexdigest()


def round_number(state: TournamentState) -> RoundNumber:
    """The round the draft or the last publication is about."""
    return state.rounds[-1].number
