"""Sessions of PostgreSQL, and which of its errors mean what."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

import asyncpg

Connection: TypeAlias = "asyncpg.Connection[Any]"
Pool: TypeAlias = "asyncpg.Pool[Any]"

# Part of every session, whatever the server's own defaults are. A node that hangs in the middle of
# a transaction must not hold its locks for long.
SETTINGS = {
    "application_name": "stolik",
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "10s",
}
_CONNECT_S = 3.0
_COMMAND_S = 10.0
_SEE_OFF_S = 0.05

# The line is dead or the server cannot serve it just now.
LOST: tuple[type[Exception], ...] = (
    OSError,
    EOFError,
    asyncio.TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.OperatorInterventionError,
    asyncpg.InternalClientError,
    asyncpg.TooManyConnectionsError,
)
# Another node was first, or in the way: look again and try again.
OVERTAKEN: tuple[type[Exception], ...] = (
    asyncpg.UniqueViolationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)


@dataclass(frozen=True, slots=True)
class ServerSession:
    """A connection of one's own, and how the server knows it."""

    connection: Connection
    pid: int
    since: datetime

    async def see_off(self, other: "ServerSession") -> None:
        """Wait until another session is over: what it was committing is then decided."""
        query = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid = $1 AND backend_start = $2"
        )
        while await self.connection.fetch(query, other.pid, other.since):
            await asyncio.sleep(_SEE_OFF_S)

    async def end(self) -> None:
        """Say goodbye if the server still listens."""
        try:
            await self.connection.close(timeout=_CONNECT_S)
        except LOST:
            self.connection.terminate()


async def begun(url: str) -> ServerSession:
    """A new session."""
    connection = await asyncpg.connect(
        url, server_settings=SETTINGS, timeout=_CONNECT_S, command_timeout=_COMMAND_S
    )
    row = await connection.fetchrow(
        "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    )
    assert row is not None
    return ServerSession(connection, row["pid"], row["backend_start"])


async def pooled(url: str, size: int) -> Pool:
    """Connections for questions."""
    return await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=size,
        server_settings=SETTINGS,
        timeout=_CONNECT_S,
        command_timeout=_COMMAND_S,
    )
