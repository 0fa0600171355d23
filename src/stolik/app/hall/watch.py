"""Every table of a round at a glance: what a referee walks to first."""

from collections.abc import Callable
from typing import Any

from stolik.app.hall.hall import Hall
from stolik.app.hall.online_tables import held_by_hall
from stolik.app.hall.second_sheet import open_contradictions
from stolik.app.streams.slices import in_slices
from stolik.app.tables.host import Host
from stolik.app.tournaments.online import published_round
from stolik.seats import Role, Viewer
from stolik.table_clock.state import ClockState, Holder

_WHOLE = frozenset({"felt", "tableau", "jokers"})  # how all of it lay: too much for a glance


Judges = Callable[[int], bool]  # whether who looks is a referee of this table


async def tables_at_a_glance(
    hall: Hall, number: int, judges: Judges = lambda _: False
) -> list[dict[str, Any]]:
    """The tables of a published round: where each is played and whether something is the matter.

    All of it can be seen by who stands beside the table, but for what a referee alone is told.
    """
    clocks = await hall.clock_states(number)
    hosts, owing = await hall.online.hosts_of(number), set(hall.owing(number))
    now, contradicted = hall.house.clock.now(), open_contradictions(hall, number)
    tables = [int(table.number) for table in published_round(hall.office.state, number).tables]
    return [
        {
            "table": table,
            "owing": table in owing,
            "contradictions": contradicted.get(table, []),
            **(
                _online(hosts[table], now, Role.REFEREE if judges(table) else Role.PUBLIC)
                if table in hosts
                else _in_hall(clocks.get(table) or ClockState(), now)
            ),
        }
        async for table in in_slices(tables)
    ]


def _in_hall(clock: ClockState, now: int) -> dict[str, Any]:
    paused = bool(clock.held_by & {Holder.TABLE, Holder.OUTAGE})
    return {
        "online": None,
        "phase": clock.phase.value,
        "game": clock.game,
        "turn": clock.turn,
        "paused": paused,
        "stands_ms": max(0, now - clock.since) if paused or clock.waits else None,
        "flagged": clock.flagged,
        "waits": clock.waits,
        "disputes": [],
        "inspected": None,
        "away": [],
        "devices": [],
    }


def _online(host: Host, now: int, role: Role) -> dict[str, Any]:
    play, state = host.play, host.room.table.state
    return {
        "online": host.room.table.setup.id,
        "phase": state.phase.value,
        "game": play.game_number,
        "turn": state.turn,
        "paused": state.paused and not held_by_hall(host),
        "stands_ms": now - _stands_from(host) if state.paused else None,
        "flagged": False,
        "waits": play.waits_for_referee,
        "disputes": _disputes(host, Viewer(role)),
        "inspected": state.inspected,
        "away": play.away(host.room.audience.present()),
        "devices": _devices(host),
    }


def _stands_from(host: Host) -> int:
    """Since when nobody plays on."""
    kind = host.play.paused_kind
    stood = (told.at for told in reversed(host.room.table.told) if isinstance(told.event, kind))
    return next(stood, 0)


def _disputes(host: Host, viewer: Viewer) -> list[dict[str, Any]]:
    """What waits for a decision; who may not read what was said does not learn who said it."""
    found = []
    for one in host.play.open_disputes():
        move = _move(host, one["event"], viewer)
        found.append({**one, "seat": one["seat"] if move["data"] else None, "move": move})
    return found


def _move(host: Host, number: int, viewer: Viewer) -> dict[str, Any]:
    """What a dispute is about, as who looks may see it."""
    shown = host.play.item(number, host.room.table.told[number - 1], viewer)
    return {"kind": shown.kind, "data": {k: v for k, v in shown.data.items() if k not in _WHOLE}}


def _devices(host: Host) -> list[dict[str, int]]:
    """Seats that more than one device looks through in the game that is played."""
    if not host.play.hides_racks:
        return []
    eyes, seats = host.room.table.eyes, range(len(host.room.table.setup.seats))
    return [{"seat": n, "count": eyes.count(n)} for n in seats if eyes.count(n) > 1]
