"""What only the embedded store promises: its directory, its backups, its erasing."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import apsw
import pytest

from stolik.adapters.store_sqlite import connection, open_store
from stolik.adapters.store_sqlite.copying import restore
from stolik.adapters.store_sqlite.migrations import MIGRATIONS, migrate
from stolik.adapters.store_sqlite.writer import Writer
from stolik.app.ports import NotSaved, Put, Stream
from stolik.app.streams.chain import Rot, verified
from stolik.refusal import Refused
from tests.streams import append_after, next_append

TABLE = Stream("table/1")


def test_a_second_process_is_refused(tmp_path: Path):
    other = (
        "import asyncio, sys; from pathlib import Path\n"
        "from stolik.adapters.store_sqlite import open_store\n"
        "from stolik.refusal import Refused\n"
        "try: asyncio.run(open_store(Path(sys.argv[1])))\n"
        "except Refused as refused: print(refused)\n"
    )

    def outcome() -> str:
        asked = [sys.executable, "-c", other, str(tmp_path)]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout

    async def story():
        store = await open_store(tmp_path)
        with pytest.raises(Refused, match=r"data\.in_use"):
            await open_store(tmp_path)
        assert outcome() == "data.in_use\n"
        await store.append(append_after((), [b"still ours"], stream=TABLE))
        await store.close()
        assert outcome() == ""

    asyncio.run(story())


def test_a_database_of_a_newer_version_is_refused_untouched(tmp_path: Path):
    writer = connection.writing(tmp_path / "stolik.db")
    writer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    writer.close()
    before = (tmp_path / "stolik.db").read_bytes()
    with pytest.raises(Refused, match=r"data\.newer"):
        asyncio.run(open_store(tmp_path))
    assert (tmp_path / "stolik.db").read_bytes() == before


def test_a_database_that_is_brought_up_to_date_stays_beside_itself_as_it_was(tmp_path: Path):
    database = tmp_path / "stolik.db"
    writer = connection.writing(database)
    migrate(writer, database)
    assert sorted(one.name for one in tmp_path.glob("*schema*")) == []  # nothing was there before
    writer.execute("INSERT INTO records VALUES ('kind', 'key', x'01')")
    migrate(writer, database, (*MIGRATIONS, ("ALTER TABLE records ADD COLUMN more TEXT",)))
    writer.close()
    kept = connection.reading(tmp_path / "stolik.db.of-schema-1")
    assert kept.pragma("user_version") == 1
    assert kept.execute("SELECT * FROM records").fetchall() == [("kind", "key", b"\x01")]
    kept.close()


def test_what_is_no_database_is_refused(tmp_path: Path):
    (tmp_path / "stolik.db").write_bytes(b"holiday pictures" * 1000)
    with pytest.raises(Refused, match=r"data\.unreadable"):
        asyncio.run(open_store(tmp_path))


def test_an_old_sqlite_is_refused():
    connection.demand_version()
    connection.demand_version("3.51.3")
    for old in ("3.51.2", "3.40.1", "3.9.100"):
        with pytest.raises(Refused, match=r"data\.sqlite_too_old"):
            connection.demand_version(old)


def test_a_commit_waits_for_the_disk(tmp_path: Path):
    async def story():
        store = await open_store(tmp_path)
        writer = connection.writing(tmp_path / "stolik.db")
        assert writer.pragma("journal_mode") == "wal"
        assert writer.pragma("synchronous") == 2
        assert writer.pragma("secure_delete") == 1
        writer.close()
        await store.close()

    asyncio.run(story())


def test_the_schema_is_the_last_line_of_defence(tmp_path: Path):
    async def story():
        store = await open_store(tmp_path)
        await store.append(append_after((), [b"x"], stream=TABLE))
        await store.close()
        writer = connection.writing(tmp_path / "stolik.db")
        for table in ("events", "commands"):
            with pytest.raises(apsw.ConstraintError):
                writer.execute(f"INSERT INTO {table} SELECT * FROM {table}")
        writer.close()

    asyncio.run(story())


def test_a_backup_taken_under_load_is_whole(tmp_path: Path):
    target = tmp_path / "stick" / "copy.db"
    target.parent.mkdir()

    async def story():
        store = await open_store(tmp_path / "data")
        known = []

        async def writer(name: str):
            stream = Stream(name)
            for n in range(40):
                await store.append(await next_append(store, stream, b"%d" % n * 50))

        writers = asyncio.gather(*(writer(f"t/{n}") for n in range(8)))
        while not writers.done():
            known.append(await store.streams())
            await store.backup(target)
            known.append(await store.streams())
            before, after = known[-2:]
            copied = await _restored(target, tmp_path / "elsewhere")
            assert all(before[stream] <= copied.get(stream, 0) for stream in before)
            assert all(copied[stream] <= after[stream] for stream in copied)
        await writers
        await store.close()
        assert len(known) >= 4
        assert sorted(path.name for path in target.parent.iterdir()) == ["copy.db"]

    asyncio.run(story())


async def _restored(backup: Path, directory: Path) -> dict[Stream, int]:
    restore(backup, directory)
    store = await open_store(directory)
    try:
        assert await store.check() == ()
        return dict(await store.streams())
    finally:
        await store.close()


def test_restoring_keeps_what_was_there(tmp_path: Path):
    async def story():
        store = await open_store(tmp_path / "data")
        await store.append(append_after((), [b"old"], stream=TABLE))
        await store.backup(tmp_path / "copy.db")
        await store.append(await next_append(store, TABLE, b"newer"))
        with pytest.raises(Refused, match=r"data\.in_use"):
            restore(tmp_path / "copy.db", tmp_path / "data")
        await store.close()
        aside = restore(tmp_path / "copy.db", tmp_path / "data")
        names = {path.name for path in (tmp_path / "data").iterdir()}
        assert names == {"stolik.db", "stolik.lock", "stolik.db.before-restore-1"}
        assert (await _restored(tmp_path / "copy.db", tmp_path / "third"))[TABLE] == 1
        assert aside is not None
        assert (await _restored(aside, tmp_path / "fourth"))[TABLE] == 2

    asyncio.run(story())


def test_a_damaged_backup_is_refused(tmp_path: Path):
    async def story():
        store = await open_store(tmp_path / "data")
        await store.append(append_after((), [b"needle in the hay"], stream=TABLE))
        await store.backup(tmp_path / "copy.db")
        await store.close()

    asyncio.run(story())
    whole = (tmp_path / "copy.db").read_bytes()
    (tmp_path / "copy.db").write_bytes(whole.replace(b"needle", b"needlf"))
    with pytest.raises(Refused, match=r"data\.backup_damaged"):
        restore(tmp_path / "copy.db", tmp_path / "data")
    (tmp_path / "copy.db").write_bytes(whole[:1000])
    with pytest.raises(Refused, match=r"data\.(unreadable|backup_damaged)"):
        restore(tmp_path / "copy.db", tmp_path / "data")


def test_a_backup_that_fails_leaves_the_older_one(tmp_path: Path):
    async def story():
        store = await open_store(tmp_path / "data")
        await store.backup(tmp_path / "copy.db")
        before = (tmp_path / "copy.db").read_bytes()
        (tmp_path / "copy.db.unfinished").mkdir()  # in the way
        with pytest.raises(Exception, match=r".*"):
            await store.backup(tmp_path / "copy.db")
        assert (tmp_path / "copy.db").read_bytes() == before
        await store.append(append_after((), [b"x"], stream=TABLE))
        await store.close()

    asyncio.run(story())


def test_rot_in_one_stream_is_named_and_does_not_stop_the_others(tmp_path: Path):
    async def story():
        store = await open_store(tmp_path)
        for n in range(5):
            await store.append(
                append_after((), [b"a", b"needle %d" % n, b"c"], stream=Stream(f"t/{n}"))
            )
        await store.close()
        file = tmp_path / "stolik.db"
        file.write_bytes(file.read_bytes().replace(b"needle 3", b"needlf 3"))
        store = await open_store(tmp_path)
        assert [(fault.stream, fault.seq) for fault in await store.check()] == [("t/3", 2)]
        with pytest.raises(Rot):
            verified(Stream("t/3"), await store.read(Stream("t/3")))
        await store.append(await next_append(store, Stream("t/4"), b"d"))
        await store.close()

    asyncio.run(story())


def test_a_lost_tail_is_noticed(tmp_path: Path):
    async def story():
        store = await open_store(tmp_path)
        for name, bodies in {"t/1": [b"a", b"b"], "t/2": [b"a"], "t/3": [b"a"]}.items():
            await store.append(append_after((), bodies, stream=Stream(name)))
        await store.close()
        writer = connection.writing(tmp_path / "stolik.db")
        writer.execute("DELETE FROM events WHERE stream = 't/1' AND seq = 2 OR stream = 't/2'")
        writer.close()
        store = await open_store(tmp_path)
        assert [(fault.stream, fault.seq) for fault in await store.check()] == [
            ("t/1", 2),
            ("t/2", 1),
        ]
        await store.close()

    asyncio.run(story())


def test_closing_keeps_what_was_asked_for_and_refuses_the_rest(tmp_path: Path):
    async def story():
        store = await open_store(tmp_path)
        asked = [
            asyncio.ensure_future(store.append(append_after((), [b"x"], stream=Stream(f"t/{n}"))))
            for n in range(50)
        ]
        await asyncio.sleep(0)
        await store.close()
        assert len(await asyncio.gather(*asked)) == 50
        with pytest.raises(NotSaved):
            await store.put([Put("p", "1", b"x")])
        assert not [thread for thread in threading.enumerate() if thread.name == "stolik-writer"]
        store = await open_store(tmp_path)
        assert len(await store.streams()) == 50
        await store.close()

    asyncio.run(story())


def test_what_is_asked_in_one_turn_of_the_loop_is_one_transaction(tmp_path: Path, monkeypatch):
    batches: list[int] = []
    keep = Writer._keep

    def counted(writer: Writer, jobs: Any) -> None:
        batches.append(len(jobs))
        keep(writer, jobs)

    monkeypatch.setattr(Writer, "_keep", counted)

    async def ask() -> None:
        store = await open_store(tmp_path)
        batches.clear()
        await asyncio.gather(*(store.put([Put("kind", str(n), b"x")]) for n in range(50)))
        await store.close()

    asyncio.run(ask())
    assert batches[0] == 50
