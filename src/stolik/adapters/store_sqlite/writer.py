"""The writer: one thread, one connection, group commit.

Whatever waits when a transaction ends goes into the next one together; answers leave after COMMIT
has returned, which is after the fsync. When the storage fails, every wish gets `NotSaved` and
the connection is thrown away: an fsync that failed once may lie the second time. A new connection
has to write and empty some room before wishes are accepted again.

With a mirror (`mirror.py`) a batch that the database holds is written there too before any answer
leaves; a mirror that fails is left behind and the answers leave without it.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

import apsw

from stolik.adapters.store_sqlite.mirror import Mirror
from stolik.adapters.store_sqlite.wal import Wal
from stolik.adapters.store_sqlite.writing import kept
from stolik.app.ports import NotSaved, OnHealth
from stolik.app.streams.batch import BatchAnswer, BatchWish

_LARGEST_BATCH = 1_000
_ROOM_BYTES = 262_144

Job = tuple[BatchWish, "asyncio.Future[BatchAnswer]"]

# What is wrong with one wish, or with the pages of one stream, must not stop the others.
_LONE_FAULTS = (
    apsw.ConstraintError,
    apsw.CorruptError,
    apsw.TooBigError,
    apsw.MismatchError,
    apsw.BindingsError,
    TypeError,
    UnicodeError,
)


class Writer:
    """Accepts wishes in the event loop and carries them out in its thread."""

    def __init__(
        self,
        connect: Callable[[], apsw.Connection],
        *,
        probe_s: float = 1.0,
        checkpoint_pages: int = 4_000,
        mirror: Mirror | None = None,
    ) -> None:
        self.writable = True
        self._connect = connect
        self._probe_s = probe_s
        self._loop = asyncio.get_running_loop()
        self._told: list[OnHealth] = []
        self._asked: list[Job] = []  # in this turn of the event loop
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._closed = False
        self._wal = Wal(checkpoint_pages)
        self._mirror = mirror
        self._connection: apsw.Connection | None = None
        self._open()
        self._thread = Thread(target=self._run, name="stolik-writer", daemon=True)
        self._thread.start()

    def on_health(self, told: OnHealth) -> None:
        """Call `told` in the event loop when `writable` has changed."""
        self._told.append(told)

    async def ask(self, wish: BatchWish) -> BatchAnswer:
        """Have a wish carried out; an exception that answers it is raised."""
        if self._closed or not self.writable:
            raise NotSaved
        future: asyncio.Future[BatchAnswer] = self._loop.create_future()
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append((wish, future))
        answer = await future
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _hand_over(self) -> None:
        """What was asked in one turn of the loop wakes the thread once."""
        asked, self._asked = self._asked, []
        if asked:
            self._jobs.put(asked)

    async def close(self) -> None:
        """Carry out what was asked for and end the thread."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread

    def _run(self) -> None:
        going = True
        while going:
            going = self._serve() if self.writable else self._wait_for_better_times()
        self._shut()

    def _serve(self) -> bool:
        """Wait for wishes and keep all that are waiting; whether to go on."""
        jobs: list[Job] = []
        more = self._jobs.get()
        while more is not None:
            jobs += more
            if len(jobs) >= _LARGEST_BATCH or self._jobs.empty():
                break
            more = self._jobs.get()
        for i in range(0, len(jobs), _LARGEST_BATCH):
            self._keep_now(jobs[i : i + _LARGEST_BATCH])
        return more is not None

    def _keep_now(self, jobs: Sequence[Job]) -> None:
        """Keep them, unless the storage has failed with those before."""
        if self.writable:
            self._keep(jobs)
        else:
            self._deliver(jobs, [NotSaved()] * len(jobs))

    def _keep(self, jobs: Sequence[Job]) -> None:
        try:
            answers, erased = self._kept([wish for wish, _ in jobs])
        except _LONE_FAULTS as fault:
            self._keep_one_by_one(jobs, fault)
        except Exception:
            self._fail(jobs)
        else:
            trouble = self._housekeeping(erased)
            self._deliver(jobs, answers)
            if trouble or (self._wal.is_due and not self._checkpointed("PASSIVE")):
                self._fail(())

    def _keep_one_by_one(self, jobs: Sequence[Job], fault: Exception) -> None:
        if len(jobs) > 1:
            for job in jobs:
                self._keep_now([job])
            return
        answer = NotSaved() if isinstance(fault, apsw.Error) else fault
        answer.__cause__ = fault if answer is not fault else None
        self._deliver(jobs, [answer])

    def _kept(self, wishes: Sequence[BatchWish]) -> tuple[list[BatchAnswer], bool]:
        """The answers once everything is on disk, and in the mirror if there is one."""
        assert self._connection is not None
        if self._mirror is None:
            answers, batch = kept(self._connection, wishes)
        else:
            answers, batch = kept(self._connection, [*wishes, self._mirror.stamp()])
            del answers[len(wishes) :]
            self._mirror.keep(batch)
        return answers, batch.erases

    def _housekeeping(self, erased: bool) -> bool:
        """After an erasure the WAL still holds what was erased; whether the storage failed."""
        assert self._connection is not None
        try:
            self._wal.clean(self._connection, erased)
        except Exception:
            return True
        return False

    def _checkpointed(self, how: str) -> bool:
        """Move the WAL into the database; False if the storage failed."""
        assert self._connection is not None
        try:
            self._wal.move(self._connection, how)
        except Exception:
            return False
        return True

    def _deliver(self, jobs: Sequence[Job], answers: Sequence[BatchAnswer]) -> None:
        futures = [future for _, future in jobs]
        self._in_loop(lambda: _answer(futures, answers))

    def _in_loop(self, call: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is waiting any more
            self._loop.call_soon_threadsafe(call)

    def _fail(self, jobs: Sequence[Job]) -> None:
        """Stop accepting wishes, tell everybody, and let go of the connection."""
        self.writable = False
        self._deliver(jobs, [NotSaved()] * len(jobs))
        self._in_loop(lambda: self._tell(False))
        self._shut()

    def _tell(self, healthy: bool) -> None:
        for told in self._told:
            told(healthy)

    def _wait_for_better_times(self) -> bool:
        """Refuse what comes in and try the storage once in a while; whether to go on."""
        next_try = monotonic() + self._probe_s
        while (left := next_try - monotonic()) > 0:
            with suppress(Empty):
                jobs = self._jobs.get(timeout=left)
                if jobs is None:
                    return False
                self._deliver(jobs, [NotSaved()] * len(jobs))
        if self._works_again():
            self.writable = True
            self._in_loop(lambda: self._tell(True))
        return True

    def _works_again(self) -> bool:
        with suppress(Exception):
            self._open()
            assert self._connection is not None
            # The WAL first: moving it may need the most room, and a try that came after writing
            # would eat up what little there is, once a second.
            if self._checkpointed("TRUNCATE" if self._wal.owes_truncation else "PASSIVE"):
                self._connection.execute("INSERT INTO room VALUES (zeroblob(?))", (_ROOM_BYTES,))
                self._connection.execute("DELETE FROM room")
                return True
        self._shut()
        return False

    def _open(self) -> None:
        self._connection = self._connect()
        self._wal.watch(self._connection)

    def _shut(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()


def _answer(
    futures: Sequence["asyncio.Future[BatchAnswer]"], answers: Sequence[BatchAnswer]
) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if not future.done():
            future.set_result(answer)
