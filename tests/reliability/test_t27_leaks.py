"""T27, the part of people: nothing leaves, and what is planted is in no log and no record."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from stolik.adapters.web.services import Services
from stolik.app.access import invitations
from tests.adapters.web.people import HERE
from tests.adapters.web.serving import Server, serving
from tests.fakes import MemoryStore, everything
from tests.reliability.report import figure

NAME = "Planted Name Żółw"
PASSWORD = "parapet gruszka 4711"
LABEL = "Planted Label 0815"
QUERY = "planted-query-2342"


def a_day_in_the_hall(server: Server) -> set[str]:
    """Everybody comes in by every door; the secrets that were seen on the way."""
    access = server.services.access
    seen = {NAME, PASSWORD, LABEL, QUERY}
    token = server.run(invitations.set_up_link(access))
    web = server.client()
    filled = {"token": token, "name": NAME, "password": PASSWORD}
    assert web.post("/api/login/link", json=filled).status_code == 200
    seen |= {token, *web.cookies.values()}
    token = server.run(invitations.co_organiser_link(access, HERE))
    assert web.post("/api/login/link", json={"token": token}).status_code == 200
    seen |= {token, *web.cookies.values()}
    wanted = [
        {"role": "player", "entrant": 17, "label": LABEL},
        {"role": "referee", "tables": ["1"], "label": LABEL},
    ]
    made = web.post(f"/api/tournaments/{HERE}/passes", json={"passes": wanted}).json()
    for one, route in zip(made, ("/api/login/code", "/api/login/pin"), strict=True):
        client = server.client()
        assert client.post(route, json={"code": one["code"]}).status_code == 200
        client.post(f"/api/login/link?x={QUERY}", json={"token": one["link"].partition("#")[2]})
        seen |= {one["code"], one["code"].replace("-", ""), one["link"].partition("#")[2]}
        seen |= set(client.cookies.values())
    for path in (f"/{QUERY}", f"/docs/{QUERY}", f"/api/whoami?token={QUERY}"):
        web.get(path, headers={"user-agent": QUERY, "referer": f"http://{QUERY}/"})
    web.post("/api/login", json={"name": NAME, "password": "planted password 0000"})
    web.post("/api/login", content=b'{"name": "planted password 0000"')
    web.post("/api/logout", headers={"origin": f"http://{QUERY}.example"})
    web.get("/healthz", headers={"host": f"{QUERY}.example"})
    return seen | {"planted password 0000"}


def leaks(text: str, seen: set[str]) -> Iterator[str]:
    """Planted words in a text, also where they are escaped."""
    for secret in seen:
        if secret in text or json.dumps(secret).strip('"') in text:
            yield secret


def test_no_secret_is_in_the_log():
    with serving() as server:
        seen = a_day_in_the_hall(server)
        log = server.log.getvalue()
    assert log.count("\n") > 12
    assert all(set(json.loads(line)) <= _FIELDS for line in log.splitlines())
    assert list(leaks(log, seen)) == []
    assert "127.0.0.1" not in log


_FIELDS = {"id", "method", "route", "status", "ms", "event", "level", "timestamp"}


def test_no_token_code_or_password_is_in_the_records():
    store = MemoryStore()
    with serving(store=store) as server:
        seen = a_day_in_the_hall(server)
    kept = everything(store).decode("utf-8", "replace")
    assert LABEL in kept  # it is a record: it can be erased
    assert list(leaks(kept, seen - {NAME, LABEL})) == []


def test_a_log_that_tells_too_much_is_caught():
    def talkative(services: Services) -> Services:
        beat = services.beat

        async def told() -> None:
            services.log.info("beat", by=NAME)
            await beat()

        return Services(
            store=services.store,
            access=services.access,
            chance=services.chance,
            beat=told,
            monotonic=services.monotonic,
            log=services.log,
        )

    with serving(change=talkative) as server:
        server.client().get("/readyz")
        assert list(leaks(server.log.getvalue(), {NAME})) == [NAME]


# The whole server as people start it, with every connection it opens written down

_WATCHED = """
import sys
calls = open(sys.argv[1], "a", buffering=1)
def watch(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        print(event, arguments[1:] if event != "socket.getaddrinfo" else arguments, file=calls)
sys.addaudithook(watch)
sys.modules["uvloop"] = None  # it connects where no hook can see
{planted}
from stolik.wiring.cli import main
sys.argv = ["stolik", *sys.argv[2:]]
main()
"""


def connections_opened(tmp_path: Path, planted: str = "") -> list[str]:
    """What a real server connects to or asks for while it starts, works and stops."""
    calls = tmp_path / "calls"
    script = tmp_path / "watched.py"
    script.write_text(_WATCHED.format(planted=planted))
    environment = {**os.environ, "STOLIK_DATA": str(tmp_path / "data"), "PYTHONUTF8": "1"}
    options = ["serve", "--port", "0", "--lan", "--lang", "en"]
    process = subprocess.Popen(
        [sys.executable, str(script), str(calls), *options],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _work(process)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            output, errors = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 0, errors
    assert "Stopped. Everything that was confirmed is saved." in output
    return [line for line in calls.read_text().splitlines() if not _is_harmless(line)]


def _work(process: subprocess.Popen[str]) -> None:
    assert process.stdout
    lines = []
    deadline = monotonic() + 20
    while monotonic() < deadline:
        lines.append(process.stdout.readline())
        if "/enter#" in lines[-1] or not lines[-1]:
            break
    found = re.search(r"(http://127\.0\.0\.1:\d+)/enter#(\S+)", lines[-1])
    assert found, "".join(lines)
    url, token = found.groups()
    filled = {"token": token, "name": NAME, "password": PASSWORD}
    with httpx.Client(base_url=url, headers={"origin": url}) as web:
        while web.get("/healthz").status_code != 200:
            sleep(0.01)
        assert web.post("/api/login/link", json=filled).status_code == 200
        assert web.get("/readyz").status_code == 200
        assert web.get("/docs").status_code == 200


def _is_harmless(line: str) -> bool:
    """Looking up an address in digits, in order to listen on it, asks nobody."""
    return (
        line.startswith("socket.getaddrinfo")
        and re.search(r"\('(0\.0\.0\.0|::)'", line) is not None
    )


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_nothing_leaves(tmp_path: Path):
    opened = connections_opened(tmp_path)
    figure("T27", "connections opened by a server at work", len(opened), tier="quick")
    assert opened == []


@pytest.mark.full
def test_a_server_that_calls_home_is_caught(tmp_path: Path):
    planted = (
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('127.0.0.2', 9))"
    )
    assert connections_opened(tmp_path, planted)
