"""Passwords by argon2id, in threads: each hash takes 19 MiB and about 30 ms of a core."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from stolik.app.access.codes import Refusal
from stolik.app.thinking.pools import yield_processor
from stolik.refusal import Violation, refuse

_MEMORY_KIB = 19 * 1024
_AT_ONCE = 2  # bounds memory, whatever is thrown at us
MOST_WAITING = 40  # about a second of both threads; who would wait longer comes back later
_BUSY_S = 2

T = TypeVar("T")


class Argon2Passwords:
    """Hashes and compares off the event loop."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(
            time_cost=2,
            memory_cost=_MEMORY_KIB,
            parallelism=1,
            type=RFC_9106_LOW_MEMORY.type,
        )
        self._threads = ThreadPoolExecutor(_AT_ONCE, "argon2", initializer=yield_processor)
        self._waiting = 0
        # Made by a thread, before anything else it is asked: nobody waits for it at the start.
        self._decoy = self._threads.submit(self._hasher.hash, "nobody has this password")

    async def hashed(self, password: str) -> str:
        """What may be kept of a password."""
        return await self._off_the_loop(self._hasher.hash, password)

    async def matches(self, kept: str, password: str) -> bool:
        """Whether this is the password; without one it takes as long and is never."""
        return await self._off_the_loop(self._matches, kept, password)

    async def _off_the_loop(self, work: Callable[..., T], *args: str) -> T:
        if self._waiting >= MOST_WAITING:
            refuse(Violation(Refusal.BUSY, facts={"seconds": _BUSY_S}))
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
        finally:
            self._waiting -= 1

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept or self._decoy.result(), password) and bool(kept)
        except (VerificationError, InvalidHashError):
            return False
