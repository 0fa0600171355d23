"""T09: whole lives of a server, simulated; the same seed gives the same bytes."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from stolik.app.ports import Append, Appended
from stolik.app.tables.host import Host
from tests.reliability.report import figure
from tests.reliability.simulation import Broken, SlowStore, World, simulate

STEPS = 40
QUICK, FULL, CHUNKS = 30, 1000, 4
_CHUNKS = [range(QUICK)] + [
    pytest.param(range(n * FULL // CHUNKS, (n + 1) * FULL // CHUNKS), marks=pytest.mark.full)
    for n in range(CHUNKS)
]


@pytest.mark.parametrize("seeds", _CHUNKS, ids=lambda seeds: f"{seeds.start}-{seeds.stop}")
def test_what_must_hold_holds_after_every_event(seeds: range):
    worlds = [simulate(seed, STEPS if len(seeds) > QUICK else STEPS // 2) for seed in seeds]
    tier = "full" if len(seeds) > QUICK else "quick"
    figure("T09", f"seeds from {seeds.start}", len(worlds), tier=tier)
    figure("T09", f"commands, restarts from {seeds.start}", _sums(worlds), tier=tier)
    events = sum(shadow.seq for world in worlds for shadow in world.shadows.values())
    figure("T09", f"events checked from {seeds.start}", events, tier=tier)
    assert events > 10 * len(seeds)


def test_the_same_seed_gives_the_same_bytes():
    assert simulate(1, STEPS).hash == simulate(1, STEPS).hash != simulate(2, STEPS).hash


@pytest.mark.full
def test_the_same_seed_gives_the_same_bytes_in_another_process():
    code = f"from tests.reliability.simulation import simulate; print(simulate(3, {STEPS}).hash)"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


class LosingStore(SlowStore):
    """Says that it has kept what it has not, once in a while."""

    appended = 0

    async def append(self, append: Append) -> Appended:
        self.appended += 1
        if self.appended % 9:
            return await super().append(append)
        return Appended(append.stream, append.after + 1, append.entries[-1].seq)


def test_the_mutant_that_loses_what_it_acknowledged_is_caught():
    assert caught(lambda seed: simulate(seed, STEPS, LosingStore))


def test_the_mutant_whose_flag_does_not_look_again_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def fall_due(host: Host) -> None:
        due = host._due_now()
        if due:
            await host.room.do(due.command, by="clock")

    monkeypatch.setattr(Host, "_fall_due", fall_due)
    assert caught(lambda seed: simulate(seed, STEPS))


def caught(run: Callable[[int], World]) -> bool:
    """Whether one of a few seeds finds it."""
    for seed in range(20):
        try:
            run(seed)
        except Broken:
            return True
    return False


def _sums(worlds: list[World]) -> str:
    return f"{sum(w.commands for w in worlds)}, {sum(w.restarts for w in worlds)}"
