"""T02: power cuts under the storage layer.

Everything SQLite does to its files is recorded. After any operation the power may fail: what was
not synced is then there, or not, or half there, in any combination of sectors. Each such disk must
open, hold everything that had been acknowledged, and nothing that was never asked for.
"""

import asyncio
import itertools
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from stolik.adapters.store_sqlite import SqliteStore, connection, open_store
from stolik.adapters.store_sqlite.migrations import schema_version
from stolik.adapters.store_sqlite.mirror import MirrorPlan
from stolik.adapters.store_sqlite.writer import Writer
from stolik.app.ports import Append, Appended, Entry, Put, Stream
from stolik.app.streams.batch import Beat, Puts
from stolik.app.streams.chain import verified
from tests.reliability.disk import Disk, Op, Platter, sectors
from tests.reliability.report import figure
from tests.streams import append_after, next_append

KEEPING = ("nothing", "everything", "some", "torn", "torn")


@dataclass(frozen=True, slots=True)
class Ack:
    """Something the store said was kept."""

    append: Append | None = None
    counter: int = 0
    beat: int = 0


Log = list[Op | Ack]


def test_nothing_acknowledged_is_lost_in_a_power_cut(ram_path: Path):
    _cut_everywhere(ram_path, tier="quick", appends=40, states=500)


@pytest.mark.full
def test_nothing_acknowledged_is_lost_in_thousands_of_power_cuts(ram_path: Path):
    _cut_everywhere(ram_path, tier="full", appends=120, states=6000)


def test_the_mutant_that_does_not_wait_for_the_disk_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(connection, "_SETTINGS", ("PRAGMA synchronous = OFF",))
    log, asked = asyncio.run(recorded(ram_path / "run", appends=40))
    assert any(faults(log, asked, ram_path / "cut", count=200))


def test_the_mutant_that_answers_before_the_commit_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def hasty(self: Writer, jobs) -> None:
        answers = [
            Appended(wish.stream, wish.after + 1, wish.entries[-1].seq)
            if isinstance(wish, Append)
            else getattr(wish, "ms", None)
            for wish, _ in jobs
        ]
        self._deliver(jobs, answers)
        self._kept([wish for wish, _ in jobs])

    monkeypatch.setattr(Writer, "_keep", hasty)
    log, asked = asyncio.run(recorded(ram_path / "run", appends=40))
    assert any(faults(log, asked, ram_path / "cut", count=200))


def test_a_disk_that_lies_about_syncing_is_caught(ram_path: Path):
    log, asked = asyncio.run(recorded(ram_path / "run", appends=40))
    lied = [op for op in log if not (isinstance(op, Op) and op.what == "sync")]
    assert any(faults(lied, asked, ram_path / "cut", count=200))


def _cut_everywhere(ram_path: Path, *, tier: str, appends: int, states: int) -> None:
    log, asked = asyncio.run(recorded(ram_path / "run", appends=appends))
    acked = [ack for ack in log if isinstance(ack, Ack) and ack.append]
    whats = {op.what for op in log if isinstance(op, Op)}
    assert len(acked) >= appends
    assert whats == {"create", "write", "truncate", "sync", "delete"}
    found = list(faults(log, asked, ram_path / "cut", count=states))
    figure("T02", "crash states", len(found), tier=tier)
    figure(
        "T02", "acknowledged appends lost or databases unreadable", sum(map(bool, found)), tier=tier
    )
    assert len(found) >= states
    assert [fault for fault in found if fault] == []


# The run


async def recorded(
    directory: Path, *, appends: int, mirror: Path | None = None
) -> tuple[Log, set[Entry]]:
    """What a busy store did to its files and acknowledged, in order; every entry asked for.

    With a mirror it is the mirror's disk that is recorded.
    """
    log: Log = []
    disk = Disk(f"recording-{directory}", log.append)
    if mirror:
        mirror.mkdir()
        plan = MirrorPlan(mirror, vfs=disk.name, patience_s=60, start_s=60, checkpoint_pages=25)
        store = await open_store(directory, mirror=plan)
    else:
        store = await open_store(directory, vfs=disk.name, checkpoint_pages=25)
    _note_acks(store, log)
    asked: set[Entry] = set()
    chance = Random(appends)

    async def table(name: int) -> None:
        entries: tuple[Entry, ...] = ()
        stream = Stream(f"table/{name}")
        for _ in range(appends // 4):
            bodies = [
                chance.randbytes(chance.randrange(1200)) for _ in range(chance.choice([1, 3]))
            ]
            append = append_after(entries, bodies, stream=stream)
            asked.update(append.entries)
            await store.append(append)
            entries += append.entries

    async def desk() -> None:
        for counter in range(1, appends // 2):
            await store.put([Put("counter", "1", str(counter).encode())])
            if counter % 5 == 0:
                await store.put([Put("person", "1", b"somebody" * 20)])
                await store.put([Put("person", "1", None)])
            await store.beat(counter * 500)

    await asyncio.gather(desk(), *(table(name) for name in range(4)))
    await store.close()
    disk.unregister()
    return log, asked


def _note_acks(store: SqliteStore, log: Log) -> None:
    """Note in the writer's own thread what it acknowledges, at the moment it does."""
    deliver = store._writer._deliver

    def noting(jobs, answers) -> None:
        for (wish, _), answer in zip(jobs, answers, strict=True):
            match wish:
                case Append() if isinstance(answer, Appended):
                    log.append(Ack(wish))
                case Puts((Put("counter", _, bytes() as body),)) if answer is None:
                    log.append(Ack(counter=int(body)))
                case Beat() if isinstance(answer, int):
                    log.append(Ack(beat=answer))
        deliver(jobs, answers)

    store._writer._deliver = noting


# The cuts


def faults(log: Log, asked: set[Entry], directory: Path, *, count: int) -> Iterator[str]:
    """For each crash state what is wrong with it; empty if nothing is."""
    moments = sum(isinstance(op, Op) for op in log)
    # Every moment in turn, with as many ways to fail as are needed to reach the number.
    each = max(1, -(-count // moments))
    step = max(1, moments * each // count)
    for number, (files, acks) in enumerate(crash_states(log, each=each, step=step)):
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir()
        for name, content in files.items():
            (directory / name).write_bytes(content)
        yield fault_of(directory, acks, asked) or (
            asyncio.run(_fault_in_use(directory)) if number % 50 == 0 else ""
        )


def crash_states(log: Log, *, each: int, step: int) -> Iterator[tuple[dict[str, bytes], list[Ack]]]:
    """The files after a cut at every `step`-th operation, failing in `each` ways."""
    platter, acks, chance = Platter(), [], Random(1)
    ways = itertools.cycle(KEEPING)
    moment = 0
    for op in log:
        if isinstance(op, Ack):
            acks.append(op)
            continue
        platter.take(op)
        moment += 1
        if moment % step == 0:
            for _ in range(each):
                way = next(ways)
                most = len(platter.changes)
                names = {"nothing": 0, "everything": most}.get(way, chance.randint(0, most))
                yield platter.after_cut(_kept(way, chance), names), list(acks)


def _kept(way: str, chance: Random) -> Callable[[list[Op]], list[Op]]:
    def kept(pending: list[Op]) -> list[Op]:
        match way:
            case "nothing":
                return []
            case "everything":
                return pending
            case "some":  # a later write may have arrived and an earlier one not
                return [op for op in pending if chance.random() < 0.5]
            case _:
                pieces = [piece for op in pending for piece in sectors(op)]
                share = chance.random()
                return [piece for piece in pieces if chance.random() < share]

    return kept


# The judgement


def fault_of(directory: Path, acks: list[Ack], asked: set[Entry]) -> str:
    """What is wrong with a database after a cut."""
    try:
        database = connection.writing(directory / "stolik.db")
        try:
            if schema_version(database) == 0:
                return "acknowledged things are gone" if acks else ""
            if database.pragma("quick_check") != "ok":
                return "damaged"
            return _missing(database, acks, asked)
        finally:
            database.close()
    except Exception as error:
        return repr(error)


def _missing(database, acks: list[Ack], asked: set[Entry]) -> str:
    streams: dict[Stream, list[Entry]] = {}
    for stream, *fields in database.execute("SELECT * FROM events ORDER BY stream, seq"):
        streams.setdefault(stream, []).append(Entry(*fields))
    entries = {entry for stream, stored in streams.items() for entry in verified(stream, stored)}
    commands = {row[0] for row in database.execute("SELECT id FROM commands")}
    counter = database.execute("SELECT body FROM records WHERE kind = 'counter'").get
    if not entries <= asked:
        return "something nobody asked for"
    for ack in acks:
        append = ack.append
        if append and not (entries.issuperset(append.entries) and append.command in commands):
            return f"lost: {append.stream} #{append.after + 1}"
    if int(counter or 0) < max((ack.counter for ack in acks), default=0):
        return "a record is lost"
    if database.execute("SELECT ms FROM clock").get < max((ack.beat for ack in acks), default=0):
        return "a beat is lost"
    return ""


async def _fault_in_use(directory: Path) -> str:
    """Whether the store goes on with such a database."""
    store = await open_store(directory)
    try:
        await store.append(await next_append(store, Stream("table/0"), b"life goes on"))
        return "".join(str(fault) for fault in await store.check())
    finally:
        await store.close()
