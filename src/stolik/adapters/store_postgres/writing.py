"""One batch of wishes in one transaction, and what became of it when the line went dead."""

from collections.abc import Iterable, Sequence
from typing import Any

import asyncpg

from stolik.adapters.store_postgres.connection import Connection, Pool
from stolik.app.ports import Append, Appended, CommandId, NotSaved, Put, Stream
from stolik.app.streams.batch import Batch, BatchAnswer, BatchWish, answered, settled

_DONE = "SELECT id, stream, first, last FROM commands WHERE id = ANY($1::text[])"
# In one statement, so of one moment: a command that another node has just carried out must never
# be seen by its entries alone and be called stale.
_DONE_AND_HEADS = f"""
{_DONE} UNION ALL
SELECT NULL, name, 0, (SELECT max(seq) FROM events WHERE stream = name)
FROM unnest($2::text[]) AS name
"""
# Rows go in in the order of their keys on every node, so that no two wait for each other.
_APPEND = """
WITH kept AS (
    INSERT INTO events (stream, seq, body, salt, link)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[])
)
INSERT INTO commands (id, stream, first, last)
SELECT * FROM unnest($6::text[], $7::text[], $8::bigint[], $9::bigint[])
"""
_RECORDS = """
INSERT INTO records (kind, key, body) SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])
ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body
"""
_ERASE = """
DELETE FROM records WHERE (kind, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
"""
_DROP_COMMANDS = "DELETE FROM commands WHERE stream = ANY($1::text[])"
_DROP_EVENTS = "DELETE FROM events WHERE stream = ANY($1::text[])"
_BEAT = "UPDATE clock SET ms = greatest(ms, $1) RETURNING ms"


class CommitInDoubt(Exception):  # noqa: N818 - a state of things
    """The line went dead while the server was committing this batch."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        super().__init__()


async def kept(connection: Connection, wishes: Sequence[BatchWish]) -> list[BatchAnswer]:
    """The answers once everything is on disk; raises what asyncpg raises, or `CommitInDoubt`."""
    await connection.execute("BEGIN")
    try:
        batch = await _judged(connection, wishes)
        kept_ms = await _written(connection, batch)
    except asyncpg.PostgresError:
        await connection.execute("ROLLBACK")
        raise
    try:
        await connection.execute("COMMIT")
    except asyncpg.PostgresError as error:
        if isinstance(error, asyncpg.PostgresConnectionError | asyncpg.OperatorInterventionError):
            raise CommitInDoubt(batch) from error
        raise  # the server itself says that it did not commit
    except Exception as error:
        raise CommitInDoubt(batch) from error
    return answered(batch, wishes, kept_ms)


async def done(
    connection: "Connection | Pool", commands: Sequence[CommandId]
) -> dict[CommandId, Appended]:
    """Where the entries of these commands stand, for those that were carried out."""
    return _where(await connection.fetch(_DONE, commands))


async def outcome(
    connection: Connection, batch: Batch, wishes: Sequence[BatchWish]
) -> list[BatchAnswer]:
    """What became of a batch whose COMMIT was not confirmed. Asked when its session is over."""
    if not await _was_kept(connection, batch):
        return [NotSaved() for _ in wishes]
    return answered(batch, wishes, await beaten(connection, 0))


async def beaten(connection: Connection, ms: int) -> int:
    """The service clock's time after a beat; a beat of 0 asks and shows that one can write."""
    kept_ms: int = await connection.fetchval(_BEAT, ms)
    return kept_ms


async def _was_kept(connection: Connection, batch: Batch) -> bool:
    """All or nothing was: a trace of any part tells about the whole."""
    if batch.appends:
        command = batch.appends[0].command
        return command in await done(connection, [command])
    if batch.puts:
        return await _records_stand(connection, batch.puts)
    if batch.drops:
        query = "SELECT 1 FROM events WHERE stream = ANY($1::text[]) LIMIT 1"
        return await connection.fetchval(query, list(batch.drops)) is None
    # Beats alone may be repeated at will, and a batch that writes nothing cannot be lost.
    return batch.beat is None


async def _records_stand(connection: Connection, puts: Sequence[Put]) -> bool:
    rows = await connection.fetch(
        "SELECT kind, key, body FROM records"
        " WHERE (kind, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))",
        [put.kind for put in puts],
        [put.key for put in puts],
    )
    bodies = {(row["kind"], row["key"]): row["body"] for row in rows}
    return all(bodies.get((put.kind, put.key)) == put.body for put in puts)


async def _judged(connection: Connection, wishes: Sequence[BatchWish]) -> Batch:
    appends = [wish for wish in wishes if isinstance(wish, Append)]
    if not appends:
        return settled(wishes, {}, {})
    rows = await connection.fetch(
        _DONE_AND_HEADS,
        [append.command for append in appends],
        list({append.stream for append in appends}),
    )
    heads = {Stream(row["stream"]): row["last"] or 0 for row in rows if row["id"] is None}
    return settled(wishes, heads, _where(row for row in rows if row["id"] is not None))


async def _written(connection: Connection, batch: Batch) -> int | None:
    if batch.appends:
        await _append(connection, batch.appends)
    if batch.drops:
        await connection.execute(_DROP_COMMANDS, list(batch.drops))
        await connection.execute(_DROP_EVENTS, list(batch.drops))
    puts = sorted(batch.puts, key=lambda put: (put.kind, put.key))
    written = [put for put in puts if put.body is not None]
    if written:
        rows = [(put.kind, put.key, put.body) for put in written]
        await connection.execute(_RECORDS, *_columns(rows))
    if batch.erases_records:
        gone = [(put.kind, put.key) for put in puts if put.body is None]
        await connection.execute(_ERASE, *_columns(gone))
    return None if batch.beat is None else await beaten(connection, batch.beat)


async def _append(connection: Connection, appends: Sequence[Append]) -> None:
    events = [
        (append.stream, entry.seq, entry.body, entry.salt, entry.link)
        for append in appends
        for entry in append.entries
    ]
    commands = [
        (append.command, append.stream, append.entries[0].seq, append.entries[-1].seq)
        for append in appends
    ]
    await connection.execute(_APPEND, *_columns(sorted(events)), *_columns(sorted(commands)))


def _where(rows: Iterable[asyncpg.Record]) -> dict[CommandId, Appended]:
    return {
        CommandId(row["id"]): Appended(Stream(row["stream"]), row["first"], row["last"])
        for row in rows
    }


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
