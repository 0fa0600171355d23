"""T04 for the mirror: its disk fails at the k-th operation.

Nobody is refused, nobody waits for it for long, it is said to have failed, and when its disk works
again it holds everything.
"""

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from stolik.adapters.store_sqlite import SqliteStore, open_store
from stolik.adapters.store_sqlite.mirror import Mirror, MirrorPlan
from stolik.app.ports import Entry, Put, Stream
from stolik.app.streams.mirroring import MirrorHealth, MirrorState
from tests.adapters.store.test_mirror import TABLES, rows, until_in_step
from tests.reliability.disk import Disk
from tests.reliability.report import figure
from tests.reliability.test_t04_io_errors import ERRORS, PROBE_S, STREAMS, Breaking, small_disk
from tests.streams import append_after


@pytest.mark.parametrize(
    ("tier", "step"), [("quick", 4), pytest.param("full", 1, marks=pytest.mark.full)]
)
@pytest.mark.parametrize("error", sorted(ERRORS))
def test_a_mirror_that_fails_stops_nobody_and_loses_nothing(
    ram_path: Path, error: str, tier: str, step: int
):
    said = acked = 0
    for k in range(1, 101, step):
        appended, told, breaking = asyncio.run(played(ram_path / str(k), k, error))
        acked += appended
        assert breaking.broke
        assert told[-1] == MirrorHealth(MirrorState.IN_STEP), k
        if told[0].state is MirrorState.IN_STEP:  # an empty file that was being made may be undone
            assert breaking.used_again == [], k
        said += any(health.state is MirrorState.FAILED for health in told)
        assert apart(ram_path / str(k)) == [], k
    what = f"mirror, {error} at {said} of 100 operations: acknowledged, lost"
    figure("T04", what, f"{acked}, 0", tier=tier)
    assert said == len(range(1, 101, step))


def test_a_stick_that_is_really_full_is_said_to_be_and_comes_back(ram_path: Path, tmp_path: Path):
    with small_disk(tmp_path):
        told = asyncio.run(filled(ram_path / "data", tmp_path))
    states = [health.state for health in told]
    assert states[0] == states[-1] == MirrorState.IN_STEP
    assert "mirror.full" in [health.why.code for health in told if health.why]


def test_the_empty_place_of_a_stick_that_is_out_is_no_mirror(tmp_path: Path):
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    asyncio.run(pulled(data, stick))
    assert list(stick.iterdir()) == []


async def pulled(data: Path, stick: Path) -> None:
    """The stick is pulled out, its place stays on our own disk; then another stick is put in."""
    plan = MirrorPlan(stick, patience_s=60, start_s=60, probe_s=PROBE_S)
    with ExitStack() as pocket:
        pocket.enter_context(small_disk(stick))
        store = await open_store(data, mirror=plan)
        try:
            await store.put([Put("person", "1", b"Zawodnik 1")])
            assert store.mirror == MirrorHealth(MirrorState.IN_STEP)
            pocket.close()
            for n in range(20):  # so long that the place was tried several times
                await store.put([Put("person", str(n), b"Zawodnik")])
                assert store.mirror
                assert store.mirror.why
                assert store.mirror.why.code == "mirror.missing"
                await asyncio.sleep(PROBE_S)
            pocket.enter_context(small_disk(stick))
            await until_in_step(store)
            await store.put([Put("person", "1", b"Zawodnik 2")])
        finally:
            await store.close()
        assert rows(data, "records") == rows(stick, "records")


async def filled(data: Path, stick: Path) -> list[MirrorHealth]:
    """Append until the stick is full and then some, make room, see the mirror come back."""
    told: list[MirrorHealth] = []
    pictures = stick / "holiday pictures"
    pictures.write_bytes(bytes(2_000_000))
    plan = MirrorPlan(stick, patience_s=60, probe_s=PROBE_S, checkpoint_pages=16)
    store = await open_store(data, mirror=plan, on_mirror=told.append)
    try:
        entries: tuple[Entry, ...] = ()
        while store.mirror == MirrorHealth(MirrorState.IN_STEP):
            append = append_after(entries, [b"." * 20_000], stream=STREAMS[0])
            await store.append(append)
            entries += append.entries
        pictures.unlink()
        await until_in_step(store)
    finally:
        await store.close()
    assert rows(data, "events") == rows(stick, "events")
    return told


def test_the_mutant_that_trusts_a_mirror_after_an_error_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    catch_up = Mirror._catch_up

    def trusting(self: Mirror, *rest) -> None:
        if not self._suspect:
            catch_up(self, *rest)

    monkeypatch.setattr(Mirror, "_catch_up", trusting)
    asyncio.run(played(ram_path, 40, "EIO"))
    assert apart(ram_path)


async def played(directory: Path, k: int, error: str) -> tuple[int, list[MirrorHealth], Breaking]:
    """A store at work whose mirror breaks at the k-th operation and is mended later."""
    told: list[MirrorHealth] = []
    breaking = Breaking(k, error)
    disk = Disk(f"mirror-{directory}-{error}", breaking)
    stick = directory / "stick"
    stick.mkdir(parents=True)
    plan = MirrorPlan(stick, vfs=disk.name, patience_s=60, probe_s=PROBE_S, checkpoint_pages=8)
    store = await open_store(directory / "data", mirror=plan, on_mirror=told.append)
    try:
        tables = (_table(store, stream, breaking) for stream in STREAMS)
        appended = sum(await asyncio.gather(*tables))
    finally:
        await store.close()
        disk.unregister()
    await asyncio.sleep(0)
    return appended, told, breaking


async def _table(store: SqliteStore, stream: Stream, breaking: Breaking) -> int:
    """Append until the mirror has broken, been mended and taken some more."""
    entries: tuple[Entry, ...] = ()
    more, count = 3, 0
    while more:
        puts = [Put("person", stream, b"." * count)]
        append = append_after(entries, [b"." * 700, b"," * 90], stream=stream, puts=puts)
        await store.append(append)  # never refused
        entries += append.entries
        count += 1
        if breaking.broke:
            breaking.mended = True
            await until_in_step(store)
            more -= 1
    return count


def apart(directory: Path) -> list[str]:
    """The tables that the mirror has otherwise than the database."""
    data, stick = directory / "data", directory / "stick"
    return [table for table in TABLES if rows(data, table) != rows(stick, table)]
