"""One batch of wishes in one transaction."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import apsw

from stolik.app.ports import Append, Appended, CommandId, Put, Stream
from stolik.app.streams.batch import Batch, BatchAnswer, BatchWish, answered, settled

_HEADS = "SELECT value, (SELECT max(seq) FROM events WHERE stream = value) FROM json_each(?)"
_DONE = "SELECT id, stream, first, last FROM commands WHERE id IN (SELECT value FROM json_each(?))"


def kept(
    connection: apsw.Connection, wishes: Sequence[BatchWish]
) -> tuple[list[BatchAnswer], Batch]:
    """The answers once everything is on disk, and what was written for them."""
    with _transaction(connection):
        batch = _judged(connection, wishes)
        kept_ms = _written(connection, batch)
    return answered(batch, wishes, kept_ms), batch


def repeat(connection: apsw.Connection, batch: Batch) -> None:
    """Write into the mirror what was written; parts of it may be there already.

    An entry that is there and is another one than ours breaks the key.
    """
    with _transaction(connection):
        _written(connection, _not_there_yet(connection, batch))


def where_done(connection: apsw.Connection, command: CommandId) -> Appended | None:
    """Where a command's entries stand."""
    query = "SELECT stream, first, last FROM commands WHERE id = ?"
    for stream, first, last in connection.execute(query, (command,)):
        return Appended(Stream(stream), first, last)
    return None


@contextmanager
def _transaction(connection: apsw.Connection) -> Iterator[None]:
    """All or nothing, on disk at the end."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A failed COMMIT has often rolled back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _not_there_yet(connection: apsw.Connection, batch: Batch) -> Batch:
    if not batch.appends:
        return batch
    commands = json.dumps([append.command for append in batch.appends])
    there = {id_ for id_, *_ in connection.execute(_DONE, (commands,))}
    return replace(batch, appends=tuple(a for a in batch.appends if a.command not in there))


def _judged(connection: apsw.Connection, wishes: Sequence[BatchWish]) -> Batch:
    """What of the wishes is to be written; asked in two questions, however many there are.

    Each question costs a trip into the database and back to the lock of the interpreter, for
    which the writer has to wait while the event loop is busy.
    """
    appends = [wish for wish in wishes if isinstance(wish, Append)]
    if not appends:
        return settled(wishes, {}, {})
    streams = json.dumps(sorted({append.stream for append in appends}))
    commands = json.dumps([append.command for append in appends])
    heads = {stream: last or 0 for stream, last in connection.execute(_HEADS, (streams,))}
    done = {
        CommandId(id_): Appended(Stream(stream), first, last)
        for id_, stream, first, last in connection.execute(_DONE, (commands,))
    }
    return settled(wishes, heads, done)


def _written(connection: apsw.Connection, batch: Batch) -> int | None:
    """Write a judged batch; the time kept afterwards if it holds a beat."""
    if batch.appends:
        connection.executemany(
            "INSERT INTO events (stream, seq, body, salt, link) VALUES (?, ?, ?, ?, ?)",
            [
                (append.stream, entry.seq, entry.body, entry.salt, entry.link)
                for append in batch.appends
                for entry in append.entries
            ],
        )
        connection.executemany(
            "INSERT INTO commands (id, stream, first, last) VALUES (?, ?, ?, ?)",
            [
                (append.command, append.stream, append.entries[0].seq, append.entries[-1].seq)
                for append in batch.appends
            ],
        )
    if batch.drops:
        _drop(connection, batch.drops)
    if batch.puts:
        _put(connection, batch.puts)
    if batch.erases_records:
        _rewrite_records(connection)
    if batch.beat is None:
        return None
    kept_ms: int = connection.execute(
        "UPDATE clock SET ms = max(ms, ?) RETURNING ms", (batch.beat,)
    ).get
    return kept_ms


def _drop(connection: apsw.Connection, streams: Sequence[Stream]) -> None:
    """Blanked by `secure_delete`; all in one, because commands are not found by their stream."""
    names = json.dumps(streams)
    for table in ("events", "commands"):
        query = f"DELETE FROM {table} WHERE stream IN (SELECT value FROM json_each(?))"
        connection.execute(query, (names,))


def _put(connection: apsw.Connection, puts: Sequence[Put]) -> None:
    connection.executemany(
        "INSERT INTO records (kind, key, body) VALUES (?, ?, ?)"
        " ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body",
        [(put.kind, put.key, put.body) for put in puts if put.body is not None],
    )
    connection.executemany(
        "DELETE FROM records WHERE kind = ? AND key = ?",
        [(put.kind, put.key) for put in puts if put.body is None],
    )


def _rewrite_records(connection: apsw.Connection) -> None:
    """Write all records anew on clean pages.

    `secure_delete` blanks what is deleted, but not the copies that stay behind on a page when the
    tree was balanced and a record moved to another. Emptying the table blanks its pages whole.
    """
    rows = connection.execute("SELECT kind, key, body FROM records").fetchall()
    connection.execute("DELETE FROM records")
    connection.executemany("INSERT INTO records (kind, key, body) VALUES (?, ?, ?)", rows)
