"""The schema, step by step. A step is one transaction: after a crash it is there or it is not."""

from pathlib import Path

import apsw

from stolik.adapters.store_sqlite.codes import Refusal
from stolik.adapters.store_sqlite.copying import copied
from stolik.refusal import Violation, refuse

Migration = tuple[str, ...]

# Never change a step that was released: add one. The number of steps done is kept in user_version,
# which SQLite writes in the same transaction.
MIGRATIONS: tuple[Migration, ...] = (
    (
        """
        CREATE TABLE events (
            stream TEXT NOT NULL,
            seq INTEGER NOT NULL CHECK (seq > 0),
            body BLOB NOT NULL,
            salt BLOB NOT NULL,
            link BLOB NOT NULL,
            PRIMARY KEY (stream, seq)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE commands (
            id TEXT NOT NULL PRIMARY KEY,
            stream TEXT NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL CHECK (last >= first)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE records (
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (kind, key)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE TABLE clock (one INTEGER PRIMARY KEY CHECK (one = 1), ms INTEGER NOT NULL) STRICT",
        "INSERT INTO clock VALUES (1, 0)",
        # Written and emptied to find out whether there is room again after a full disk.
        "CREATE TABLE room (filling BLOB NOT NULL) STRICT",
    ),
)


def migrate(
    connection: apsw.Connection, path: Path, steps: tuple[Migration, ...] = MIGRATIONS
) -> None:
    """Bring a database up to date; one that a newer Stolik wrote is refused untouched.

    As it was it stays beside it: whoever goes back to the Stolik of before restores that.
    """
    version = schema_version(connection)
    if version > len(steps):
        refuse(Violation(Refusal.NEWER, facts={"path": str(path)}))
    if 0 < version < len(steps):
        copied(connection, path.with_name(f"{path.name}.of-schema-{version}"))
    for number, step in enumerate(steps[version:], start=version + 1):
        with connection:
            for statement in step:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")


def schema_version(connection: apsw.Connection) -> int:
    """How many steps a database has seen."""
    version = connection.pragma("user_version")
    assert isinstance(version, int)
    return version
