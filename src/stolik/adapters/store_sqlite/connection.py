"""Connections to the database file, set up so that what is committed is on disk."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from stolik.adapters.store_sqlite.codes import Refusal
from stolik.adapters.store_sqlite.private_files import made_private
from stolik.refusal import Violation, refuse

# Older ones can damage a database when the WAL is reset (found and mended in 3.51.3).
OLDEST_SQLITE = (3, 51, 3)

_SETTINGS = (
    # Durable after each commit; the second and third line matter on macOS only, where a plain
    # fsync leaves the data in the drive's own cache.
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -32768",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cell_size_check = ON",
    "PRAGMA trusted_schema = OFF",
)
_BUSY_MS = 5_000


def demand_version(found: str = "") -> None:
    """Refuse to run with a SQLite that is known to lose data."""
    found = found or apsw.sqlite_lib_version()
    if tuple(int(part) for part in found.split(".")[:3]) < OLDEST_SQLITE:
        needed = ".".join(str(part) for part in OLDEST_SQLITE)
        refuse(Violation(Refusal.SQLITE_TOO_OLD, facts={"found": found, "needed": needed}))


def writing(path: Path, vfs: str | None = None, *, alone: bool = False) -> apsw.Connection:
    """The one connection that writes; checkpoints are its owner's business.

    One that is alone, without readers, needs no shared memory, which network mounts lack.
    """
    if vfs is None:
        made_private(path)  # what SQLite puts beside it gets the same rights
    connection = _connected(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE, vfs)
    with _closed_on_failure(connection):
        if alone:
            connection.pragma("locking_mode", "exclusive")
        mode = connection.pragma("journal_mode", "wal")
        if mode != "wal":
            reason = f"journal_mode = {mode}"
            refuse(Violation(Refusal.UNREADABLE, facts={"path": str(path), "reason": reason}))
        for setting in _SETTINGS:
            connection.execute(setting)
        connection.wal_autocheckpoint(0)
    return connection


def reading(path: Path, vfs: str | None = None) -> apsw.Connection:
    """A connection that cannot write."""
    connection = _connected(path, apsw.SQLITE_OPEN_READWRITE, vfs)
    with _closed_on_failure(connection):
        for setting in (*_SETTINGS, "PRAGMA query_only = ON"):
            connection.execute(setting)
        # A reader that closes last must not do the writer's work.
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    return connection


@contextmanager
def _closed_on_failure(connection: apsw.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(apsw.Error):
            connection.close()
        raise


def _connected(path: Path, flags: int, vfs: str | None) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=flags, vfs=vfs)
    connection.set_busy_timeout(_BUSY_MS)
    return connection
