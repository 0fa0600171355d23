"""The event store on SQLite."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import apsw

from stolik.adapters.store_sqlite import checking, connection, copying, reading, writing
from stolik.adapters.store_sqlite.codes import Refusal
from stolik.adapters.store_sqlite.comparing import Stamp, stamped
from stolik.adapters.store_sqlite.directory import DataDirectory, synced
from stolik.adapters.store_sqlite.migrations import migrate
from stolik.adapters.store_sqlite.mirror import Mirror, MirrorPlan, OnMirror
from stolik.adapters.store_sqlite.writer import Writer
from stolik.app.ports import Appended, CommandId, Entry, NotRead, StorageFault, Stream
from stolik.app.streams.keeping import KeepingStore
from stolik.app.streams.mirroring import MirrorHealth
from stolik.refusal import Violation, refuse

T = TypeVar("T")


async def open_store(
    directory: Path,
    *,
    vfs: str | None = None,
    probe_s: float = 1.0,
    checkpoint_pages: int = 4_000,
    mirror: MirrorPlan | None = None,
    on_mirror: OnMirror = lambda _: None,
) -> "SqliteStore":
    """Open the store in a data directory, making what is missing.

    Refused if another process has it, if a newer Stolik wrote it or if it is no database, and if
    the mirror that is wanted knows more than the database or is of another one. `on_mirror` is
    called in the event loop whenever the mirror's health has changed.
    """
    connection.demand_version()
    data = DataDirectory(directory)
    try:
        stamp = await asyncio.to_thread(_prepared, data.database, vfs, mirror is not None)
        following = None
        if mirror and stamp:
            tell = _in_loop(on_mirror)
            following = Mirror(data.database, mirror, stamp, tell, vfs)
            await asyncio.to_thread(following.start)
        writer = Writer(
            lambda: connection.writing(data.database, vfs),
            probe_s=probe_s,
            checkpoint_pages=checkpoint_pages,
            mirror=following,
        )
        return SqliteStore(data, writer, vfs, following)
    except BaseException:
        data.let_go()
        raise


class SqliteStore(KeepingStore):
    """An `EventStore` in one file. Made by `open_store`."""

    def __init__(
        self,
        data: DataDirectory,
        writer: Writer,
        vfs: str | None = None,
        mirror: Mirror | None = None,
    ) -> None:
        super().__init__(writer)
        self._data = data
        self._mirror = mirror
        self._writer = writer
        self._vfs = vfs
        # A lookup by key takes less time than a trip to a thread: it is done in the event loop.
        self._near = connection.reading(data.database, vfs)
        self._far = connection.reading(data.database, vfs)
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="stolik-reader")

    @property
    def mirror(self) -> MirrorHealth | None:
        """How the mirror is doing, if there is to be one."""
        return self._mirror.health if self._mirror else None

    async def read(
        self, stream: Stream, after: int = 0, most: int | None = None
    ) -> tuple[Entry, ...]:
        """The entries after number `after`, in order; so many at most."""
        return await self._from_afar(lambda far: tuple(reading.entries(far, stream, after, most)))

    async def done(self, command: CommandId) -> Appended | None:
        """Where a command's entries stand, if it was carried out."""
        return _read(lambda: writing.where_done(self._near, command))

    async def streams(self, prefix: str = "") -> Mapping[Stream, int]:
        """Streams whose names begin so, with the number of their last entry."""
        return await self._from_afar(lambda far: reading.streams(far, prefix))

    async def get(self, kind: str, key: str) -> bytes | None:
        """A record."""
        return _read(lambda: reading.record(self._near, kind, key))

    async def all(self, kind: str, prefix: str = "") -> Mapping[str, bytes]:
        """Every record of a kind whose key begins so, by key."""
        return await self._from_afar(lambda far: reading.records(far, kind, prefix))

    async def check(self) -> tuple[StorageFault, ...]:
        """Read everything and follow every chain."""
        return await asyncio.to_thread(self._checked)

    async def backup(self, path: Path) -> None:
        """Write the database as it is now to a file; an older one there is replaced whole."""
        await asyncio.to_thread(copying.back_up, self._data.database, path, self._vfs)

    async def close(self) -> None:
        """Finish what was begun and let go of the directory."""
        await asyncio.to_thread(self._reader.shutdown)
        self._near.close()
        self._far.close()
        await self._writer.close()
        if self._mirror:
            await asyncio.to_thread(self._mirror.close)
        self._data.let_go()

    async def _from_afar(self, question: Callable[[apsw.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, lambda: _read(lambda: question(self._far)))

    def _checked(self) -> tuple[StorageFault, ...]:
        # A connection of its own: nobody waits for it, and it reads the disk, not a cache.
        reader = connection.reading(self._data.database, self._vfs)
        try:
            return checking.faults(reader)
        finally:
            reader.close()


def _read(question: Callable[[], T]) -> T:
    try:
        return question()
    except apsw.Error as error:
        raise NotRead from error


def _prepared(database: Path, vfs: str | None, stamps: bool) -> Stamp | None:
    """Bring the schema up to date and make the file's name durable; the stamp for a mirror."""
    stamp = None
    try:
        writer = connection.writing(database, vfs)
        try:
            migrate(writer, database)
            if stamps:
                stamp = stamped(writer)
        finally:
            writer.close()
    except apsw.Error as error:
        facts = {"path": str(database), "reason": str(error)}
        refuse(Violation(Refusal.UNREADABLE, facts=facts))
    synced(database.parent)
    return stamp


def _in_loop(told: OnMirror) -> OnMirror:
    """Say in the event loop what is said in a thread."""
    loop = asyncio.get_running_loop()

    def tell(health: MirrorHealth) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is listening any more
            loop.call_soon_threadsafe(told, health)

    return tell
