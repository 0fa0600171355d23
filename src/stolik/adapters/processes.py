"""Thinking in processes of our own: what is long and plain Python must not share an interpreter
with the loop.

They start when they are first wanted, stay, and yield the processor to the server. A task is a
function of a module and values that can be copied; a refusal comes back as one.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_YIELDS = 5  # steps behind the server


class Processes:
    """A few processes; asked from threads, which wait."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None

    def run(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """The answer of some work, thought out elsewhere; tried once more if that died."""
        try:
            return self._started().submit(work, *given, **more).result()
        except BrokenProcessPool:
            self.close()
            return self._started().submit(work, *given, **more).result()

    def close(self) -> None:
        """Whoever still thinks there is not waited for."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool:
            pool.shutdown(wait=False, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                # A copy of this process would hold its sockets and locks.
                spawn = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(
                    self._at_once, mp_context=spawn, initializer=_settle
                )
            return self._pool


def _settle() -> None:
    """What a new process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    if hasattr(os, "nice"):
        os.nice(_YIELDS)
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
