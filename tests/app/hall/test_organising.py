"""A request on a server: what the hall cannot bear is refused, and what follows from it follows."""

import asyncio
from typing import Any

import pytest

from stolik.app.access.roles import ANONYMOUS, Login, PersonRole
from stolik.app.access.standing import LoginNow
from stolik.app.hall import control, organising
from stolik.app.hall.hall import Hall
from stolik.app.hall.organising import Sender
from stolik.app.hall.times import write_percent
from stolik.refusal import Refused
from stolik.table_clock import commands as c
from stolik.table_clock.state import Holder, Ms
from stolik.wiring.serving import make_access
from tests.app.hall.test_hall import mixed
from tests.app.hall.venue import Venue, press

_ORGANISER = Login("l", PersonRole.ORGANISER, "a", frozenset({"t"}), expires=2**40)


async def code_of(venue: Venue, request: dict[str, Any], login: Login = _ORGANISER) -> str | None:
    """The code of a refusal; None if it was done."""
    house = venue.node.house
    access = make_access(house.store, house.bus)
    sender = Sender(
        login=login,
        standing=LoginNow(access, login, access.edition),
        by="organiser a",
        lang="pl",
        pool=house.pools.questions,
        key="l",
    )
    try:
        await organising.ask(venue.halls, access, await venue.office(), request, sender)
    except Refused as refused:
        return str(refused.violations[0].code)
    return None


_BACK = {"do": "unpublish", "reason": "a wrong list"}


def test_a_round_is_not_taken_back_while_a_table_plays_online():
    async def story() -> None:
        venue, _, _ = await mixed()
        assert await code_of(venue, _BACK) == "hall.game_runs"
        assert (await venue.office()).state.draft is None

    asyncio.run(story())


def test_a_hall_that_does_not_look_is_caught(monkeypatch: pytest.MonkeyPatch):
    """Without that look the round would be gone: nothing else stands in the way."""

    async def nothing(_: Hall) -> None:
        return None

    monkeypatch.setattr(Hall, "demand_no_online_game", nothing)

    async def story() -> None:
        venue, _, _ = await mixed()
        assert await code_of(venue, _BACK) is None

    asyncio.run(story())


def test_a_stranger_is_told_to_log_in():
    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        assert await code_of(venue, _BACK, ANONYMOUS) == "access.login_needed"
        assert await code_of(venue, {"do": "standings"}, ANONYMOUS) is None

    asyncio.run(story())


def test_what_is_no_request_is_refused():
    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        for value in ({}, {"do": "dance"}, {"do": 3}, {"do": "standings", "x": 1}):
            assert str(await code_of(venue, value)).startswith("request."), value

    asyncio.run(story())


async def by_tiles(venue: Venue) -> dict[str, Any]:
    """A tournament whose seats are drawn by tile; the request that would draw those of table 1."""
    hall = await venue.tournament("szkoly2015", 16)
    seats = hall.office.state.rounds[0].tables[0].seats
    rows = [{"entrant": int(n), "drawn": [str(i + 1)]} for i, n in enumerate(seats)]
    return {"do": "seat_tiles", "round": 1, "table": 1, "tiles": rows}


def test_seats_are_drawn_again_until_the_clock_runs():
    async def story() -> None:
        venue = Venue()
        wanted = await by_tiles(venue)
        room = await venue.clock(1)
        await press(room, lambda at: c.Pause(Holder.HALL, "", Ms(at)))  # set, and nothing played
        assert await code_of(venue, wanted) is None
        await venue.quiet()
        assert await press(await venue.clock(1), lambda at: c.Start(Ms(at))) is None
        before = (await venue.office()).state.rounds[0].tables[0].seats
        assert await code_of(venue, wanted) == "hall.seats_settled"
        await press(await venue.clock(1), lambda at: c.EndGame(Ms(at)))
        assert await code_of(venue, wanted) == "hall.seats_settled"
        assert (await venue.office()).state.rounds[0].tables[0].seats == before
        assert await code_of(venue, {**wanted, "table": 2}) == "seat_draw.who"  # that one is free

    asyncio.run(story())


def test_seats_of_a_table_online_are_not_drawn_in_the_hall():
    async def story() -> None:
        venue = Venue()
        wanted = await by_tiles(venue)
        await venue.online(1)
        assert await code_of(venue, wanted) == "hall.seats_online"
        hall = await venue.hall()
        assert hall.online.table(1, 1) is not None

    asyncio.run(story())


def test_who_needs_more_time_has_it_on_the_seat_he_drew():
    async def story() -> None:
        venue = Venue()
        wanted = await by_tiles(venue)
        hall = await venue.hall()
        slow = wanted["tiles"][0]["entrant"]  # he drew the lowest: the last seat is his
        await hall.set_percent(slow, 200, [write_percent(hall.office, slow, 200)])
        room = await venue.clock(1)
        await press(room, lambda at: c.Pause(Holder.HALL, "", Ms(at)))
        assert await code_of(venue, wanted) is None
        await venue.quiet()
        assert (await venue.clock(1)).state.times.percents == (100, 100, 100, 200)

    asyncio.run(story())


def _player(entrant: int) -> Login:
    return Login("p", PersonRole.PLAYER, "", frozenset(), "t", entrant=entrant, expires=2**40)


def test_a_players_reason_is_refused_only_where_tiles_were_drawn():
    async def story() -> None:
        venue = Venue()
        wanted = {**await by_tiles(venue), "reason": "bo tak"}
        player = _player(wanted["tiles"][0]["entrant"])
        assert await code_of(venue, wanted, player) is None, "nothing was drawn yet"
        assert await code_of(venue, wanted, player) == "seat_draw.drawn"
        await venue.ask(do="unpublish", reason="pomyłka")
        await venue.ask(do="publish")
        assert await code_of(venue, wanted, player) == "seat_draw.drawn"

    asyncio.run(story())


def test_a_player_does_not_tell_the_result_of_a_table_that_reports_by_itself():
    """Neither of the game that is played nor of one not yet dealt; a table in the hall is his."""

    async def story() -> None:
        venue, _, _ = await mixed()
        hall = await venue.hall()
        tables = (await venue.office()).state.rounds[0].tables
        online = {table.number for table in tables if hall.online.table(1, table.number)}
        assert online
        assert len(online) < len(tables)
        for table in tables:
            seats = [{"entrant": n, "rack_sum": 10 * i} for i, n in enumerate(table.seats)]
            sheet = {"do": "result", "round": 1, "table": table.number, "game": 2, "seats": seats}
            told = await code_of(venue, sheet, _player(int(table.seats[0])))
            wanted = "hall.online_reports" if table.number in online else None
            assert told == wanted
            if table.number in online:
                assert await code_of(venue, sheet) is None, "the organiser may, in need"

    asyncio.run(story())


@pytest.mark.parametrize(
    "request_",
    [
        {"do": ["x"]},
        {"do": {}},
        {"do": "penalty", "entrant": 1, "reason": "x", "step": ["x"]},
        {"do": "penalty", "entrant": 1, "reason": "x", "step": {}},
    ],
)
def test_what_no_request_can_be_is_refused_in_words(request_: dict[str, Any]):
    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        assert (await code_of(venue, request_) or "").startswith("request.")

    asyncio.run(story())


_EARLY = {"do": "finish", "early": "the hall closes"}


async def one_result(venue: Venue) -> None:
    """The first game of table 1 has its result: now an early end means something."""
    seats = (await venue.office()).state.rounds[0].tables[0].seats
    racks = [{"entrant": n, "rack_sum": 10 * i} for i, n in enumerate(seats)]
    await venue.ask(do="result", round=1, table=1, game=1, seats=racks)


def test_an_early_end_waits_for_a_clock_that_runs():
    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        await one_result(venue)
        room = await venue.clock(1)
        assert await press(room, c.Start) is None
        assert await code_of(venue, _EARLY) == "hall.games_run"
        assert not (await venue.office()).state.finished
        await press(room, c.EndGame)
        assert await code_of(venue, _EARLY) is None

    asyncio.run(story())


def test_an_early_end_waits_for_a_game_online():
    async def story() -> None:
        venue, _, _ = await mixed()
        await one_result(venue)
        assert await code_of(venue, _EARLY) == "hall.games_run"

    asyncio.run(story())


def test_the_time_of_the_round_stands_once_the_tournament_is_over():
    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        await one_result(venue)
        await venue.do(lambda s, at: control.start_clock(s, 1, 40, at))
        assert await code_of(venue, _EARLY) is None
        await venue.quiet()
        hall = await venue.hall()
        assert not hall.state.runs
        await venue.ask(do="reopen", reason="an hour more")
        assert await venue.do(lambda s, at: control.take_time_back(s, 1, at)) is None
        assert (await venue.hall()).state.runs

    asyncio.run(story())
