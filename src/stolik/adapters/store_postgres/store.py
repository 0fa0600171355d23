"""The event store on PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import asyncpg

from stolik.adapters.store_postgres import writing
from stolik.adapters.store_postgres.codes import Refusal
from stolik.adapters.store_postgres.connection import LOST, Connection, Pool, begun, pooled
from stolik.adapters.store_postgres.migrations import migrate
from stolik.adapters.store_postgres.writer import Writer
from stolik.app.ports import Appended, CommandId, Entry, NotRead, StorageFault, Stream
from stolik.app.streams.batch import found_faults
from stolik.app.streams.keeping import KeepingStore
from stolik.refusal import Violation, refuse

T = TypeVar("T")

_READERS = 8
_UNUSABLE: tuple[type[Exception], ...] = (*LOST, asyncpg.PostgresError, ValueError)
# How long a question waits for a server that is being restarted.
_PATIENCE_S = 5.0
_PAUSE_S = 0.1

_ENTRIES = """
SELECT seq, body, salt, link FROM events WHERE stream = $1 AND seq > $2 ORDER BY seq LIMIT $3
"""
# From name to name through the primary key: the entries themselves are not read.
_STREAMS = """
WITH RECURSIVE names (stream) AS (
    SELECT min(stream) FROM events WHERE stream >= $1
    UNION ALL
    SELECT (SELECT min(events.stream) FROM events WHERE events.stream > names.stream)
    FROM names WHERE starts_with(names.stream, $1)
)
SELECT stream, (SELECT max(seq) FROM events WHERE events.stream = names.stream) AS last
FROM names WHERE starts_with(stream, $1)
"""
_RECORD = "SELECT body FROM records WHERE kind = $1 AND key = $2"
_RECORDS = """
SELECT key, body FROM records WHERE kind = $1 AND key >= $2 AND starts_with(key, $2) ORDER BY key
"""
_TOLD = "SELECT stream, max(last) AS last FROM commands GROUP BY stream"


async def open_store(url: str, *, probe_s: float = 0.2) -> "PostgresStore":
    """Open the store of a database, bringing its schema up to date.

    Refused if it cannot be reached, if a newer Stolik wrote it or if it does not keep its promises.
    """
    try:
        session = await begun(url)
        try:
            await _demand_durable(session.connection)
            await migrate(session.connection)
            pool = await pooled(url, _READERS)
        except BaseException:
            session.connection.terminate()
            raise
    except _UNUSABLE as error:
        # The address stays out of the message: it may hold a password.
        reason = str(error) or type(error).__name__
        refuse(Violation(Refusal.UNREACHABLE, facts={"reason": reason}))
    return PostgresStore(Writer(url, session, probe_s=probe_s), pool)


class PostgresStore(KeepingStore):
    """An `EventStore` shared by any number of nodes. Made by `open_store`."""

    def __init__(self, writer: Writer, pool: Pool) -> None:
        super().__init__(writer)
        self._writer = writer
        self._pool = pool

    async def read(
        self, stream: Stream, after: int = 0, most: int | None = None
    ) -> tuple[Entry, ...]:
        """The entries after number `after`, in order; so many at most."""
        rows = await _patiently(lambda: self._pool.fetch(_ENTRIES, stream, after, most))
        return tuple(Entry(*row) for row in rows)

    async def done(self, command: CommandId) -> Appended | None:
        """Where a command's entries stand, if it was carried out."""
        found = await _patiently(lambda: writing.done(self._pool, [command]))
        return found.get(command)

    async def streams(self, prefix: str = "") -> Mapping[Stream, int]:
        """Streams whose names begin so, with the number of their last entry."""
        rows = await _patiently(lambda: self._pool.fetch(_STREAMS, prefix))
        return {Stream(row["stream"]): row["last"] for row in rows}

    async def get(self, kind: str, key: str) -> bytes | None:
        """A record."""
        body: bytes | None = await _patiently(lambda: self._pool.fetchval(_RECORD, kind, key))
        return body

    async def all(self, kind: str, prefix: str = "") -> Mapping[str, bytes]:
        """Every record of a kind whose key begins so, by key."""
        rows = await _patiently(lambda: self._pool.fetch(_RECORDS, kind, prefix))
        return {row["key"]: row["body"] for row in rows}

    async def check(self) -> tuple[StorageFault, ...]:
        """Read everything and follow every chain."""
        told = {
            Stream(row["stream"]): row["last"]
            for row in await _patiently(lambda: self._pool.fetch(_TOLD))
        }
        found: list[StorageFault] = []
        for stream in sorted({**await self.streams(), **told}):
            try:
                entries = await self.read(stream)
                found += found_faults(stream, entries, last_known=told.get(stream, 0))
            except (asyncpg.DataCorruptedError, asyncpg.InternalServerError) as error:
                found.append(StorageFault(stream, 0, f"cannot be read: {error}"))
        return tuple(found)

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
        await self._writer.close()
        try:
            await asyncio.wait_for(self._pool.close(), _PATIENCE_S)
        except LOST:
            self._pool.terminate()


async def _patiently(question: Callable[[], Awaitable[T]]) -> T:
    """Ask again for a while when the line is dead; questions change nothing."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + _PATIENCE_S
    while True:
        try:
            return await question()
        except LOST as error:
            if loop.time() > deadline:
                raise NotRead from error
            await asyncio.sleep(_PAUSE_S)


async def _demand_durable(connection: Connection) -> None:
    """A server that does not wait for its disk cannot promise anything."""
    for setting in ("fsync", "full_page_writes"):
        if await connection.fetchval("SELECT current_setting($1)", setting) != "on":
            refuse(Violation(Refusal.NOT_DURABLE, facts={"setting": setting}))
