"""Every table of a round at a glance: what a referee walks to first."""

from typing import Any

from stolik.app.hall.hall import Hall
from stolik.app.hall.online_tables import held_by_hall
from stolik.app.hall.second_sheet import open_contradictions
from stolik.app.tables.host import Host
from stolik.app.tournaments.online import published_round
from stolik.table_clock.state import ClockState, Holder


async def tables_at_a_glance(hall: Hall, number: int) -> list[dict[str, Any]]:
    """The tables of a published round: where each is played and whether something is the matter.

    Nothing here is secret: all of it can be seen by who stands beside the table.
    """
    clocks = await hall.clock_states(number)
    hosts, owing = await hall.online.hosts_of(number), set(hall.owing(number))
    tables = [int(table.number) for table in published_round(hall.office.state, number).tables]
    return [
        {
            "table": table,
            "owing": table in owing,
            "contradictions": open_contradictions(hall, number, table),
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
        "paused": bool(clock.held_by & {Holder.TABLE, Holder.OUTAGE}),
        "flagged": clock.flagged,
        "waits": clock.waits,
        "disputes": [],
        "inspected": None,
        "away": [],
        "devices": [],
    }


def _online(host: Host) -> dict[str, Any]:
    play, state = host.play, host.room.table.state
    return {
        "online": host.room.table.setup.id,
        "phase": state.phase.value,
        "game": play.game_number,
        "turn": state.turn,
        "paused": state.paused and not held_by_hall(host),
        "flagged": False,
        "waits": play.waits_for_referee,
        "disputes": list(play.open_disputes()),
        "inspected": state.inspected,
        "away": play.away(host.room.audience.present()),
        "devices": _devices(host),
    }


def _devices(host: Host) -> list[dict[str, int]]:
    """Seats that more than one device looks through in the game that is played."""
    if not host.play.hides_racks:
        return []
    eyes, seats = host.room.table.eyes, range(len(host.room.table.setup.seats))
    return [{"seat": n, "count": eyes.count(n)} for n in seats if eyes.count(n) > 1]
