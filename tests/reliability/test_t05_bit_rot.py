"""T05: one flipped bit in the database file. If it changes an event, the event is named."""

import asyncio
import shutil
from pathlib import Path
from random import Random

import pytest

from stolik.adapters.store_sqlite import connection, open_store, reading
from stolik.app.ports import Append, Entry, Put, StorageFault, Stream
from stolik.app.streams import chain
from stolik.app.streams.chain import Rot
from stolik.refusal import Refused
from tests.reliability.report import figure
from tests.streams import append_after

Contents = dict[Stream, tuple[Entry, ...]]


@pytest.mark.parametrize(
    ("tier", "flips"), [("quick", 60), pytest.param("full", 400, marks=pytest.mark.full)]
)
def test_every_flip_that_changes_an_event_is_named(ram_path: Path, tier: str, flips: int):
    whole, contents = asyncio.run(written(ram_path / "whole"))
    changed, silent = flipped(ram_path / "flipped", whole, contents, flips=flips)
    figure("T05", "single-bit flips, of them changing an event", f"{flips}, {changed}", tier=tier)
    figure("T05", "changed events that were not named", len(silent), tier=tier)
    assert changed > flips // 3
    assert silent == []


def test_the_mutant_chain_that_ignores_the_body_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    honest = chain.linked
    monkeypatch.setattr(chain, "linked", lambda previous, salt, _: honest(previous, salt, b""))
    whole, contents = asyncio.run(written(ram_path / "whole"))
    assert flipped(ram_path / "flipped", whole, contents, flips=60)[1]


async def written(directory: Path) -> tuple[bytes, Contents]:
    """A database file and what is in it."""
    chance = Random(5)
    store = await open_store(directory)
    appends: list[Append] = []
    for table in range(12):
        stream, entries = Stream(f"table/{table:02}"), ()
        for _ in range(4):
            bodies = [chance.randbytes(chance.choice([20, 300, 6000])) for _ in range(3)]
            appends.append(append_after(entries, bodies, stream=stream))
            entries += appends[-1].entries
    for append in appends:
        await store.append(append)
        await store.put([Put("person", append.command, b"somebody")])
    assert await store.check() == ()
    contents = {stream: await store.read(stream) for stream in await store.streams()}
    await store.close()
    return (directory / "stolik.db").read_bytes(), contents


def flipped(
    directory: Path, whole: bytes, contents: Contents, *, flips: int
) -> tuple[int, list[str]]:
    """How many flips changed an event, and those that nobody noticed."""
    chance = Random(flips)
    changed, silent = 0, []
    for _ in range(flips):
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir()
        place, bit = chance.randrange(len(whole)), chance.randrange(8)
        spoilt = bytearray(whole)
        spoilt[place] ^= 1 << bit
        (directory / "stolik.db").write_bytes(spoilt)
        wrong = first_changes(directory / "stolik.db", contents)
        named = asyncio.run(named_faults(directory))
        changed += bool(wrong)
        if named is not None:  # a file that is refused as a whole is noticed
            silent += [
                f"byte {place} bit {bit}: {stream} #{seq} not in {named}"
                for stream, seq in wrong.items()
                if (stream, seq) not in {(fault.stream, fault.seq) for fault in named}
            ]
    return changed, silent


def first_changes(database: Path, contents: Contents) -> dict[Stream, int]:
    """The first entry of each stream that no longer is what was written."""
    reader = connection.reading(database)
    try:
        return {
            stream: seq
            for stream, entries in contents.items()
            if (seq := _first(reader, stream, entries))
        }
    except Exception:
        return dict.fromkeys(contents, 0)
    finally:
        reader.close()


def _first(reader, stream: Stream, entries: tuple[Entry, ...]) -> int:
    stored = reading.entries(reader, stream, 0)
    for entry in entries:
        try:
            if next(stored, None) != entry:
                return entry.seq
        except Rot:
            return entry.seq
    return 0


async def named_faults(directory: Path) -> tuple[StorageFault, ...] | None:
    """What the store finds; None if it refuses to open."""
    try:
        store = await open_store(directory)
    except Refused:
        return None
    try:
        return await store.check()
    finally:
        await store.close()
