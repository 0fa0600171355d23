"""Every table of a round at a glance: what a referee walks to first."""

from typing import Any

from stolik.app.hall.hall import Hall
from stolik.app.live.table import LiveTable
from stolik.app.office.online import published_round
from stolik.table_clock.state import ClockState


async def tables_at_a_glance(hall: Hall, number: int) -> list[dict[str, Any]]:
    """The tables of a published round: where each is played and whether something is the matter.

    Nothing here is secret: all of it can be seen by who stands beside the table.
    """
    clocks = {room.place.table: room.state for room in await hall.clocks_of(number)}
    live = dict(await hall.online.tables_of(number))
    owing = set(hall.owing(number))
    return [
        {
            "table": int(table.number),
            "owing": int(table.number) in owing,
            "online": live[table.number].setup.id if table.number in live else None,
            **_stands(live.get(table.number), clocks.get(table.number, ClockState())),
        }
        for table in published_round(hall.office.state, number).tables
    ]


def _stands(live: LiveTable | None, clock: ClockState) -> dict[str, Any]:
    return _of_clock(clock) if live is None else _of_live(live)


def _of_clock(clock: ClockState) -> dict[str, Any]:
    return {
        "phase": clock.phase.value,
        "game": clock.game,
        "turn": clock.turn,
        "paused": bool(clock.held_by),
        "flagged": clock.flagged,
        "waits": clock.waits,
        "disputes": [],
        "inspected": None,
    }


def _of_live(live: LiveTable) -> dict[str, Any]:
    state = live.state
    return {
        "phase": state.phase.value,
        "game": state.game,
        "turn": state.turn,
        "paused": state.paused,
        "flagged": False,
        "waits": False,
        "disputes": [
            {"number": n, "seat": dispute.seat, "event": dispute.event}
            for n, dispute in enumerate(state.disputes, start=1)
            if dispute.ruling is None
        ],
        "inspected": state.inspected,
    }
