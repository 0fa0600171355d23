"""T20 and T26 at tables among friends: who may, whether he still may, and what is said twice."""

import asyncio
from typing import Any

import httpx
import pytest

from stolik.app.access.in_turn import HeldRight
from stolik.app.tables import friends
from stolik.app.tables.practice_keeper import FRIENDS
from stolik.app.tables.setup import KIND
from tests.reliability.losing import Stage, one_node
from tests.reliability.report import figure
from tests.reliability.test_t20_turns import Held

ROUTES = ("bots", "again")


class Table:
    """A table for three: its opener, a friend, and somebody from another table."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.store = stage.using.node.access.store

    async def __aenter__(self) -> "Table":
        self.opener, self.friend, self.other, self.nobody = (
            self.stage.using.client("") for _ in range(4)
        )
        told = (await self.opener.post("/api/friends", json={"people": 3})).json()
        self.id, self.code = told["table"], told["code"]
        await enters(self.opener, told["link"])
        await enters(self.friend, (await self.joined(self.friend))["link"])
        elsewhere = (await self.other.post("/api/friends", json={"people": 2})).json()
        await enters(self.other, elsewhere["link"])
        return self

    async def __aexit__(self, *_: object) -> None:
        for client in (self.opener, self.friend, self.other, self.nobody):
            await client.aclose()

    async def joined(self, client: httpx.AsyncClient) -> dict[str, Any]:
        answer = await client.post("/api/friends/join", json={"code": self.code})
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    async def asks(self, client: httpx.AsyncClient, what: str) -> httpx.Response:
        body = {"json": {"seat": 2}} if what == "bots" else {}
        return await client.post(f"/api/friends/{self.id}/{what}", **body)

    async def kept(self) -> tuple[dict[str, bytes], dict[str, bytes]]:
        return await self.store.all(FRIENDS), await self.store.all(KIND)


async def enters(client: httpx.AsyncClient, link: str) -> None:
    answer = await client.post("/api/login/link", json={"token": link.partition("#")[2]})
    assert answer.status_code == 200, answer.text


def ready_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next game may be asked for at any time here: this is about who asks, and how often."""
    monkeypatch.setattr(friends, "_is_over", lambda _: True)


def test_only_who_sits_there_seats_a_bot_or_asks_for_the_next_game(
    monkeypatch: pytest.MonkeyPatch,
):
    ready_to_go_on(monkeypatch)

    async def story() -> None:
        async with one_node() as stage, Table(stage) as table:
            before = await table.kept()
            for what in ROUTES:
                assert (await table.asks(table.nobody, what)).status_code == 401, what
                assert (await table.asks(table.other, what)).status_code == 403, what
            assert await table.kept() == before
            assert (await table.asks(table.friend, "bots")).status_code == 409, "the opener's"
            for what in ROUTES:
                assert (await table.asks(table.opener, what)).status_code < 300, what

    asyncio.run(story())


async def written_late(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was written for somebody whose login ended while his request waited for its turn."""
    ready_to_go_on(monkeypatch)
    held, found = Held(), []
    monkeypatch.setattr(HeldRight, "demand", held.before(HeldRight.demand))
    for what in ROUTES:
        async with one_node() as stage, Table(stage) as table:
            before = await table.kept()
            held.next()
            asking = asyncio.ensure_future(table.asks(table.opener, what))
            await asyncio.wait_for(held.reached.wait(), 10)
            away = await table.opener.post("/api/logout")
            assert away.status_code < 300, away.text
            held.let_go()
            status = (await asking).status_code
            if status != 401 or await table.kept() != before:
                found.append(f"{what}: {status}")
    return found


def test_nothing_is_written_for_a_friend_who_is_logged_out_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
):
    assert asyncio.run(written_late(monkeypatch)) == []


def test_the_mutant_that_asks_friends_at_the_door_only_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def careless(_: HeldRight) -> None:
        pass

    monkeypatch.setattr(HeldRight, "demand", careless)
    assert len(asyncio.run(written_late(monkeypatch))) == len(ROUTES)


def test_what_friends_say_often_at_once_is_said_once(monkeypatch: pytest.MonkeyPatch):
    """Ten bots for one seat are one, ten next games are one, a seat asked for again is the same."""
    ready_to_go_on(monkeypatch)

    async def story() -> None:
        async with one_node() as stage, Table(stage) as table:
            asked = [table.asks(table.opener, "bots") for _ in range(10)]
            statuses = sorted(answer.status_code for answer in await asyncio.gather(*asked))
            assert statuses == [204] + [409] * 9
            host = await stage.using.node.live.rooms.host(table.id)
            assert [bool(one.bot) for one in host.room.table.setup.seats] == [False, False, True]

            asked = [table.asks(one, "again") for one in (table.opener, table.friend) * 5]
            answers = [answer.json() for answer in await asyncio.gather(*asked)]
            assert len({told["table"] for told in answers}) == 1
            assert {told["seat"] for told in answers} == {0, 1}
            # Each link that was told before the last one is dead: a seat has one way in.
            ways = [await entered(stage, told["link"]) for told in answers]
            assert ways.count(200) == 2
            figure("T26", "friends: ten at once for a bot, for a next game", "1, 1", tier="quick")

            again = await table.joined(table.friend)
            assert (again["seat"], again["link"]) == (1, "")

    asyncio.run(story())


async def entered(stage: Stage, link: str) -> int:
    async with stage.using.client("") as client:
        token = link.partition("#")[2]
        return (await client.post("/api/login/link", json={"token": token})).status_code
