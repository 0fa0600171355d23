"""A finished game looked into at its table, and the file that the command line reads."""

import asyncio
import json
from typing import Any

import pytest

from stolik.app.games.rummikub.study import Study
from stolik.app.tables.host import Host
from stolik.refusal import Refused
from stolik.rummikub import events as e
from tests.adapters.cli.asking import run
from tests.app.tables.hall import Hall


async def played(hall: Hall, games: int = 1, **changes: Any) -> Host:
    """Bots play one game to its end, and go on if there are more."""
    host = await hall.table("greedy", "greedy", seats=2, games=games, **changes)
    for _ in range(60):
        await hall.wait(20)
        if any(isinstance(told.event, e.GameEnded) for told in host.room.table.told):
            break
    assert not hall.faults
    return host


def studied(host: Host, game: int = 1) -> list[Study]:
    """Part by part, as the page asks for it."""
    found: list[Study] = []
    after, whole = 0, 1
    while after < whole:
        part: Study = host.play.study(game, after)()
        assert part.turns
        after, whole = part.turns[-1].number, part.whole
        found.append(part)
    return found


def test_every_turn_is_looked_into_once_and_known_by_its_events():
    async def play() -> None:
        host = await played(Hall(seed="study"), turn_time_s=0)
        parts = studied(host)
        turns = [turn for part in parts for turn in part.turns]
        assert [turn.number for turn in turns] == list(range(1, parts[0].whole + 1))
        log = [told.event for told in host.room.table.told]
        for turn in turns:
            assert isinstance(log[turn.began - 1], e.GameStarted | e.TurnEnded)
            assert isinstance(log[turn.over - 1], e.TurnEnded | e.GameEnded)
            assert turn.possible >= len(turn.laid)
            assert (turn.best is None) is (turn.possible <= len(turn.laid))
        # The greedy never miss an opening, so going without one never costs more than it must.
        assert not any(turn.missed_opening for turn in turns)
        assert {turn.risk for turn in turns} <= {None, -100, -200}
        assert turns[-1].tiles[turns[-1].seat] == 0
        assert turns[-1].left[turns[-1].seat] == 0
        assert parts[0].dear == -200

    asyncio.run(play())


def test_the_file_is_read_by_the_command_line_whatever_clock_the_table_had():
    async def play() -> str:
        host = await played(Hall(seed="study"), turn_time_s=0)
        return host.room.house.encode(host.play.record(1)()).decode()

    file = asyncio.run(play())
    told, status = run("analyse", "-", "--json", stdin=file.encode())
    assert status == 0, told
    assert json.loads(told)["turns"]
    changed = json.loads(file)
    changed["result"]["seats"][0]["place"] = 4
    told, status = run("analyse", "-", "--json", stdin=json.dumps(changed).encode())
    assert status == 1


def test_a_game_that_is_played_is_neither_studied_nor_written():
    async def play() -> None:
        hall = Hall(seed="study")
        host = await hall.table("greedy", "greedy", seats=2)
        await hall.wait(6)
        for ask in (host.play.study, lambda game, _: host.play.record(game)):
            with pytest.raises(Refused, match=r"live\.game_alive"):
                ask(1, 0)
            with pytest.raises(Refused, match=r"live\.game_unknown"):
                ask(2, 0)

    asyncio.run(play())


def test_the_file_of_a_game_tells_nothing_of_the_next():
    async def play() -> None:
        hall = Hall(seed="study")
        host = await played(hall, games=2)
        for _ in range(20):
            await hall.wait(5)
            if host.room.table.state.game == 2:
                break
        assert host.room.table.state.game == 2
        log = host.play.record(1)()["log"]["events"]
        assert sum(event["event"] == "TilesDealt" for event in log) == 1
        assert host.play.study(1, 0)().whole > 1
        with pytest.raises(Refused, match=r"live\.game_alive"):
            host.play.record(2)

    asyncio.run(play())
