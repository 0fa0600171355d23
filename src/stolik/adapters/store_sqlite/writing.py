"""One batch of wishes in one transaction."""

from collections.abc import Iterable, Iterator, Sequence

import apsw

from stolik.app.batch import Answer, Batch, Wish, answered, settled
from stolik.app.ports import Append, Appended, CommandId, Put, Stream


def kept(connection: apsw.Connection, wishes: Sequence[Wish]) -> tuple[list[Answer], bool]:
    """The answers once everything is on disk, and whether records were erased."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        appends = [wish for wish in wishes if isinstance(wish, Append)]
        heads = {stream: head(connection, stream) for stream in {a.stream for a in appends}}
        batch = settled(wishes, heads, dict(_done(connection, appends)))
        kept_ms = _written(connection, batch)
        connection.execute("COMMIT")
    except BaseException:
        # A failed COMMIT has often rolled back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return answered(batch, wishes, kept_ms), batch.erases


def head(connection: apsw.Connection, stream: Stream) -> int:
    """The number of a stream's last entry."""
    row = connection.execute("SELECT max(seq) FROM events WHERE stream = ?", (stream,)).get
    return row or 0


def where_done(connection: apsw.Connection, command: CommandId) -> Appended | None:
    """Where a command's entries stand."""
    query = "SELECT stream, first, last FROM commands WHERE id = ?"
    for stream, first, last in connection.execute(query, (command,)):
        return Appended(Stream(stream), first, last)
    return None


def _done(
    connection: apsw.Connection, appends: Iterable[Append]
) -> Iterator[tuple[CommandId, Appended]]:
    for append in appends:
        before = where_done(connection, append.command)
        if before is not None:
            yield append.command, before


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
    if batch.puts:
        _put(connection, batch.puts)
    if batch.erases:
        _rewrite_records(connection)
    if batch.beat is None:
        return None
    kept_ms: int = connection.execute(
        "UPDATE clock SET ms = max(ms, ?) RETURNING ms", (batch.beat,)
    ).get
    return kept_ms


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
