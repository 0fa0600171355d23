"""Work that goes on beside a request: kept until it is done, its faults told."""

import asyncio
from collections.abc import Awaitable, Callable

from stolik.app.ports import Stream

OnFault = Callable[[str, BaseException], None]


class Tasks:
    """The tasks of one part of a node."""

    def __init__(self, name: Stream, on_fault: OnFault) -> None:
        self._name = name
        self._on_fault = on_fault
        self._running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Callable[[], Awaitable[None]]) -> None:
        """Begin something; nobody waits for it."""
        task = asyncio.ensure_future(self._guarded(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    @property
    def busy(self) -> bool:
        """Whether anything is still going on."""
        return bool(self._running)

    def stop(self) -> None:
        """Let go of everything that has not ended."""
        for task in self._running:
            task.cancel()

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception as fault:
            self._on_fault(self._name, fault)
