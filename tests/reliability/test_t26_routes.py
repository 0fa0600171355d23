"""T26 over HTTP: a whole day in which every write is raced by two organisers and sent again.

What is kept in the end is compared with the same day in which everything was said once.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from stolik.adapters.web.edge.guard import declared_rules
from stolik.app.hall import times
from stolik.app.people import registrations
from stolik.app.ports import CommandId
from stolik.app.streams.log import StreamLog
from stolik.app.tables import setup as tables
from stolik.app.tournaments import card as event
from tests.adapters.web.people import fresh_token
from tests.reliability.nodes import Served, served
from tests.reliability.report import figure

AT_ONCE = 3  # by each of the two
LATER = 2
Write = tuple[str, str, Any]
_REFERENCE = re.compile(rb'"text": ?"[0-9a-f]{32}"')  # words stand beside the log
_TIME = re.compile(rb'"at": ?\d+')
_T = "/api/tournaments/{tournament:str}"
_R = _T + "/rounds/{round_number:int}"

# Writes of people's ways in (each is told once, to one), and what writes nothing.
ELSEWHERE = {
    *("/api/login", "/api/login/look", "/api/login/link", "/api/login/code", "/api/login/pin"),
    *("/api/logout", "/api/logout/everywhere", "/api/password", "/api/demo/organiser"),
    *("/api/password/look", _T + "/organisers/invitations/{invitation:str}"),
    # Each is a table or a seat of its own, told once: test_t20_friends.py.
    *("/api/friends", "/api/friends/join"),
    *("/api/friends/{table:str}/bots", "/api/friends/{table:str}/again"),
    *("/api/practice", "/api/lines", "/api/lines/{line:str}", "/api/tools/verdict"),
    *("/api/tools/opening", "/api/tools/melds", "/api/tools/solve"),
    *(_T + "/lines", _T + "/tables/{table:int}/clock/lines"),
    *(_T + "/organisers/invitations", _T + "/organisers/{account:str}", _T + "/passes"),
    *(_T + "/passes/{entry:str}", _T + "/passes/{entry:str}/renew", _T + "/badges"),
    *(_T + "/sheets/entrants", _T + "/sheets/workbook", _T + "/file/out", _T + "/file/back"),
    _T + "/file/heat/to/{final:str}",
    *(_T + "/file/heat", _T + "/heats", _T + "/heats/{heat:str}", _T + "/heats/{heat:str}/accept"),
    _T + "/mail/winners",  # nobody gets a second letter: tests/adapters/test_mail.py
    "/api/qr",  # a drawing
    "/api/reach",  # a fact of the machine, and the same said twice is the same
    *(_T + "/head-judge", _T + "/logo", _T + "/me/push"),  # the same said twice is the same
    *(_T + "/registrations/{form:str}", _T + "/registrations/{form:str}/accept"),
    _T + "/reports/{report:str}/dismiss",  # there is nothing to dismiss on such a day
    *("/api/own", "/api/own/check"),  # the same twice is one
    "/api/own/{kind:str}/{number:str}",  # what is gone is gone
    *("/api/boards", "/api/boards/check", "/api/boards/{number:str}"),  # the same twice is one
    "/api/tournaments",
}


def the_day() -> Iterator[Write]:
    """Every kind of write, in an order in which each is allowed."""
    card = {"name": "Turniej", "public": True, "start": "11:00", "registration": True}
    lunch = {"after_round": 1, "minutes": 20, "kind": "lunch"}
    yield "PUT", _T, {**card, "round_minutes": 45, "break_minutes": 5, "day": [lunch]}
    yield "POST", _T, {"do": "describe", "details": {"place": "Sztum"}}
    yield "POST", _T + "/registrations", {"name": "Zawodnik 98"}
    yield "DELETE", _T + "/registrations", None
    yield "POST", _T + "/registrations", {"name": "Zawodnik 99"}
    yield from (("POST", _T, {"do": "enter", "name": f"Zawodnik {n}"}) for n in range(1, 13))
    yield "PUT", _T + "/people/{entrant:int}", {"consent": True}
    yield "POST", _T + "/consents", {"to": ["regulations", "photo"], "entrants": [1, 2]}
    yield "PUT", _T + "/form/winners", {"entrant": 1, "phone": "600 000 000"}
    yield "DELETE", _T + "/form/winners", None
    yield "POST", _T, {"do": "penalty", "entrant": 1, "reason": "spóźnienie"}
    yield "POST", _T, {"do": "withdraw", "entrant": 12, "reason": "choroba", "game": "without"}
    yield "POST", _T, {"do": "draw"}
    yield "POST", _T, {"do": "publish"}
    yield "POST", _R + "/online", {"tables": [2]}
    yield "PUT", _R + "/online/{table:int}/bot", {"seat": 0, "bot": "greedy"}
    yield "PUT", _R + "/online/{table:int}/watching", {"watching": "nobody"}
    yield "PUT", _R + "/shown", {"table": 2}
    yield "PUT", _T + "/scene", {"scene": "rules", "page": 2}
    yield "PUT", _T + "/entrants/{entrant:int}/time", {"percent": 150, "reason": "wzrok"}
    yield "POST", _R + "/clock", {"minutes": 50}
    yield "POST", _R + "/clock/extend", {"minutes": 5, "reason": "zegar"}
    yield "POST", _R + "/moves/extend", {"seconds": 20, "reason": "zegar"}
    yield "POST", _R + "/pause", {"reason": "pytanie"}
    yield "POST", _R + "/resume", None
    yield "POST", _T + "/tables/{table:int}/referee", None
    yield "DELETE", _T + "/tables/{table:int}/referee", None
    yield "POST", _R + "/call-time", None
    yield "DELETE", _R + "/call-time", None
    yield "POST", _R + "/call-results", None
    yield "POST", _T + "/break", {"minutes": 10}
    yield "DELETE", _T + "/break", None
    yield "DELETE", _T + "/people/{entrant:int}", None


class Day:
    """One server, two organisers, and what they were answered."""

    def __init__(self, server: Served, people: list[httpx.AsyncClient]) -> None:
        self.server, self.people = server, people
        self.faults: list[str] = []

    async def say(self, write: Write, at_once: int, later: int) -> None:
        """One write under one id, so often by everybody at once and so often after that."""
        known = {"stolik-command": secrets.token_hex(16)}
        sends = [_sent(web, self._path(write), write, known) for web in self.people]
        for _ in range(at_once - 1):
            sends += [_sent(web, self._path(write), write, known) for web in self.people]
        answers = await asyncio.gather(*sends)
        for _ in range(later):
            answers += [await _sent(web, self._path(write), write, known) for web in self.people]
        statuses = sorted({answer.status_code for answer in answers})
        if statuses[0] >= 300 or statuses[-1] >= 500:
            self.faults.append(f"{write}: {statuses} {answers[0].text}")

    def _path(self, write: Write) -> str:
        path = write[1].replace("{tournament:str}", self.server.hall.tournament)
        table = "2" if "/online/" in path else "1"
        path = path.replace("{round_number:int}", "1").replace("{table:int}", table)
        return path.replace("{entrant:int}", "3")

    async def kept(self) -> dict[str, Any]:
        """Everything that happened and everything that is known, but for times and numbers."""
        store, here = self.server.node.access.store, self.server.hall.tournament
        stream = await store.read(event.KIND + "/" + here)  # type: ignore[arg-type]
        told = [json.loads(_REFERENCE.sub(b'"text": 0', e.body))["event"] for e in stream]
        hall = [json.loads(e.body)["event"] for e in await store.read(f"hall/{here}")]  # type: ignore[arg-type]
        setups = [tables.read_setup(b) for b in (await store.all(tables.KIND)).values()]
        return {
            # What was pledged for a deal is new each time; that it was pledged once is not.
            "tournament": [
                {**e, "id": 0, "commits": len(e["commits"])} if "commits" in e else e for e in told
            ],
            "hall": [each["event"] if "event" in each else sorted(each) for each in hall],
            "people": sorted(
                _TIME.sub(b'"at": 0', body) for body in (await store.all(event.PERSON)).values()
            ),
            "forms": sorted((await store.all(registrations.REGISTRATION)).values()),
            "times": sorted((await store.all(times.KIND)).values()),
            "tables": [(s.table, s.watching, [seat.bot for seat in s.seats]) for s in setups],
        }


async def _sent(
    web: httpx.AsyncClient, path: str, write: Write, known: dict[str, str]
) -> httpx.Response:
    body = {} if write[2] is None else {"json": write[2]}
    return await web.request(write[0], path, headers=known, **body)


async def lived(directory: Path, people: int, at_once: int, later: int) -> tuple[Any, list[str]]:
    """The day, by so many organisers; what is kept of it and what went wrong."""
    async with served(directory) as server:
        clients = []
        for _ in range(people):
            token = await fresh_token(server.node.access, "organiser here", server.hall.tournament)
            headers = {"origin": server.url, "authorization": f"Bearer {token}"}
            clients.append(httpx.AsyncClient(base_url=server.url, headers=headers, timeout=30))
        day = Day(server, clients)
        for write in the_day():
            await day.say(write, at_once, later)
        for client in clients:
            await client.aclose()
        return await day.kept(), day.faults + server.errors


@pytest.mark.full
def test_a_day_said_often_is_the_day_said_once(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    once, faults = asyncio.run(lived(tmp_path / "a", 1, 1, 0))
    often, more = asyncio.run(lived(tmp_path / "b", 2, AT_ONCE, LATER))
    writes = len(list(the_day()))
    sends = 2 * (AT_ONCE + LATER)
    figure("T26", f"writes over HTTP, each sent {sends} times by two", writes, tier="full")
    assert (faults, more) == ([], [])
    assert often == once


@pytest.mark.full
def test_a_server_that_forgets_ids_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = StreamLog.append

    async def forgetful(
        log: StreamLog, events: Any, bodies: Any, _: Any, puts: Any = (), *, by: str
    ) -> Any:
        return await real(log, events, bodies, CommandId(secrets.token_hex(16)), puts, by=by)

    async def unknown(*_: object) -> None:
        return None

    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    once, _ = asyncio.run(lived(tmp_path / "a", 1, 1, 0))
    monkeypatch.setattr(StreamLog, "append", forgetful)
    monkeypatch.setattr(StreamLog, "done", unknown)
    assert asyncio.run(lived(tmp_path / "b", 2, AT_ONCE, LATER))[0] != once


def test_every_write_has_its_hour(tmp_path: Path):
    async def written() -> set[tuple[str, str]]:
        async with served(tmp_path) as server:
            return {route for route in declared_rules(server.node.app) if _writes(route)}

    said = {(path, method) for method, path, _ in the_day()}
    todo = "each route that writes is said in `the_day`, or stands in ELSEWHERE"
    assert asyncio.run(written()) == said, todo


def _writes(route: tuple[str, str]) -> bool:
    return route[1] in ("POST", "PUT", "PATCH", "DELETE") and route[0] not in ELSEWHERE
