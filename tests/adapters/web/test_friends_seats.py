"""Whose seat it is at a table among friends: lines blink, strangers come and do not sit down."""

import json
import re
from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from stolik.app.games.rummikub.play import RummikubPlay
from stolik.app.tables import company
from stolik.app.tables.eyes import demand_alone
from stolik.app.tables.setup import TableSetup
from stolik.refusal import Refused
from tests.adapters.web.node import Browser, Talk
from tests.adapters.web.serving import Server, serving_everything
from tests.adapters.web.test_friends import enters, joined, made, refused


@pytest.fixture
def server() -> Iterator[Server]:
    with serving_everything() as running:
        yield running


def sits(server: Server, client: httpx.Client, table: str) -> Talk:
    """Somebody opens the page of the table."""
    talk = Browser(server.url, client).socket("/api/socket")
    talk.socket.send(json.dumps({"t": "hello", "table": table}))
    talk.wait(lambda told: told["t"] == "welcome")
    return talk


def test_a_second_hello_is_refused_in_the_language_of_the_first(server: Server):
    with server.client() as client:
        talk = sits(server, client, made(client)["table"])
        for lang in ("en", "en"):
            talk.socket.send(json.dumps({"t": "hello", "table": "x", "lang": lang}))
            told = talk.wait(lambda one: one["t"] == "no")["faults"][0]
            assert told["code"] == "live.hello_twice"
            assert "przywitało" in told["message"] or "Odśwież" in told["message"]


def seats(client: httpx.Client, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/friends/{table}").json()["seats"]
    return found


def still(answer: httpx.Response) -> int:
    """The seconds a refusal tells to wait."""
    found = re.search(r"za (\d+) sekund", answer.text)
    assert found, answer.text
    return int(found[1])


def until_gone(client: httpx.Client, table: str, seat: int) -> None:
    deadline = monotonic() + 10
    while seats(client, table)[seat]["here"]:
        assert monotonic() < deadline
        sleep(0.02)


def written(server: Server, table: str) -> list[tuple[str, str]]:
    """What was told of seats and bots, and by whom."""
    room = server.run(server.app.state.live.rooms.host(table)).room
    told = [each for each in room.table.told if type(each.event).__name__ == "AccessChanged"]
    return [(each.event.what.value, each.by) for each in told if "bot" in each.event.what.value]


def test_no_bot_for_a_line_that_blinks_and_the_seat_comes_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    with server.client() as host, server.client() as other:
        told = made(host, turn_time_s=0)
        table, way = told["table"], joined(other, code=told["code"])
        bots = f"/api/friends/{table}/bots"
        with sits(server, host, table) as talk:
            with sits(server, other, table):
                talk.wait(lambda said: said["t"] == "events")  # all are there: it is dealt
                assert refused(host.post(bots, json={"seat": 1})) == "friends.present"
            until_gone(host, table, 1)
            answer = host.post(bots, json={"seat": 1})
            assert refused(answer) == "friends.away"
            assert 40 < still(answer) <= 60
            monkeypatch.setattr(company, "STAND_IN_AFTER_MS", 0)
            assert host.post(bots, json={"seat": 1}).status_code == 204
            assert seats(host, table)[1]["bot"]
            # A bot that stands in is no practice: its player may be back at the next move.
            assert refused(host.get(f"/api/tables/{table}/hint")) == "live.no_hints"
            # His login and his link are good, a second way in is not needed and not given.
            assert other.get(f"/api/friends/{table}").status_code == 200
            assert joined(other, code=told["code"])["link"] == ""
            with server.client() as elsewhere:
                late = elsewhere.post("/api/friends/join", json={"code": told["code"]})
                assert refused(late) == "friends.full"
                enters(elsewhere, way)
            with sits(server, other, table):
                assert not seats(host, table)[1]["bot"]
                assert written(server, table) == [("bot_seated", "seat 0"), ("bot_left", "seat 1")]


def test_before_the_deal_only_who_opened_the_table_seats_bots(server: Server):
    with server.client() as host, server.client() as other:
        told = made(host, people=4)
        joined(other, code=told["code"])
        bots = f"/api/friends/{told['table']}/bots"
        with server.client() as third:
            joined(third, code=told["code"])
            for wanted in ({}, {"seat": 3}, {"seat": 2}, {"seat": 0}):
                assert refused(other.post(bots, json=wanted)) == "friends.opener"
        assert host.post(bots, json={"seat": 3}).status_code == 204
        answer = host.post(f"/api/friends/{told['table']}/again")
        assert refused(answer) == "friends.again"


def test_who_takes_seats_in_the_lobby_and_does_not_come_holds_none(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    with server.client() as host, server.client() as stranger, server.client() as guest:
        told = made(host, people=3, open=True)
        table = told["table"]
        way = {"table": table}
        with sits(server, host, table):
            first = stranger.post("/api/friends/join", json=way).json()
            again = stranger.post("/api/friends/join", json=way)
            assert refused(again) == "friends.coming"
            assert 0 < still(again) <= 30
            assert guest.get("/api/friends").json()[0]["free"] == 1
            # A friend has a link: nobody stands in his way.
            assert joined(guest, code=told["code"])["seat"] == 2
            monkeypatch.setattr(company, "SEAT_WAITS_MS", 0)
            assert [seat["free"] for seat in seats(host, table)] == [False, True, False]
            with server.client() as second:
                assert joined(second, **way)["seat"] == first["seat"] == 1
            token = first["link"].partition("#")[2]
            assert stranger.post("/api/login/link", json={"token": token}).status_code == 403


def test_a_school_is_one_address_and_who_sits_keeps_the_seat(server: Server):
    with server.client() as host, server.client() as one, server.client() as two:
        told = made(host, people=4, open=True)
        table = told["table"]
        with sits(server, host, table):
            assert joined(one, table=table)["seat"] == 1
            with sits(server, one, table):
                assert joined(two, table=table)["seat"] == 2
                assert joined(one, table=table) == {"table": table, "seat": 1, "link": ""}


def test_a_seat_given_to_a_bot_before_the_deal_is_nobodys_way_in(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    with server.client() as host, server.client() as other:
        told = made(host)
        joined(other, code=told["code"])
        with monkeypatch.context() as over:
            over.setattr(RummikubPlay, "is_closed", False)  # it has been played to its end
            over.setattr(RummikubPlay, "hides_racks", False)
            mine = host.post(f"/api/friends/{told['table']}/again").json()
        enters(host, mine)
        bots = f"/api/friends/{mine['table']}/bots"
        assert host.post(bots, json={"seat": 1}).status_code == 204
        answer = other.post(f"/api/friends/{told['table']}/again")
        assert refused(answer) == "friends.full"
        # Whatever pass there may be, it opens no seat that the house plays for good.
        friends = server.app.state.live.friends
        way = server.run(friends._way(mine["table"], 1))
        token = way.link.partition("#")[2]
        assert other.post("/api/login/link", json={"token": token}).status_code == 200
        assert other.get(f"/api/friends/{mine['table']}").status_code == 403
        talk = Browser(server.url, other).socket("/api/socket")
        talk.socket.send(json.dumps({"t": "hello", "table": mine["table"]}))
        assert talk.wait(lambda one: one["t"] in ("welcome", "no"))["t"] == "no"


def test_a_pass_that_opens_what_a_bot_plays_is_caught(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    """The mutant of the test above."""
    monkeypatch.setattr(TableSetup, "house_seats", frozenset())
    with pytest.raises((AssertionError, KeyError)):
        test_a_seat_given_to_a_bot_before_the_deal_is_nobodys_way_in(server, monkeypatch)


def test_no_hints_where_another_seat_has_a_device(server: Server):
    with server.client() as host:
        table = made(host, bots=["greedy"])["table"]
        room = server.run(server.app.state.live.rooms.host(table)).room
        demand_alone(room, 0)
        room.table.eyes.dealt({"eyes": {"0": "ab", "1": "cd"}})
        with pytest.raises(Refused, match=r"live\.no_hints"):
            demand_alone(room, 0)
        room.table.eyes.dealt({"eyes": {"0": "ab"}})
        room.audience.elsewhere["other node"] = frozenset({1})
        with pytest.raises(Refused, match=r"live\.no_hints"):
            demand_alone(room, 0)
