"""Migrations that die at the k-th operation on the disk. Run as a program: each is a fork of it.

    python -m tests.reliability.migrating DIRECTORY OLD-VERSION [careless]

Prints at how many operations it died; what was left is in DIRECTORY/1, DIRECTORY/2 …
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

import apsw

from stolik.adapters.store_sqlite import connection, open_store
from stolik.adapters.store_sqlite.migrations import MIGRATIONS, Migration, migrate
from stolik.app.ports import Stream
from tests.reliability.disk import Disk, Op
from tests.streams import append_after

ENTRIES = 40
# A version of tomorrow, which changes a table that is in use.
SECOND: Migration = (
    "CREATE TABLE seen (stream TEXT PRIMARY KEY, at BIGINT NOT NULL)",
    "ALTER TABLE events ADD COLUMN kind TEXT NOT NULL DEFAULT ''",
    "UPDATE events SET kind = 'old'",
    "INSERT INTO seen SELECT stream, max(seq) FROM events GROUP BY stream",
)
TOMORROW: tuple[Migration, ...] = (*MIGRATIONS, SECOND)


def main(directory: str, old: str, how: str = "careful") -> None:
    k = 0
    while True:
        k += 1
        child = os.fork()
        if child == 0:
            dying(Path(directory) / str(k), int(old), k, how)
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            print(k - 1)
            return


def dying(directory: Path, old: int, k: int, how: str) -> None:
    """Bring an old database up to date, dying at the k-th operation."""
    directory.mkdir()
    if old:
        asyncio.run(filled(directory))
    left = [k]

    def die_at_last(_: Op) -> None:
        left[0] -= 1
        if left[0] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    disk = Disk("dying", die_at_last)
    database = connection.writing(directory / "stolik.db", disk.name)
    (migrate if how == "careful" else carelessly)(database, directory, TOMORROW)
    database.close()


async def filled(directory: Path) -> None:
    """A database of the first version with something in it."""
    store = await open_store(directory)
    await store.append(append_after((), [b"." * 400] * ENTRIES, stream=Stream("table/1")))
    await store.close()


def carelessly(database: apsw.Connection, _: Path, steps: tuple[Migration, ...]) -> None:
    """The mutant: every statement on its own."""
    for statement in steps[-1]:
        database.execute(statement)
    database.execute(f"PRAGMA user_version = {len(steps)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
