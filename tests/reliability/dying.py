"""Processes that die at the k-th operation on the disk. Run as a program: each is a fork of it.

    python -m tests.reliability.dying DIRECTORY FIRST LAST

For each k a process writes to DIRECTORY/k and notes every acknowledged command in DIRECTORY/k.acks
before it is killed.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from stolik.adapters.store_sqlite import open_store
from stolik.app.ports import Entry, Stream
from tests.reliability.disk import Disk, Op
from tests.streams import append_after

APPENDS = 12


def main(directory: str, first: str, last: str) -> None:
    for k in range(int(first), int(last) + 1):
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(working(Path(directory) / str(k), k))
            finally:
                os._exit(0)
        os.waitpid(child, 0)


async def working(directory: Path, k: int) -> None:
    """Append to three streams; never returns if there are k operations."""
    left = [k]

    def die_at_last(_: Op) -> None:
        left[0] -= 1
        if left[0] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    disk = Disk("dying", die_at_last)
    acks = os.open(directory.with_suffix(".acks"), os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    store = await open_store(directory, vfs=disk.name, checkpoint_pages=8)

    async def table(name: int) -> None:
        entries: tuple[Entry, ...] = ()
        stream = Stream(f"table/{name}")
        for _ in range(APPENDS):
            append = append_after(entries, [b"." * 700, b"," * 90], stream=stream)
            await store.append(append)
            os.write(acks, f"{append.command}\n".encode())
            entries += append.entries

    await asyncio.gather(*(table(name) for name in range(3)))
    await store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
