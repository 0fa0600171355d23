"""Passwords by argon2id, in threads: each hash takes 19 MiB and about 30 ms of a core."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

_MEMORY_KIB = 19 * 1024
_AT_ONCE = 2  # bounds memory, whatever is thrown at us


class Argon2Passwords:
    """Hashes and compares off the event loop."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(
            time_cost=2,
            memory_cost=_MEMORY_KIB,
            parallelism=1,
            type=RFC_9106_LOW_MEMORY.type,
        )
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="argon2")
        self._decoy = self._hasher.hash("nobody has this password")

    async def hashed(self, password: str) -> str:
        """What may be kept of a password."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._hasher.hash, password)

    async def matches(self, kept: str, password: str) -> bool:
        """Whether this is the password; without one it takes as long and is never."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._matches, kept, password)

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept or self._decoy, password) and bool(kept)
        except (VerificationError, InvalidHashError):
            return False
