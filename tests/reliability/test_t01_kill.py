"""T01: the whole server is killed with -9 again and again; what was acknowledged is there, once."""

import asyncio
import json
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import WebSocketException

from stolik.adapters.store_sqlite import SqliteStore, open_store
from stolik.app.ports import CommandId, Stream
from stolik.app.tables.setup import stream_of
from tests.reliability.machine import slack
from tests.reliability.nodes import (
    Caller,
    NodeProcess,
    Nursery,
    Prepared,
    calling,
    people,
    prepared_directory,
)
from tests.reliability.report import figure
from tests.streams import told_entries

TABLES = tuple(f"stol{n}" for n in range(6))
CLERKS = 2
PACE_S = 0.01
# Starts from nothing are timed; the others fork from a process that has read the code.
COLD_EVERY = 5


@dataclass
class Sent:
    """What one client sent, in order, and where it was told its events stand."""

    ids: list[str] = field(default_factory=list)
    acked: dict[str, int] = field(default_factory=dict)


@dataclass
class Outcome:
    """What was found on disk at the end."""

    acknowledged: int
    lost: list[str]
    doubled: list[str]
    reordered: list[str]
    ready_s: list[float]


@pytest.mark.parametrize(
    ("tier", "kills", "least"),
    [("quick", 4, 100), pytest.param("full", 50, 5000, marks=pytest.mark.full)],
)
def test_what_was_acknowledged_is_there_once_and_in_order(
    ram_path: Path, tier: str, kills: int, least: int
):
    found = asyncio.run(killing(ram_path, kills, least))
    slowest = sorted(found.ready_s)[-1 - len(found.ready_s) // 20]
    figure("T01", "kills -9", kills, tier=tier)
    figure("T01", "acknowledged commands", found.acknowledged, tier=tier)
    wrong = (len(found.lost), len(found.doubled), len(found.reordered))
    figure("T01", "lost, doubled, reordered", str(wrong), tier=tier)
    figure("T01", "ready after a cold start, p95 (s)", round(slowest, 2), tier=tier)
    assert (found.lost, found.doubled, found.reordered) == ([], [], [])
    assert found.acknowledged >= least
    if tier == "full":
        assert slowest <= 2 * slack()


@pytest.mark.full
def test_the_mutant_that_acknowledges_before_it_writes_is_caught(ram_path: Path):
    found = asyncio.run(killing(ram_path, 3, 50, "--mutant", "hasty"))
    assert found.lost or found.reordered


async def killing(directory: Path, kills: int, least: int, *more: str) -> Outcome:
    """Clients that never give up at a server that is killed at random moments."""
    hall = await prepared_directory(directory, *(people(table) for table in TABLES))
    nursery, chance = Nursery(), Random(1)
    node = NodeProcess(("--data", str(directory)), nursery, more=more)
    sent = [Sent() for _ in range(len(TABLES) + CLERKS)]
    ready_s = [await node.start(cold=True)]
    clients = [
        *(referee(node, hall, table, sent[n]) for n, table in enumerate(TABLES)),
        *(clerk(node, hall, sent[len(TABLES) + n]) for n in range(CLERKS)),
    ]
    tasks = [asyncio.ensure_future(client) for client in clients]
    try:
        for n in range(kills):
            due = least * (n + 1) / kills  # so much is to be acknowledged before the next kill
            while sum(len(one.acked) for one in sent) < due:
                await asyncio.sleep(0.03)
                for task in tasks:
                    if task.done():
                        task.result()  # a client gave up: why?
            await asyncio.sleep(chance.random() * 0.1)
            node.kill()
            cold = n % COLD_EVERY == COLD_EVERY - 1
            took = await node.start(cold=cold)
            ready_s += [took] if cold else []
        await asyncio.sleep(0.2)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        node.kill()
        nursery.close()
    store = await open_store(directory)
    try:
        return await found_in(store, hall, sent, ready_s)
    finally:
        await store.close()


async def referee(node: NodeProcess, hall: Prepared, table: str, sent: Sent) -> None:
    """Gives rulings at a table for ever; after a crash the last one is asked again."""
    seq = 0
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with calling(node.url, hall.organiser, table, last_seq=seq) as caller:
                await opened(caller)
                while True:
                    if not sent.ids or sent.ids[-1] in sent.acked:
                        sent.ids.append(secrets.token_hex(16))
                    known = sent.ids[-1]
                    reason = f"{table} {len(sent.ids)}"
                    answer = await caller.ask("ruling", id=known, reason=reason)
                    assert answer["t"] == "ack", answer
                    sent.acked[known] = answer["seq"]
                    seq = caller.seq
                    await asyncio.sleep(PACE_S)
        await asyncio.sleep(0.03)


async def opened(caller: Caller) -> None:
    """Have the tiles dealt if they are not: nobody sits here but the referee."""
    while caller.seq == 0:
        assert (await caller.ask("begin"))["t"] == "ack"
        await caller.until("events", timeout_s=10)


async def clerk(node: NodeProcess, hall: Prepared, sent: Sent) -> None:
    """Enters people into the tournament for ever."""
    headers = {"origin": node.url, "authorization": f"Bearer {hall.organiser}"}
    async with httpx.AsyncClient(
        base_url=node.url, headers=headers, timeout=5, verify=False
    ) as client:
        while True:
            if not sent.ids or sent.ids[-1] in sent.acked:
                sent.ids.append(secrets.token_hex(16))
            known = sent.ids[-1]
            try:
                answer = await client.post(
                    f"/api/tournaments/{hall.tournament}",
                    json={"do": "enter", "name": f"Zawodnik {known}"},
                    headers={"stolik-command": known},
                )
            except httpx.HTTPError:
                pass
            else:
                assert answer.status_code == 200, answer.text
                sent.acked[known] = 0
            await asyncio.sleep(PACE_S)


async def found_in(
    store: SqliteStore, hall: Prepared, sent: Sequence[Sent], ready_s: list[float]
) -> Outcome:
    """Compare what was acknowledged with what is on disk."""
    assert await store.check() == ()
    outcome = Outcome(sum(len(one.acked) for one in sent), [], [], [], ready_s)
    for table, one in zip(TABLES, sent, strict=False):
        entries = await told_entries(store, stream_of(table))
        events = [json.loads(entry.body)["event"] for entry in entries]
        reasons = [event["reason"] for event in events if event.get("event") == "RulingGiven"]
        numbers = [int(reason.split()[1]) for reason in reasons]
        outcome.doubled += [f"{table} {n}" for n in numbers if numbers.count(n) > 1]
        outcome.reordered += [table] if numbers != sorted(numbers) else []
        for number, known in enumerate(one.ids, start=1):
            if known in one.acked:
                done = await store.done(CommandId(known))
                right = done is not None and done.last == one.acked[known] and number in numbers
                outcome.lost += [] if right else [f"{table} {number}"]
    stream = Stream(f"tournament/{hall.tournament}")
    people_ = await store.all("person", f"{hall.tournament}/")
    names = [json.loads(body)["name"].split()[1] for body in people_.values()]
    entered = len(await store.read(stream)) - 1  # the first event made the tournament
    outcome.doubled += [name for name in set(names) if names.count(name) > 1]
    outcome.doubled += ["events without a name"] if entered > len(names) else []
    for one in sent[len(TABLES) :]:
        outcome.lost += [known for known in one.acked if known not in names]
    return outcome
