"""T31: no request and no message holds the loop, and twenty attackers keep nobody from playing.

The first half asks every route, every request about a tournament and every message at a table for
the dearest thing it accepts, and measures the longest time the loop was held. The rows stand in
`watched_rows`; a new route without one fails here.
"""

import asyncio
import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from stolik.adapters.web.edge.bounds import LARGEST_LIST, LARGEST_REQUEST
from stolik.adapters.web.edge.guard import declared_rules
from stolik.adapters.web.services import Settings
from stolik.adapters.web.sockets.clock_messages import MESSAGES as CLOCK_MESSAGES
from stolik.adapters.web.sockets.table_messages import MESSAGES
from stolik.app.tournaments.requests import REQUESTS
from tests.adapters.web.serving import serving_everything
from tests.reliability.attacks import attackers
from tests.reliability.machine import ran_and_waited, slack
from tests.reliability.phones import percentile
from tests.reliability.report import figure
from tests.reliability.test_t15_public_burst import playing
from tests.reliability.watched import Large, Watched, prepare, prepared_large, watched
from tests.reliability.watched_rows import (
    ROUTES,
    SOCKETS,
    Asked,
    about_a_tournament,
    ask,
    at_a_clock,
    at_a_table,
    path_of,
)

LONGEST_MS = 50
USUAL = Settings().largest_body
_T = "/api/tournaments/{tournament:str}"
LONGER = {
    (_T, "POST"): LARGEST_REQUEST,
    (_T + "/passes", "POST"): LARGEST_LIST,
    (_T + "/badges", "POST"): LARGEST_LIST,
}
_ATTACKED_S = {"quick": 2.0, "full": 10.0}
_FINAL = ("/api/logout", "/api/logout/everywhere")

People = tuple[httpx.Client, httpx.Client]  # the organiser, and a stranger


def test_every_route_request_and_message_has_a_row():
    with serving_everything() as server:
        todo = "each route has its line in ROUTES of watched_rows.py, a socket in SOCKETS"
        assert set(ROUTES) | SOCKETS == set(declared_rules(server.app)), todo
    requests = set(about_a_tournament(Large(8, 1, "", "", "", "", "", {})))
    assert requests == set(REQUESTS), "each request has its line in `about_a_tournament`"
    at_tables = {kind.__struct_config__.tag for kind in MESSAGES}
    assert set(at_a_table()) == at_tables, "each message has its line in `at_a_table`"
    at_clocks = {kind.__struct_config__.tag for kind in CLOCK_MESSAGES}
    assert set(at_a_clock()) == at_clocks, "each message has its line in `at_a_clock`"


def test_nothing_holds_the_loop_of_a_hall(ram_path: Path):
    large = prepared_large(ram_path, 40, 1)
    with watched(ram_path, large) as server:
        drive(server)
        tell(server, "quick")
        assert held(server, LONGEST_MS) == {}


@pytest.mark.full
def test_nothing_holds_the_loop_of_a_thousand(tmp_path: Path):
    large = prepared_large(tmp_path, 1000, 3)
    with watched(tmp_path, large) as server:
        drive(server)
        tell(server, "full")
        assert held(server, LONGEST_MS) == {}
        assert server.longest("wall")[1]["wall"] * 1000 <= LONGEST_MS * 2 * slack()


def test_a_table_plays_on_under_attack(ram_path: Path):
    times, refused = asyncio.run(attacked(ram_path, entrants=40, count=12, tier="quick"))
    assert refused == 0
    assert times


@pytest.mark.full
def test_twenty_attackers_keep_nobody_from_playing(tmp_path: Path):
    times, refused = asyncio.run(attacked(tmp_path, entrants=200, count=20, tier="full"))
    assert refused == 0
    assert percentile(times, 0.99) <= 100 * slack()


def tell_attack(times: list[float], count: int, shares: tuple[float, float], tier: str) -> None:
    """How long it took, and whose fault it was: the loop's, or of who else used the processors."""
    half, most = percentile(times, 0.5), percentile(times, 0.99)
    figure(
        "T31", f"a command under {count} attackers, p50 and p99 ms", f"{half}, {most}", tier=tier
    )
    told = ", ".join(f"{share:.0%}" for share in shares)
    figure("T31", "… the loop ran, and waited for a processor", told, tier=tier)


async def attacked(
    directory: Path, *, entrants: int, count: int, tier: str
) -> tuple[list[float], int]:
    """How long an honest table's commands take meanwhile; and how many were not taken."""
    large, seconds = await prepare(directory, entrants, 1), _ATTACKED_S[tier]
    with (
        watched(directory, large, fast=True) as server,
        attackers(count, server.port, large, seconds) as strikes,
    ):
        before = ran_and_waited(server.process.pid)
        found = await playing(server.url, large.organiser, perf_counter() + seconds)
        ran, waited = ran_and_waited(server.process.pid)
        assert strikes() > count
    shares = ((ran - before[0]) / seconds, (waited - before[1]) / seconds)
    tell_attack(found[0], count, shares, tier)
    return found


@pytest.mark.full
def test_the_mutant_that_thinks_on_the_loop_is_caught(ram_path: Path):
    large = prepared_large(ram_path, 400, 2)
    with watched(ram_path, large, mutant="pools") as server:
        drive(server, {("/api/tools/verdict", "POST"), (_T + "/public", "GET")})
        assert held(server, LONGEST_MS)


@pytest.mark.full
def test_the_mutant_forecast_that_tries_all_tables_is_caught(ram_path: Path):
    large = prepared_large(ram_path, 12, 0)
    with watched(ram_path, large, mutant="forecast") as server:
        drive(server, {("/api/formats/{name:str}/forecast", "GET")})
        assert held(server, LONGEST_MS)


def tell(server: Watched, tier: str) -> None:
    where, found = server.longest()
    figure("T31", "routes, requests and messages tried", len(server.stalls), tier=tier)
    figure("T31", "longest stall of the loop, ms", round(found["cpu"] * 1000, 1), tier=tier)
    figure("T31", "… by", where, tier=tier)
    wall = server.longest("wall")[1]["wall"]
    figure("T31", "longest stall on the wall, ms", round(wall * 1000, 1), tier=tier)


def held(server: Watched, most_ms: float) -> dict[str, Any]:
    """What held the loop for longer, and who did it."""
    return {
        what: (round(found["cpu"] * 1000, 1), found["slowest"])
        for what, found in server.stalls.items()
        if found["cpu"] * 1000 > most_ms
    }


def drive(server: Watched, only: set[tuple[str, str]] | None = None) -> None:
    """Ask for everything; an answer of 5xx is a fault as well."""
    with server.client(server.large.organiser) as organiser, server.client() as stranger:
        people = (organiser, stranger)
        if only is None:
            play_bots(server)
            drive_tables(server)
            drive_clock(server)
            drive_hall(server)
            drive_bodies(server, people)
        for route, row in ROUTES.items():
            if only is None or route in only:
                for asked in row(server.large):
                    drive_one(server, people, route, asked)


def drive_one(
    server: Watched,
    people: People,
    route: tuple[str, str],
    asked: Asked,
    how: str = "",
) -> None:
    pattern, method = route
    what = f"{how}{method} {pattern}"
    if pattern == _T and method == "POST" and asked.body:
        what += f" {asked.body['do']}"
    path = path_of(pattern, asked, server.large)
    with server.watching(what):
        answer = ask(people[asked.anonymous or pattern in _FINAL], method, path, asked)
    assert answer.status_code < 500, (what, answer.text)


def drive_bodies(server: Watched, people: People) -> None:
    """As long a body as is read, of the kind that takes longest to read, at every route."""
    bodies = {most: Asked(content=_long(most)) for most in {USUAL, *LONGER.values()}}
    for pattern, method in ROUTES:
        if method in ("POST", "PUT") and pattern not in _FINAL and "/sheets/" not in pattern:
            asked = bodies[LONGER.get((pattern, method), USUAL)]
            drive_one(server, people, (pattern, method), asked, "a long body: ")


def _long(most: int) -> bytes:
    fields = ",".join(f'"f{n}":{{}}' for n in range(most // 12))
    assert most * 0.8 < len(fields) < most - 2
    return f"{{{fields}}}".encode()


def joined(server: Watched, path: str, token: str) -> ClientConnection:
    return connect(
        server.url.replace("http", "ws", 1) + path,
        origin=server.url,  # type: ignore[arg-type]
        additional_headers={"authorization": f"Bearer {token}"},
        compression=None,
    )


def say(
    socket: ClientConnection, message: Mapping[str, Any], *until: str, patience_s: float = 0.5
) -> None:
    """A message, and all that comes until it is answered or quiet."""
    socket.send(json.dumps(message))
    with suppress(TimeoutError):
        while json.loads(socket.recv(timeout=patience_s)).get("t") not in until:
            pass


def play_bots(server: Watched) -> None:
    """A game at the table of bots: what is looked back at later."""
    organiser = server.large.organiser
    with server.watching("a game of bots"), joined(server, "/api/socket", organiser) as socket:
        say(socket, {"t": "hello", "table": "boty"}, "snapshot", "events")
        say(socket, {"t": "begin", "id": secrets.token_hex(16), "after": 10**6}, "ack", "no")
        until = monotonic() + (5 if server.large.thorough else 1)
        with suppress(TimeoutError):
            while monotonic() < until:
                socket.recv(timeout=1)


def drive_tables(server: Watched) -> None:
    """Every message, from a seat and from the organiser, at a table of either game."""
    for table in ("stol", "misie"):
        for who, token in everybody_at(server, table):
            for name, body in at_a_table().items():
                told = {**body, "after": 10**6} if "after" in body else body
                told = {**told, "table": table} if name == "hello" else told
                drive_message(server, f"{table}: {name} by {who}", token, table, name, told)


def drive_message(
    server: Watched, what: str, token: str, table: str, name: str, told: Mapping[str, Any]
) -> None:
    with (
        suppress(ConnectionClosed),
        server.watching(what),
        joined(server, "/api/socket", token) as socket,
    ):
        if name != "hello":
            say(socket, {"t": "hello", "table": table}, "snapshot", "events")
        # What is not answered is followed by something that is.
        socket.send(json.dumps({"t": name, **told}))
        say(socket, {"t": "nothing"}, "no")


def everybody_at(server: Watched, table: str) -> Iterator[tuple[str, str]]:
    """A referee's messages are refused to a seat as fast as a seat's to him."""
    if server.large.thorough or table == "misie":
        yield "organiser", server.large.organiser
    if server.large.thorough or table == "stol":
        yield "seat", server.large.seats[table][0]


def drive_clock(server: Watched) -> None:
    path = f"/api/tournaments/{server.large.big}/tables/1/clock/socket"
    for name, body in at_a_clock().items():
        organiser = server.large.organiser
        with server.watching(f"clock: {name}"), joined(server, path, organiser) as socket:
            say(socket, {"t": name, **body}, "ack", "no", "status")


def drive_hall(server: Watched) -> None:
    path = f"/api/tournaments/{server.large.big}/socket"
    with server.watching("hall"), joined(server, path, server.large.organiser) as socket:
        say(socket, {"t": "x" * 10_000}, "changed")
