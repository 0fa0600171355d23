"""Reading everything once to find out what the disk has spoilt."""

from collections.abc import Iterator

import apsw

from stolik.adapters.store_sqlite import reading
from stolik.app.ports import StorageFault, Stream
from stolik.app.streams.batch import found_faults
from stolik.app.streams.chain import Rot

_WHOLE = Stream("")
_MOST_MESSAGES = 20


def faults(connection: apsw.Connection) -> tuple[StorageFault, ...]:
    """The first fault of each stream, and what SQLite says about the file as a whole."""
    found = list(_of_the_file(connection))
    told: dict[Stream, int] = {}
    for query in ("SELECT stream, last FROM commands", "SELECT stream, 0 FROM events"):
        found += _heard_of(connection, query, told)
    for stream, last_known in sorted(told.items()):
        found += _of_a_stream(connection, stream, last_known)
    return tuple(found)


def _of_the_file(connection: apsw.Connection) -> Iterator[StorageFault]:
    try:
        for (message,) in connection.execute(f"PRAGMA quick_check({_MOST_MESSAGES})"):
            if message != "ok":
                yield StorageFault(_WHOLE, 0, str(message))
    except (apsw.Error, UnicodeDecodeError) as error:
        yield StorageFault(_WHOLE, 0, f"cannot be read: {error}")


def _heard_of(
    connection: apsw.Connection, query: str, told: dict[Stream, int]
) -> Iterator[StorageFault]:
    """Note every stream that a table tells of and the last entry it knows."""
    try:
        for stream, last in connection.execute(query):
            told[stream] = max(told.get(stream, 0), last)
    except (apsw.Error, UnicodeDecodeError) as error:
        yield StorageFault(_WHOLE, 0, f"cannot be read: {error}")


def _of_a_stream(
    connection: apsw.Connection, stream: Stream, last_known: int
) -> Iterator[StorageFault]:
    try:
        entries = reading.entries(connection, stream, 0)
        yield from found_faults(stream, entries, last_known=last_known)
    except (apsw.Error, Rot) as error:
        yield StorageFault(stream, 0, f"cannot be read: {error}")
