"""T03: the file system itself loses its power: ext4 on a loop device, shut down under load.

What was acknowledged before the cut has to be there. An fdatasync that is under way while ext4 is
shut down may answer 0 for what is lost: 41 of 600 did, of a program that only wrote and synced. No
such answer comes back from a power cut.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stolik.adapters.store_sqlite import open_store
from stolik.app.ports import CommandId
from stolik.app.streams.chain import verified
from tests.needs import missing
from tests.reliability.report import figure

ROOT = Path(__file__).parents[2]
_IMAGE_MB = 24
_WRITER = """
import asyncio, os, sys
from pathlib import Path
from stolik.adapters.store_sqlite import open_store
from stolik.app.ports import Stream
from tests.streams import append_after

async def main(directory):
    store = await open_store(Path(directory), checkpoint_pages=50)
    async def table(name):
        stream = Stream(name)
        stored = await store.read(stream)
        while True:
            append = append_after(stored, [os.urandom(300)], stream=stream)
            await store.append(append)
            os.write(1, (append.command + "\\n").encode())
            stored += append.entries
    await asyncio.gather(*(table(f"t/{n}") for n in range(6)))

if sys.argv[2] == "careless":
    from stolik.adapters.store_sqlite import connection
    connection._SETTINGS = ("PRAGMA synchronous = OFF",)
asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.parametrize(
    ("tier", "cuts"), [("quick", 2), pytest.param("full", 25, marks=pytest.mark.full)]
)
def test_a_file_system_that_dies_loses_nothing(tmp_path: Path, tier: str, cuts: int):
    image, mount = tmp_path / "disk.img", tmp_path / "disk"
    _make(image, mount)
    acked: list[str] = []
    for cut in range(cuts):
        with mounted(image, mount):
            acked += _acknowledged_until_the_cut(mount, after=40 + 17 * cut % 60)
        with mounted(image, mount):
            assert asyncio.run(_lost(mount / "data", acked)) == []
    figure(
        "T03", "file systems shut down, acknowledged appends", f"{cuts}, {len(acked)}", tier=tier
    )
    figure("T03", "acknowledged appends lost", 0, tier=tier)
    assert len(acked) > 30 * cuts


@pytest.mark.full
def test_the_mutant_that_does_not_wait_for_the_disk_is_caught(tmp_path: Path):
    image, mount = tmp_path / "disk.img", tmp_path / "disk"
    _make(image, mount)
    with mounted(image, mount):
        acked = _acknowledged_until_the_cut(mount, after=60, how="careless")
    with mounted(image, mount):
        assert asyncio.run(_lost(mount / "data", acked))


def _acknowledged_until_the_cut(mount: Path, *, after: int, how: str = "careful") -> list[str]:
    """Commands that a process had acknowledged when the file system was shut down under it."""
    program = [sys.executable, "-c", _WRITER, str(mount / "data"), how]
    writer = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT)
    assert writer.stdout is not None
    try:
        heard = b"".join(writer.stdout.readline() for _ in range(after))
        os.set_blocking(writer.stdout.fileno(), False)
        heard += writer.stdout.read() or b""
        _cut(mount)
    finally:
        writer.kill()
        writer.wait()
    return [command for command in heard.decode().split() if len(command) == 32]


def _cut(mount: Path) -> None:
    """FS_IOC_SHUTDOWN without flushing the journal: from now on nothing reaches the device."""
    import fcntl
    import struct

    handle = os.open(mount, os.O_RDONLY)
    try:
        fcntl.ioctl(handle, 0x8004587D, struct.pack("I", 2))
    finally:
        os.close(handle)


async def _lost(directory: Path, acked: list[str]) -> list[str]:
    store = await open_store(directory)
    try:
        for stream in await store.streams():
            verified(stream, await store.read(stream))
        faults = [str(fault) for fault in await store.check()]
        return faults + [one for one in acked if await store.done(CommandId(one)) is None]
    finally:
        await store.close()


def _make(image: Path, mount: Path) -> None:
    """A small ext4, or the reason why this machine cannot have one."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        missing("root, to mount a file system that may die")
    if not all(shutil.which(tool) for tool in ("mkfs.ext4", "mount", "umount")):
        missing("mkfs.ext4 and mount, for a file system that may die")
    with image.open("wb") as file:
        file.truncate(_IMAGE_MB * 1024 * 1024)
    mount.mkdir()
    made = subprocess.run(["mkfs.ext4", "-q", image], capture_output=True, text=True)
    tried = subprocess.run(["mount", "-o", "loop", image, mount], capture_output=True, text=True)
    if made.returncode or tried.returncode:
        missing(f"loop devices ({(made.stderr or tried.stderr).strip()})")
    subprocess.run(["umount", mount], check=True)


@contextmanager
def mounted(image: Path, mount: Path) -> Iterator[None]:
    subprocess.run(["mount", "-o", "loop", image, mount], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", mount], check=True)
