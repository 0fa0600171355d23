"""T12: the wall clock jumps, the laptop sleeps, the server restarts; nobody's time changes."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from stolik.app.streams import service_clock
from stolik.app.tables.host import Host
from stolik.rummikub.commands import DeclareReady
from stolik.seats import Seat
from tests.app.tables.hall import Hall
from tests.reliability.report import figure

MOST_MS = 1000


async def thinking(hall: Hall, seconds: float) -> Host:
    """A table whose first player has thought for a while."""
    host = await hall.table(seats=2)
    for seat in (0, 1):
        await hall.sit(host, seat)
    for seat in (0, 1):
        await hall.do(host, DeclareReady(Seat(seat)))
    await hall.wait(seconds)
    return host


async def asleep(chance: Random) -> int:
    """Everything stands still for a while, but the machine's clock has gone on."""
    hall = Hall()
    host = await thinking(hall, chance.uniform(1, 30))
    before = host.room.table.clock.left(hall.clock.now())
    hall.time.now += chance.uniform(5, 3600)
    await hall.wait(0)
    return before - host.room.table.clock.left(hall.clock.now())


async def restarted(chance: Random) -> int:
    """Killed in the middle of a move, back a while later; another clock of the machine."""
    hall = Hall()
    host = await thinking(hall, chance.uniform(1, 30))
    hall.time.now += chance.uniform(0, 0.45)  # since the last beat
    before = host.room.table.clock.left(hall.clock.now())
    host.close()
    hall.time._alarms.clear()
    hall.time.now += chance.choice((-900, 3600, 0.1))
    after = hall.again()
    host = await after.rooms.host("t")
    return before - host.room.table.clock.left(after.clock.now())


@pytest.mark.parametrize("accident", [asleep, restarted])
@pytest.mark.parametrize(
    ("tier", "times"), [("quick", 40), pytest.param("full", 1000, marks=pytest.mark.full)]
)
def test_nobodys_time_changes(accident: Callable[[Random], object], tier: str, times: int):
    changes = [asyncio.run(accident(Random(seed))) for seed in range(times)]
    name = accident.__name__.replace("_", " ")
    figure("T12", f"{name}: times, most lost, most gained (ms)", _most(changes), tier=tier)
    assert max(map(abs, changes)) <= MOST_MS


def test_the_wall_clock_is_never_asked():
    """A jump of an hour changes nothing where nobody looks at that clock."""
    clock = service_clock.ServiceClock(lambda: 5.0, 0)
    assert clock.now() == 0
    assert "time" not in vars(service_clock)


def test_the_mutant_that_lets_the_clock_run_through_a_sleep_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(service_clock, "_LEASE_MS", 10**9)
    assert max(abs(asyncio.run(asleep(Random(seed)))) for seed in range(5)) > MOST_MS


def _most(changes: list[int]) -> str:
    return f"{len(changes)}, {max(changes)}, {-min(changes)}"
