"""Questions wait for nobody: a draw may think for seconds, and nothing is begun by who looks."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any

import pytest

from stolik.app.access.roles import Login, PersonRole
from stolik.app.access.standing import LoginNow
from stolik.app.fairness.drawing import Drawn, next_draw
from stolik.app.hall import organising
from stolik.app.hall.hall import shown
from stolik.app.hall.me import my_table
from stolik.app.hall.organising import Sender
from stolik.app.hall.watch import tables_at_a_glance
from stolik.app.tournaments import queries
from stolik.app.tournaments.requests import REQUESTS, is_query, read_request
from stolik.refusal import Refused
from stolik.table_clock import commands as c
from stolik.wiring.serving import make_access
from tests.app.hall.venue import Screen, Venue, press
from tests.app.tables.hall import Hall as Node

_TIMES = 50
_SOON_S = 20  # on a machine that does seven other things; a draw here never ends by itself


class SlowDraw:
    """A draw that thinks until it is let go."""

    def __init__(self) -> None:
        self.thinks = False
        self.begun = threading.Semaphore(0)
        self.let_go = threading.Semaphore(0)

    def __call__(self, *given: Any, **more: Any) -> Drawn:
        if self.thinks:
            self.begun.release()
            self.let_go.acquire(timeout=60)
        return next_draw(*given, **more)

    async def has_begun(self) -> bool:
        return await asyncio.to_thread(self.begun.acquire, timeout=30)


class Desk:
    """A tournament whose first round is played, and somebody who asks about it."""

    def __init__(self) -> None:
        self.draw = SlowDraw()
        node = Node()
        self.venue = Venue(node)
        self.venue.offices._draw = self.draw
        self.access = make_access(node.store, node.house.bus)
        self.login = Login(
            "l", PersonRole.ORGANISER, "a", frozenset({"t"}), label="O", expires=2**40
        )

    async def ask(self, request: dict[str, Any]) -> Any:
        """As the routes carry it out."""
        office = await self.venue.office()
        pool = self.venue.node.house.pools.questions
        standing = LoginNow(self.access, self.login, self.access.edition)
        sender = Sender(self.login, standing, by="organiser a", lang="pl", pool=pool, key="l")
        try:
            return await organising.ask(self.venue.halls, self.access, office, request, sender)
        except Refused as refused:
            return refused

    async def played(self, *tables: int) -> None:
        """The first round, whole or these tables of it, in a hall nobody has opened."""
        await self.venue.tournament(entrants=8)
        for table in tables or (1, 2):
            for game in range(1, (await self.venue.office()).state.rounds[0].games + 1):
                await self.venue.ask(**await self.sheet(table, game))
        self.venue.halls._halls.clear()
        self.draw.thinks = True

    async def sheet(self, table: int, game: int) -> dict[str, Any]:
        seats = (await self.venue.office()).state.rounds[0].tables[table - 1].seats
        # No two tables end alike: nobody must draw lots before the next round can be drawn.
        lines = [{"entrant": n, "rack_sum": (10 + table) * i} for i, n in enumerate(seats)]
        return {"do": "result", "round": 1, "table": table, "game": game, "seats": lines}

    async def questions(self) -> list[dict[str, Any]]:
        """Every question there is; sheets that are only counted are questions too."""
        counted = await self.sheet(1, 1) | {"preview": True, "sure": True}
        return [
            *({"do": name} for name, kind in REQUESTS.items() if kind.asks),
            counted,
            counted | {"do": "correct", "reason": "trying"},
        ]


@asynccontextmanager
async def thinking(desk: Desk, *, in_turn: bool) -> AsyncIterator[None]:
    """While a draw thinks: beside everything, or, after a change came between, in its turn."""
    task = asyncio.ensure_future(desk.ask({"do": "draw"}))
    try:
        assert await desk.draw.has_begun()
        if in_turn:
            await desk.venue.ask(do="penalty", entrant=1, reason="r", small_points=-1)
            desk.draw.let_go.release()
            assert await desk.draw.has_begun()
        yield
        assert not task.done()
    finally:
        desk.draw.let_go.release(10)
        await task


@pytest.mark.parametrize("in_turn", [False, True])
def test_fifty_of_every_question_are_answered_while_a_draw_thinks(in_turn: bool):
    async def story() -> None:
        desk = Desk()
        await desk.played()
        async with thinking(desk, in_turn=in_turn):
            for request in await desk.questions():
                asked = [desk.ask(request) for _ in range(_TIMES)]
                found = await asyncio.wait_for(asyncio.gather(*asked), _SOON_S)
                assert len({str(one) for one in found}) == 1, request

    asyncio.run(story())


def test_the_hall_is_looked_at_while_a_draw_thinks():
    async def story() -> None:
        desk = Desk()
        await desk.played()
        async with thinking(desk, in_turn=True):
            for _ in range(_TIMES):
                hall = await asyncio.wait_for(desk.venue.halls.look("t"), _SOON_S)
                assert shown(hall)["round"] == 0
                assert (await my_table(hall, 1)).round == 1
                assert len(await tables_at_a_glance(hall, 1)) == 2

    asyncio.run(story())


def test_no_question_keeps_anything_or_opens_a_hall_or_a_clock():
    async def story() -> None:
        desk = Desk()
        await desk.played(2)  # the clock of table 1 has a game to run
        clock = await desk.venue.clock(1)
        clock.join(Screen())
        await press(clock, c.Start)
        desk.venue.halls._halls.clear()  # as on a node where nobody has opened it
        store = desk.venue.node.store
        before = deepcopy((store.entries, store.records))
        for request in await desk.questions():
            await desk.ask(request)
        assert desk.venue.halls._halls == {}
        hall = await desk.venue.halls.look("t")
        (first, _) = await tables_at_a_glance(hall, 1)
        assert first["phase"] == "playing"
        await my_table(hall, 1)
        shown(hall)
        await asyncio.sleep(0.05)
        assert hall._clocks == {}
        assert not hall._is_awake
        assert not hall.tasks.busy
        assert (store.entries, store.records) == before

    asyncio.run(story())


def test_a_settling_begun_by_who_looks_is_caught():
    """The guard above bites: a hall that is woken opens its clocks."""

    async def story() -> None:
        desk = Desk()
        await desk.played(2)  # the clock of table 1 has a game to run
        await press(await desk.venue.clock(1), c.Start)
        desk.venue.halls._halls.clear()
        hall = await desk.venue.halls.hall("t")
        await desk.venue.quiet()
        assert hall._clocks
        assert hall._is_awake

    asyncio.run(story())


def test_a_sheet_asks_only_while_it_is_tried():
    sheet = {"round": 1, "table": 1, "game": 1, "seats": []}
    for do in ("result", "correct"):
        assert is_query(read_request({"do": do, **sheet, "preview": True}))
        assert not is_query(read_request({"do": do, **sheet}))
    assert is_query(read_request({"do": "check"}))
    assert not is_query(read_request({"do": "publish"}))


def test_a_sheet_that_waits_to_be_counted_is_caught(monkeypatch: pytest.MonkeyPatch):
    """The guard above bites: counted in its turn, a sheet waits as long as the draw thinks."""
    monkeypatch.setattr(organising, "is_query", lambda request: REQUESTS[request.do].asks)

    async def story() -> None:
        desk = Desk()
        await desk.played()
        async with thinking(desk, in_turn=True):
            sheet = (await desk.questions())[-1]
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(desk.ask(sheet), 0.5)

    asyncio.run(story())


def test_a_question_without_a_handler_is_found_when_the_house_starts():
    with pytest.raises(LookupError, match="'overview'"):
        queries.whole({})
    with pytest.raises(LookupError, match=r"\['weather'\]"):
        queries.whole({**queries._HANDLERS, "weather": queries._HANDLERS["check"]})
