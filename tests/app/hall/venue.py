"""A venue to test in: a real tournament, clocks and tables; only time and chance are made up."""

import asyncio
import json
from typing import Any

from stolik.app.hall.caretaker import Caretaker
from stolik.app.hall.clock_room import ClockRoom, Make
from stolik.app.hall.hall import Decide, Hall
from stolik.app.hall.halls import Halls
from stolik.app.tables.host import Host
from stolik.app.tables.setup import Watching
from stolik.app.tournaments.answering import answer as tournament_answer
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.offices import Offices
from stolik.app.tournaments.trying import Asking
from stolik.refusal import Refused
from stolik.table_clock import commands as c
from stolik.table_clock.state import Ms
from stolik.tournament.commands import Create
from tests.app.tables.hall import Hall as Node
from tests.app.tables.hall import settle


class Screen:
    """A phone that remembers what it was shown."""

    def __init__(self) -> None:
        self.raw: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.raw.append(message)

    @property
    def last(self) -> dict[str, Any]:
        return json.loads(self.raw[-1])


class Venue:
    """One node with a tournament "t"; `again()` is the same server after a crash."""

    def __init__(self, node: Node | None = None, *, reports: bool = True) -> None:
        self.node = node or Node()
        self.offices = Offices(self.node.house)
        self.halls = Halls(self.offices, self.node.rooms, self.node.house)
        self.caretaker = Caretaker(self.node.rooms, self.halls)
        if reports:
            self.node.rooms.on_open = self.caretaker.look_after

    async def tournament(self, shape: str = "zimowy", entrants: int = 8) -> Hall:
        """A tournament with its first round published."""
        office = await self.offices.create(TournamentCard("t", "Turniej", shape, ""))
        work = Asking("organiser")
        await office.do(lambda book: {"e": len(book.desk.do(Create("17", 0)))}, work)
        for n in range(entrants):
            await self.ask(do="enter", name=f"Zawodnik {n + 1}")
        await self.ask(do="draw")
        await self.ask(do="publish")
        return await self.hall()

    async def again(self) -> "Venue":
        """The server was killed and has come back on the same disk."""
        fresh = Venue(self.node.again())
        await fresh.node.rooms.start()
        fresh.node.rooms._beating.cancel()  # the test carries the beats
        await fresh.halls.start()
        await fresh.quiet()
        return fresh

    async def hall(self) -> Hall:
        hall = await self.halls.hall("t")
        await settle()
        return hall

    async def office(self) -> Office:
        return await self.offices.office("t")

    async def ask(self, **request: Any) -> dict[str, Any]:
        """A request of the organiser, as the routes carry it out."""
        office = await self.office()
        answer = await office.do(
            lambda book: tournament_answer(book, request, "pl"), Asking("organiser")
        )
        self.halls.moved("t")
        await self.quiet()
        return answer

    async def do(self, decide: Decide) -> str | None:
        """Something for the whole hall; its code if it is refused."""
        try:
            await (await self.hall()).do(decide, by="organiser")
        except Refused as refused:
            return refused.violations[0].code
        finally:
            await settle()
        return None

    async def clock(self, table: int = 1, number: int = 1) -> ClockRoom:
        return await (await self.hall()).clock(number, table)

    async def online(self, *tables: int, bots: str = "") -> list[Host]:
        """Online tables of round 1, with bots on every seat if one is named."""
        hall = await self.hall()
        await hall.online.set(1, tables, watching=Watching.RACKS_AFTER, by="o", command=None)
        hosts = []
        for table in tables:
            found = hall.online.table(1, table)
            assert found
            hosts.append(await self.node.rooms.host(found.id))
            for seat in range(len(found.seats)) if bots else ():
                await hall.online.seat_bot(1, table, seat, bots)
        await settle()
        return hosts

    async def wait(self, seconds: float) -> None:
        await self.node.wait(seconds)
        await self.quiet()

    async def quiet(self) -> None:
        """Until nothing is being reported or carried out: an office thinks in a thread."""
        await settle()
        hall = self.halls._halls.get("t")
        while self.caretaker.busy or (hall and hall.tasks.busy):
            await asyncio.sleep(0.001)
        await settle()

    async def results(self) -> dict[tuple[int, int], Any]:
        """What the tournament knows of round 1: by table and game."""
        found = (await self.office()).state.rounds[0].results
        return {(int(t), int(g)): result for (t, g), result in found.items()}


async def press(room: ClockRoom, make: Make, *, by: str = "table", **more: Any) -> str | None:
    """A command to a clock; its code if it is refused."""
    try:
        await room.do(make, by=by, **more)
    except Refused as refused:
        return refused.violations[0].code
    finally:
        await settle()
    return None


async def tap(room: ClockRoom, ago_ms: int = 0, **more: Any) -> str | None:
    """The seat to move ends its move."""
    state = room.state
    return await press(
        room, lambda at: c.Tap(state.turn, state.move, Ms(at)), ago_ms=ago_ms, **more
    )
