"""The mirror: the same database in a second place, before anybody is told."""

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import apsw
import pytest

from stolik.adapters.store_sqlite import SqliteStore, open_store
from stolik.adapters.store_sqlite.copying import restore
from stolik.adapters.store_sqlite.mirror import Mirror, MirrorPlan
from stolik.app.ports import Put, Stream
from stolik.app.streams.mirroring import MirrorHealth, MirrorState
from stolik.app.tables.setup import SeatSetup, TableSetup, write_setup
from stolik.refusal import Refused
from tests.reliability.disk import Disk, Op
from tests.streams import next_append

TABLE = Stream("table/1")
NAME = b"Zawodnik nieznany"
LONGEST_WAIT_S = 20.0


class Hall:
    """A data directory and the stick beside it."""

    def __init__(self, path: Path) -> None:
        self.data, self.stick = path / "data", path / "stick"
        self.stick.mkdir()
        self.told: list[MirrorHealth] = []

    @asynccontextmanager
    async def serving(self, *, mirrored: bool = True, **more):
        # Nothing here may depend on how busy the machine is.
        waits = {"patience_s": 60, "start_s": 60, "probe_s": 0.02, **more}
        plan = MirrorPlan(self.stick, **waits) if mirrored else None
        store = await open_store(self.data, mirror=plan, on_mirror=self.told.append)
        try:
            yield store
        finally:
            await store.close()

    async def played(self, count: int = 1, **more) -> None:
        async with self.serving(**more) as store:
            await play(store, count)

    def differs(self) -> list[str]:
        """The tables that are not the same in both places."""
        return [table for table in TABLES if rows(self.data, table) != rows(self.stick, table)]

    def in_stick(self) -> bytes:
        return b"".join(path.read_bytes() for path in self.stick.iterdir())


TABLES = ("events", "commands", "records", "clock")


def rows(directory: Path, table: str) -> list:
    database = apsw.Connection(str(directory / "stolik.db"))
    found = database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
    database.close()
    return found


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


async def play(store: SqliteStore, count: int = 1) -> None:
    for n in range(count):
        await store.append(await next_append(store, TABLE, b"move %d" % n))
        await store.put([Put("person", str(n), NAME)])
        await store.beat((await store.beat(0)) + 500)


async def until(holds: Callable[[], bool]) -> None:
    deadline = asyncio.get_running_loop().time() + LONGEST_WAIT_S
    while not holds():
        assert asyncio.get_running_loop().time() < deadline, "it does not happen"
        await asyncio.sleep(0.005)


async def until_in_step(store: SqliteStore) -> None:
    await until(lambda: store.mirror == MirrorHealth(MirrorState.IN_STEP))


def why(store: SqliteStore) -> str:
    assert store.mirror
    return store.mirror.why.code if store.mirror.why else ""


# In step


def test_the_mirror_holds_what_the_database_holds(hall: Hall):
    asyncio.run(hall.played(5))
    assert rows(hall.stick, "events")
    assert hall.differs() == []
    assert [health.state for health in hall.told] == [MirrorState.IN_STEP]


def test_what_is_answered_stands_in_the_mirror_at_that_moment(hall: Hall, tmp_path: Path):
    async def work() -> int:
        async with hall.serving() as store:
            for n in range(8):
                await store.append(await next_append(store, TABLE, b"move"))
                # As found on the stick of a machine that has just died.
                found = tmp_path / f"found-{n}"
                found.mkdir()
                for path in hall.stick.iterdir():
                    (found / path.name).write_bytes(path.read_bytes())
                assert len(rows(found, "events")) == n + 1
            return n

    assert asyncio.run(work()) == 7


def test_a_database_that_was_alone_gets_its_mirror(hall: Hall):
    asyncio.run(hall.played(50, mirrored=False))
    asyncio.run(hall.played(1))
    assert hall.differs() == []


def test_a_mirror_that_was_away_for_a_day_catches_up(hall: Hall):
    asyncio.run(hall.played(2))
    asyncio.run(hall.played(3, mirrored=False))
    assert hall.differs() != []
    asyncio.run(hall.played(0))
    assert hall.differs() == []


def test_another_machine_goes_on_from_the_mirror_and_mirrors_there(hall: Hall, tmp_path: Path):
    asyncio.run(hall.played(4))
    assert restore(hall.stick / "stolik.db", tmp_path / "new") is None
    hall.data = tmp_path / "new"
    asyncio.run(hall.played(1))
    assert len(rows(hall.stick, "events")) == 5
    assert hall.differs() == []


# Never overwritten


def refused(hall: Hall, **more) -> str:
    before = {path.name: path.read_bytes() for path in hall.stick.iterdir() if path.suffix == ".db"}
    with pytest.raises(Refused) as found:
        asyncio.run(hall.played(1, **more))
    after = {path.name: path.read_bytes() for path in hall.stick.iterdir() if path.suffix == ".db"}
    assert before == after
    return str(found.value.violations[0].code)


def test_a_mirror_that_knows_more_is_refused(hall: Hall, tmp_path: Path):
    asyncio.run(hall.played(2))
    restore(hall.data / "stolik.db", tmp_path / "older")
    asyncio.run(hall.played(1))
    hall.data = tmp_path / "older"
    assert refused(hall) == "mirror.ahead"


def test_a_mirror_that_knows_a_later_record_only_is_refused(hall: Hall, tmp_path: Path):
    async def consent() -> None:
        async with hall.serving() as store:
            await store.put([Put("consent", "1", b"yes")])

    asyncio.run(hall.played(2))
    restore(hall.data / "stolik.db", tmp_path / "older")
    asyncio.run(consent())
    hall.data = tmp_path / "older"
    assert refused(hall) == "mirror.ahead"


def test_a_mirror_that_was_played_on_is_refused(hall: Hall):
    asyncio.run(hall.played(2))
    hall.data, hall.stick = hall.stick, hall.data
    asyncio.run(hall.played(1, mirrored=False))
    hall.data, hall.stick = hall.stick, hall.data
    assert refused(hall) == "mirror.ahead"
    asyncio.run(hall.played(1, mirrored=False))
    assert refused(hall) == "mirror.apart"


def test_the_data_of_another_server_are_refused(hall: Hall, tmp_path: Path):
    asyncio.run(hall.played(1))
    hall.data = tmp_path / "another"
    assert refused(hall) == "mirror.other"
    hall.data, hall.stick = tmp_path / "one", tmp_path / "two"
    hall.stick.mkdir()
    asyncio.run(hall.played(1, mirrored=False))
    hall.data, hall.stick = hall.stick, hall.data
    assert refused(hall) == "mirror.other"


def test_the_data_directory_is_no_mirror_of_itself(hall: Hall):
    asyncio.run(hall.played())
    hall.stick = hall.data
    assert refused(hall) == "mirror.same"


def test_a_mirror_in_use_is_refused(hall: Hall, tmp_path: Path):
    async def twice() -> None:
        async with hall.serving():
            hall.data = tmp_path / "another"
            await hall.played()

    with pytest.raises(Refused) as found:
        asyncio.run(twice())
    assert found.value.violations[0].code == "data.in_use"


# Away and back


def test_without_its_directory_the_server_starts_and_waits_for_it(hall: Hall):
    hall.stick.rmdir()

    async def work() -> None:
        async with hall.serving() as store:
            assert why(store) == "mirror.missing"
            await play(store)
            hall.stick.mkdir()
            await until_in_step(store)
            await play(store)

    asyncio.run(work())
    assert hall.differs() == []


def test_a_stick_that_is_taken_away_and_put_back_catches_up(hall: Hall, tmp_path: Path):
    async def work() -> None:
        async with hall.serving() as store:
            await play(store)
            hall.stick.rename(tmp_path / "pocket")
            await play(store)
            assert why(store) == "mirror.missing"
            await play(store, 3)
            (tmp_path / "pocket").rename(hall.stick)
            await until_in_step(store)
            await play(store)

    asyncio.run(work())
    assert hall.differs() == []
    states = [health.state for health in hall.told]
    assert states[0] == states[-1] == MirrorState.IN_STEP
    assert MirrorState.FAILED in states


def test_a_stick_that_was_played_on_meanwhile_stays_untouched(hall: Hall, tmp_path: Path):
    async def elsewhere() -> None:
        store = await open_store(tmp_path / "pocket")
        await play(store)
        await store.close()

    async def work() -> None:
        async with hall.serving() as store:
            await play(store)
            hall.stick.rename(tmp_path / "pocket")
            await play(store, 3)
            await elsewhere()
            (tmp_path / "pocket").rename(hall.stick)
            await until(lambda: why(store) == "mirror.apart")
            await play(store)

    asyncio.run(work())
    # The second was on its way when the stick was taken.
    assert len(rows(hall.stick, "events")) == 3
    assert len(rows(hall.data, "events")) == 5


def test_a_mirror_that_hangs_holds_nobody_up_for_long(hall: Hall):
    goes_on = Event()
    goes_on.set()

    def heard(op: Op) -> None:
        if op.what == "sync":
            goes_on.wait(LONGEST_WAIT_S)

    disk = Disk("hanging", heard)

    async def work() -> None:
        async with hall.serving(vfs=disk.name, patience_s=0.05) as store:
            await play(store)
            goes_on.clear()
            await play(store)
            assert why(store) == "mirror.slow"
            goes_on.set()
            await until_in_step(store)
            await play(store)
            await until_in_step(store)  # a busy machine may have been too slow once more

    try:
        asyncio.run(work())
    finally:
        disk.unregister()
    assert hall.differs() == []


def test_batches_that_come_during_the_copy_are_not_left_out(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
):
    asyncio.run(hall.played(3, mirrored=False))
    copied, goes_on = Event(), Event()
    catch_up = Mirror._catch_up

    def slow(self: Mirror, *rest) -> None:
        catch_up(self, *rest)
        copied.set()
        goes_on.wait(LONGEST_WAIT_S)

    monkeypatch.setattr(Mirror, "_catch_up", slow)

    async def work() -> None:
        async with hall.serving(start_s=0.01) as store:
            await until(copied.is_set)
            await play(store, 4)  # nobody waits for a mirror that is catching up
            assert store.mirror == MirrorHealth(MirrorState.CATCHING_UP)
            goes_on.set()
            await until_in_step(store)
            await play(store)

    asyncio.run(work())
    assert hall.differs() == []


# Erasing


async def forget(store: SqliteStore) -> None:
    await store.put([Put("person", "0", None), Put("person", "1", None)])


def test_who_is_erased_is_erased_in_the_mirror_before_the_answer(hall: Hall):
    async def work() -> None:
        async with hall.serving() as store:
            await play(store, 2)
            assert NAME in hall.in_stick()
            await forget(store)
            assert NAME not in hall.in_stick()

    asyncio.run(work())
    assert hall.differs() == []


def test_a_mirror_that_was_away_remembers_nobody_when_it_is_back(hall: Hall, tmp_path: Path):
    async def work() -> None:
        async with hall.serving() as store:
            await play(store, 2)
            hall.stick.rename(tmp_path / "pocket")
            await forget(store)
            (tmp_path / "pocket").rename(hall.stick)
            await until_in_step(store)
            assert NAME not in hall.in_stick()

    asyncio.run(work())
    assert hall.differs() == []


def test_what_was_removed_while_the_mirror_was_away_is_removed_there(hall: Hall):
    """A practice table the mirror still knows is no sign that it knows more than we do."""
    setup = write_setup(TableSetup("1", "mp2023", (SeatSetup(), SeatSetup())))

    async def story():
        async with hall.serving() as store:
            await play(store, 3)
            await store.put([setup])
        async with hall.serving(mirrored=False) as store:
            await store.drop([TABLE], [Put(setup.kind, setup.key, None)])
        async with hall.serving() as store:
            assert await store.streams() == {}
        assert hall.differs() == []

    asyncio.run(story())


def test_a_tournaments_table_we_have_lost_is_still_a_reason_to_stop(hall: Hall):
    setup = write_setup(TableSetup("1", "mp2023", (SeatSetup(), SeatSetup()), tournament="t"))

    async def story():
        async with hall.serving() as store:
            await play(store, 3)
            await store.put([setup])
        async with hall.serving(mirrored=False) as store:
            await store.drop([TABLE], [Put(setup.kind, setup.key, None)])
        with pytest.raises(Refused, match=r"mirror\.ahead"):
            async with hall.serving():
                pass

    asyncio.run(story())
