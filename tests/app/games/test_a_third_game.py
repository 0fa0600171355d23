"""A game is a folder and a line of the registry: nim is played live without any other change."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from stolik.app.games.game import Game
from stolik.app.games.registry import GAMES
from stolik.app.tables.asks import Confirm
from stolik.app.tables.looking_back import film_of
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.transcript_of import transcript_of
from stolik.refusal import Refused
from stolik.seats import Role, Viewer
from tests.app.games.nim.core import Phase, Take
from tests.app.games.nim.game import NIM
from tests.app.tables.hall import Hall
from tests.client.node import running
from tests.client.test_client import within

WITH_NIM: Mapping[str, Game] = {**GAMES, NIM.name: NIM}


def hall_with_nim(hall: Hall) -> Hall:
    hall.rooms = Rooms(hall.house, WITH_NIM)
    return hall


def test_people_and_a_bot_play_it_in_a_room():
    async def play() -> None:
        hall = hall_with_nim(Hall())
        host = await hall.table("clever", seats=3, game="nim", profile="plain")
        eyes = [await hall.sit(host, seat) for seat in (0, 1)]
        assert eyes[0].last("welcome")["game"] == "nim"
        while host.play.is_playing:
            state = host.room.table.state
            if state.turn == 2:
                await hall.wait(2)
            else:
                assert await hall.do(host, Take(state.turn, 1)) is None
                assert await hall.do(host, Take(state.turn, 1)) is not None
        assert hall.faults == []
        assert eyes[0].last("snapshot")["view"]["phase"] == "over"
        assert eyes[0].kinds() == eyes[1].kinds()
        told = await transcript_of(host.room, 1)
        assert sum(stones for _, _, stones in told["log"]) == int(eyes_heap(eyes[0].told))
        film = film_of(host.play, 1, Viewer(Role.SPECTATOR))
        assert len(film) == host.room.table.seq

    asyncio.run(play())


def eyes_heap(told: list[dict[str, Any]]) -> int:
    items = (item for message in told if message["t"] == "events" for item in message["items"])
    return next(int(item["data"]["stones"]) for item in items if item["kind"] == "HeapLaid")


def test_a_killed_server_goes_on_with_it():
    async def play() -> None:
        hall = hall_with_nim(Hall())
        host = await hall.table(seats=2, game="nim", profile="plain")
        for seat in (0, 1):
            await hall.sit(host, seat)
        assert await hall.do(host, Take(host.room.table.state.turn, 2)) is None
        again = hall_with_nim(hall.again())
        assert (await again.rooms.host("t")).room.table.state == host.room.table.state

    asyncio.run(play())


def test_what_another_game_says_is_none_of_it():
    async def play() -> None:
        hall = hall_with_nim(Hall())
        host = await hall.table(seats=2, game="nim", profile="plain")
        assert host.play.asked(Confirm("0" * 32, 0), host.room.table.state.turn) is None

    asyncio.run(play())


def test_a_game_that_is_not_in_the_registry_is_refused():
    async def play() -> None:
        with pytest.raises(Refused) as refused:
            await Hall().table(seats=2, game="nim", profile="plain")
        assert refused.value.violations[0].code == "game.unknown"

    asyncio.run(play())


def test_two_play_it_over_real_sockets(tmp_path: Path):
    with running(tmp_path, games=WITH_NIM) as server:
        tokens = server.table("nim", profile="plain", seats=2, game="nim")
        views = within(30, played(server.url, tokens))
    assert [view["phase"] for view in views] == [Phase.OVER, Phase.OVER]
    assert views[0] == views[1]


async def played(url: str, tokens: list[str]) -> list[dict[str, Any]]:
    return await asyncio.gather(*(one(url, token) for token in tokens))


async def one(url: str, token: str) -> dict[str, Any]:
    """One player: takes one stone whenever it is his turn; the last table he is shown."""
    async with connect(f"{url.replace('http', 'ws')}/api/socket", origin=url) as socket:
        await say(socket, t="hello", table="nim", token=token)
        seat, number = -1, 0
        async for raw in socket:
            message = json.loads(raw)
            assert message["t"] not in ("no", "bye"), message
            if message["t"] == "welcome":
                seat = message["seat"]
            if message["t"] != "snapshot":
                continue
            view = message["view"]
            if view["phase"] == "over":
                return view
            if view["phase"] == "playing" and view["turn"] == seat:
                number += 1
                id_ = f"{seat:016x}{number:016x}"
                await say(socket, t="take_stones", id=id_, after=message["seq"], stones=1)
    raise AssertionError("the line ended before the game")


async def say(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))
