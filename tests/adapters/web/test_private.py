"""A private tournament is not even known to exist: a stranger is answered as if it did not."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from stolik.adapters import store_sqlite
from stolik.adapters.web.edge.guard import declared_rules
from stolik.app.people import registrations
from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, OpenStore, Running, serving_node
from tests.adapters.web.test_seated import hello, set_table
from tests.reliability.report import figure

NOWHERE = "0123456789abcdef"
_FORM = {"name": "Zawodnik 17"}
BODIES: tuple[Any, ...] = (
    *(None, {}, _FORM, {"do": "overview"}),
    *({"name": "..."}, {**_FORM, "consent": True, "consent_text": "?"}),
)
HEADERS: tuple[dict[str, str], ...] = ({}, {"stolik-command": "no id"})


def answered(asker: Browser, path: str, method: str) -> Iterator[tuple[int, str]]:
    """Status and code for every kind of body."""
    if method in ("WEBSOCKET", "ASGI"):
        try:
            asker.socket(path).socket.close()
            yield 101, ""
        except InvalidStatus as refused:
            yield refused.response.status_code, ""
        return
    for body in BODIES:
        for more in HEADERS:
            answer = asker.http.request(method, path, json=body, headers=more)
            is_json = "json" in answer.headers.get("content-type", "")
            told = answer.json() if is_json else {}
            error = told.get("error", {}) if isinstance(told, dict) else {}
            yield answer.status_code, str(error.get("code", ""))


def greeted(asker: Browser, table: str) -> list[object]:
    """What a table says to a stranger who names it, by socket and by line."""
    with hello(asker, table) as talk:
        told = talk.wait(lambda _: True)
    hi = {"t": "hello", "table": table}
    line = asker.http.post("/api/lines", json=hi)
    return [told["t"], told.get("code"), line.status_code]


def filled(pattern: str, tournament: str, table: str) -> str:
    path = pattern.replace("{tournament:str}", tournament).replace("{table:str}", table)
    return re.sub(r"\{\w+:\w+\}", "1", path)


def told_apart(server: Running, asker: Browser, here: str, table: str) -> list[str]:
    """The routes that answer otherwise where there is something."""
    rules = declared_rules(server.node.app)
    routes = [key for key in rules if "{tournament:str}" in key[0] or "{table:str}" in key[0]]
    assert len(routes) > 60
    found = []
    for pattern, method in routes:
        real = list(answered(asker, filled(pattern, here, table), method))
        made_up = list(answered(asker, filled(pattern, NOWHERE, NOWHERE), method))
        if real != made_up:
            found.append(f"{method} {pattern}: {real} {made_up}")
    if greeted(asker, table) != greeted(asker, NOWHERE):
        found.append(f"hello: {greeted(asker, table)} {greeted(asker, NOWHERE)}")
    return found


def private(server: Running) -> tuple[Day, str]:
    """A tournament for those who belong to it, a round of it being played online."""
    day = Day(server, "zimowy", 8)
    table = set_table(day)[0].rpartition("/")[2]
    day.organiser.put(day.here, {"public": False})
    return day, table


def elsewhere(day: Day) -> Browser:
    """Somebody who may follow another tournament."""
    wanted = {"name": "Inny turniej", "format": "zimowy"}
    other = day.organiser.post("/api/tournaments", wanted)["id"]
    passes = {"passes": [{"role": "spectator"}]}
    (told,) = day.organiser.post(f"/api/tournaments/{other}/passes", passes)
    return day.follow(told["link"])


def test_a_stranger_does_not_learn_that_there_is_one(open_store: OpenStore):
    with serving_node(open_store) as server:
        day, table = private(server)
        here = day.here.rpartition("/")[2]
        found = told_apart(server, server.client(), here, table)
        found += told_apart(server, elsewhere(day), here, table)
        figure("T20", "routes that tell a private tournament from none", len(found), tier="quick")
        assert found == []
        # Who belongs to it reads why; who is invited to register may.
        day.organiser.post(f"{day.here}/registrations", _FORM, "office.registration_closed")
        day.organiser.put(day.here, {"registration": True})
        server.client().post(f"{day.here}/registrations", _FORM)


def test_a_form_that_tells_strangers_more_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asks = registrations.ask_to_play

    async def tells_all(*given: Any, **_: Any) -> None:
        await asks(*given, knows=True)

    monkeypatch.setattr(registrations, "ask_to_play", tells_all)
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        day, table = private(server)
        here = day.here.rpartition("/")[2]
        (row,) = told_apart(server, server.client(), here, table)
        assert row.startswith("POST /api/tournaments/{tournament:str}/registrations:")
