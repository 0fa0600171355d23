"""The same field at tables of another size: 12 at fours with repeats, or at threes without."""

from dataclasses import dataclass, replace

from stolik.refusal import Refused
from stolik.tournament.seating.planning import plan
from stolik.tournament.seating.plans import Chance, Plan, SeatingRequest
from stolik.tournament.tables import resized


@dataclass(frozen=True, slots=True)
class Offer:
    """A plan and the table size it aims at."""

    table_size: int
    plan: Plan


def offers(request: SeatingRequest, chance: Chance) -> tuple[Offer, ...]:
    """The plan asked for, then any other table size that repeats fewer meetings."""
    asked = Offer(request.tables.preferred, plan(request, chance))
    if asked.plan.repeats == 0 or request.sizes or request.locked:
        return (asked,)
    policy = request.tables
    others = (
        _offer(request, size, chance)
        for size in range(policy.largest, policy.smallest - 1, -1)
        if size != policy.preferred
    )
    return (asked, *(o for o in others if o and o.plan.repeats < asked.plan.repeats))


def _offer(request: SeatingRequest, size: int, chance: Chance) -> Offer | None:
    try:
        tables = resized(request.tables, size)
        return Offer(size, plan(replace(request, tables=tables), chance))
    except Refused:
        return None
