"""A request on a server: what the hall cannot bear is refused, and what follows from it follows."""

import asyncio
from typing import Any

import pytest

from stolik.app.access.roles import ANONYMOUS, Login, PersonRole
from stolik.app.access.standing import LoginNow
from stolik.app.hall import organising
from stolik.app.hall.hall import Hall
from stolik.app.hall.organising import Sender
from stolik.refusal import Refused
from stolik.wiring.serving import make_access
from tests.app.hall.test_hall import mixed
from tests.app.hall.venue import Venue

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
