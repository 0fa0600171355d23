"""Whether the seats of a table may still change: not once somebody has begun to play there."""

from stolik.app.hall.codes import Refusal
from stolik.app.hall.hall import Hall
from stolik.refusal import Violation, refuse
from stolik.table_clock.state import ClockState, Phase


async def demand_not_begun(hall: Hall, number: int, table: int) -> None:
    """Refused where other seats would move a clock that ran, or throw an online table away."""
    if hall.online.table(number, table) is not None:
        refuse(Violation(Refusal.SEATS_ONLINE, facts={"table": table}))
    clock = (await hall.clock_states(number)).get(table)
    if clock is not None and has_begun(clock):
        refuse(Violation(Refusal.SEATS_SETTLED, facts={"table": table}))


def has_begun(clock: ClockState) -> bool:
    """A game was started, or somebody said from his seat that he opens at once."""
    waits = clock.phase in (Phase.NOT_SET, Phase.READY) and clock.game == 0
    return not waits or bool(clock.announced_before)
