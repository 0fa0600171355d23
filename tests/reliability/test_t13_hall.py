"""T13: a hall of phones looks on while tables play: every event reaches every phone, in order."""

import asyncio
from pathlib import Path
from time import perf_counter

import pytest

from stolik.app.tables.audience import Audience
from stolik.client import TableClient
from stolik.rummikub.commands import DeclareReady, DrawTile, EndTurn
from stolik.rummikub.state import Phase
from stolik.seats import Seat
from tests.client.node import Running, running
from tests.reliability.machine import slack
from tests.reliability.phones import ToldPhone, percentile
from tests.reliability.report import figure

TABLES = 5


async def seated(server: Running, table: str, tokens: list[str]) -> list[TableClient]:
    """Everybody has come and is ready."""
    clients = [TableClient(server.url, table, token) for token in tokens]
    for client in clients:
        await client.__aenter__()
    for client in clients:
        while (await client.view()).phase is not Phase.READYING:
            await client.change()
        await client.do(DeclareReady(Seat(client.seat)))
    return clients


async def played(clients: list[TableClient], until: float, pause_s: float) -> dict[int, float]:
    """Draw and click in turn; when each command was asked for, by its event's number."""
    asked: dict[int, float] = {}
    while perf_counter() < until:
        view = await clients[0].view()
        mover, seat = clients[view.turn], view.turn
        stack = None if view.middle.tiles else min(one.number for one in view.bank)
        for command in (DrawTile(seat, stack), EndTurn(seat)):
            began = perf_counter()
            asked[await mover.do(command)] = began
            await asyncio.sleep(max(0.0, pause_s - (perf_counter() - began)))
    return asked


async def hall(server: Running, tables: dict[str, list[str]], watcher: str, phones: int, s: float):
    """What the phones heard, and when what was asked for."""
    port = int(server.url.rpartition(":")[2])
    clients = {name: await seated(server, name, tokens) for name, tokens in tables.items()}
    names = list(tables)
    watching = [ToldPhone(port, names[n % len(names)], watcher) for n in range(phones)]
    for i in range(0, phones, 50):
        await asyncio.gather(*(phone.connect() for phone in watching[i : i + 50]))
    until = perf_counter() + s
    asked = await asyncio.gather(*(played(clients[name], until, 0.1) for name in names))
    last = {name: max(each) for name, each in zip(names, asked, strict=True)}
    deadline = perf_counter() + 3
    while any(p.known < last[p._where[1]] for p in watching) and perf_counter() < deadline:
        await asyncio.sleep(0.05)
    for each in clients.values():
        for client in each:
            await client.__aexit__()
    times = [
        phone.heard_at[seq] - began
        for phone in watching
        for seq, began in asked[names.index(phone._where[1])].items()
        if seq in phone.heard_at
    ]
    short = sum(last[phone._where[1]] - phone.known for phone in watching)
    faults = sum(phone.faults for phone in watching)
    closed = sum(phone.closed is not None for phone in watching)
    return {"faults": short + faults, "closed": closed, "times": times, "told": len(times)}


def measured(tmp_path: Path, phones: int, seconds: float):
    with running(tmp_path) as server:
        names = [f"hall-{n}" for n in range(TABLES)]
        tables = {name: server.table(name, seats=2) for name in names}
        return asyncio.run(hall(server, tables, server.watcher(), phones, seconds))


def tell(found, phones: int, tier: str) -> None:
    times = found["times"]
    figure("T13", "phones", phones, tier=tier)
    figure("T13", "events heard by phones", found["told"], tier=tier)
    figure("T13", "dropped, doubled, closed", found["faults"] + found["closed"], tier=tier)
    figure("T13", "command to phone, p95 ms", percentile(times, 0.95), tier=tier)
    figure("T13", "command to phone, p99 ms", percentile(times, 0.99), tier=tier)


def test_every_phone_hears_every_event_once(tmp_path: Path):
    found = measured(tmp_path, 100, 1.0)
    tell(found, 100, "quick")
    assert (found["faults"], found["closed"]) == (0, 0)
    assert found["told"] > 300


@pytest.mark.full
def test_five_hundred_phones_and_fifty_events_a_second(tmp_path: Path):
    found = measured(tmp_path, 500, 8.0)
    tell(found, 500, "full")
    assert (found["faults"], found["closed"]) == (0, 0)
    assert percentile(found["times"], 0.95) <= 100 * slack()
    assert percentile(found["times"], 0.99) <= 250 * slack()


@pytest.mark.full
def test_an_audience_that_forgets_one_of_many_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    tell_all = Audience.tell

    def tell_most(self, told):
        everybody = self.connections
        self.connections = everybody[:-1] if len(everybody) > 6 else everybody
        tell_all(self, told)
        self.connections = everybody

    monkeypatch.setattr(Audience, "tell", tell_most)
    assert measured(tmp_path, 60, 1.0)["faults"] > 0
