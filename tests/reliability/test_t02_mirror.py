"""T02 for the mirror: whatever power cut hits its stick, it holds what had been acknowledged."""

import asyncio
from pathlib import Path

import pytest

from stolik.adapters.store_sqlite.mirror import Mirror, _Job
from stolik.app.streams.batch import Batch
from tests.reliability.report import figure
from tests.reliability.test_t02_power_cuts import Ack, Op, faults, recorded


@pytest.mark.parametrize(
    ("tier", "appends", "states"),
    [("quick", 24, 200), pytest.param("full", 120, 3000, marks=pytest.mark.full)],
)
def test_a_mirror_whose_power_is_cut_holds_what_was_acknowledged(
    ram_path: Path, tier: str, appends: int, states: int
):
    found = cut_everywhere(ram_path, appends, states)
    figure("T02", "crash states of a mirror", len(found), tier=tier)
    figure("T02", "lost or unreadable in a mirror", sum(map(bool, found)), tier=tier)
    assert len(found) >= states
    assert [fault for fault in found if fault] == []


def test_the_mutant_that_answers_before_the_mirror_has_it_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def hasty(self: Mirror, batch: Batch) -> None:
        self._line.put(_Job(batch))

    monkeypatch.setattr(Mirror, "keep", hasty)
    assert any(cut_everywhere(ram_path, 24, 200))


def cut_everywhere(path: Path, appends: int, states: int) -> list[str]:
    """What is wrong with the mirror after each cut; empty where nothing is."""
    log, asked = asyncio.run(recorded(path / "run", appends=appends, mirror=path / "stick"))
    assert sum(isinstance(one, Ack) for one in log) >= appends
    assert {op.what for op in log if isinstance(op, Op)} >= {"create", "write", "sync"}
    return list(faults(log, asked, path / "cut", count=states))
