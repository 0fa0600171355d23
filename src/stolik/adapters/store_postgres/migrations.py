"""The schema, step by step. A step is one transaction; nodes that start together take turns."""

from stolik.adapters.store_postgres.codes import Refusal
from stolik.adapters.store_postgres.connection import Connection
from stolik.refusal import Violation, refuse

Migration = tuple[str, ...]

_LOCK = 0x5701_1C  # any number that no other program of this database uses

# Never change a step that was released: add one. Text sorts by its bytes, as in SQLite.
MIGRATIONS: tuple[Migration, ...] = (
    (
        """
        CREATE TABLE events (
            stream text COLLATE "C" NOT NULL,
            seq bigint NOT NULL CHECK (seq > 0),
            body bytea NOT NULL,
            salt bytea NOT NULL,
            link bytea NOT NULL,
            PRIMARY KEY (stream, seq)
        )
        """,
        """
        CREATE TABLE commands (
            id text COLLATE "C" PRIMARY KEY,
            stream text COLLATE "C" NOT NULL,
            first bigint NOT NULL,
            last bigint NOT NULL CHECK (last >= first)
        )
        """,
        """
        CREATE TABLE records (
            kind text COLLATE "C" NOT NULL,
            key text COLLATE "C" NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (kind, key)
        )
        """,
        "CREATE TABLE clock (one integer PRIMARY KEY CHECK (one = 1), ms bigint NOT NULL)",
        "INSERT INTO clock VALUES (1, 0)",
    ),
)


async def migrate(connection: Connection, steps: tuple[Migration, ...] = MIGRATIONS) -> None:
    """Bring a database up to date; one that a newer Stolik wrote is refused untouched."""
    while await _one_step(connection, steps):
        pass


async def _one_step(connection: Connection, steps: tuple[Migration, ...]) -> bool:
    """Take the next step if there is one; whether there was."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_steps (done integer NOT NULL)")
        version = await connection.fetchval("SELECT max(done) FROM schema_steps") or 0
        if version > len(steps):
            refuse(Violation(Refusal.NEWER))
        if version >= len(steps):
            return False
        for statement in steps[version]:
            await connection.execute(statement)
        await connection.execute("INSERT INTO schema_steps VALUES ($1)", version + 1)
        return True
