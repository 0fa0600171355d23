"""An online table of Miś Wojtek: set by requests, and played by a bot's head for every seat."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from stolik.app.tables.host import Host
from stolik.bots.wojtek.greedy import GreedyBot
from stolik.refusal import Refused
from stolik.seats import Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek.state import Phase, TableState, Waiting
from stolik.wojtek.view import visible_to
from tests.adapters.web.node import Browser, Running

_MOST_TURNS = 1000


def set_table(
    organiser: Browser, seats: int, *, board: str = "", **wanted: Any
) -> tuple[str, str, list[int]]:
    """Teams of one at an online table: the tournament, the table, and who sits there."""
    event = {"name": "Miś Wojtek", "format": "wojtek", "seed": "17", "board": board}
    here = organiser.post("/api/tournaments", event)["id"]
    path = f"/api/tournaments/{here}"
    for n in range(1, seats + 1):
        organiser.post(path, {"do": "enter", "name": f"Zawodnik {n}", "team": f"Drużyna {n}"})
    for do in ("draw", "publish"):
        organiser.post(path, {"do": do})
    (table,) = organiser.post(f"{path}/rounds/1/online", wanted)
    return here, table["id"], table["seats"]


def begun(server: Running, table: str, turns: int = 4) -> None:
    """The cards are dealt, and so many turns are played."""
    server.run(_begun(server, table, turns))


def played_to_the_end(server: Running, table: str) -> None:
    """A game with a report, a warning, a ruling and a dispute that was rewound, to its ranking."""
    server.run(_begun(server, table, 4))
    server.run(_disturbed(server, table))
    server.run(_played(server, table, _MOST_TURNS))


def two_games(server: Running, table: str) -> str:
    """A table like this one for two games: the first is over, the second has begun."""
    return server.run(_two_games(server, table))


def brought_to(server: Running, table: str, wanted: Callable[[TableState], bool]) -> TableState:
    """Cards are dealt and exchanged until somebody is to move and this is so; then it stands."""
    return server.run(_brought_to(server, table, wanted))


async def _brought_to(
    server: Running, table: str, wanted: Callable[[TableState], bool]
) -> TableState:
    host = await server.node.live.rooms.host(table)
    await _begun(server, table, 0)
    for _ in range(_MOST_TURNS):
        state = host.room.table.state
        with suppress(Refused):  # a clock ran out meanwhile
            if state.waiting is Waiting.START:
                await host.room.do(_thought(host), by="test")
            elif wanted(state):
                await host.room.do(c.Pause("próba"), by="referee")
                return state
            else:
                hand = state.seats[state.turn].hand
                await host.room.do(c.ExchangeCards(state.turn, hand), by="test")
    raise AssertionError("it never came to that")


async def _two_games(server: Running, table: str) -> str:
    rooms = server.node.live.rooms
    like = (await rooms.host(table)).room.table.setup
    series = replace(like, id="2" * 24, games=2)
    await rooms.create(series)
    await _begun(server, series.id, _MOST_TURNS)
    host = await rooms.host(series.id)
    for seat in host.room.table.state.active_seats:
        await host.room.do(c.ConfirmResult(seat), by="test")
    while host.room.table.state.game < 2:
        await asyncio.sleep(0.01)
    await _played(server, series.id, 4)
    return series.id


async def _begun(server: Running, table: str, turns: int) -> None:
    host = await server.node.live.rooms.host(table)
    host.dealing.begin()
    while host.room.table.state.phase is Phase.CLOSED:
        await asyncio.sleep(0.01)
    await _played(server, table, turns)


async def _played(server: Running, table: str, turns: int) -> None:
    host = await server.node.live.rooms.host(table)
    for _ in range(turns):
        if host.room.table.state.phase is Phase.OVER:
            return
        await host.room.do(_thought(host), by="test")


def _thought(host: Host) -> c.Command:
    state = host.room.table.state
    viewer = Viewer(Role.SEAT, state.turn)
    return GreedyBot(host.room.table.board).command(visible_to(state, viewer))


async def _disturbed(server: Running, table: str) -> None:
    host = await server.node.live.rooms.host(table)
    to = host.room.table.seq
    await host.room.do(_thought(host), by="test")
    for command in (
        c.ReportMisconduct(Seat(1), Seat(0), "podpowiada koledze"),
        c.DecideReport(1, c.Decision.WARNING, "słyszałem"),
        c.Pause("sprawdzam ruch"),
        c.Rewind(to, "ruch był nie na to pole"),
        c.GiveRuling("gramy od tego ruchu"),
        c.Resume(),
    ):
        await host.room.do(command, by="referee")
