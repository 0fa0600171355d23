"""T10: a migration killed at each step leaves the old schema or the new one, both usable."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from stolik.adapters.store_postgres import migrations as on_postgres
from stolik.adapters.store_sqlite import connection, open_store
from stolik.adapters.store_sqlite import migrations as on_sqlite
from stolik.app.ports import Stream
from tests.postgres import Postgres
from tests.reliability import migrating
from tests.reliability.report import figure
from tests.streams import append_after

ROOT = Path(__file__).parents[2]
TABLE = Stream("table/1")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked here")
@pytest.mark.parametrize("old", [0, 1], ids=["new-database", "old-database"])
def test_sqlite_is_old_or_new_whenever_it_dies(ram_path: Path, old: int):
    """Also from the first version to one of tomorrow that changes a table full of entries."""
    program = [sys.executable, "-m", "tests.reliability.migrating", str(ram_path), str(old)]
    ran = subprocess.run(program, check=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    deaths = int(ran.stdout)
    seen = [asyncio.run(_version_and_use(ram_path / str(k), old)) for k in range(1, deaths + 1)]
    new = len(migrating.TOMORROW)
    figure("T10", f"SQLite from version {old}: killed at operations", deaths, tier="quick")
    assert deaths >= 5
    assert {old, new} <= set(seen) <= {0, old, 1, new}


async def _version_and_use(directory: Path, old: int) -> int:
    """What a killed migration left; then it is finished and used."""
    database = connection.writing(directory / "stolik.db")
    version = on_sqlite.schema_version(database)
    tables = {row[0] for row in database.execute("SELECT name FROM sqlite_schema")}
    assert ("seen" in tables) == (version == len(migrating.TOMORROW))
    assert ("events" in tables) == (version >= 1)
    if old:
        assert database.execute("SELECT count(*) FROM events").get == migrating.ENTRIES
    if version <= len(on_sqlite.MIGRATIONS):
        database.close()
        store = await open_store(directory)
        entries = await store.read(TABLE)
        await store.append(append_after(entries, [b"on we go"], stream=TABLE))
        assert await store.check() == ()
        await store.close()
    else:
        assert database.pragma("quick_check") == "ok"
        database.close()
    return version


def test_postgres_is_old_or_new_whenever_it_dies(postgres: Postgres):
    tomorrow = (*on_postgres.MIGRATIONS, migrating.SECOND)
    deaths = 0

    async def story():
        nonlocal deaths
        for step, statements in enumerate(tomorrow):
            for place in range(len(statements) + 1):
                url = await postgres.new_schema()
                await _migrated(url, tomorrow[:step])
                dying = (*statements[:place], _SUICIDE, *statements[place:])
                with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
                    await _migrated(url, (*tomorrow[:step], dying))
                deaths += 1
                assert await _migrated(url, tomorrow[:step]) == step
                assert await _migrated(url, tomorrow) == len(tomorrow)

    asyncio.run(story())
    figure("T10", "PostgreSQL: killed between statements", deaths, tier="quick")
    assert deaths >= 8


_SUICIDE = "SELECT pg_terminate_backend(pg_backend_pid())"


async def _migrated(url: str, steps: tuple[on_postgres.Migration, ...]) -> int:
    session = await asyncpg.connect(url)
    try:
        await on_postgres.migrate(session, steps)
        return await session.fetchval("SELECT coalesce(max(done), 0) FROM schema_steps")
    finally:
        session.terminate()


def test_nodes_that_start_together_migrate_once(postgres: Postgres):
    async def story():
        url = await postgres.new_schema()
        assert await asyncio.gather(*(_migrated(url, on_postgres.MIGRATIONS) for _ in range(5)))

    asyncio.run(story())


def test_the_mutant_without_a_transaction_is_caught(ram_path: Path):
    program = [sys.executable, "-m", "tests.reliability.migrating", str(ram_path), "1", "careless"]
    ran = subprocess.run(program, check=True, cwd=ROOT, capture_output=True, text=True, timeout=60)

    def usable(k: int) -> bool:
        try:
            asyncio.run(_version_and_use(ram_path / str(k), 1))
        except Exception:
            return False
        return True

    assert not all(usable(k) for k in range(1, int(ran.stdout) + 1))
