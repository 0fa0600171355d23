"""`stolik restore`: a copy takes the database's place, and nothing is thrown away."""

import asyncio
from pathlib import Path

from click.testing import CliRunner, Result

from stolik.adapters.cli.group import command_line
from stolik.adapters.store_sqlite.store import open_store
from stolik.app.ports import Put
from stolik.wiring.cli import parts


def restore(*words: str) -> Result:
    return CliRunner().invoke(command_line(parts()), ["restore", *words])


def written(directory: Path, name: bytes, copy: Path | None = None) -> None:
    async def main():
        store = await open_store(directory)
        await store.put([Put("person", "1", name)])
        if copy:
            await store.backup(copy)
        await store.close()

    asyncio.run(main())


def kept(directory: Path) -> bytes | None:
    async def main():
        store = await open_store(directory)
        found = await store.get("person", "1")
        await store.close()
        return found

    return asyncio.run(main())


def test_the_copy_takes_the_place_and_the_old_one_stays(tmp_path: Path):
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    written(data, b"Zawodnik 1", copy)
    written(data, b"Zawodnik 2")
    done = restore(str(copy), "--data", str(data))
    assert done.exit_code == 0
    assert "stolik.db.before-restore-1" in done.output
    assert kept(data) == b"Zawodnik 1"


def test_a_damaged_copy_is_refused_and_changes_nothing(tmp_path: Path):
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    written(data, b"Zawodnik 1", copy)
    copy.write_bytes(copy.read_bytes()[:5000])
    assert restore(str(copy), "--data", str(data)).exit_code == 1
    assert kept(data) == b"Zawodnik 1"


def test_a_directory_in_use_is_refused(tmp_path: Path):
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    written(data, b"Zawodnik 1", copy)

    async def main():
        store = await open_store(data)
        try:
            return await asyncio.to_thread(restore, str(copy), "--data", str(data))
        finally:
            await store.close()

    assert asyncio.run(main()).exit_code == 1
