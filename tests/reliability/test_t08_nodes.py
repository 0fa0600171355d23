"""T08: three nodes on one PostgreSQL, killed and stopped; every command goes to two of them."""

import asyncio
import json
import secrets
import signal
from contextlib import suppress
from dataclasses import dataclass, field
from io import StringIO
from random import Random

import pytest
from websockets.exceptions import WebSocketException

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_postgres import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.services import Settings
from stolik.app.ports import CommandId
from stolik.app.tables.setup import stream_of
from stolik.wiring.serving import make_node
from tests.postgres import Postgres
from tests.reliability.nodes import NodeProcess, Nursery, Prepared, calling, people, prepared
from tests.reliability.report import figure
from tests.streams import told_entries

TABLES = ("stol0", "stol1", "stol2")
NODES = 3


@dataclass
class Seen:
    """What somebody at a socket was told, over all connections."""

    events: list[tuple[int, str]] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)


@dataclass
class Hall:
    """Three nodes and what was done to them."""

    nodes: list[NodeProcess]
    made: Prepared
    acked: dict[str, set[int]] = field(default_factory=dict)
    order: dict[str, list[str]] = field(default_factory=dict)
    seen: list[tuple[str, Seen]] = field(default_factory=list)
    over: bool = False  # beside cancelling: a wait that has just ended may swallow a cancellation


@pytest.mark.parametrize(
    ("tier", "faults", "least"),
    [("quick", 2, 60), pytest.param("full", 12, 600, marks=pytest.mark.full)],
)
def test_each_command_is_applied_once_and_all_see_one_order(
    postgres: Postgres, tier: str, faults: int, least: int
):
    hall, wrong = asyncio.run(chaos(postgres, faults, least))
    figure("T08", "nodes killed or stopped", faults, tier=tier)
    figure("T08", "commands, each sent to two nodes", len(hall.acked), tier=tier)
    figure("T08", "lost, doubled, out of order, gaps", len(wrong), tier=tier)
    assert wrong == []


@pytest.mark.full
def test_the_mutant_that_forgets_ids_is_caught(postgres: Postgres):
    assert asyncio.run(chaos(postgres, 2, 60, "--mutant", "forgetful"))[1]


async def chaos(postgres: Postgres, faults: int, least: int, *more: str) -> tuple[Hall, list[str]]:
    url, chance = await postgres.new_database(), Random(8)
    store = await open_store(url)
    node = await make_node(store, LocalBus(), Settings(), json_log(StringIO()), alone=True)
    made = await prepared(node, *(people(table) for table in TABLES))
    for table in TABLES:
        (await node.live.rooms.host(table)).dealing.begin()
    await asyncio.sleep(1)
    await node.stop()
    nursery = Nursery()
    hall = Hall([NodeProcess(("--database", url), nursery, more=more) for _ in range(NODES)], made)
    await asyncio.gather(*(each.start() for each in hall.nodes))
    patience = asyncio.timeout(50)
    tasks = [asyncio.ensure_future(referee(hall, n)) for n in range(len(TABLES))]
    tasks += [asyncio.ensure_future(watcher(hall, n)) for n in range(len(TABLES))]
    try:
        async with patience:
            for n in range(faults):
                while len(hall.acked) < least * (n + 1) / faults:
                    await asyncio.sleep(0.02)
                    for task in tasks:
                        if task.done():
                            task.result()
                await _hurt(chance.choice(hall.nodes), chance, stop=bool(n % 2))
            await asyncio.sleep(1)
    finally:
        hall.over = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in hall.nodes:
            each.kill()
        nursery.close()
    try:
        return hall, await wrongs(hall, store)
    finally:
        await store.close()


async def _hurt(victim: NodeProcess, chance: Random, *, stop: bool) -> None:
    if stop:
        victim.kill(signal.SIGSTOP)
        await asyncio.sleep(chance.uniform(0.2, 1.5))
        victim.kill(signal.SIGCONT)
    else:
        victim.kill()
        await victim.start()


async def referee(hall: Hall, number: int) -> None:
    """Sends every ruling to two nodes at once, until both or one of them acknowledge it."""
    table, count = TABLES[number], 0
    while not hall.over:
        known, count = secrets.token_hex(16), count + 1
        hall.order.setdefault(table, []).append(known)
        while known not in hall.acked and not hall.over:
            two = [hall.nodes[number % NODES], hall.nodes[(number + count) % NODES]]
            await asyncio.gather(*(ask(hall, node, table, known) for node in two))


async def ask(hall: Hall, node: NodeProcess, table: str, known: str) -> None:
    with suppress(OSError, WebSocketException, TimeoutError):
        async with calling(node.url, hall.made.organiser, table) as caller:
            await caller.until("snapshot", timeout_s=2)
            answer = await caller.ask("ruling", timeout_s=2, id=known, reason=known)
            if answer["t"] == "ack":
                hall.acked.setdefault(known, set()).add(answer["seq"])
            else:
                code = answer["faults"][0]["code"]
                assert code in ("live.stale", "live.not_saved"), answer


async def watcher(hall: Hall, number: int) -> None:
    """Looks at a table from whichever node is there, and goes on where it was cut off."""
    table, seen, last, at = TABLES[number], Seen(), 0, number
    hall.seen.append((table, seen))
    while not hall.over:
        at += 1
        with suppress(OSError, WebSocketException, TimeoutError):
            url = hall.nodes[at % NODES].url
            async with calling(url, hall.made.organiser, table, last_seq=last) as caller:
                while not hall.over:
                    message = await caller.next(timeout_s=3)
                    if message["t"] == "snapshot" and message["seq"] < last:
                        seen.gaps.append(f"back from {last} to {message['seq']}")
                    if message["t"] == "snapshot":
                        last = max(last, message["seq"])
                    for item in message.get("items", ()) if message["t"] == "events" else ():
                        if item["seq"] != last + 1:
                            seen.gaps.append(f"{last} → {item['seq']}")
                        last = item["seq"]
                        seen.events.append((last, str(item["data"].get("reason"))))
        await asyncio.sleep(0.05)


async def wrongs(hall: Hall, store: object) -> list[str]:
    """What was lost, done twice, out of order, or told otherwise than it is written."""
    found: list[str] = []
    for table in TABLES:
        entries = await told_entries(store, stream_of(table))  # type: ignore[arg-type]
        events = {entry.seq: json.loads(entry.body)["event"] for entry in entries}
        given = [str(e.get("reason")) for e in events.values() if e["event"] == "RulingGiven"]
        sent = [known for known in hall.order[table] if known in given]
        found += [f"twice: {known}" for known in set(given) if given.count(known) > 1]
        found += ["another order than it was sent in"] if given != sent else []
        found += [f"gap at {table}: {gap}" for at, s in hall.seen if at == table for gap in s.gaps]
        for seen in (seen for at, seen in hall.seen if at == table):
            told = [n for n, why in seen.events if str(events[n].get("reason")) != why]
            found += [f"{table}: told otherwise at {told}"] if told else []
    for known, places in hall.acked.items():
        done = await store.done(CommandId(known))  # type: ignore[attr-defined]
        found += [] if done and places == {done.last} else [f"lost: {known}"]
    found += [str(fault) for fault in await store.check()]  # type: ignore[attr-defined]
    return found
