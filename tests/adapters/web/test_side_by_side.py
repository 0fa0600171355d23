"""A browser keeps its login and its seats at practice tables side by side."""

import json
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from stolik.app.tables.setup import FIRST_GAME
from tests.adapters.web.node import Browser
from tests.adapters.web.serving import Server, serving_everything
from tests.adapters.web.test_friends import enters, joined, made, refused

KEPT = 4  # practice tables a browser has a seat at


@pytest.fixture
def server() -> Iterator[Server]:
    with serving_everything() as running:
        yield running


def practises(client: httpx.Client, game: str = FIRST_GAME) -> str:
    told = enters(client, client.post("/api/practice", json={"game": game}).json())
    return str(told["table"])


def seat_at(server: Server, client: httpx.Client, table: str) -> int | None:
    """The seat this browser's socket has at a table."""
    with Browser(server.url, client).socket("/api/socket") as talk:
        talk.socket.send(json.dumps({"t": "hello", "table": table}))
        told = talk.wait(lambda message: message["t"] in ("welcome", "no"))
        return told.get("seat")


def who(client: httpx.Client) -> tuple[str, str]:
    told = client.get("/api/whoami").json()
    return told["role"], told["table"]


@pytest.mark.parametrize("practice_first", [False, True])
def test_practice_and_a_login_live_side_by_side(server: Server, practice_first: bool):
    with closing(server.organiser()) as known, server.client() as client:
        if practice_first:
            table = practises(client, "wojtek")
            assert who(client) == ("player", table)
            client.cookies.update(known.cookies)  # comes in as an organiser
        else:
            client.cookies.update(known.cookies)
            table = practises(client, "wojtek")
        assert who(client) == ("organiser", "")
        assert seat_at(server, client, table) == 0
        assert client.get(f"/api/tables/{table}/people").status_code == 200


def test_every_practice_table_of_a_browser_knows_its_seat_again(server: Server):
    with server.client() as host, server.client() as client:
        told = made(host, people=3)
        joined(client, code=told["code"])
        tables = [practises(client) for _ in range(KEPT - 1)]
        assert [seat_at(server, client, one) for one in tables] == [0] * (KEPT - 1)
        again = joined(client, code=told["code"])
        assert (again["seat"], again["link"]) == (1, ""), "the seat among friends is still his"
        practises(client)
        assert seat_at(server, client, told["table"]) is None, "only so many are kept"


def test_a_line_without_a_socket_is_the_seats_too(server: Server):
    with closing(server.organiser()) as client:
        table = practises(client)
        line = client.post("/api/lines", json={"t": "hello", "table": table}).json()["line"]
        told = client.get(f"/api/lines/{line}?wait=0").json()
        assert next(one for one in told if one["t"] == "welcome")["seat"] == 0
        with server.client() as other:
            assert refused(other.get(f"/api/lines/{line}?wait=0")) == "live.line_unknown"


def test_who_logs_out_leaves_no_seat_behind(server: Server):
    with closing(server.organiser()) as client:
        table = practises(client)
        kept = dict(client.cookies)
        assert client.post("/api/logout").status_code == 204
        assert set(client.cookies) == {"stolik-device"}
        with server.client() as thief:
            thief.cookies.update(kept)
            assert who(thief) == ("anonymous", "")
            assert seat_at(server, thief, table) is None


def test_who_has_nothing_but_a_seat_logs_out_of_it(server: Server):
    """The login may be over, or never have been: the seat is a way in of its own."""
    with server.client() as player, server.client() as thief:
        table = practises(player)
        for client in (player, thief):
            seat = player.cookies["stolik-seats"]
            client.cookies.clear()
            client.cookies.set("stolik-seats", seat)
        assert seat_at(server, thief, table) == 0
        assert player.post("/api/logout").status_code == 204
        assert seat_at(server, thief, table) is None
        assert thief.get(f"/api/friends/{table}").status_code == 401


def test_a_seat_somebody_made_up_is_nobodys(server: Server):
    with server.client() as player, server.client() as other:
        table = practises(player)
        for value in (f"{table}.{'A' * 64}", f"{table}.", table, ".", "~" * 2000):
            other.cookies.set("stolik-seats", value)
            assert who(other) == ("anonymous", "")
            assert other.get(f"/api/friends/{table}").status_code == 401
