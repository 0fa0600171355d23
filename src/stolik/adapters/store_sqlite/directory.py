"""The data directory: `stolik.db` belongs to one process at a time."""

import os
import sys
from pathlib import Path
from typing import BinaryIO

from stolik.adapters.store_sqlite.codes import Refusal
from stolik.adapters.store_sqlite.private_files import left_open, opened_privately, tightened
from stolik.refusal import Violation, refuse

DATABASE = "stolik.db"
_LOCK = "stolik.lock"


class DataDirectory:
    """A directory that is ours until it is let go, or until the process ends in any way."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            tightened(path)
            self._lock: BinaryIO = open(  # noqa: SIM115 - held as long as the directory is
                path / _LOCK, "ab", opener=opened_privately
            )
        except OSError as error:
            facts = {"path": str(path), "reason": error.strerror or type(error).__name__}
            refuse(Violation(Refusal.NOT_WRITABLE, facts=facts))
        try:
            _lock(self._lock.fileno())
        except OSError:
            self._lock.close()
            refuse(Violation(Refusal.IN_USE, facts={"path": str(path)}))
        left_open([path])
        synced(path.parent)

    @property
    def database(self) -> Path:
        """The database file."""
        return self.path / DATABASE

    def let_go(self) -> None:
        """Let another process have it."""
        self._lock.close()


def synced(directory: Path) -> None:
    """Make new names in a directory survive a power cut, where the system can."""
    if sys.platform == "win32":
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def same_disk(one: Path, other: Path) -> bool:
    """Whether two directories lie on one file system, which dies as one."""
    return one.stat().st_dev == other.stat().st_dev


def _lock(handle: int) -> None:
    """Lock a file without waiting; the system lets go of it when the process dies."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
