"""Several nodes of one house, in one process: a bus that can be cut, and time in hand."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

import pytest

from stolik.app.ports import (
    Entry,
    Leases,
    Neighbours,
    NotRead,
    OnWake,
    OnWhisper,
    Stream,
)
from stolik.app.tables.rooms import RUNNING, Rooms
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.refusal import Refused
from stolik.rummikub.commands import DeclareReady, DrawTile
from stolik.rummikub.events import GameEnded, TimeRanOut
from stolik.rummikub.state import Phase
from stolik.seats import Seat
from tests.app.tables.hall import Eyes, Hall, Time, settle
from tests.fakes import MemoryStore


class Wire:
    """Carries what nodes say to each other; `cut` nodes say nothing any more."""

    def __init__(self) -> None:
        self.buses: list[WiredBus] = []
        self.cut: set[int] = set()
        self.wakes: list[tuple[int, str]] = []  # who was woken, and for what
        self.openings: dict[str, set[str]] = {}  # nodes by place
        self.held: dict[str, tuple[str, bool]] = {}  # by whom, and whether people are there
        self.living: set[str] = set()
        self.running: Callable[[], Iterable[str]] = tuple

    def bury(self, node: str) -> None:
        """The others take it for dead."""
        self.living.discard(node)
        for nodes_ in self.openings.values():
            nodes_.discard(node)
        self.held = {place: held for place, held in self.held.items() if held[0] != node}


class WiredLeases:
    """The `Leases` of a node on a wire."""

    def __init__(self, wire: Wire, number: int, node: str) -> None:
        self.wire, self.number, self.node = wire, number, node
        self.mine: set[str] = set()
        self.known: set[tuple[str, str]] = set()
        self.is_known = False

    def holds(self, place: str) -> bool:
        return place in self.mine

    async def come(self, place: str, *, with_people: bool) -> frozenset[str]:
        self._demand_line()
        self.wire.living.add(self.node)
        here = self.wire.openings.setdefault(place, set())
        here.add(self.node)
        held = self.wire.held.get(place)
        if held is None or held[0] == self.node or (with_people and not held[1]):
            self.wire.held[place] = self.node, with_people
        if self.wire.held[place][0] == self.node:
            self.mine.add(place)
        else:
            self.mine.discard(place)
        return frozenset(here - {self.node})

    async def leave(self, places: Collection[str]) -> None:
        for place in places:
            self.mine.discard(place)
            self.wire.openings.get(place, set()).discard(self.node)
            if self.wire.held.get(place, ("",))[0] == self.node:
                del self.wire.held[place]

    async def used(self, places: Collection[str]) -> frozenset[str]:
        return frozenset(p for p in places if self.wire.held.get(p, ("", False))[1])

    async def beat(self) -> Neighbours:
        self._demand_line()
        was_buried = self.is_known and self.node not in self.wire.living
        self.is_known = True
        if was_buried:
            self.mine.clear()
        self.wire.living.add(self.node)
        for bus in self.wire.buses:
            if bus.number in self.wire.cut:
                self.wire.bury(f"n{bus.number}")
        openings = self.wire.openings.items()
        now = {(p, n) for p, there in openings if self.node in there for n in there - {self.node}}
        new, self.known = now - self.known, now
        return Neighbours(frozenset(self.wire.living - {self.node}), tuple(new), was_buried)

    async def orphans(self) -> tuple[str, ...]:
        free = tuple(place for place in self.wire.running() if place not in self.wire.held)
        for place in free:
            self.wire.held[place] = self.node, False
            self.mine.add(place)
        return free

    async def end(self) -> None:
        self.mine.clear()
        self.wire.bury(self.node)

    def _demand_line(self) -> None:
        if self.number in self.wire.cut:
            raise NotRead


class WiredBus:
    """A `Bus` on a wire."""

    def __init__(self, wire: Wire) -> None:
        self.wire_ = wire
        self.number = len(wire.buses)
        self.on_wake: OnWake | None = None
        self.on_whisper: OnWhisper | None = None
        self.said: list[asyncio.Future[None]] = []
        wire.buses.append(self)

    def leases(self, node: str) -> Leases:
        return WiredLeases(self.wire_, self.number, node)

    def wake(
        self,
        stream: Stream,
        seq: int,
        entries: Sequence[Entry] = (),
        to: frozenset[str] | None = None,
    ) -> None:
        self._to_others(to, lambda bus: bus._woken(stream, seq, entries))

    def _woken(self, stream: Stream, seq: int, entries: Sequence[Entry]) -> object:
        self.wire_.wakes.append((self.number, stream))
        return self.on_wake and self.on_wake(stream, seq, entries)

    def whisper(self, stream: Stream, message: bytes, to: frozenset[str] | None = None) -> None:
        self._to_others(to, lambda bus: bus.on_whisper and bus.on_whisper(stream, message))

    async def listen(self, on_wake: OnWake, on_whisper: OnWhisper, _node: str = "") -> None:
        self.on_wake, self.on_whisper = on_wake, on_whisper

    async def close(self) -> None:
        """Nothing to stop."""

    def _to_others(self, to: frozenset[str] | None, say: Callable[["WiredBus"], object]) -> None:
        if self.number in self.wire_.cut:
            return
        for bus in self.wire_.buses:
            is_asked = to is None or f"n{bus.number}" in to
            is_there = bus is not self and bus.number not in self.wire_.cut
            if is_asked and is_there and (heard := say(bus)):
                self.said.append(asyncio.ensure_future(heard))  # type: ignore[arg-type]


async def nodes(count: int) -> tuple[list[Hall], Wire]:
    """Halls on one store, time and wire."""
    store, time, wire = MemoryStore(), Time(), Wire()
    wire.running = lambda: [key for kind, key in store.records if kind == RUNNING]
    halls = []
    for n in range(count):
        hall, bus = Hall(store, time, f"node {n}"), WiredBus(wire)
        leases = bus.leases(f"n{n}")
        hall.house = replace(hall.house, bus=bus, is_alone=False, node=f"n{n}", leases=leases)
        hall.rooms = Rooms(hall.house, hall.rooms.games)
        await bus.listen(hall.rooms.woken, hall.rooms.heard)
        await hall.rooms.among_nodes.mind()
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
                await hall.rooms.among_nodes.mind()

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

        await halls[0].rooms.host("x")
        await halls[0].rooms.woken(Stream("table/unknown"), 3)
        store.read = unreadable
        try:
            await halls[0].rooms.woken(Stream("table/x"), 3)
        except NotRead:
            pass  # the server asks again
        else:
            raise AssertionError("nobody would ask again")

    asyncio.run(play())


async def open_tables(halls: list[Hall]) -> list[bool]:
    return ["t" in hall.rooms._hosts for hall in halls]


def test_a_node_without_anybody_at_a_table_neither_opens_it_nor_is_woken_for_it():
    async def play():
        halls, wire = await nodes(3)
        await table_on(halls)
        await wait(halls, 15)
        assert await open_tables(halls) == [True, True, False]
        wire.wakes.clear()
        read = halls[2].store.read
        host = await halls[0].rooms.host("t")
        for seat in (0, 1):
            await halls[0].do(host, DeclareReady(Seat(seat)))
        await settle()
        assert {number for number, _ in wire.wakes} == {1}
        assert halls[2].store.read == read
        assert (await states(halls[:2]))[0] == (await states(halls[:2]))[1]
        assert await open_tables(halls) == [True, True, False]

    asyncio.run(play())


def test_a_node_that_is_alone_at_a_table_wakes_nobody():
    async def play():
        halls, wire = await nodes(2)
        await halls[0].rooms.create(TableSetup(id="t", profile="mp2023", seats=(SeatSetup(),) * 2))
        for seat in (0, 1):
            await halls[0].sit(await halls[0].rooms.freshened("t", 0), seat)
        await wait(halls, 15)
        wire.wakes.clear()
        for seat in (0, 1):
            await halls[0].do(await halls[0].rooms.host("t"), DeclareReady(Seat(seat)))
        assert await open_tables(halls) == [True, False]
        assert wire.wakes == []

    asyncio.run(play())


def test_the_node_whose_people_sit_there_answers_for_a_table():
    async def play():
        halls, wire = await nodes(2)
        await halls[0].rooms.create(TableSetup(id="t", profile="mp2023", seats=(SeatSetup(),) * 2))
        await wait(halls, 3)
        first = next(n for n in (0, 1) if halls[n].rooms.house.leases.holds("t"))
        other = halls[1 - first]
        eyes = await other.sit(await other.rooms.freshened("t", 0), 0)
        await wait(halls, 15)
        assert other.rooms.house.leases.holds("t")
        assert not halls[first].rooms.house.leases.holds("t")
        assert "t" not in halls[first].rooms._hosts
        host = await other.rooms.host("t")
        host.room.audience.leave(eyes)
        await wait(halls, 15)
        assert wire.held["t"] == (f"n{1 - first}", False)

    asyncio.run(play())


def test_the_last_of_a_nodes_people_leaves_and_the_node_with_people_answers():
    async def play():
        halls, _ = await nodes(2)
        eyes = await table_on(halls)
        assert halls[0].rooms.house.leases.holds("t")
        (await halls[0].rooms.host("t")).room.audience.leave(eyes[0])
        await wait(halls, 12)
        assert halls[1].rooms.house.leases.holds("t")
        assert await open_tables(halls) == [False, True]

    asyncio.run(play())


def test_exactly_one_node_moves_a_bot():
    async def play():
        halls, _ = await nodes(3)
        seats = (SeatSetup(bot="greedy"), SeatSetup(bot="greedy"))
        await halls[0].rooms.create(TableSetup(id="t", profile="mp2023", seats=seats))
        refused: list[str] = []
        for hall in halls:
            host = await hall.rooms.host("t")
            bot_acts = host._bot_acts

            async def counted(n=hall, bot_acts=bot_acts):
                refused.append(n.house.node)
                await bot_acts()

            host._bot_acts = counted
        await wait(halls, 30)
        assert len(set(refused)) == 1
        assert len(refused) > 10

    asyncio.run(play())


def test_a_node_that_was_taken_for_dead_learns_what_it_missed():
    async def play():
        halls, wire = await nodes(2)
        await table_on(halls)
        zombie, other = halls
        wire.cut.add(0)
        await wait([other], 4)
        assert other.rooms.house.leases.holds("t")
        host = await other.rooms.host("t")
        for seat in (0, 1):
            await other.do(host, DeclareReady(Seat(seat)))
        wire.cut.clear()
        assert zombie.rooms.house.leases.holds("t")
        await wait(halls, 2)
        holders = [hall.rooms.house.leases.holds("t") for hall in halls]
        assert holders == [False, True]
        assert (await states(halls))[0] == (await states(halls))[1]

    asyncio.run(play())


def test_a_node_that_stops_hands_its_tables_over_at_once():
    async def play():
        halls, _ = await nodes(2)
        await table_on(halls)
        await halls[0].rooms.stop()
        await settle()
        assert halls[1].rooms.house.leases.holds("t")

    asyncio.run(play())


async def a_turn(halls: list[Hall]) -> Seat:
    """Everybody is ready; whose turn it is."""
    for seat in (0, 1):
        await halls[0].do(await halls[0].rooms.host("t"), DeclareReady(Seat(seat)))
    await settle()
    return (await halls[0].rooms.host("t")).room.table.state.turn


def flags(hall: Hall) -> int:
    told = hall.rooms._hosts["t"].room.table.told
    return sum(isinstance(each.event, TimeRanOut) for each in told)


@pytest.mark.parametrize("dies", ["nobody", "the mover's node", "the other node"])
def test_a_flag_falls_once_whichever_node_dies(dies: str):
    async def play():
        halls, wire = await nodes(2)
        await table_on(halls, turn_time_s=40)
        mover = int(await a_turn(halls))
        victims = {"nobody": None, "the mover's node": mover, "the other node": 1 - mover}
        left = [halls[n] for n in (0, 1) if n != victims[dies]]
        if (victim := victims[dies]) is not None:
            wire.cut.add(victim)
            halls[victim].rooms._hosts["t"].close()
        await wait(left, 39)
        assert [flags(hall) for hall in left] == [0] * len(left)
        await wait(left, 3.5)
        assert [flags(hall) for hall in left] == [1] * len(left)

    asyncio.run(play())
