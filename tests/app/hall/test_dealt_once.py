"""Tiles of an online table are dealt once a round: nobody deals until he likes what he holds."""

import asyncio
from typing import Any

import pytest

from stolik.app.hall.online_tables import OnlineTables
from stolik.app.tables.host import Host
from stolik.app.tables.setup import Watching
from stolik.refusal import Refused
from stolik.rummikub import commands as game
from stolik.rummikub.state import Phase
from stolik.tournament.events import DealsPledged
from tests.app.hall.test_organising import _BACK, code_of
from tests.app.hall.venue import Venue


def run(story: Any) -> None:
    asyncio.run(story())


async def readying(venue: Venue) -> Host:
    """Table 1 is set online and dealt; nobody has said that he is ready."""
    await venue.tournament()
    (host,) = await venue.online(1)
    host.dealing.begin()
    await venue.wait(4)
    assert host.room.table.state.phase is Phase.READYING
    return host


async def set_online(venue: Venue, *tables: int) -> str | None:
    hall = await venue.hall()
    try:
        await hall.online.set(1, tables, watching=Watching.RACKS_AFTER, by="o", command=None)
    except Refused as refused:
        return str(refused.violations[0].code)
    return None


async def people(venue: Venue, table: int) -> tuple[int, ...]:
    seats = (await venue.office()).state.rounds[0].tables[table - 1].seats
    return tuple(int(n) for n in seats)


async def swap_one(venue: Venue) -> None:
    one, other = (await people(venue, 1))[0], (await people(venue, 2))[0]
    await venue.ask(do="swap", one=one, other=other, reason="tak wolą")


def test_a_round_is_not_taken_back_once_tiles_are_seen():
    async def story() -> None:
        venue = Venue()
        await readying(venue)
        assert await code_of(venue, _BACK) == "hall.game_runs"
        assert (await venue.office()).state.draft is None

    run(story)


def test_a_rewind_to_the_deal_takes_no_deal_back():
    async def story() -> None:
        venue = Venue()
        host = await readying(venue)
        for seat in range(len(host.room.table.setup.seats)):
            await venue.node.do(host, game.DeclareReady(seat))  # type: ignore[arg-type]
        assert host.room.table.state.phase is Phase.PLAYING
        await venue.node.do(host, game.Pause("x"))
        await venue.node.do(host, game.Rewind(host.room.table.state.game_began, "wstecz"))
        assert host.room.table.state.phase is Phase.READYING
        assert await code_of(venue, _BACK) == "hall.game_runs"

    run(story)


def test_a_round_is_taken_back_before_anything_is_dealt():
    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        await venue.online(1)
        assert await code_of(venue, _BACK) is None

    run(story)


def test_nothing_is_dealt_while_the_round_is_a_draft():
    """The organiser would look at his tiles, and change the draft if he disliked them."""

    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1)
        await venue.ask(**_BACK)
        host.dealing.begin()
        await venue.wait(10)
        assert host.room.table.state.phase is Phase.CLOSED
        await venue.ask(do="publish")
        await venue.wait(10)
        assert host.room.table.state.phase is Phase.READYING, "announced again it goes on"

    run(story)


def test_a_table_that_was_set_anew_deals_no_more():
    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        (former,) = await venue.online(1)
        await venue.ask(**_BACK)
        await swap_one(venue)
        await venue.ask(do="publish")
        assert await set_online(venue, 1) is None
        former.dealing.begin()
        await venue.wait(10)
        assert former.room.table.state.phase is Phase.CLOSED

    run(story)


def test_who_was_dealt_to_is_not_set_online_again_in_that_round():
    """However the round came to be taken back: two requests at once, an older version."""

    async def story() -> None:
        venue = Venue()
        await readying(venue)
        await venue.ask(**_BACK)  # past the look that would refuse it
        await swap_one(venue)
        await venue.ask(do="publish")
        assert await set_online(venue, 1) == "hall.game_runs"
        assert await set_online(venue, 2) == "hall.game_runs", "one of them sits there now"

    run(story)


def test_somebody_who_comes_back_opens_no_second_deal():
    """Without him the table would be another one, and could be set and dealt anew."""

    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        gone = (await people(venue, 1))[3]
        await venue.ask(do="withdraw", entrant=gone, reason="chory", game="not_begun")
        (host,) = await venue.online(1)
        host.dealing.begin()
        await venue.wait(4)
        await venue.ask(do="return", entrant=gone, reason="pomyłka")
        assert await set_online(venue, 1) == "hall.game_runs"
        assert await code_of(venue, _BACK) == "hall.game_runs"

    run(story)


def test_no_two_deals_are_committed_to_under_one_name():
    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        (former,) = await venue.online(1)
        hall = await venue.hall()
        (first,) = await hall.online.listed(1)
        assert first["before"] == []
        await venue.ask(**_BACK)
        await swap_one(venue)
        await venue.ask(do="publish")
        assert await set_online(venue, 1) is None
        (told,) = await hall.online.listed(1)
        (before,) = told["before"]
        assert before == {"id": first["id"], "commits": first["commits"], "dealt": False}
        assert not set(before["commits"]) & set(told["commits"])
        assert sorted(told["commits"])[0] == "t/1/1/set-2/1"
        assert before["id"] == former.room.table.setup.id
        again = await venue.again()
        assert await (await again.hall()).online.listed(1) == [told]

    run(story)


def test_a_hall_that_forgets_who_was_dealt_to_is_caught(monkeypatch: pytest.MonkeyPatch):
    """Nothing else stands in the way of a second deal."""

    async def nothing(_: OnlineTables, __: int) -> list[Any]:
        return []

    monkeypatch.setattr(OnlineTables, "dealt", nothing)

    async def story() -> None:
        venue = Venue()
        await readying(venue)
        assert await code_of(venue, _BACK) is None
        await swap_one(venue)
        await venue.ask(do="publish")
        assert await set_online(venue, 1) is None

    run(story)


def test_what_binds_a_deal_is_told_before_it_and_once():
    """Also by a server that stopped between setting the table and telling so."""

    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        pledge, OnlineTables.pledge = OnlineTables.pledge, _untold  # type: ignore[method-assign]
        try:
            (host,) = await venue.online(1)
        finally:
            OnlineTables.pledge = pledge  # type: ignore[method-assign]
        office = await venue.office()
        assert office.state.deals == frozenset()
        host.dealing.begin()
        while not office.state.deals:  # an office thinks in a thread
            await asyncio.sleep(0.001)
        await venue.wait(4)
        assert host.room.table.state.phase is Phase.READYING
        assert office.state.deals == {host.room.table.setup.id}
        await (await venue.hall()).settle()
        told = [e for e in await office.events() if isinstance(e, DealsPledged)]
        assert [(e.round, e.table, len(e.commits)) for e in told] == [(1, 1, 3)]

    run(story)


async def _untold(_: OnlineTables) -> None:
    """The server stopped before it told."""
