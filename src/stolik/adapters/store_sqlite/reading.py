"""Questions to the database."""

from collections.abc import Iterator, Mapping

import apsw

from stolik.app.ports import Entry, Stream
from stolik.app.streams.chain import Rot

_ENTRIES = """
SELECT seq, body, salt, link FROM events WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?
"""
# From name to name through the primary key: the entries themselves are not read.
_STREAMS = """
WITH RECURSIVE names (stream) AS (
    SELECT min(stream) FROM events WHERE stream >= :prefix
    UNION ALL
    SELECT (SELECT min(stream) FROM events WHERE stream > names.stream)
    FROM names WHERE substr(names.stream, 1, :length) = :prefix
)
SELECT stream, (SELECT max(seq) FROM events WHERE events.stream = names.stream)
FROM names WHERE substr(stream, 1, :length) = :prefix
"""


def entries(
    connection: apsw.Connection, stream: Stream, after: int, most: int | None = None
) -> Iterator[Entry]:
    """The entries of a stream after number `after`, in order; raises `Rot` at a damaged page."""
    seq = after
    limit = -1 if most is None else most
    try:
        for seq, body, salt, link in connection.execute(_ENTRIES, (stream, after, limit)):
            yield Entry(seq, body, salt, link)
    except (apsw.CorruptError, UnicodeDecodeError) as fault:
        raise Rot(stream, seq + 1) from fault


def streams(connection: apsw.Connection, prefix: str) -> dict[Stream, int]:
    """Streams whose names begin so, with the number of their last entry."""
    rows = connection.execute(_STREAMS, {"prefix": prefix, "length": len(prefix)})
    return {Stream(stream): last for stream, last in rows}


def record(connection: apsw.Connection, kind: str, key: str) -> bytes | None:
    """One record."""
    query = "SELECT body FROM records WHERE kind = ? AND key = ?"
    body: bytes | None = connection.execute(query, (kind, key)).get
    return body


def records(connection: apsw.Connection, kind: str, prefix: str) -> Mapping[str, bytes]:
    """Every record of a kind whose key begins so."""
    query = (
        "SELECT key, body FROM records"
        " WHERE kind = ? AND key >= ? AND substr(key, 1, ?) = ? ORDER BY key"
    )
    rows = connection.execute(query, (kind, prefix, len(prefix), prefix))
    return dict(iter(rows))
