"""The figures can be made again: what the benchmarks call is still there."""

import asyncio
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks import way

ROOM = Path(way.__file__).parent
# They need what only `make bench` installs.
PEERS = {"paper", "solver", "solver_peers"}


@pytest.mark.parametrize("name", sorted({path.stem for path in ROOM.glob("*.py")} - PEERS))
def test_it_can_be_begun(name: str):
    import_module(f"benchmarks.{name}")


def test_a_move_on_its_way_is_measured(tmp_path: Path):
    passed = way.Passed()  # the deal is chance: in eighty moves tiles are laid more than once
    assert asyncio.run(way.played(tmp_path, 80, 1, passed)) > 0
    assert "app/streams/runner.py  StreamRunner.run" in passed.listed()
