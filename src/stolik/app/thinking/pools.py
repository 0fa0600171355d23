"""What takes time to think about runs beside the event loop, in pools that cannot fill up.

Each kind of work has a pool of its own, so that no list somebody uploads keeps a result waiting and
no stranger's question an organiser's command. Within a pool those who wait take turns by key (an
address, a login, a tournament): whoever asks a hundred times waits behind himself.
"""

import asyncio
import os
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from stolik.app.thinking.codes import Refusal
from stolik.refusal import Refused, Violation, refuse

T = TypeVar("T")

# How long a thread that thinks may keep the interpreter from the loop, which wants it often.
_TURN_S = 0.0005
_AGAIN_S = 2
_YIELDS, _LAST = 5, 19  # steps behind the loop; there are no more


class Pool:
    """So many at once, so many waiting for each key and in all."""

    def __init__(
        self, name: str, *, at_once: int, most: int, most_of_one: int, yields: bool = False
    ) -> None:
        self._at_once = at_once
        self._most = most
        self._most_of_one = most_of_one
        self._busy = 0
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._waiting: Counter[str] = Counter()
        self._threads = ThreadPoolExecutor(
            at_once, f"stolik-{name}", initializer=yield_processor if yields else None
        )

    async def think(
        self, work: Callable[[], T], *keys: str, give_up: Callable[[], None] = lambda: None
    ) -> T:
        """The answer of some work, in its turn; refused if too much waits for it already.

        The first key takes turns with others; each of them has room for so much and no more.
        Who no longer waits for work that goes on calls it off by `give_up`.
        """
        await self._turn(keys)
        thinking = asyncio.get_running_loop().run_in_executor(self._threads, work)
        # Whoever asked may have gone: the thread is free when the work is done, not before.
        thinking.add_done_callback(lambda _: self._next())
        try:
            return await asyncio.shield(thinking)
        except asyncio.CancelledError:
            thinking.add_done_callback(_unheard)
            give_up()
            raise

    @property
    def busy(self) -> int:
        """How much is thought about now."""
        return self._busy

    @property
    def waiting(self) -> int:
        """How much waits for its turn."""
        return sum(len(queue) for queue in self._queues.values())

    def close(self) -> None:
        """Nothing more is begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, keys: tuple[str, ...]) -> None:
        if self._busy < self._at_once:
            self._busy += 1
            return
        self._refuse_crowds(keys)
        self._waiting.update(keys)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(keys[0], deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._gone(keys[0], turn)
            raise
        finally:
            self._waiting -= Counter(keys)

    def _refuse_crowds(self, keys: tuple[str, ...]) -> None:
        if any(self._waiting[key] >= self._most_of_one for key in keys):
            refuse(Violation(Refusal.HERE, facts={"seconds": _AGAIN_S}))
        if self.waiting >= self._most:
            refuse(Violation(Refusal.EVERYWHERE, facts={"seconds": _AGAIN_S}))

    def _gone(self, key: str, turn: "asyncio.Future[None]") -> None:
        """Somebody waits no longer; a turn that was given to him already is the next one's."""
        queue = self._queues.get(key)
        if queue and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._queues[key]
        elif turn.done() and not turn.cancelled():
            self._next()

    def _next(self) -> None:
        """One is done: the first of the key whose turn it is begins, and its key goes last."""
        while self._queues:
            key = next(iter(self._queues))
            queue = self._queues.pop(key)
            turn = queue.popleft()
            if queue:
                self._queues[key] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._busy -= 1


def _unheard(thinking: "asyncio.Future[Any]") -> None:
    """A refusal that nobody waits for any more is no failure; a bug is told all the same."""
    fault = None if thinking.cancelled() else thinking.exception()
    if fault is not None and not isinstance(fault, Refused):
        told = {"message": "nobody waited for this", "exception": fault, "future": thinking}
        thinking.get_loop().call_exception_handler(told)


class Pools:
    """The pools of a node. A hall is one address, so many may wait for one where it is the key."""

    def __init__(self) -> None:
        # By tournament: results, entries, everything an office keeps.
        self.commands = Pool("commands", at_once=2, most=4000, most_of_one=1000)
        # By who asks, then by tournament.
        self.draws = Pool("draws", at_once=1, most=50, most_of_one=5)
        # By login: questions of who was let in.
        self.questions = Pool("questions", at_once=1, most=1000, most_of_one=50)
        # By address: questions of anybody else.
        self.strangers = Pool("strangers", at_once=1, most=200, most_of_one=50, yields=True)
        # By tournament: the public page, made once for all readers.
        self.pages = Pool("pages", at_once=1, most=1000, most_of_one=100, yields=True)
        # By who asks, then by tournament: workbooks, PDFs, exports; and files that are read.
        self.papers = Pool("papers", at_once=1, most=60, most_of_one=12, yields=True)
        # The same of large tournaments, in processes that can be called off: nobody small waits.
        self.large = Pool("large", at_once=1, most=20, most_of_one=3)
        # By table: moves and bots under rules that the kernel does not serve.
        self.tables = Pool("tables", at_once=1, most=2000, most_of_one=50)
        # Files that are read: a short list never waits for a long one.
        self.uploads = Pool("uploads", at_once=2, most=40, most_of_one=8)
        self.large_uploads = Pool("large-uploads", at_once=2, most=20, most_of_one=3)

    @property
    def busy(self) -> bool:
        """Whether anything is thought about now."""
        return any(pool.busy for pool in vars(self).values())

    def close(self) -> None:
        """Nothing more is begun."""
        for pool in vars(self).values():
            pool.close()


def yield_processor() -> None:
    """Let the loop go first where there are fewer processors than threads that want one.

    On Linux each thread has a priority of its own; elsewhere all of a process have one.
    """
    if sys.platform == "linux":
        # Asked by its module: a device, which thinks in no thread, imports this and lacks the name.
        thread = threading.get_native_id()
        now = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, min(now + _YIELDS, _LAST))


def give_way() -> None:
    """Let threads that think hand the interpreter back to the loop sooner than Python would."""
    sys.setswitchinterval(_TURN_S)
