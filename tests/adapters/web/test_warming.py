"""A server is there soon: it loads what it needs to answer, and the rest when it answers."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest

from stolik.adapters.web.edge import warmth
from stolik.adapters.web.routes.docs import description
from stolik.adapters.web.routes.warming import LATER
from tests.adapters.web.serving import Server, serving_everything
from tests.reliability.machine import slack
from tests.reliability.report import figure

# What answers nobody's first question.
HEAVY = {
    *LATER,
    *("numpy", "openpyxl", "xlsxwriter", "typst", "segno", "psycopg", "httpx", "pytest"),
    *("stolik.solver", "stolik.bots.solving", "stolik.lab.games", "stolik.lab.analysis"),
    *("stolik.app.paper.content", "stolik.adapters.pdf", "stolik.adapters.store_postgres"),
    *("stolik.client", "stolik.wiring.demo"),
}

# The server as `stolik serve` starts it, up to the moment in which it listens.
_STARTING = """
import json, sys
from pathlib import Path
from stolik.adapters.cli.server.parts import ServePlan, Storage
from stolik.wiring.cli import serve

class Enough(Exception): ...

def listens(_):
    print(json.dumps(sorted(sys.modules)))
    raise Enough

try:
    serve(ServePlan(Storage(Path(sys.argv[1])), 0, ("127.0.0.1",)), listens)
except Enough:
    pass
"""

# How long the loop of a server is held while it makes the rest: on the wall, and by itself.
_WARMING = """
import asyncio, json, time
from tests.adapters.web.serving import serving_everything
from stolik.adapters.web.edge.tidying import ready_for_many
from stolik.adapters.web.routes.warming import warm_up

async def main(app):
    doing = asyncio.ensure_future(asyncio.to_thread(warm_up, app))
    wall = cpu = 0.0
    while not doing.done():
        began, used = time.perf_counter(), time.thread_time()
        await asyncio.sleep(0.002)
        wall = max(wall, time.perf_counter() - began - 0.002)
        cpu = max(cpu, time.thread_time() - used)
    await doing
    print(json.dumps([wall, cpu]))

with serving_everything() as server:
    ready_for_many()
    server.run(main(server.app))
"""
_LONGEST_S = 0.05


def loaded(directory: Path, before: str = "") -> set[str]:
    """The modules a server has loaded when it begins to listen."""
    return set(_run(before + _STARTING, str(directory)))


def _run(code: str, *words: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=60, check=True
    )
    return json.loads(done.stdout)


def test_nothing_heavy_is_loaded_before_the_server_listens(tmp_path: Path):
    assert loaded(tmp_path) & HEAVY == set()


def test_the_mutant_that_loads_the_bots_at_once_is_caught(tmp_path: Path):
    found = loaded(tmp_path, "import stolik.bots.registry\n")
    assert found & HEAVY >= {"stolik.bots.registry", "stolik.solver"}


@pytest.mark.parametrize("tier", ["quick", pytest.param("full", marks=pytest.mark.full)])
def test_making_the_rest_does_not_hold_the_loop(tier: str):
    wall, cpu = _run(_WARMING)
    figure("T31", "longest stall while warming up (ms)", round(wall * 1000, 1), tier=tier)
    assert cpu <= _LONGEST_S
    if tier == "full":
        assert wall <= _LONGEST_S * slack()


def first_visitor(server: Server) -> tuple[bool, bool]:
    """Whether the page and the health were answered while the rest was still being made."""
    answered: dict[str, int] = {}

    async def begin() -> "asyncio.Future[None]":
        warming = asyncio.get_running_loop().create_future()
        warmth.is_warming(server.app, warming)
        return warming

    async def end(warming: "asyncio.Future[None]") -> None:
        warming.set_result(None)

    def ask(path: str) -> None:
        with server.client() as client:
            answered[path] = client.get(path).status_code

    warming = server.run(begin())
    asking = [Thread(target=ask, args=(path,)) for path in ("/openapi.json", "/healthz")]
    for one in asking:
        one.start()
    asking[1].join(10)
    sleep(0.3)
    before = dict(answered)
    server.run(end(warming))
    asking[0].join(10)
    assert answered == {"/openapi.json": 200, "/healthz": 200}
    return "/openapi.json" in before, "/healthz" in before


def test_the_first_visitor_waits_for_what_is_being_made_and_nobody_else_does():
    with serving_everything() as server:
        assert first_visitor(server) == (False, True)


def test_the_mutant_that_has_it_made_twice_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(warmth, "is_warming", lambda *_: None)
    with serving_everything() as server:
        description(server.app)  # else it takes as long as the one that waits
        assert first_visitor(server) != (False, True)
