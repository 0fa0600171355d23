"""A server that starts among many tables in play lets people in before it has read all of them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from io import StringIO

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.services import Settings
from stolik.app.ports import Entry, NotRead, Put, Stream
from stolik.app.tables.rooms import RUNNING
from stolik.app.tables.setup import SeatSetup, TableSetup, stream_of
from stolik.wiring.serving import Node, make_node
from tests.fakes import MemoryStore

TABLES = tuple(f"t{n}" for n in range(6))
LONGEST_WAIT_S = 20


class SlowStore(MemoryStore):
    """Reads a table's stream when it is told to, and not before."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = {stream_of(table): asyncio.Event() for table in TABLES}
        self.asked: list[Stream] = []
        self.fails = 0

    def go_on(self, *tables: str) -> None:
        for table in tables:
            self.goes_on[stream_of(table)].set()

    async def read(
        self, stream: Stream, after: int = 0, most: int | None = None
    ) -> tuple[Entry, ...]:
        self.asked.append(stream)
        if self.fails:
            self.fails -= 1
            raise NotRead
        if event := self.goes_on.get(stream):
            await event.wait()
        return await super().read(stream, after, most)


def started_anew(work: Callable[[Node, SlowStore, StringIO], Awaitable[None]]) -> None:
    """A server was stopped in the middle of its games; another starts with what it has left."""

    async def main() -> None:
        store = SlowStore()
        store.go_on(*TABLES)
        before = await node_on(store, StringIO())
        for table in TABLES:
            seats = (SeatSetup(), SeatSetup())
            await before.live.rooms.create(TableSetup(table, "mp2023", seats))
            (await before.live.rooms.host(table)).dealing.begin()
        while not all(store.entries.get(stream_of(table)) for table in TABLES):
            await asyncio.sleep(0.001)
        await before.stop()
        for event in store.goes_on.values():
            event.clear()
        log = StringIO()
        node = await node_on(store, log)
        try:
            await work(node, store, log)
        finally:
            await node.stop()

    asyncio.run(asyncio.wait_for(main(), LONGEST_WAIT_S))


async def node_on(store: SlowStore, log: StringIO) -> Node:
    return await make_node(store, LocalBus(), Settings(), json_log(log), alone=True)


def test_a_table_somebody_asks_for_does_not_wait_for_the_others():
    async def work(node: Node, store: SlowStore, _: StringIO) -> None:
        store.go_on("t4")
        host = await node.live.rooms.host("t4")
        assert host.room.table.state.seats
        assert not node.opening[0].done()

    started_anew(work)


def test_tables_nobody_asks_for_go_on_by_themselves():
    async def work(node: Node, store: SlowStore, _: StringIO) -> None:
        store.go_on(*TABLES)
        await node.went_on()
        assert set(store.asked) >= {stream_of(table) for table in TABLES}
        for table in TABLES:
            whole = await store.read(stream_of(table))
            assert (await node.live.rooms.host(table)).room.table.seq == len(whole) > 0

    started_anew(work)


def test_a_table_that_cannot_be_opened_is_reported_and_the_others_go_on():
    async def work(node: Node, store: SlowStore, log: StringIO) -> None:
        store.records["table", "t2"] = b"no setup of a table"
        store.go_on(*TABLES)
        await node.went_on()
        assert '"stream": "table/t2"' in log.getvalue()
        assert log.getvalue().count("table stopped") == 1
        assert (await node.live.rooms.host("t5")).room.table.seq

    started_anew(work)


def test_a_storage_that_cannot_be_read_at_first_is_asked_again():
    async def work(node: Node, store: SlowStore, log: StringIO) -> None:
        store.fails = 1
        store.go_on(*TABLES)
        await node.went_on()
        assert log.getvalue() == ""
        assert all([(await node.live.rooms.host(table)).room.table.seq for table in TABLES])

    started_anew(work)


def test_a_table_set_otherwise_while_it_is_opened_is_set_so():
    async def work(node: Node, store: SlowStore, _: StringIO) -> None:
        rooms = node.live.rooms
        opening = asyncio.ensure_future(rooms.host("t3"))
        while store.asked.count(stream_of("t3")) < 2:  # once by the server before
            await asyncio.sleep(0.001)
        seats = (SeatSetup(time_percent=150), SeatSetup())
        change = rooms.change(replace(TableSetup("t3", "mp2023", seats)))
        changing = asyncio.ensure_future(change)
        await asyncio.sleep(0)
        store.go_on("t3")
        host = await opening
        await changing
        assert host.room.table.setup.seats == seats

    started_anew(work)


def test_a_stop_in_the_middle_of_opening_leaves_all_as_it_is():
    async def work(node: Node, store: SlowStore, _: StringIO) -> None:
        before = dict(store.entries)
        while not node.live.rooms._opening:
            await asyncio.sleep(0.001)
        await node.stop()
        store.go_on(*TABLES)
        await asyncio.sleep(0.05)
        assert node.live.rooms._hosts == {}  # nobody opens a table any more
        assert store.entries == before
        assert {key for kind, key in store.records if kind == RUNNING} == set(TABLES)
        await store.put([Put("person", "1", b"still writes")])

    started_anew(work)
