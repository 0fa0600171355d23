"""Copies of a database in use: whole, in rotation, and without the erased."""

import asyncio
from pathlib import Path

import pytest

from stolik.adapters.store_sqlite import copies as copies_module
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


def test_a_failed_copy_says_why_and_is_forgotten_when_it_works(tmp_path: Path):
    place = tmp_path / "stick"
    place.write_text("not a directory")

    @copies_of(tmp_path, place, tmp_path / "good")
    async def _(__, copies, ___):
        await copies.minute()
        bad, good = copies.health
        assert (bad.place, bad.why.code, bad.why.facts) == (
            *(str(place), "copies.missing"),
            {"path": str(place)},
        )
        assert (good.why, good.copies, good.bytes > 0) == (None, 1, True)
        assert copies.failing
        place.unlink()
        await copies.minute()
        assert [one.why for one in copies.health] == [None, None]
        assert not copies.failing


def test_copies_make_room_for_newer_ones(tmp_path: Path):
    assert copied(tmp_path) == (4, True, 3), "at last some stay, however large"
    assert "latest.db" in {file.name for file in (tmp_path / "a").iterdir()}


def test_the_mutants_that_keep_every_copy_or_none_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    real = copies_module._make_room
    monkeypatch.setattr(copies_module, "_FEWEST", 0)
    assert copied(tmp_path / "1") != (4, True, 3)
    monkeypatch.setattr(copies_module, "_make_room", lambda place, _: real(place, 10**12))
    assert copied(tmp_path / "2") == (9, False, 10)


def copied(directory: Path) -> tuple[int, bool, int]:
    """Copies with room for four, whether they fit into it, and those left without any room."""
    found: list[int] = []

    @copies_of(directory, directory / "a")
    async def _(__, copies, wall):
        await copies.round("t", 1)
        size = copies.health[0].bytes
        copies._most_bytes = 4 * size
        for _ in range(8):
            wall.now += 60
            await copies.minute()
        found.extend((copies.health[0].copies, copies.health[0].bytes <= 4 * size))
        copies._most_bytes = 1
        await copies.latest()
        found.append(copies.health[0].copies)

    kept, fits, left = found
    return kept, bool(fits), left


def test_very_many_rounds_are_not_all_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(copies_module, "MOST_ROUNDS", 4)
    assert rounds_kept(tmp_path) == 4


def test_the_mutant_without_a_bound_of_rounds_is_caught(tmp_path: Path):
    assert rounds_kept(tmp_path) == 8, "the bound is what removed them"


def rounds_kept(directory: Path) -> int:
    @copies_of(directory, directory / "a")
    async def _(__, copies, ___):
        for number in range(8):
            await copies.round("t", number)

    return len(list((directory / "a").iterdir()))
