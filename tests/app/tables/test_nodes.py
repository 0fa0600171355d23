"""Several nodes of one house, in one process: a bus that can be cut, and time in hand."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from stolik.app.ports import NotRead, OnWake, OnWhisper, Stream
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.refusal import Refused
from stolik.rummikub.commands import DeclareReady, DrawTile
from stolik.rummikub.events import GameEnded
from stolik.rummikub.state import Phase
from stolik.seats import Seat
from tests.app.tables.hall import Eyes, Hall, Time, settle
from tests.fakes import MemoryStore


class Wire:
    """Carries what nodes say to each other; `cut` nodes say nothing any more."""

    def __init__(self) -> None:
        self.buses: list[WiredBus] = []
        self.cut: set[int] = set()


class WiredBus:
    """A `Bus` on a wire."""

    def __init__(self, wire: Wire) -> None:
        self.wire_ = wire
        self.number = len(wire.buses)
        self.on_wake: OnWake | None = None
        self.on_whisper: OnWhisper | None = None
        self.said: list[asyncio.Future[None]] = []
        wire.buses.append(self)

    def wake(self, stream: Stream, seq: int) -> None:
        self._to_others(lambda bus: bus.on_wake and bus.on_wake(stream, seq))

    def whisper(self, stream: Stream, message: bytes) -> None:
        self._to_others(lambda bus: bus.on_whisper and bus.on_whisper(stream, message))

    async def listen(self, on_wake: OnWake, on_whisper: OnWhisper) -> None:
        self.on_wake, self.on_whisper = on_wake, on_whisper

    async def close(self) -> None:
        """Nothing to stop."""

    def _to_others(self, say: Callable[["WiredBus"], object]) -> None:
        if self.number in self.wire_.cut:
            return
        for bus in self.wire_.buses:
            if bus is not self and bus.number not in self.wire_.cut and (heard := say(bus)):
                self.said.append(asyncio.ensure_future(heard))  # type: ignore[arg-type]


async def nodes(count: int) -> tuple[list[Hall], Wire]:
    """Halls on one store, time and wire."""
    store, time, wire = MemoryStore(), Time(), Wire()
    halls = []
    for n in range(count):
        hall = Hall(store, time, f"node {n}")
        hall.house = replace(hall.house, bus=WiredBus(wire), is_alone=False, node=f"n{n}")
        hall.rooms = Rooms(hall.house, hall.rooms.games)
        await hall.house.bus.listen(hall.rooms.woken, hall.rooms.heard)
        halls.append(hall)
    return halls, wire


async def table_on(halls: list[Hall], **changes: object) -> list[Eyes]:
    """A table of two whose players come in on the first two nodes."""
    seats = (SeatSetup(), SeatSetup())
    await halls[0].rooms.create(TableSetup(id="t", profile="mp2023", seats=seats, **changes))
    eyes = []
    for seat in (0, 1):
        hall = halls[seat]
        eyes.append(await hall.sit(await hall.rooms.freshened("t", 0), seat))
    await wait(halls, 4)
    return eyes


async def wait(halls: list[Hall], seconds: float) -> None:
    """Time passes for all; every node beats."""

    async def beat() -> None:
        for hall in halls:
            if hall.house.bus.number not in hall.house.bus.wire_.cut:
                await hall.beat()
                await hall.rooms.mind_peers()

    await halls[0].time.pass_by(seconds, beat)
    await settle()


async def states(halls: list[Hall]) -> list[tuple[int, Phase]]:
    tables = [(await hall.rooms.host("t")).room.table for hall in halls]
    return [(table.seq, table.state.phase) for table in tables]


def test_players_on_different_nodes_are_dealt_in():
    async def play():
        halls, _ = await nodes(3)
        await table_on(halls)
        found = await states(halls)
        assert found[0][1] is Phase.READYING
        assert found[0] == found[1] == found[2]

    asyncio.run(play())


def test_a_seat_taken_on_another_node_is_left_on_this_one():
    async def play():
        halls, _ = await nodes(2)
        eyes = await table_on(halls)
        newer = await halls[1].sit(await halls[1].rooms.host("t"), 0)
        await settle()
        assert eyes[0].closed == "bye.newer_connection"
        assert newer.closed is None
        assert newer.last("present")["seats"] == [True, True]

    asyncio.run(play())


def test_a_node_that_died_before_it_woke_anybody_is_taken_over():
    async def play():
        halls, wire = await nodes(2)
        await table_on(halls)
        wire.cut.add(0)
        for seat in (0, 1):
            await halls[0].do(await halls[0].rooms.host("t"), DeclareReady(Seat(seat)))
        await halls[0].rooms.stop()
        assert (await states(halls[1:]))[0][1] is Phase.READYING
        await wait(halls, 5)
        assert (await states(halls[1:]))[0][1] is Phase.PLAYING

    asyncio.run(play())


def test_the_node_that_ends_a_game_reveals_its_seed_whoever_dealt():
    async def play():
        halls, _ = await nodes(2)
        await table_on(halls)
        notes = [(await hall.rooms.host("t")).room.standing_note for hall in halls]
        assert notes[0] == notes[1] != {}
        assert notes[0][GameEnded]["fair"]["ctx"].endswith("/1")

    asyncio.run(play())


def test_a_command_for_a_node_that_is_behind_finds_the_table_as_its_sender_saw_it():
    async def play():
        halls, wire = await nodes(2)
        await table_on(halls)
        wire.cut.add(1)
        first, second = [await hall.rooms.host("t") for hall in halls]
        for seat in (0, 1):
            await halls[0].do(first, DeclareReady(Seat(seat)))
        seen, seat = first.room.table.seq, first.room.table.state.turn
        assert second.room.table.seq < seen
        assert await halls[1].do(second, DrawTile(seat), after=seen) is None

    asyncio.run(play())


def test_a_table_of_a_game_nobody_knows_is_not_taken_for_another():
    async def play():
        halls, _ = await nodes(1)
        setup = TableSetup("x", "mp2023", (SeatSetup(), SeatSetup()), game="chess")
        with pytest.raises(Refused):
            await halls[0].rooms.create(setup)

    asyncio.run(play())


def test_one_damaged_table_does_not_make_a_node_deaf():
    async def play():
        halls, _ = await nodes(1)
        store = halls[0].store
        await halls[0].rooms.create(TableSetup("x", "mp2023", (SeatSetup(), SeatSetup())))

        async def unreadable(*_: object) -> None:
            raise NotRead

        await halls[0].rooms.woken(Stream("table/unknown"), 3)
        store.read = unreadable
        try:
            await halls[0].rooms.woken(Stream("table/x"), 3)
        except NotRead:
            pass  # the server asks again
        else:
            raise AssertionError("nobody would ask again")

    asyncio.run(play())
