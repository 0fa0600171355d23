"""What a draw by chance is made from, as plain values that anybody may read: numbers, never names.

The same record drives the draw itself and its repetition by `stolik verify`: whoever has it, the
key and the label gets the same tables.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from stolik.fair import VERSION, digest, uniform
from stolik.fair.closing import written
from stolik.refusal import Refused
from stolik.tournament.consequences import apart_groups, teams_in
from stolik.tournament.format import DrawKind
from stolik.tournament.placement import Tables, table_policy
from stolik.tournament.seating import (
    LockedTable,
    Offer,
    Price,
    SeatingRequest,
    lot,
    offers,
    plan,
    short_tables,
)
from stolik.tournament.state import EntrantNumber, RoundStatus, TournamentState
from stolik.tournament.tables import TableCount, TablePolicy, resized, table_sizes

DrawInput = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The tables of the round, the rounds planned after it, and their price."""

    tables: Tables
    plan: tuple[Tables, ...] = ()
    prices: tuple[Price, ...] = ()


def draw_input(state: TournamentState, stage: int, table_size: int | None) -> DrawInput:
    """Everything the draw that is due depends on, apart from chance."""
    shape, playing = state.format.stages[stage], state.members(stage)
    by_lot, played = shape.draw is DrawKind.LOT, _played(state, stage)
    policy = table_policy(state.format)
    policy = policy if table_size is None else resized(policy, table_size)
    fixed = {n: t for n in playing if (t := state.entrants[n].fixed_table) is not None}
    told = {
        "kind": shape.draw.value,
        "entrants": list(playing),
        "rounds": 1 if by_lot else shape.rounds - len(played),
        "games": shape.games,
        "tables": _policy_told(policy),
        # A lot knows nothing of earlier rounds: so the regulations draw it.
        "played": [] if by_lot else _lists(played),
        "draft": [] if by_lot else _lists(_earlier_plan(state, stage)),
        "wished": len(state.apart),  # the first groups are wishes, the others clubs and teams
        "apart": [sorted(group) for group in apart_groups(state)],
        "fixed": [[n, t] for n, t in sorted(fixed.items())],
        "carries_starts": shape.carry_missed_starts,
        "locked": _locked(state),
        # Everybody's first visit to a short table, so that nobody is drawn to a second one.
        "short_before": _short_before(state, policy) if by_lot else [],
    }
    teams = [sorted(team) for team in teams_in(state)] if state.decided(34) else []
    # Only where there are some: an input without teams stays as logs have it.
    return told | {"teams": teams} if teams else told


def named_input(
    state: TournamentState, stage: int, named: str
) -> tuple[int | None, DrawInput] | None:
    """The input with this hash, and the table size asked for: of those there are, the one named."""
    policy = table_policy(state.format)
    for size in (None, *range(policy.smallest, policy.largest + 1)):
        try:
            told = draw_input(state, stage, size)
        except Refused:
            continue
        if named in (input_hash(told), former_hash(told)):
            return size, told
    return None


def made_from(told: Mapping[str, Any], seed: str, label: str) -> Redrawn:
    """The draw this input gives with this chance; always the same."""
    request, throw = request_of(told), chance(seed, label)
    if told["kind"] == DrawKind.LOT.value and not request.locked:
        drawn = lot(
            request.entrants,
            table_sizes(len(request.entrants), request.tables),
            throw,
            teams=request.teams,
            apart=request.apart,
            fixed=request.fixed,
            short_before=dict(told["short_before"]),
        )
        return Redrawn(numbers(drawn))
    found = plan(request, throw)
    first, *later = (numbers(tables) for tables in found.rounds)
    return Redrawn(first, tuple(later), found.prices)


def with_offers(told: Mapping[str, Any], seed: str, label: str) -> tuple[Offer, ...]:
    """The plan and other table sizes with fewer repeats: for the beginning of a tournament."""
    return offers(request_of(told), chance(seed, label))


def chance(seed: str, label: str) -> Callable[[int], int]:
    """Uniform numbers that only the published seed and the label decide."""
    # A seed "fair-1:…" is a key that a commitment and dice have made: docs/fair.md.
    is_key = re.fullmatch(f"{VERSION}:[0-9a-f]{{64}}", seed)
    key = bytes.fromhex(seed[-64:]) if is_key else digest("stolik tournament", seed)
    return uniform(key, label)


def input_hash(told: Mapping[str, Any]) -> str:
    """Binds a draw to what it was made from."""
    return sha256(written(told).encode()).hexdigest()


def former_hash(told: Mapping[str, Any]) -> str:
    """As logs have it that were written before the whole input was told."""
    facts = [
        *(told["entrants"], told["rounds"], told["games"], told["tables"]["preferred"]),
        *(told["played"], told["draft"], sorted(told["apart"]), told["fixed"], told["locked"]),
    ]
    return sha256(json.dumps(facts).encode()).hexdigest()


def request_of(told: Mapping[str, Any]) -> SeatingRequest:
    """The question behind the record, for the planner."""
    policy = told["tables"]
    return SeatingRequest(
        entrants=tuple(told["entrants"]),
        rounds=told["rounds"],
        tables=TablePolicy(
            policy["smallest"],
            policy["largest"],
            policy["preferred"],
            policy["full"],
            tuple(TableCount(*count) for count in policy["counts"]),
        ),
        games=told["games"],
        played=tuple(numbers(tables) for tables in told["played"]),
        draft=tuple(numbers(tables) for tables in told["draft"]),
        teams=tuple(frozenset(team) for team in told.get("teams", ())),
        apart=tuple(frozenset(group) for group in told["apart"]),
        fixed=dict(told["fixed"]),
        carries_starts=told["carries_starts"],
        locked=tuple(LockedTable(1, table, tuple(seats)) for table, seats in told["locked"]),
    )


def numbers(tables: Sequence[Sequence[int]]) -> Tables:
    """Tables of draw numbers."""
    return tuple(tuple(EntrantNumber(n) for n in seats) for seats in tables)


def _policy_told(policy: TablePolicy) -> dict[str, Any]:
    return {
        "smallest": policy.smallest,
        "largest": policy.largest,
        "preferred": policy.preferred,
        "full": policy.full,
        "counts": [[count.fewest, count.most, count.tables] for count in policy.counts],
    }


def _played(state: TournamentState, stage: int) -> tuple[Tables, ...]:
    return tuple(tuple(t.seats for t in r.tables) for r in state.rounds_of(stage))


def _earlier_plan(state: TournamentState, stage: int) -> tuple[Tables, ...]:
    """What was planned before the field changed: kept as far as it goes, so nobody meets twice.

    A draft that is drawn again has to come out differently, so its plan is not kept.
    """
    return state.plan if state.stage == stage and state.draft is None else ()


def _locked(state: TournamentState) -> list[list[Any]]:
    if state.draft is None:
        return []
    return [[t.number, list(t.seats)] for t in state.draft.tables if t.locked]


def _short_before(state: TournamentState, policy: TablePolicy) -> list[list[int]]:
    rounds = (r for r in state.rounds if r.status is RoundStatus.PUBLISHED)
    played = tuple(tuple(t.seats for t in r.tables) for r in rounds)
    visits = short_tables(played, policy.full)
    return [[n, count] for n, count in sorted(visits.items()) if count]


def _lists(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[list[int]]]:
    return [[list(seats) for seats in tables] for tables in rounds]
