"""Copies of a database in use: whole, in rotation, and without the erased."""

import asyncio
from pathlib import Path

from stolik.adapters.store_sqlite.copies import Copies
from stolik.adapters.store_sqlite.copying import demanded_sound, restore
from stolik.adapters.store_sqlite.store import open_store
from stolik.app.ports import Put


class Wall:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def copies_of(directory: Path, *places: Path):
    """Runs something with a store, its copies, the wall clock and the faults found."""

    def run(work):
        async def main():
            store = await open_store(directory / "data")
            wall, faults = Wall(), []
            on_fault = lambda place, fault: faults.append((place, fault))  # noqa: E731
            copies = Copies(store, places, wall_clock=wall, on_fault=on_fault)
            await work(store, copies, wall)
            await store.close()
            return faults

        return asyncio.run(main())

    return run


def test_a_copy_is_whole_and_can_be_restored(tmp_path: Path):
    @copies_of(tmp_path, tmp_path / "stick")
    async def work(store, copies, _):
        await store.put([Put("person", "1", b"Zawodnik 1")])
        await copies.round("t", 3)

    copy = tmp_path / "stick" / "round-t-03.db"
    demanded_sound(copy)
    assert restore(copy, tmp_path / "new") is None

    async def read():
        store = await open_store(tmp_path / "new")
        found = await store.get("person", "1")
        await store.close()
        return found

    assert asyncio.run(read()) == b"Zawodnik 1"


def test_copies_of_the_minute_rotate(tmp_path: Path):
    @copies_of(tmp_path, tmp_path / "a")
    async def work(_, copies, wall):
        for _ in range(45):
            await copies.minute()
            wall.now += 60

    assert len(list((tmp_path / "a").iterdir())) == 30


def test_a_place_that_fails_does_not_keep_the_others_from_their_copy(tmp_path: Path):
    (tmp_path / "file").write_text("not a directory")

    @copies_of(tmp_path, tmp_path / "file", tmp_path / "good")
    async def work(_, copies, __):
        await copies.minute()

    assert [place.name for place, _ in work] == ["file"]
    assert (tmp_path / "good" / "minute-00.db").exists()


def test_no_copy_remembers_the_erased(tmp_path: Path):
    @copies_of(tmp_path, tmp_path / "a")
    async def _(store, copies, __):
        await store.put([Put("person", "1", b"Zawodnik nieznany")])
        await copies.minute()
        await copies.round("t", 1)
        await store.put([Put("person", "1", None)])
        await copies.renew()

    left = b"".join(path.read_bytes() for path in (tmp_path / "a").iterdir())
    assert left
    assert b"nieznany" not in left
