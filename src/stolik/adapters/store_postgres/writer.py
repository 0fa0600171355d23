"""The writer of a node: one task, one connection, group commit.

Many nodes write to one database and the database is the arbiter: when another node was first, the
batch is judged again from what is there now. When the line goes dead during a COMMIT nobody is told
a guess: the writer connects again, makes sure the old session is over and looks the commands up.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

import asyncpg

from stolik.adapters.store_postgres.connection import OVERTAKEN, ServerSession, begun
from stolik.adapters.store_postgres.writing import CommitInDoubt, beaten, kept, outcome
from stolik.app.ports import NotSaved, OnHealth
from stolik.app.streams.batch import Batch, BatchAnswer, BatchWish

_LARGEST_BATCH = 1_000
_MOST_TRIES = 50
_CLOSE_S = 10.0

Job = tuple[BatchWish, "asyncio.Future[BatchAnswer]"]


class Writer:
    """Accepts wishes and carries out together what waits at the same time."""

    def __init__(self, url: str, session: ServerSession, *, probe_s: float = 0.2) -> None:
        self.writable = True
        self._url = url
        self._session = session
        self._probe_s = probe_s
        self._told: list[OnHealth] = []
        self._jobs: deque[Job] = deque()
        self._asked = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="stolik-writer")

    def on_health(self, told: OnHealth) -> None:
        """Call `told` when `writable` has changed."""
        self._told.append(told)

    async def ask(self, wish: BatchWish) -> BatchAnswer:
        """Have a wish carried out; an exception that answers it is raised."""
        if self._closed or not self.writable:
            raise NotSaved
        future: asyncio.Future[BatchAnswer] = asyncio.get_running_loop().create_future()
        self._jobs.append((wish, future))
        self._asked.set()
        answer = await future
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def close(self) -> None:
        """Carry out what was asked for; what is in doubt stays without an answer."""
        self._closed = True
        self._asked.set()
        if not self.writable:
            self._task.cancel()
        with suppress(asyncio.CancelledError, TimeoutError):
            await asyncio.wait_for(self._task, _CLOSE_S)
        for _, future in self._jobs:
            future.cancel()
        await self._session.end()

    async def _run(self) -> None:
        while self._jobs or not self._closed:
            await self._asked.wait()
            jobs = [self._jobs.popleft() for _ in range(min(len(self._jobs), _LARGEST_BATCH))]
            if not self._jobs and not self._closed:
                self._asked.clear()
            if jobs:
                try:
                    await self._keep(jobs)
                except BaseException:
                    _cancel(jobs)
                    raise

    async def _keep(self, jobs: Sequence[Job]) -> None:
        wishes = [wish for wish, _ in jobs]
        for _ in range(_MOST_TRIES):
            try:
                _deliver(jobs, await kept(self._session.connection, wishes))
                return
            except OVERTAKEN:
                continue
            except asyncpg.DataError as fault:
                await self._keep_one_by_one(jobs, fault)
                return
            except CommitInDoubt as doubt:
                await self._find_out(jobs, doubt.batch)
                return
            except Exception:
                # Before the COMMIT was sent: nothing of it can have been kept.
                self._refuse(jobs)
                await self._recover()
                return
        self._refuse(jobs)
        await self._recover()

    async def _keep_one_by_one(self, jobs: Sequence[Job], fault: Exception) -> None:
        """One of the wishes cannot be written down at all; the others can."""
        if len(jobs) == 1:
            _deliver(jobs, [fault])
            return
        for job in jobs:
            if self.writable:
                await self._keep([job])
            else:
                _deliver([job], [NotSaved()])

    async def _find_out(self, jobs: Sequence[Job], batch: Batch) -> None:
        """Answer a batch whose COMMIT was never confirmed, when the truth is known."""
        self._refuse(())
        wishes = [wish for wish, _ in jobs]
        while True:
            lost = self._session
            await self._reconnect()
            try:
                await self._session.see_off(lost)
                answers = await outcome(self._session.connection, batch, wishes)
            except Exception:
                continue
            _deliver(jobs, answers)
            self._tell(True)
            return

    def _refuse(self, jobs: Sequence[Job]) -> None:
        """Stop accepting wishes; these and all that wait are not saved."""
        _deliver(jobs, [NotSaved()] * len(jobs))
        _deliver(self._jobs, [NotSaved()] * len(self._jobs))
        self._jobs.clear()
        self._tell(False)

    async def _recover(self) -> None:
        await self._reconnect()
        self._tell(True)

    async def _reconnect(self) -> None:
        """A new session that has shown that it can write."""
        self._session.connection.terminate()
        while True:
            try:
                session = await begun(self._url)
                await beaten(session.connection, 0)
            except Exception:
                await asyncio.sleep(self._probe_s)
            else:
                self._session = session
                return

    def _tell(self, healthy: bool) -> None:
        if self.writable != healthy:
            self.writable = healthy
            for told in self._told:
                # On its own: whoever is told must not be able to stop the writer.
                asyncio.get_running_loop().call_soon(told, healthy)


def _deliver(jobs: Sequence[Job] | deque[Job], answers: Sequence[BatchAnswer]) -> None:
    for (_, future), answer in zip(jobs, answers, strict=True):
        if not future.done():
            future.set_result(answer)


def _cancel(jobs: Sequence[Job]) -> None:
    for _, future in jobs:
        future.cancel()
