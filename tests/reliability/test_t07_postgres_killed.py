"""T07: kill -9 of PostgreSQL under load. Nothing acknowledged is lost, nodes recover alone."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from time import monotonic

import pytest

from stolik.adapters.store_postgres import PostgresStore, connection, open_store
from stolik.app.ports import AlreadyDone, Append, Appended, Entry, NotSaved, Stale, Stream
from stolik.app.streams.chain import verified
from tests.postgres import Postgres
from tests.reliability.report import figure
from tests.streams import append_after

NODES = 2
TABLES = 12  # of each node
RECOVERY_S = 5.0


@dataclass
class Story:
    """What the nodes were told, and when they were told yes."""

    acked: list[tuple[Append, Appended]] = field(default_factory=list)
    not_saved: int = 0
    already: int = 0
    last_yes: dict[int, float] = field(default_factory=dict)
    recoveries: list[float] = field(default_factory=list)
    vanished: list[str] = field(default_factory=list)
    over: bool = False


def test_a_killed_server_loses_nothing(postgres: Postgres):
    _killed(postgres, tier="quick", kills=2)


@pytest.mark.full
def test_a_server_killed_again_and_again_loses_nothing(postgres: Postgres):
    told = _killed(postgres, tier="full", kills=8)
    assert max(told.recoveries) <= RECOVERY_S


@pytest.mark.full
def test_the_mutant_that_does_not_wait_for_the_disk_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(connection.SETTINGS, "synchronous_commit", "off")
    assert any(asyncio.run(story(postgres, kills=1))[1] for _ in range(4))


def _killed(postgres: Postgres, *, tier: str, kills: int) -> Story:
    told, lost = asyncio.run(story(postgres, kills=kills))
    figures = {
        "kills of PostgreSQL": kills,
        "acknowledged appends": len(told.acked),
        "answered not saved, then found kept": f"{told.not_saved}, {told.already}",
        "slowest recovery of a node, s": round(max(told.recoveries), 2),
        "acknowledged appends lost or doubled": len(lost),
    }
    for what, value in figures.items():
        figure("T07", what, value, tier=tier)
    assert len(told.acked) > 100 * kills
    assert told.not_saved > 0
    assert lost == []
    return told


async def story(postgres: Postgres, *, kills: int) -> tuple[Story, list[str]]:
    """Load on two nodes while the server is killed; what was promised and is not there."""
    told = Story()
    url = await postgres.new_schema()
    stores = [await open_store(url) for _ in range(NODES)]
    tables = [
        asyncio.create_task(_table(store, node, Stream(f"{node}/{table}"), told))
        for node, store in enumerate(stores)
        for table in range(TABLES)
    ]
    for _ in range(kills):
        await asyncio.sleep(0.4)
        postgres.kill()
        await asyncio.sleep(0.1)
        await asyncio.to_thread(postgres.start)
        told.recoveries.append(await _recovered(told))
    await asyncio.sleep(0.2)
    told.over = True
    await asyncio.gather(*tables)
    lost = await _lost(stores[0], told)
    for store in stores:
        await store.close()
    return told, lost


async def _table(store: PostgresStore, node: int, stream: Stream, told: Story) -> None:
    """One command after the other, each asked again until it is answered."""
    entries: tuple[Entry, ...] = ()
    while not told.over:
        append = append_after(entries, [b"move %d" % len(entries)], stream=stream)
        try:
            appended = await _insisting(store, append, told)
        except Stale:  # nobody else writes here, so what we built on has gone
            told.vanished.append(f"vanished: {stream} before #{append.after + 1}")
            return
        told.acked.append((append, appended))
        told.last_yes[node] = monotonic()
        entries += append.entries


async def _insisting(store: PostgresStore, append: Append, told: Story) -> Appended:
    while True:
        try:
            return await store.append(append)
        except AlreadyDone as already:
            told.already += 1
            return already.appended
        except NotSaved:
            told.not_saved += 1
            await asyncio.sleep(0.02)


async def _recovered(told: Story) -> float:
    """How long after the server's return each node could write again."""
    back = monotonic()
    while not told.vanished and any(told.last_yes.get(n, 0.0) < back for n in range(NODES)):
        assert monotonic() < back + 4 * RECOVERY_S, "a node does not recover"
        await asyncio.sleep(0.02)
    return max(told.last_yes.values()) - back


async def _lost(store: PostgresStore, told: Story) -> list[str]:
    faults = told.vanished + [str(fault) for fault in await store.check()]
    streams = await store.streams()
    stored = {stream: verified(stream, await store.read(stream)) for stream in streams}
    for append, appended in told.acked:
        entries = stored.get(append.stream, ())[appended.first - 1 : appended.last]
        if entries != append.entries:
            faults.append(f"lost: {append.stream} #{appended.first}")
    bodies = Counter((stream, e.body) for stream, entries in stored.items() for e in entries)
    return faults + [f"doubled: {what}" for what, count in bodies.items() if count > 1]
