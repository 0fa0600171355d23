"""A table among friends over HTTP: made without an account, joined, played on, gone."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets import Origin
from websockets.sync.client import connect

from stolik.app.games.rummikub.play import RummikubPlay
from stolik.app.tables import practice_keeper
from stolik.app.tables.practice_keeper import FRIENDS
from tests.adapters.web.serving import Server, serving_everything


@pytest.fixture
def server() -> Iterator[Server]:
    with serving_everything() as running:
        yield running


def enters(client: httpx.Client, told: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/api/login/link", json={"token": told["link"].partition("#")[2]})
    assert answer.status_code == 200, answer.text
    return told


def made(client: httpx.Client, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/api/friends", json={"people": 2, **wanted})
    assert answer.status_code == 201, answer.text
    return enters(client, answer.json())


def joined(client: httpx.Client, **way: str) -> dict[str, Any]:
    answer = client.post("/api/friends/join", json=way)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return enters(client, told) if told["link"] else told


def refused(answer: httpx.Response) -> str:
    code: str = answer.json()["error"]["code"]
    return code


def stranger_hears(server: Server, table: str) -> dict[str, Any]:
    """The first word of a table to who has no seat there."""
    way = f"ws://127.0.0.1:{server.port}/api/socket"
    with connect(way, origin=Origin(server.url)) as socket:
        socket.send(json.dumps({"t": "hello", "table": table, "last_seq": 0, "proto": 1}))
        said: dict[str, Any] = json.loads(socket.recv(timeout=10))
        return said


def test_who_finds_no_seat_may_watch_where_the_host_lets_people(server: Server):
    with server.client() as host, server.client() as second, server.client() as late:
        told = made(host, watched=True)
        joined(second, code=told["code"])
        way = late.post("/api/friends/join", json={"code": told["code"]})
        assert way.json() == {"table": told["table"], "seat": None, "link": ""}
        assert stranger_hears(server, told["table"])["role"] == "public"  # who is shown no rack
        assert host.get(f"/api/friends/{told['table']}").json()["watched"] is True
        closed = made(host)
        assert stranger_hears(server, closed["table"])["faults"][0]["code"] == "live.not_yours"


def test_friends_come_by_link_and_code_until_the_table_is_full(server: Server):
    with server.client() as host, server.client() as by_link, server.client() as by_code:
        told = made(host, people=3, turn_time_s=0)
        assert told["seat"] == 0
        assert len(told["code"]) == 7
        link = told["invite"].partition("#")[2]
        assert joined(by_link, token=link)["seat"] == 1
        assert joined(by_code, code=told["code"].lower())["seat"] == 2
        # Who sits there already keeps his seat; who comes too late has none.
        again = joined(by_code, code=told["code"])
        assert (again["seat"], again["link"]) == (2, "")
        with server.client() as late:
            answer = late.post("/api/friends/join", json={"token": link})
            assert refused(answer) == "friends.full"
            assert refused(late.get(f"/api/friends/{told['table']}")) == "access.login_needed"
        company = host.get(f"/api/friends/{told['table']}").json()
        assert company["first"]
        assert not any(seat["free"] for seat in company["seats"])


def test_only_hashes_of_link_and_code_are_kept_and_slips_are_told_from_guesses(server: Server):
    with server.client() as host, server.client() as other:
        told = made(host)
        kept = server.run(server.store.all(FRIENDS))
        body = b"".join(kept.values())
        assert told["code"].replace("-", "").encode() not in body
        assert told["invite"].partition("#")[2].encode() not in body
        answer = other.post("/api/friends/join", json={"code": "CDF-GH"})
        assert refused(answer) == "friends.code"
        for way in ({"token": "x" * 64}, {"token": "x"}, {"table": told["table"]}, {"table": "?"}):
            assert refused(other.post("/api/friends/join", json=way)) == "friends.gone"


def test_who_guesses_codes_waits(server: Server):
    with server.client() as host, server.client() as other:
        right = made(host)["code"].replace("-", "")
        alphabet = "346789CDFGHJKMNPQRTVWXY"
        seen = set()
        for sign in alphabet:  # one of each changed sign has the right check: most are slips
            for last in alphabet:
                typed = sign + right[1:-1] + last
                if typed != right:
                    seen.add(refused(other.post("/api/friends/join", json={"code": typed})))
        assert seen == {"friends.code", "friends.gone", "access.too_many_guesses"}


def test_the_lobby_shows_open_tables_somebody_waits_at(server: Server):
    with server.client() as host, server.client() as other:
        hidden, shown = made(host), made(host, open=True, people=3)
        assert other.get("/api/friends").json() == []  # nobody sits there yet
        rooms = server.app.state.live.rooms
        rooms.is_used = lambda _: True
        (listed,) = other.get("/api/friends").json()
        assert (listed["table"], listed["free"], listed["seats"]) == (shown["table"], 2, 3)
        assert joined(other, table=shown["table"])["seat"] == 1
        answer = other.post("/api/friends/join", json={"table": hidden["table"]})
        assert refused(answer) == "friends.gone"


def test_bots_fill_free_seats_and_play_for_who_is_not_wanted(server: Server):
    with server.client() as host, server.client() as other:
        told = made(host, people=4)
        joined(other, code=told["code"])
        here = f"/api/friends/{told['table']}"
        assert host.post(f"{here}/bots", json={}).status_code == 204
        seats = host.get(here).json()["seats"]
        assert [bool(seat["bot"]) for seat in seats] == [False, False, True, True]
        assert refused(host.post(f"{here}/bots", json={"seat": 0})) == "friends.seat"
        assert refused(host.post(f"{here}/bots", json={"seat": 2})) == "friends.seat"
        # Before the deal it is for who opened the table: a bot for the other, whose way in ends.
        assert host.post(f"{here}/bots", json={"seat": 1}).status_code == 204
        assert refused(other.get(here)) in ("access.login_needed", "access.not_allowed")
        with server.client() as back:
            answer = back.post("/api/friends/join", json={"code": told["code"]})
            assert refused(answer) == "friends.full"


def test_no_rematch_while_a_game_is_played_and_no_table_larger_than_the_game(server: Server):
    with server.client() as host:
        told = made(host)
        answer = host.post(f"/api/friends/{told['table']}/again")
        assert refused(answer) == "friends.again"
        for wanted in ({"people": 4, "bots": ["greedy"]}, {"people": 5}):
            assert refused(host.post("/api/friends", json=wanted)) == "friends.seats"
        answer = host.post("/api/friends", json={"bots": ["nobody"]})
        assert refused(answer) == "live.bots"
        answer = host.post("/api/friends", json={"profile": "/etc/passwd"})
        assert refused(answer) == "profile.unknown"
        assert host.post("/api/friends", json={"people": 1}).status_code == 400


def test_a_practice_table_is_none_among_friends(server: Server):
    with server.client() as client:
        told = enters(client, client.post("/api/practice", json={}).json())
        for answer in (
            client.get(f"/api/friends/{told['table']}"),
            client.post(f"/api/friends/{told['table']}/again"),
        ):
            assert refused(answer) == "friends.gone"


def test_a_table_goes_with_all_that_is_kept_of_its_company(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    with server.client() as host:
        told = made(host)
        assert told["table"] in server.run(server.store.all(FRIENDS))
        monkeypatch.setattr(practice_keeper, "KEPT_MS", -1)
        assert server.run(server.app.state.live.practice.sweep()) == 1
        assert server.run(server.store.all(FRIENDS)) == {}
        assert refused(host.post("/api/friends/join", json={"code": told["code"]}))


def test_the_next_game_is_one_table_and_each_keeps_his_seat(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    with server.client() as host, server.client() as other, server.client() as second:
        told = made(host)
        joined(other, code=told["code"])
        monkeypatch.setattr(RummikubPlay, "is_closed", False)  # it has been played to its end
        monkeypatch.setattr(RummikubPlay, "hides_racks", False)
        again = f"/api/friends/{told['table']}/again"
        company = f"/api/friends/{told['table']}"
        mine = host.post(again).json()
        # Who has gone on is not away: the other one reads where he waits.
        assert [seat["again"] for seat in other.get(company).json()["seats"]] == [True, False]
        first, theirs = other.post(again), other.post(again).json()
        assert mine["table"] == theirs["table"] != told["table"]
        assert (mine["seat"], theirs["seat"]) == (0, 1)
        # Who asks twice has one way in: the first one has ended.
        token = first.json()["link"].partition("#")[2]
        assert second.post("/api/login/link", json={"token": token}).status_code == 403
        enters(second, theirs)
