"""A plain lot for one round, as slips drawn from a bag would give it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from stolik.tournament.seating.framing import frames
from stolik.tournament.seating.improve import Board, improve
from stolik.tournament.seating.openings import settled
from stolik.tournament.seating.planning import Field, shuffled
from stolik.tournament.seating.plans import Chance, Entrant, Round, SeatingRequest

LOT_EFFORT = 40_000


def lot(
    entrants: Sequence[Entrant],
    sizes: Sequence[int],
    chance: Chance,
    *,
    teams: Sequence[frozenset[Entrant]] = (),
    apart: Sequence[frozenset[Entrant]] = (),
    fixed: Mapping[Entrant, int] | None = None,
    short_before: Mapping[Entrant, int] | None = None,
) -> Round:
    """Everybody drawn to a table and a seat; who met whom before does not matter.

    Wishes are met by exchanging drawn slips: as few as needed, so the rest stays as drawn.
    `short_before` counts earlier visits to a short table, to avoid a second one.
    """
    request = SeatingRequest(
        tuple(entrants),
        1,
        sizes=tuple(sizes),
        teams=tuple(teams),
        apart=tuple(apart),
        fixed=fixed or {},
    )
    field = Field(request, frames(request), shuffled(entrants, chance))
    (frame,), (held,) = field.hall, field.held
    tables = settled(frame, held, (), order=range(len(field.drawn)))
    visits = Counter(short_before or {})
    board = Board([tables], field.terms([visits[e] for e in field.drawn]))
    (drawn,) = improve(board, chance=chance, effort=LOT_EFFORT, floor=0)
    # Fixed entrants were put down first; the seats at a table are drawn like everything else.
    return tuple(shuffled(table, chance) for table in field.entrants_at([drawn])[0])
