"""Every table of a round at a glance: what a referee walks to first."""

from typing import Any

from stolik.app.hall.hall import Hall
from stolik.app.hall.online_tables import held_by_hall
from stolik.app.live.dues import vanished_turns
from stolik.app.live.host import TURNS_UNTIL_REFEREE, Host
from stolik.app.office.online import published_round
from stolik.rummikub.state import Seat
from stolik.table_clock.state import ClockState, Holder


async def tables_at_a_glance(hall: Hall, number: int) -> list[dict[str, Any]]:
    """The tables of a published round: where each is played and whether something is the matter.

    Nothing here is secret: all of it can be seen by who stands beside the table.
    """
    clocks = {room.place.table: room.state for room in await hall.clocks_of(number)}
    hosts, owing = await hall.online.hosts_of(number), set(hall.owing(number))
    tables = [int(table.number) for table in published_round(hall.office.state, number).tables]
    return [
        {
            "table": table,
            "owing": table in owing,
            **(_online(hosts[table]) if table in hosts else _in_hall(clocks.get(table))),
        }
        for table in tables
    ]


def _in_hall(clock: ClockState | None) -> dict[str, Any]:
    clock = clock or ClockState()
    return {
        "online": None,
        "phase": clock.phase.value,
        "game": clock.game,
        "turn": clock.turn,
        "paused": Holder.TABLE in clock.held_by,
        "flagged": clock.flagged,
        "waits": clock.waits,
        "disputes": [],
        "inspected": None,
        "away": [],
    }


def _online(host: Host) -> dict[str, Any]:
    table, present = host.room.table, host.room.audience.present()
    state = table.state
    seats = [Seat(n) for n in range(len(state.seats))]
    return {
        "online": table.setup.id,
        "phase": state.phase.value,
        "game": state.game,
        "turn": state.turn,
        "paused": state.paused and not held_by_hall(host),
        "flagged": False,
        "waits": False,
        "disputes": [
            {"number": n, "seat": dispute.seat, "event": dispute.event}
            for n, dispute in enumerate(state.disputes, start=1)
            if dispute.ruling is None
        ],
        "inspected": state.inspected,
        "away": [
            seat
            for seat in seats
            if not present[seat] and vanished_turns(table, seat) >= TURNS_UNTIL_REFEREE
        ],
    }
