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
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock, Thread
from typing import Any, NoReturn, ParamSpec, TypeVar

from stolik.app.thinking.codes import Refusal
from stolik.refusal import Refused, Violation

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


class OwnProcess:
    """One piece of work in a process of its own, which ends when nobody waits for it any more."""

    def __init__(self, longest_s: float) -> None:
        self._longest_s = longest_s
        self._process: SpawnProcess | None = None
        self._is_off = False

    def run(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """The answer, for a thread that waits; refused if it was called off or takes too long."""
        if self._is_off:
            self._refuse()
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe(duplex=False)
        self._process = spawn.Process(target=_go, args=(theirs, work, given, more), daemon=True)
        self._process.start()
        theirs.close()
        try:
            if self._is_off:  # meanwhile
                self._refuse()
            answer: T = self._answer(ours)
            return answer
        finally:
            self._end()
            self._process.join()
            ours.close()

    def call_off(self) -> None:
        """Nobody waits any more; from any thread, at any time."""
        self._is_off = True
        self._end()

    def _answer(self, ours: "Connection[Any, Any]") -> Any:
        if not ours.poll(self._longest_s):
            self._refuse()
        try:
            answer, fault = ours.recv()
        except (EOFError, OSError):  # it was ended, by us or for want of memory
            self._refuse()
        if fault:
            raise fault
        return answer

    def _refuse(self) -> NoReturn:
        if self._is_off:
            raise Refused([Violation(Refusal.NOBODY_WAITS)])
        raise Refused([Violation(Refusal.TOO_LONG, facts={"most": round(self._longest_s)})])

    def _end(self) -> None:
        process = self._process
        if process is not None and process.pid is not None:
            process.kill()


def _go(
    back: "Connection[Any, Any]",
    work: Callable[..., object],
    given: tuple[Any, ...],
    more: dict[str, Any],
) -> None:
    """What such a process does."""
    _settle()
    try:
        back.send((work(*given, **more), None))
    except Exception as fault:  # raised again where somebody waits for it
        back.send((None, fault))


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
