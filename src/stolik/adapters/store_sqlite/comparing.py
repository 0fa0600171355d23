"""Is a mirror what our database was a moment ago? Only then it may be written to.

Every batch puts a stamp beside the records: whose mirror this is, and the number of the batch. The
chains tell the rest: where the last links of a stream are equal, so is everything before them.
"""

import secrets
from dataclasses import dataclass
from pathlib import Path

import apsw

from stolik.adapters.store_sqlite import connection as connections
from stolik.adapters.store_sqlite import reading
from stolik.adapters.store_sqlite.codes import Refusal
from stolik.adapters.store_sqlite.directory import DATABASE, DataDirectory
from stolik.adapters.store_sqlite.migrations import MIGRATIONS, schema_version
from stolik.adapters.store_sqlite.mirror_codes import Refusal as MirrorRefusal
from stolik.app.access.roles import PRACTICE
from stolik.app.ports import Put, Stream
from stolik.app.tables.setup import KIND as TABLE
from stolik.app.tables.setup import read_setup
from stolik.refusal import Violation, refuse

_KIND, _KEY = "mirror", ""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which database a batch belongs to, and how many came before it."""

    database: str
    batch: int = 0

    @property
    def put(self) -> Put:
        """As it is kept."""
        return Put(_KIND, _KEY, f"{self.database} {self.batch}".encode())

    @property
    def next(self) -> "Stamp":
        """That of the next batch."""
        return Stamp(self.database, self.batch + 1)


def stamp_of(connection: apsw.Connection) -> Stamp | None:
    """The stamp of the last batch that was kept while there was a mirror."""
    body = reading.record(connection, _KIND, _KEY)
    if body is None:
        return None
    database, batch = body.decode().split()
    return Stamp(database, int(batch))


def stamped(connection: apsw.Connection) -> Stamp:
    """The stamp of our database; it gets one if it never had a mirror."""
    stamp = stamp_of(connection) or Stamp(secrets.token_hex(16))
    body = stamp.put.body
    connection.execute("INSERT OR IGNORE INTO records VALUES (?, ?, ?)", (_KIND, _KEY, body))
    return stamp


def is_behind(ours: apsw.Connection, mirror: apsw.Connection, place: Path) -> bool:
    """Whether the mirror lacks something; refused if it is no older state of our database."""
    facts = {"path": str(place)}
    if not _is_empty(mirror):
        stamps = stamp_of(ours), stamp_of(mirror)
        if not (stamps[0] and stamps[1] and stamps[0].database == stamps[1].database):
            refuse(Violation(MirrorRefusal.OTHER, facts=facts))
        if not _is_part(ours, mirror):
            refuse(Violation(MirrorRefusal.APART, facts=facts))
        if _knows_more(ours, mirror):
            refuse(Violation(MirrorRefusal.AHEAD, facts=facts))
    return any(_all(ours, table) != _all(mirror, table) for table in ("clock", "records")) or (
        reading.streams(ours, "") != reading.streams(mirror, "")
    )


def demand_place(data: Path, place: Path) -> None:
    """Refuse a place that cannot hold a mirror of a data directory.

    The directory has to be there: made by us, it would lie on our own disk when the stick is out.
    """
    facts = {"path": str(place)}
    if place.resolve() == data.resolve():
        refuse(Violation(MirrorRefusal.SAME, facts=facts))
    if not place.is_dir():
        refuse(Violation(MirrorRefusal.MISSING, facts=facts))


def demand_mirror(data: Path, place: Path) -> None:
    """Refuse a place whose database is no older state of ours; nothing is changed."""
    demand_place(data, place)
    if not (place / DATABASE).exists():
        return
    held = DataDirectory(place)
    try:
        _demand_older(data / DATABASE, place)
    except apsw.Error as error:
        facts = {"path": str(place), "reason": str(error)}
        refuse(Violation(MirrorRefusal.BROKEN, facts=facts))
    finally:
        held.let_go()


def _demand_older(database: Path, place: Path) -> None:
    mirror = connections.reading(place / DATABASE)
    ours = connections.reading(database)
    try:
        if schema_version(mirror) > len(MIGRATIONS):
            refuse(Violation(Refusal.NEWER, facts={"path": str(place)}))
        if schema_version(mirror) and schema_version(ours):
            is_behind(ours, mirror, place)
    finally:
        ours.close()
        mirror.close()


def _is_empty(connection: apsw.Connection) -> bool:
    return not any(_all(connection, table, 1) for table in ("events", "records"))


def _is_part(ours: apsw.Connection, mirror: apsw.Connection) -> bool:
    """Whether each stream is the same as far as both know it."""
    known = reading.streams(ours, "")
    for stream, last in reading.streams(mirror, "").items():
        both = min(last, known.get(stream, 0))
        if both and _link(ours, stream, both) != _link(mirror, stream, both):
            return False
    return True


def _knows_more(ours: apsw.Connection, mirror: apsw.Connection) -> bool:
    known = reading.streams(ours, "")
    longer = (
        known.get(s, 0) < last
        for s, last in reading.streams(mirror, "").items()
        if s in known or not _is_practice(mirror, s)
    )
    stamps = stamp_of(ours), stamp_of(mirror)
    assert stamps[0]
    assert stamps[1]
    later = _all(mirror, "clock") > _all(ours, "clock")
    return any(longer) or stamps[1].batch > stamps[0].batch or later


def _is_practice(mirror: apsw.Connection, stream: Stream) -> bool:
    """Whether a stream we have not got is of a practice table, which is forgotten after a while."""
    table = stream.partition("/")[2].partition(":")[0]
    setup = reading.record(mirror, TABLE, table)
    return setup is not None and read_setup(setup).tournament == PRACTICE


def _link(connection: apsw.Connection, stream: Stream, seq: int) -> object:
    query = "SELECT link FROM events WHERE stream = ? AND seq = ?"
    return connection.execute(query, (stream, seq)).get


def _all(connection: apsw.Connection, table: str, most: int = -1) -> list[tuple[object, ...]]:
    return connection.execute(f"SELECT * FROM {table} LIMIT {most}").fetchall()
