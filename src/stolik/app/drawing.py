"""The next round's tables: by lot, by plan, or as the ranking places them; chance has a seed."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Protocol

from stolik.fair import VERSION, digest, draw_label, uniform
from stolik.tournament.commands import Draw
from stolik.tournament.consequences import apart_groups
from stolik.tournament.draws import stage_to_draw
from stolik.tournament.format import DrawKind
from stolik.tournament.placement import Tables, placed_tables, table_policy
from stolik.tournament.seating import (
    ALGORITHM,
    LockedTable,
    Offer,
    Plan,
    Price,
    SeatingRequest,
    lot,
    offers,
    plan,
    short_tables,
)
from stolik.tournament.state import EntrantNumber, TournamentState
from stolik.tournament.tables import resized, table_sizes


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw, what the plan could not avoid, and other table sizes with fewer repeats."""

    command: Draw
    prices: tuple[Price, ...] = ()
    offers: tuple[tuple[int, int], ...] = ()  # (table size, repeats)


class NextDraw(Protocol):
    """`next_draw`, or somebody who asks for it elsewhere: a draw may think for seconds."""

    def __call__(
        self,
        state: TournamentState,
        *,
        reason: str = "",
        table_size: int | None = None,
        seed: str | None = None,
        public: str = "",
    ) -> Drawn: ...


def next_draw(
    state: TournamentState,
    *,
    reason: str = "",
    table_size: int | None = None,
    seed: str | None = None,
    public: str = "",
) -> Drawn:
    """The draw that is due, made; `decide` still has the last word on it.

    `seed` and `public` come from a pledge; without one the tournament's own seed decides.
    """
    stage = stage_to_draw(state)
    placed = placed_tables(state, stage)
    if placed is not None:
        how = state.format.stages[stage].seating.value
        return Drawn(Draw(placed, how=how, reason=reason))
    if table_size is None and _plan_holds(state, stage):
        # Nothing has changed since the plan was made: its next round comes without new chance.
        return Drawn(Draw(state.plan[0], how="planned", algorithm=ALGORITHM, plan=state.plan[1:]))
    drawn = _by_chance(state, stage, table_size, state.seed if seed is None else seed)
    return replace(drawn, command=replace(drawn.command, reason=reason, public=public))


def wants_chance(state: TournamentState, table_size: int | None = None) -> bool:
    """Whether the draw that is due needs new chance."""
    stage = stage_to_draw(state)
    placed = placed_tables(state, stage) is not None
    return not placed and (table_size is not None or not _plan_holds(state, stage))


def drawn_by_hand(tables: Tables, reason: str = "") -> Drawn:
    """Slips that people drew and somebody entered."""
    return Drawn(Draw(tables, how="by_hand", reason=reason))


def chance(seed: str, label: str) -> Callable[[int], int]:
    """Uniform numbers that only the published seed and the label decide."""
    # A seed "fair-1:…" is a key that a commitment and dice have made: docs/fair.md.
    is_key = re.fullmatch(f"{VERSION}:[0-9a-f]{{64}}", seed)
    key = bytes.fromhex(seed[-64:]) if is_key else digest("stolik tournament", seed)
    return uniform(key, label)


def _by_chance(state: TournamentState, stage: int, table_size: int | None, seed: str) -> Drawn:
    label = draw_label(state.draws + 1)
    request = _request(state, stage, table_size)
    throw = chance(seed, label)
    kind = state.format.stages[stage].draw
    made = Draw(
        (),
        how=kind.value,
        label=label,
        algorithm=ALGORITHM,
        input_hash=_input_hash(request),
    )
    if kind is DrawKind.LOT and not request.locked:
        return Drawn(replace(made, tables=_by_lot(state, request, throw)))
    # Another table size is a question for the beginning, when nobody has sat down yet.
    fresh = not (request.played or state.draft or table_size)
    found = offers(request, throw) if fresh else (Offer(0, plan(request, throw)),)
    first, *later = _numbered(found[0].plan)
    return Drawn(
        replace(made, tables=first, plan=tuple(later)),
        found[0].plan.prices,
        tuple((offer.table_size, offer.plan.repeats) for offer in found if len(found) > 1),
    )


def _plan_holds(state: TournamentState, stage: int) -> bool:
    return (
        state.format.stages[stage].draw is DrawKind.PLANNED
        and bool(state.plan)
        and state.stage == stage
        and state.draft is None
        and state.plan_field == frozenset(state.playing)
    )


def _request(state: TournamentState, stage: int, table_size: int | None) -> SeatingRequest:
    shape = state.format.stages[stage]
    playing = state.members(stage)
    by_lot = shape.draw is DrawKind.LOT
    played = _played(state, stage)
    policy = table_policy(state.format)
    return SeatingRequest(
        entrants=playing,
        rounds=1 if by_lot else shape.rounds - len(played),
        tables=policy if table_size is None else resized(policy, table_size),
        games=shape.games,
        # A lot knows nothing of earlier rounds: so the regulations draw it.
        played=() if by_lot else played,
        draft=() if by_lot else _earlier_plan(state, stage),
        apart=apart_groups(state),
        fixed={n: t for n in playing if (t := state.entrants[n].fixed_table) is not None},
        carries_starts=shape.carry_missed_starts,
        locked=_locked(state),
    )


def _by_lot(state: TournamentState, request: SeatingRequest, throw: Callable[[int], int]) -> Tables:
    sizes = table_sizes(len(request.entrants), request.tables)
    # Everybody's first visit to a short table, so that nobody is drawn to a second one.
    played = tuple(tuple(t.seats for t in r.tables) for r in state.rounds if r is not state.draft)
    drawn = lot(
        request.entrants,
        sizes,
        throw,
        apart=request.apart,
        fixed=request.fixed,
        short_before=short_tables(played, request.tables.full),
    )
    return _numbers(drawn)


def _played(state: TournamentState, stage: int) -> tuple[Tables, ...]:
    return tuple(tuple(t.seats for t in r.tables) for r in state.rounds_of(stage))


def _earlier_plan(state: TournamentState, stage: int) -> tuple[Tables, ...]:
    """What was planned before the field changed: kept as far as it goes, so nobody meets twice.

    A draft that is drawn again has to come out differently, so its plan is not kept.
    """
    return state.plan if state.stage == stage and state.draft is None else ()


def _locked(state: TournamentState) -> tuple[LockedTable, ...]:
    if state.draft is None:
        return ()
    return tuple(LockedTable(1, t.number, t.seats) for t in state.draft.tables if t.locked)


def _numbered(made: Plan) -> list[Tables]:
    return [_numbers(tables) for tables in made.rounds]


def _numbers(tables: Sequence[Sequence[int]]) -> Tables:
    return tuple(tuple(EntrantNumber(n) for n in seats) for seats in tables)


def _input_hash(request: SeatingRequest) -> str:
    """What the draw was made from, so that anybody can make it again."""
    facts = [
        list(request.entrants),
        request.rounds,
        request.games,
        request.tables.preferred,
        [[list(t) for t in r] for r in request.played],
        [[list(t) for t in r] for r in request.draft],
        sorted(sorted(group) for group in request.apart),
        sorted(request.fixed.items()),
        [[lock.table, list(lock.seats)] for lock in request.locked],
    ]
    return sha256(json.dumps(facts).encode()).hexdigest()
