"""T04: the k-th operation on the disk fails, or the process dies at it.

Whatever was acknowledged stays; what was not saved is said to be not saved; reading goes on; when
there is room again the store goes on by itself.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import apsw
import pytest

from stolik.adapters.store_sqlite import SqliteStore, open_store
from stolik.adapters.store_sqlite.writer import Writer
from stolik.app.ports import Append, Appended, CommandId, Entry, NotSaved, Stream
from stolik.app.streams.chain import verified
from stolik.refusal import Refused
from tests.needs import missing
from tests.reliability import dying
from tests.reliability.disk import Disk, Op
from tests.reliability.report import figure
from tests.streams import append_after

CHANGES = ("write", "truncate", "sync", "delete")
# What SQLite is told, and at which operations.
ERRORS: dict[str, tuple[type[apsw.Error], tuple[str, ...]]] = {
    "EIO": (apsw.IOError, CHANGES),
    "ENOSPC": (apsw.FullError, CHANGES),
    "fsync": (apsw.IOError, ("sync",)),
}
STREAMS = [Stream(f"table/{n}") for n in range(3)]
PROBE_S = 0.01
LONGEST_WAIT_S = 5.0
ROOT = Path(__file__).parents[2]


class Breaking:
    """A disk whose every operation fails from the k-th on, until it is mended."""

    def __init__(self, at: int, name: str) -> None:
        self.at = at
        self.error, self.fails = ERRORS[name]
        self.count = 0
        self.mended = False
        self.failed: set[int] = set()
        self.used_again: list[Op] = []

    def __call__(self, op: Op) -> None:
        if op.handle in self.failed:
            self.used_again.append(op)
        if op.what in self.fails:
            self.count += 1
            if self.count >= self.at and not self.mended:
                if op.what == "sync":
                    self.failed.add(op.handle)
                raise self.error(f"{op.what} {op.name}")

    @property
    def broke(self) -> bool:
        return self.count >= self.at


@dataclass
class Story:
    """What was acknowledged, what was refused, and whether the store said so."""

    acked: list[Append] = field(default_factory=list)
    refused: list[Append] = field(default_factory=list)
    health: list[bool] = field(default_factory=list)
    at_opening: bool = False


# A process that dies


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked here")
def test_death_at_any_operation_loses_nothing(ram_path: Path):
    program = [sys.executable, "-m", "tests.reliability.dying", str(ram_path), "1", "100"]
    subprocess.run(program, check=True, cwd=ROOT)
    acked = 0
    for k in range(1, 101):
        commands = (ram_path / f"{k}.acks").read_text().split()
        acked += len(commands)
        assert len(commands) < 3 * dying.APPENDS, "it did not die"
        assert asyncio.run(forgotten(ram_path / str(k), commands)) == [], k
    figure("T04", "KILL at operation k = 1…100: acknowledged, lost", f"{acked}, 0", tier="quick")
    assert acked > 100


async def forgotten(directory: Path, commands: list[str]) -> list[str]:
    """Faults of the database, and acknowledged commands that it does not know."""
    store = await open_store(directory)
    try:
        faults = [str(fault) for fault in await store.check()]
        for stream in await store.streams():
            verified(stream, await store.read(stream))
        return faults + [c for c in commands if await store.done(CommandId(c)) is None]
    finally:
        await store.close()


# A disk that fails


@pytest.mark.parametrize("error", sorted(ERRORS))
def test_an_error_at_any_operation_loses_nothing(ram_path: Path, error: str):
    broken = refused = 0
    for k in range(1, 101):
        told, disk = asyncio.run(told_with_errors(ram_path / str(k), k, error))
        broken += disk.broke
        refused += bool(told.refused or told.at_opening)
        assert asyncio.run(lost(ram_path / str(k), told)) == [], k
        if disk.broke and not told.at_opening:
            assert told.health == [False, True], k
            # After a failed fsync the system may have forgotten what was to be written.
            assert disk.used_again == [], k
    what = f"{error} at operation k = 1…100: broken, refused clearly, lost"
    figure("T04", what, f"{broken}, {refused}, 0", tier="quick")
    assert broken == 100
    assert refused >= 80  # an error while the WAL is moved is nobody's wish


def test_a_disk_that_is_really_full_is_said_to_be_and_recovers(tmp_path: Path):
    with small_disk(tmp_path):
        told = asyncio.run(told_when_full(tmp_path))
        assert asyncio.run(lost(tmp_path / "data", told)) == []
        figure("T04", "a full disk: acknowledged, refused, lost", _counts(told), tier="quick")


@contextmanager
def small_disk(path: Path) -> Iterator[None]:
    """A disk of three megabytes."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("mount"):
        missing("root, to mount a disk that fills up")
    small = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(path)]
    if (tried := subprocess.run(small, capture_output=True, text=True)).returncode:
        missing(f"a disk that fills up ({tried.stderr.strip()})")
    try:
        yield
    finally:
        # Lazily: a server may still have its files open, as when a stick is pulled out.
        subprocess.run(["umount", "--lazy", path], check=True)


def _counts(told: Story) -> str:
    return f"{len(told.acked)}, {len(told.refused)}, 0"


async def told_when_full(disk: Path) -> Story:
    """Append until the disk is full, make room, append again."""
    told, stream = Story(), STREAMS[0]
    (disk / "holiday pictures").write_bytes(bytes(1_000_000))
    store = await open_store(disk / "data", probe_s=PROBE_S, checkpoint_pages=64)
    store.on_health(told.health.append)
    entries: tuple[Entry, ...] = ()
    more = 10
    try:
        while more:
            append = append_after(entries, [b"." * 20_000], stream=stream)
            try:
                await store.append(append)
            except NotSaved:
                told.refused.append(append)
                assert await store.read(stream) == entries
                with pytest.raises(NotSaved):
                    await store.beat(1)
                (disk / "holiday pictures").unlink()
                await _until(lambda: store.writable)
            else:
                told.acked.append(append)
                entries += append.entries
                more -= bool(told.refused)
        assert told.health == [False, True]
    finally:
        await store.close()
    return told


def test_the_mutant_that_says_yes_all_the_same_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def careless(self: Writer, jobs) -> None:
        answers = [getattr(wish, "entries", None) and _as_if_kept(wish) for wish, _ in jobs]
        self._deliver(jobs, answers)
        Writer._mutated_fail(self, ())

    monkeypatch.setattr(Writer, "_mutated_fail", Writer._fail, raising=False)
    monkeypatch.setattr(Writer, "_fail", careless)
    with pytest.raises(AssertionError):
        asyncio.run(told_with_errors(ram_path, 40, "EIO"))


def _as_if_kept(append: Append) -> Appended:
    return Appended(append.stream, append.after + 1, append.entries[-1].seq)


async def told_with_errors(directory: Path, k: int, error: str) -> tuple[Story, Breaking]:
    """A store at work on a disk that breaks at the k-th operation and is mended later."""
    told, breaking = Story(), Breaking(k, error)
    disk = Disk(f"breaking-{directory}-{error}", breaking)
    try:
        store = await open_store(directory, vfs=disk.name, probe_s=PROBE_S, checkpoint_pages=8)
    except Refused:
        told.at_opening = True
        breaking.mended = True
        store = await open_store(directory, vfs=disk.name, probe_s=PROBE_S, checkpoint_pages=8)
    store.on_health(told.health.append)
    try:
        await asyncio.gather(*(_table(store, stream, told, breaking) for stream in STREAMS))
    finally:
        await store.close()
        disk.unregister()
    return told, breaking


async def _table(store: SqliteStore, stream: Stream, told: Story, breaking: Breaking) -> None:
    """Append until the disk has broken, been mended and taken some more."""
    entries: tuple[Entry, ...] = ()
    more = 3
    while more:
        append = append_after(entries, [b"." * 700, b"," * 90], stream=stream)
        try:
            await store.append(append)
        except NotSaved:
            told.refused.append(append)
            assert await store.read(stream) == entries  # reading goes on, and shows no ghost
            breaking.mended = True
            await _until(lambda: store.writable)
        else:
            told.acked.append(append)
            entries += append.entries
            more -= breaking.broke


async def _until(holds: Callable[[], bool]) -> None:
    deadline = asyncio.get_running_loop().time() + LONGEST_WAIT_S
    while not holds():
        assert asyncio.get_running_loop().time() < deadline, "the store does not recover"
        await asyncio.sleep(PROBE_S / 2)


async def lost(directory: Path, told: Story) -> list[str]:
    """What an honest disk says afterwards."""
    store = await open_store(directory)
    try:
        faults = [str(fault) for fault in await store.check()]
        for append in told.acked:
            stored = verified(append.stream, await store.read(append.stream))
            if stored[append.after : append.entries[-1].seq] != append.entries:
                faults.append(f"lost: {append.stream} #{append.after + 1}")
        return faults
    finally:
        await store.close()
