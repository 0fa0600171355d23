"""Work for other processes: it imports next to nothing, so that they start soon."""

import os
from pathlib import Path
from time import sleep

LATE_S = 0.8


def late(mark: Path) -> str:
    """Work that takes a while; it leaves a mark if it is let go on to its end."""
    sleep(LATE_S)
    mark.touch()
    return "answered"


def dawdling(*_: object) -> None:
    """What a file that takes for ever does to whoever reads it."""
    sleep(600)


def dies_once(mark: Path) -> str:
    """Takes its process with it, the first time."""
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return "answered"
