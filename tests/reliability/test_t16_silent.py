"""T16: silent connections are counted from the first moment, and make room for whoever asks."""

import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from websockets.sync.client import connect

from stolik.adapters.web.edge import doorway, running
from stolik.adapters.web.edge.arrival import network
from stolik.adapters.web.services import Services
from tests.adapters.web.serving import Server, serving, serving_everything
from tests.reliability.report import figure

_HERE, _ELSEWHERE = "127.0.0.1", "127.0.0.2"
_ASKED = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_SENDING = b"POST /api/login/link HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n"


def few(most: int) -> Callable[[Services], Services]:
    def change(services: Services) -> Services:
        return replace(services, settings=replace(services.settings, most_connections=most))

    return change


@contextmanager
def silent(server: Server, count: int, source: str = _HERE) -> Iterator[list[socket.socket]]:
    """So many connections that say nothing."""
    with ExitStack() as stack:
        yield [stack.enter_context(connected(server, source)) for _ in range(count)]


def connected(server: Server, source: str = _HERE) -> socket.socket:
    return socket.create_connection((_HERE, server.port), timeout=5, source_address=(source, 0))


def open_ones(connections: list[socket.socket], soon: int) -> int:
    """How many of them the server has not closed, when it had time to leave but so many."""
    until = monotonic() + 5
    while (found := sum(is_open(one) for one in connections)) > soon and monotonic() < until:
        sleep(0.05)
    return found


def is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        connection.settimeout(5)


def answered(connection: socket.socket) -> bool:
    with suppress(OSError):
        connection.sendall(_ASKED)
        told = connection.makefile("rb")
        status = told.readline()
        if not status:
            return False  # turned away without a word
        lengths = [line for line in iter(told.readline, b"\r\n") if b"content-length" in line]
        told.read(int(lengths[0].partition(b":")[2]))
        return b"200" in status
    return False


def left(most: int = 20, count: int = 60) -> int:
    with serving(change=few(most)) as server, silent(server, count) as strangers:
        return open_ones(strangers, most)


def test_one_address_holds_so_many_silent_connections_and_no_more():
    found = left()
    figure("T16", "silent connections held of 60, where 20 may be", found, tier="quick")
    assert found == 20


def test_the_mutant_without_a_count_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doorway.Doorway, "_make_room", lambda *_: None)
    assert left() == 60


def test_who_asked_something_stays():
    with serving(change=few(20)) as server:
        phone, sender = connected(server), connected(server)
        assert answered(phone)
        sender.sendall(_SENDING + b"x")
        with silent(server, 60) as strangers:
            assert open_ones(strangers, 18) == 18
            assert open_ones([phone, sender], 2) == 2
            assert answered(phone)
            late = connected(server)
            assert answered(late)
        for one in (phone, sender, late):
            one.close()


def oldest(address: Any) -> doorway.Visitor:
    return next(visitor for here in reversed(address.ranks) for visitor in here)


def test_the_mutant_that_turns_the_oldest_away_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doorway._Address, "longest", lambda address, _: oldest(address))
    with serving(change=few(20)) as server:
        phone = connected(server)
        assert answered(phone)
        with silent(server, 60) as strangers:
            assert open_ones(strangers, 20) == 20
            assert not is_open(phone)
        phone.close()


def test_sockets_are_not_in_the_doorway(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(running, "room_for", lambda _: 10)
    with serving_everything() as server:
        url = server.url.replace("http", "ws") + "/api/socket"
        with connect(url, origin=server.url) as line, silent(server, 40) as strangers:
            assert open_ones(strangers, 10) == 10
            line.send("{}")
            assert line.recv(5)


def test_another_address_finds_room_where_one_fills_the_house(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(running, "room_for", lambda _: 30)
    with serving() as server, connected(server) as phone:
        assert answered(phone)
        with silent(server, 100, _ELSEWHERE) as strangers:
            assert open_ones(strangers, 29) == 29
            assert answered(phone)
            with connected(server) as late:
                assert answered(late)


def test_a_proxy_brings_as_many_as_there_are():
    def behind(services: Services) -> Services:
        proxies = (network(_ELSEWHERE),)
        settings = replace(services.settings, most_connections=20, proxies=proxies)
        return replace(services, settings=settings)

    with serving(change=behind) as server, silent(server, 60, _ELSEWHERE) as forwarded:
        with connected(server) as phone:
            assert answered(phone)  # and with it everybody who came before
        assert open_ones(forwarded, 60) == 60


@pytest.mark.parametrize(
    ("tier", "phones", "strangers"),
    [("quick", 100, 2500), pytest.param("full", 500, 5000, marks=pytest.mark.full)],
)
def test_a_hall_behind_one_address_goes_on(tier: str, phones: int, strangers: int):
    """Everybody's phone connects ahead as browsers do, among thousands that say nothing."""
    with serving() as server, silent(server, phones) as ahead:
        begun = monotonic()
        with silent(server, strangers):
            good = 0
            for _ in ahead:
                with connected(server) as phone:
                    good += answered(phone) and answered(phone)
            taken = monotonic() - begun
    figure("T16", f"of {phones} phones among {strangers} silent, answered", good, tier=tier)
    figure("T16", "… within s", round(taken, 1), tier=tier)
    assert good == phones


def announced(directory: Path, limit: str) -> str:
    """What a server says that starts under a limit of open files."""
    command = f"ulimit {limit}; exec {sys.executable} -m stolik serve --lang en --port 0 --data ."
    process = subprocess.Popen(["sh", "-c", command], cwd=directory, stdout=subprocess.PIPE)
    assert process.stdout
    told = ""
    while "Ctrl" not in told and (line := process.stdout.readline()):
        told += line.decode()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    return told


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
def test_a_server_that_may_open_few_files_says_so(tmp_path: Path):
    assert "600 open files" in announced(tmp_path, "-n 600")


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
def test_a_low_limit_that_can_be_raised_is_raised(tmp_path: Path):
    assert "open files" not in announced(tmp_path, "-Sn 600")
