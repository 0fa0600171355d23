"""The mirror: a second database in another place, written before each answer leaves.

The writer keeps a batch in the database, hands it over here and waits until it stands in the mirror
too. The mirror works in a thread of its own: a stick that hangs holds the answers up once and is
then left behind. Whoever was left behind, or comes with an older state, is brought up to date while
play goes on: from the first moment of the copy on every batch waits in line, and when the line is
empty the writer waits for each batch again. A mirror that knows more than the database, or another
story, is never touched.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread

import apsw

from stolik.adapters.store_sqlite import connection
from stolik.adapters.store_sqlite.codes import Refusal
from stolik.adapters.store_sqlite.comparing import Stamp, demand_place, is_behind
from stolik.adapters.store_sqlite.directory import DataDirectory, same_disk, synced
from stolik.adapters.store_sqlite.migrations import migrate
from stolik.adapters.store_sqlite.mirror_codes import Refusal as MirrorRefusal
from stolik.adapters.store_sqlite.wal import Wal
from stolik.adapters.store_sqlite.writing import repeat
from stolik.app.streams.batch import Batch, Puts
from stolik.app.streams.mirroring import MirrorHealth, MirrorState
from stolik.refusal import Refused, Violation, refuse

# The server does not start with a mirror that is wrong; one that is only away may come back.
_WRONG = (
    MirrorRefusal.AHEAD,
    MirrorRefusal.APART,
    MirrorRefusal.OTHER,
    MirrorRefusal.SAME,
    Refusal.IN_USE,
    Refusal.NEWER,
)
_LONGEST_LINE = 20_000
_LONGEST_REST = 32  # times the first one

OnMirror = Callable[[MirrorHealth], None]


@dataclass(frozen=True, slots=True)
class MirrorPlan:
    """Where the mirror is, and how long it is waited for."""

    place: Path
    vfs: str | None = None
    patience_s: float = 5.0
    start_s: float = 5.0  # the server waits so long for an old mirror before it starts
    probe_s: float = 1.0
    checkpoint_pages: int = 4_000


@dataclass(frozen=True, slots=True)
class _Job:
    batch: Batch
    done: Event = field(default_factory=Event)


class _LeftBehind(Exception):  # noqa: N818 - not an error: the writer has said it already
    pass


class Mirror:
    """Accepts batches in the writer's thread and writes them in its own."""

    def __init__(
        self, ours: Path, plan: MirrorPlan, stamp: Stamp, tell: OnMirror, vfs: str | None = None
    ) -> None:
        self.health = MirrorHealth(MirrorState.CATCHING_UP)
        self._ours = ours
        self._vfs = vfs
        self._plan = plan
        self._stamp = stamp
        self._tell = tell
        self._lock = Lock()
        self._line: SimpleQueue[_Job | None] = SimpleQueue()
        self._takes = False  # whether batches may stand in line
        self._at_hand: _Job | None = None
        self._suspect = False  # after a failure what is read there need not be on its disk
        self._rest_s = plan.probe_s
        self._closing = Event()
        self._settled = Event()
        self._refused: Refused | None = None
        self._elsewhere = False  # whether it has been seen on another disk than ours
        self._thread = Thread(target=self._run, name="stolik-mirror", daemon=True)

    def start(self) -> None:
        """Compare and bring up to date; refused if the mirror holds what we do not know."""
        self._thread.start()
        self._settled.wait(self._plan.start_s)
        self._settled.set()
        if self._refused:
            raise self._refused

    # In the writer's thread

    def stamp(self) -> Puts:
        """What every batch has to hold."""
        self._stamp = self._stamp.next
        return Puts((self._stamp.put,))

    def keep(self, batch: Batch) -> None:
        """Have a batch written that our database holds; wait for it unless there is no use."""
        job = _Job(batch)
        with self._lock:
            if not self._takes:
                return
            self._line.put(job)
            waits = self.health.state is MirrorState.IN_STEP
        hangs = waits and not job.done.wait(self._plan.patience_s)
        if hangs or self._line.qsize() > _LONGEST_LINE:
            self._fail(self._violation(MirrorRefusal.SLOW))

    def close(self) -> None:
        """Finish what is in line; a mirror that hangs is not waited for."""
        self._closing.set()
        with self._lock:
            self._line.put(None)
        self._thread.join(self._plan.patience_s)

    # In the thread

    def _run(self) -> None:
        while True:
            try:
                with self._opened() as mirror:
                    self._follow(mirror)
            except _LeftBehind:
                pass
            except Exception as error:
                self._fail(self._reason(error))
            if self._refused or self._closing.wait(self._rest_s):
                return
            self._rest_s = min(2 * self._rest_s, _LONGEST_REST * self._plan.probe_s)

    @contextmanager
    def _opened(self) -> Iterator[apsw.Connection]:
        self._demand_place()
        data = DataDirectory(self._plan.place)
        try:
            mirror = connection.writing(data.database, self._plan.vfs, alone=True)
            try:
                migrate(mirror, data.database)
                synced(data.path)
                # After a failed fsync nothing may be moved any more, not even when it is closed.
                mirror.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
                yield mirror
                mirror.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
            finally:
                with suppress(apsw.Error):
                    mirror.close()
        finally:
            data.let_go()

    def _demand_place(self) -> None:
        """A stick that is out leaves its place to our own disk at times: that is no mirror."""
        demand_place(self._ours.parent, self._plan.place)
        elsewhere = not same_disk(self._plan.place, self._ours.parent)
        if self._elsewhere and not elsewhere:
            refuse(self._violation(MirrorRefusal.MISSING))
        self._elsewhere |= elsewhere

    def _follow(self, mirror: apsw.Connection) -> None:
        """Bring the mirror up to date, then write what comes; returns when all is over."""
        wal = Wal(self._plan.checkpoint_pages)
        wal.watch(mirror)
        with self._lock:
            self._line = SimpleQueue()
            self._takes = not self._closing.is_set()
        self._catch_up(mirror, wal)
        file = self._plan.place / self._ours.name
        known = file.stat()
        while (job := self._next()) is not None:
            repeat(mirror, job.batch)
            self._look_after(mirror, wal, job.batch.erases)
            # A file that was moved away or deleted takes what is written all the same.
            if not os.path.samestat(known, file.stat()):
                raise FileNotFoundError(file)
            job.done.set()

    def _catch_up(self, mirror: apsw.Connection, wal: Wal) -> None:
        ours = connection.reading(self._ours, self._vfs)
        try:
            with ours:  # all answers from one moment
                behind = is_behind(ours, mirror, self._plan.place) or self._suspect
            if behind:
                with self._lock:
                    self._say(MirrorHealth(MirrorState.CATCHING_UP))
                wal.move(mirror, "TRUNCATE")  # the copy needs the room
                with mirror.backup("main", ours, "main") as copy:
                    copy.step(-1)
        finally:
            ours.close()
        self._look_after(mirror, wal, behind)  # the log holds what was there before

    def _look_after(self, mirror: apsw.Connection, wal: Wal, erased: bool) -> None:
        """Keep the log short, and clean after an erasure."""
        wal.clean(mirror, erased)
        if wal.is_due:
            wal.move(mirror, "PASSIVE")

    def _next(self) -> _Job | None:
        """The next batch; when none waits we are in step and the writer waits for each."""
        with self._lock:
            if not self._takes:
                raise _LeftBehind
            if self._line.empty():
                self._rest_s, self._suspect = self._plan.probe_s, False
                self._say(MirrorHealth(MirrorState.IN_STEP))
        self._at_hand = self._line.get()
        return self._at_hand

    def _fail(self, why: Violation) -> None:
        """Nobody waits for the mirror any more."""
        with self._lock:
            if why.code in _WRONG and not self._settled.is_set():
                self._refused = Refused([why])
            self._takes, self._suspect = False, True
            self._say(MirrorHealth(MirrorState.FAILED, why))
            if self._at_hand:
                self._at_hand.done.set()
            with suppress(Empty):
                while job := self._line.get_nowait():
                    job.done.set()

    def _say(self, health: MirrorHealth) -> None:
        if health != self.health:
            self.health = health
            self._tell(health)
        if health.state is not MirrorState.CATCHING_UP:
            self._settled.set()

    def _reason(self, error: Exception) -> Violation:
        match error:
            case Refused() if error.violations[0].code != Refusal.UNREADABLE:
                return error.violations[0]
            case Refused():
                reason = str(error.violations[0].facts["reason"])
                return self._violation(MirrorRefusal.BROKEN, reason=reason)
            case FileNotFoundError() | NotADirectoryError():
                return self._violation(MirrorRefusal.MISSING)
            case apsw.FullError():
                return self._violation(MirrorRefusal.FULL)
            case _:
                return self._violation(MirrorRefusal.BROKEN, reason=str(error))

    def _violation(self, fault: MirrorRefusal, **facts: str) -> Violation:
        return Violation(fault, facts={"path": str(self._plan.place), **facts})
