"""Durable appends a second: our stores beside one transaction for each append.

    python -m benchmarks.store [seconds of each measurement]

1, 32 and 256 tasks append to streams of their own and wait for each answer, which comes after the
fsync. The naive peer does the same with the same database, settings and checks in the same run:
SQLite through one connection in a thread (beside it our store with a mirror, both on this disk; the
peer has none), PostgreSQL through a pool of 32 connections. Compare the
ratios; the figures themselves are those of the disk.
"""

import asyncio
import json
import platform
import secrets
import sys
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

import apsw
import asyncpg

from stolik.adapters import store_postgres, store_sqlite
from stolik.adapters.store_postgres import migrations as postgres_migrations
from stolik.adapters.store_postgres.connection import SETTINGS
from stolik.adapters.store_sqlite import migrations as sqlite_migrations
from stolik.adapters.store_sqlite.connection import writing
from stolik.adapters.store_sqlite.mirror import MirrorPlan
from stolik.app.ports import Append, CommandId, Stream
from stolik.app.streams.chain import chained, genesis
from stolik.app.streams.mirroring import MirrorHealth, MirrorState
from tests.postgres import Postgres

TASKS = (1, 32, 256)
BODY = b"x" * 200
OUT = Path(__file__).parent / "out" / "store.json"
# At 32 tasks on a quiet machine; SQLite 8 and PostgreSQL 3 would be usual.
LEAST_RATIO = {"sqlite": 3.0, "mirrored": 1.0, "postgres": 1.5}

Keep = Callable[[Append], Awaitable[object]]


def main(seconds: float = 1.5) -> int:
    """Measure both engines; 1 if group commit does not pay."""
    rows = asyncio.run(measured(seconds))
    titles = ("engine", "tasks", "ours/s", "p99 ms", "naive/s", "p99 ms", "ratio")
    print("{:>9} {:>6} {:>9} {:>7} {:>9} {:>7} {:>6}".format(*titles))
    for row in rows:
        print(
            f"{row['engine']:>9} {row['tasks']:>6} {row['ours']:>9.0f} {row['ours_p99_ms']:>7.1f} "
            f"{row['naive']:>9.0f} {row['naive_p99_ms']:>7.1f} {row['ratio']:>6.1f}"
        )
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps({"python": platform.python_version(), "rows": rows}, indent=1))
    return int(any(row["ratio"] < LEAST_RATIO[row["engine"]] for row in rows if row["tasks"] == 32))


async def measured(seconds: float) -> list[dict[str, float | str]]:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        store = await store_sqlite.open_store(Path(name) / "ours")
        naive = NaiveSqlite(Path(name) / "naive")
        for tasks in TASKS:
            rows.append(await compared("sqlite", tasks, seconds, (store.append, naive.append)))
        await store.close()
        (Path(name) / "stick").mkdir()
        plan = MirrorPlan(Path(name) / "stick")
        store = await store_sqlite.open_store(Path(name) / "mirrored", mirror=plan)
        for tasks in TASKS:
            rows.append(await compared("mirrored", tasks, seconds, (store.append, naive.append)))
        assert store.mirror == MirrorHealth(MirrorState.IN_STEP)
        await store.close()
        naive.close()
    server = Postgres(parent=Path(tempfile.gettempdir()))
    try:
        store = await store_postgres.open_store(await server.new_database())
        pool = await naive_pool(await server.new_database())
        for tasks in TASKS:
            pair = (store.append, lambda append: naive_append(pool, append))
            rows.append(await compared("postgres", tasks, seconds, pair))
        await store.close()
        await pool.close()
    finally:
        server.stop()
    return rows


async def compared(
    engine: str, tasks: int, seconds: float, pair: tuple[Keep, Keep]
) -> dict[str, float | str]:
    """Both ways one after the other, under the same load."""
    ours, ours_p99 = await rate(pair[0], tasks, seconds)
    naive, naive_p99 = await rate(pair[1], tasks, seconds)
    return {
        "engine": engine,
        "tasks": tasks,
        "ours": ours,
        "ours_p99_ms": ours_p99,
        "naive": naive,
        "naive_p99_ms": naive_p99,
        "ratio": ours / naive,
    }


async def rate(keep: Keep, tasks: int, seconds: float) -> tuple[float, float]:
    """Appends a second, and the 99th percentile of the wait in milliseconds."""
    waits: list[float] = []
    begun = perf_counter()

    async def table() -> None:
        stream = Stream(secrets.token_hex(8))
        after, link = 0, genesis(stream)
        while (asked := perf_counter()) < begun + seconds:
            chain = chained([BODY], after=after, previous=link, chance=secrets.token_bytes)
            entries = tuple(chain)
            await keep(Append(stream, after, entries, CommandId(secrets.token_hex(16))))
            waits.append(perf_counter() - asked)
            after, link = after + 1, entries[-1].link

    await asyncio.gather(*(table() for _ in range(tasks)))
    spent = perf_counter() - begun
    return len(waits) / spent, sorted(waits)[int(len(waits) * 0.99)] * 1000


class NaiveSqlite:
    """One transaction for each append, one after the other in a thread."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir()
        self._connection = writing(directory / "naive.db")
        self._connection.wal_autocheckpoint(1000)
        for statement in sqlite_migrations.MIGRATIONS[0]:
            self._connection.execute(statement)
        self._thread = ThreadPoolExecutor(max_workers=1)

    async def append(self, append: Append) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._kept, append)

    def _kept(self, append: Append) -> None:
        connection: apsw.Connection = self._connection
        with connection:
            head = connection.execute(
                "SELECT max(seq) FROM events WHERE stream = ?", (append.stream,)
            ).get
            assert (head or 0) == append.after
            for entry in append.entries:
                row = (append.stream, entry.seq, entry.body, entry.salt, entry.link)
                connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
            ends = (append.command, append.stream, append.after + 1, append.entries[-1].seq)
            connection.execute("INSERT INTO commands VALUES (?, ?, ?, ?)", ends)

    def close(self) -> None:
        self._thread.shutdown()
        self._connection.close()


async def naive_pool(url: str) -> asyncpg.Pool:
    pool = await asyncpg.create_pool(url, min_size=32, max_size=32, server_settings=SETTINGS)
    for statement in postgres_migrations.MIGRATIONS[0]:
        await pool.execute(statement)
    return pool


async def naive_append(pool: asyncpg.Pool, append: Append) -> None:
    async with pool.acquire() as connection, connection.transaction():
        head = await connection.fetchval(
            "SELECT max(seq) FROM events WHERE stream = $1", append.stream
        )
        assert (head or 0) == append.after
        for entry in append.entries:
            row = (append.stream, entry.seq, entry.body, entry.salt, entry.link)
            await connection.execute("INSERT INTO events VALUES ($1, $2, $3, $4, $5)", *row)
        ends = (append.command, append.stream, append.after + 1, append.entries[-1].seq)
        await connection.execute("INSERT INTO commands VALUES ($1, $2, $3, $4)", *ends)


if __name__ == "__main__":
    sys.exit(main(*(float(word) for word in sys.argv[1:])))
