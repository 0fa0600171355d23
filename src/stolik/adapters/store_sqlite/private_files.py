"""Files with people's names are their owner's alone: 0600, and directories 0700.

A looser one that is there already is tightened; where the file system knows no such thing, as on
many sticks, it is named.
"""

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def opened_privately(path: str, flags: int) -> int:
    """For `open(…, opener=…)`: a new file is the owner's alone."""
    return os.open(path, flags, 0o600)


def made_private(path: Path) -> None:
    """Make an empty file, if there is none, before anybody else would make it for all to read."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    tightened(path)


def tightened(path: Path) -> bool:
    """Take the rights of others away; False where that cannot be done."""
    if sys.platform == "win32":
        return True  # rights are inherited from the user's own directory
    try:
        mode = path.stat().st_mode
        if mode & _OTHERS:
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
        return not path.stat().st_mode & _OTHERS
    except FileNotFoundError:
        return True  # gone meanwhile: nobody reads it
    except OSError:
        return False


def left_open(directories: Iterable[Path]) -> tuple[Path, ...]:
    """Tighten these directories and what we keep there; those that others can still read."""
    return tuple(
        path for directory in directories for path in _kept_in(directory) if not tightened(path)
    )


def _kept_in(directory: Path) -> Iterator[Path]:
    if directory.is_dir():
        yield directory
        yield from sorted({*directory.glob("stolik.*"), *directory.glob("*.db")})
