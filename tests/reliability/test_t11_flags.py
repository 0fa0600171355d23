"""T11: the flags of 200 games at once: in time, never early, and nobody gains by a slow line."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.services import Settings
from stolik.app.games.rummikub.table import LiveTable, reader_of
from stolik.app.library import rules_profile
from stolik.app.ports import EventStore
from stolik.app.tables import host as hosting
from stolik.app.tables.host import Host
from stolik.app.tables.move_clock import MoveClock
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.rummikub import events as e
from stolik.rummikub.commands import DeclareReady
from stolik.rummikub.state import Phase
from stolik.seats import Seat
from stolik.wiring.serving import make_node
from tests.app.tables.hall import Eyes, Hall
from tests.reliability.machine import slack
from tests.reliability.report import figure

TABLES = 200


def test_200_flags_fall_in_time_and_never_early():
    late = asyncio.run(virtual_flags(Hall()))
    figure("T11", "flags, virtual time", len(late), tier="quick")
    figure("T11", "earliest and latest (ms)", f"{min(late)}, {max(late)}", tier="quick")
    assert len(late) >= TABLES
    assert 0 <= min(late) <= max(late) <= 250


@pytest.mark.full
def test_200_flags_fall_in_time_by_the_real_clock(tmp_path: Path):
    late = asyncio.run(real_flags(tmp_path, 15))
    p99 = sorted(late)[-1 - len(late) // 100]
    figure("T11", "flags, real time, 2-s clocks", len(late), tier="full")
    figure("T11", "late p99 (ms), earliest", f"{p99}, {min(late)}", tier="full")
    assert len(late) >= 3 * TABLES
    assert min(late) >= 0
    assert p99 <= 250 * slack()


def test_a_slow_line_gives_a_quarter_of_a_second_a_move_and_one_a_game():
    given = asyncio.run(lag_given(moves=12))
    figure("T11", "lag given to a forger, most a move / a game (ms)", str(given), tier="quick")
    assert given == (250, 1000)


def test_the_mutant_whose_flag_falls_early_is_caught(monkeypatch: pytest.MonkeyPatch):
    real = MoveClock.deadline.fget
    monkeypatch.setattr(
        MoveClock, "deadline", property(lambda clock: real(clock) and real(clock) - 40)
    )
    assert min(asyncio.run(virtual_flags(Hall()))) < 0


def test_the_mutant_that_does_not_count_what_it_gives_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def fall_due(host: Host) -> None:
        due = host._due_now()
        if due:
            await host.room.do(due.command, by=hosting.BY_CLOCK)
        else:
            host._set_alarm()

    monkeypatch.setattr(Host, "_fall_due", fall_due)
    assert asyncio.run(lag_given(moves=12))[1] > 1000


def setup(number: int, percent: int = 100) -> TableSetup:
    seats = tuple(SeatSetup(time_percent=percent) for _ in range(2))
    return TableSetup(f"t{number}", "mp2023", seats, patience_s=0)


async def virtual_flags(hall: Hall) -> list[int]:
    """Games begun at odd moments, left alone for as long as a move may take."""
    chance = Random(11)
    for number in range(TABLES):
        await hall.rooms.create(setup(number))
        (await hall.rooms.host(f"t{number}")).dealing.begin()
        await hall.time.pass_by(chance.random() * 0.05, hall.beat)
    await hall.wait(42)
    assert hall.faults == []
    return await lateness(hall.store)


async def real_flags(directory: Path, seconds: float) -> list[int]:
    store = await open_store(directory)
    with (directory / "log").open("w") as log:
        node = await make_node(store, LocalBus(), Settings(), json_log(log), alone=True)
        for number in range(TABLES):
            await node.live.rooms.create(setup(number, percent=5))
            (await node.live.rooms.host(f"t{number}")).dealing.begin()
        await asyncio.sleep(seconds)
        await node.stop()
    late = await lateness(store)
    await store.close()
    return late


async def lateness(store: EventStore) -> list[int]:
    """By how many milliseconds each flag fell after its time, by the log."""
    rules = rules_profile("mp2023")
    found = []
    for number in range(TABLES):
        table = LiveTable(setup(number), rules)
        percents = await store.get("table", f"t{number}")
        if percents and b'"time_percent": 5' in percents:
            table = LiveTable(setup(number, percent=5), rules)
        reader = reader_of(rules)
        for entry in await store.read(table.setup.stream):
            told = reader.read(entry.body, entry.seq)
            if isinstance(told.event, e.TimeRanOut):
                found.append(-(table.clock.since + table.clock.left_ms - told.at))
            table.apply(told)
    return [int(late) for late in found]


async def lag_given(moves: int) -> tuple[int, int]:
    """A device that answers each ping as late as it likes; what it gains in a move and a game."""
    hall = Hall()
    await hall.rooms.create(setup(0))
    host = await hall.rooms.host("t0")
    eyes: list[Eyes] = [await hall.sit(host, seat) for seat in (0, 1)]
    await hall.wait(4)
    for seat in (0, 1):
        await hall.do(host, DeclareReady(Seat(seat)))
    gained: list[int] = []
    while len(gained) < moves and host.room.table.state.phase is Phase.PLAYING:
        table = host.room.table
        seat, deadline = table.state.turn, table.clock.deadline
        assert deadline is not None
        await hall.wait(5)
        pings = [m for m in eyes[seat].told if m["t"] == "ping"]
        if seat == 0:
            host.pong(seat, pings[-1]["n"])
        await hall.wait(36)
        told = [t for t in table.told if isinstance(t.event, e.TimeRanOut)][-1]
        gained += [told.at - deadline] if seat == 0 else []
    return max(gained), sum(gained)
