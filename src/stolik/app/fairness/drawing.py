"""The next round's tables: by lot, by plan, or as the ranking places them; chance has a seed."""

from dataclasses import dataclass, replace
from typing import Protocol

from stolik.app.fairness.draw_input import (
    chance,
    draw_input,
    input_hash,
    made_from,
    numbers,
    with_offers,
)
from stolik.fair import draw_label
from stolik.tournament.commands import Draw
from stolik.tournament.draws import stage_to_draw
from stolik.tournament.format import DrawKind
from stolik.tournament.placement import Tables, placed_tables
from stolik.tournament.seating import ALGORITHM, Price
from stolik.tournament.slips import SLIPS, tables_by_slip
from stolik.tournament.state import TournamentState

__all__ = [
    "BY_HAND",
    "Drawn",
    "NextDraw",
    "chance",
    "drawn_by_hand",
    "drawn_by_slips",
    "next_draw",
    "wants_chance",
]


BY_HAND = "by_hand"


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


def drawn_by_slips(state: TournamentState, reason: str = "") -> Drawn:
    """Slips that people drew and somebody entered, one by one."""
    return Drawn(Draw(tables_by_slip(state), how=SLIPS, reason=reason))


def drawn_by_hand(tables: Tables, reason: str = "") -> Drawn:
    """Tables somebody made in another way and typed in."""
    return Drawn(Draw(tables, how=BY_HAND, reason=reason))


def _by_chance(state: TournamentState, stage: int, table_size: int | None, seed: str) -> Drawn:
    label = draw_label(state.draws + 1)
    told = draw_input(state, stage, table_size)
    kind = state.format.stages[stage].draw
    made = Draw((), how=kind.value, label=label, algorithm=ALGORITHM, input_hash=input_hash(told))
    # Another table size is a question for the beginning, when nobody has sat down yet.
    fresh = not (told["played"] or state.draft or table_size or kind is DrawKind.LOT)
    if not fresh:
        again = made_from(told, seed, label)
        return Drawn(replace(made, tables=again.tables, plan=again.plan), again.prices)
    found = with_offers(told, seed, label)
    first, *later = (numbers(tables) for tables in found[0].plan.rounds)
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
