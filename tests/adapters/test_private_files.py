"""Files with names in them are their owner's alone; looser ones are tightened, or named."""

import asyncio
import os
import stat
import sys
from pathlib import Path

import pytest

from stolik.adapters.store_sqlite import connection, copying, open_store, private_files
from stolik.adapters.store_sqlite.copies import Copies
from stolik.adapters.store_sqlite.mirror import MirrorPlan
from stolik.adapters.store_sqlite.private_files import left_open
from stolik.app.ports import Put

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights are the user's there")


def open_for_others(directory: Path) -> list[str]:
    """What others can read below a directory, itself included."""
    found = [directory, *directory.rglob("*")]
    return sorted(path.name for path in found if path.stat().st_mode & 0o077)


async def lived(path: Path) -> list[str]:
    """A server with copies and a mirror under a lax umask; what others can read while it runs."""
    (path / "stick").mkdir(mode=0o755, exist_ok=True)
    before = os.umask(0o022)
    try:
        store = await open_store(path / "data", mirror=MirrorPlan(path / "stick"))
        places = [path / "data" / "copies", path / "other"]
        copies = Copies(store, places, wall_clock=lambda: 0.0, on_fault=lambda *_: None)
        await store.put([Put("person", "1", b"Zawodnik 1")])
        await copies.minute()
        found = [open_for_others(path / name) for name in ("data", "stick", "other")]
        await store.close()
        return [name for names in found for name in names]
    finally:
        os.umask(before)


def test_whatever_is_written_is_its_owners_alone(tmp_path: Path):
    assert asyncio.run(lived(tmp_path)) == []


def test_what_was_looser_is_tightened(tmp_path: Path):
    asyncio.run(lived(tmp_path))
    for path in [tmp_path, *tmp_path.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert asyncio.run(lived(tmp_path)) == []


def test_the_mutant_that_leaves_rights_alone_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for module in (connection, copying):
        monkeypatch.setattr(module, "made_private", lambda _: None)
    assert "stolik.db-wal" in asyncio.run(lived(tmp_path))


def test_what_cannot_be_tightened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "stolik.db").touch()
    (tmp_path / "stolik.db").chmod(0o644)
    tmp_path.chmod(0o755)

    def no_such_thing(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", no_such_thing)
    assert left_open([tmp_path]) == (tmp_path, tmp_path / "stolik.db")
    monkeypatch.undo()
    assert left_open([tmp_path]) == ()
    assert stat.S_IMODE((tmp_path / "stolik.db").stat().st_mode) == 0o600
    assert private_files.tightened(tmp_path / "gone")
