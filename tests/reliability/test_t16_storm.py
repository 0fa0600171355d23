"""T16: all lines break at once and come back; who never reads is closed and holds up nobody."""

import asyncio
from pathlib import Path
from time import perf_counter

import pytest

from stolik.adapters.web.sockets import outbox
from stolik.app.tables.audience import Audience
from stolik.app.tables.messages import Notice
from tests.client.node import Running, running
from tests.reliability.machine import slack
from tests.reliability.phones import ToldPhone
from tests.reliability.report import figure
from tests.reliability.test_t13_hall import played, seated


async def storm(server: Running, tokens: list[str], watcher: str, phones: int):
    """Seconds until everybody knows again what happened meanwhile, and what went wrong."""
    port = int(server.url.rpartition(":")[2])
    clients = await seated(server, "storm", tokens)
    watching = [ToldPhone(port, "storm", watcher) for _ in range(phones)]
    for i in range(0, phones, 50):
        await asyncio.gather(*(phone.connect() for phone in watching[i : i + 50]))
    for phone in watching:
        phone.abort()
    asked = await played(clients, perf_counter() + 0.3, 0.01)  # while nobody looks
    began = perf_counter()
    await asyncio.gather(*(phone.connect() for phone in watching))
    seconds = perf_counter() - began
    behind = sum(phone.known < max(asked) for phone in watching)
    faults = sum(phone.faults for phone in watching)
    for client in clients:
        await client.__aexit__()
    return seconds, behind + faults


async def deaf(server: Running, tokens: list[str], watcher: str, phones: int):
    """How many of those who never read were closed, and whether the others still play."""
    port = int(server.url.rpartition(":")[2])
    clients = await seated(server, "deaf", tokens)
    watching = [ToldPhone(port, "deaf", watcher) for _ in range(phones)]
    for i in range(0, phones, 50):
        await asyncio.gather(*(phone.connect() for phone in watching[i : i + 50]))
    for phone in watching:
        phone.stop_reading()
    audience = (
        await asyncio.to_thread(server.run, server.node.live.rooms.host("deaf"))
    ).room.audience
    began = perf_counter()
    while len(audience.connections) > 2 and perf_counter() < began + 20:
        server.loop.call_soon_threadsafe(_fill, audience)
        await asyncio.sleep(0.1)
    left = len(audience.connections) - 2
    asked = await played(clients, perf_counter() + 0.3, 0.01)
    for phone in watching:
        phone.abort()
    for client in clients:
        await client.__aexit__()
    return left, len(asked)


def _fill(audience: Audience) -> None:
    """Say more than a line's buffers take to those who do not read."""
    deaf_ones = [c for c in audience.connections if c.viewer.seat is None]
    for _ in range(40):
        audience.say(Notice("notice.saved_again", "x" * 8_000), deaf_ones)


def stormed(tmp_path: Path, phones: int):
    with running(tmp_path) as server:
        return asyncio.run(storm(server, server.table("storm", seats=2), server.watcher(), phones))


def deafened(tmp_path: Path, phones: int):
    with running(tmp_path) as server:
        return asyncio.run(deaf(server, server.table("deaf", seats=2), server.watcher(), phones))


def test_all_come_back_and_know_what_they_missed(tmp_path: Path):
    seconds, faults = stormed(tmp_path, 100)
    figure("T16", "100 sockets back after, s", round(seconds, 2), tier="quick")
    assert faults == 0


def test_who_never_reads_is_closed_and_the_game_goes_on(tmp_path: Path):
    left, moves = deafened(tmp_path, 20)
    figure("T16", "of 20 that never read, still open", left, tier="quick")
    assert left == 0
    assert moves > 2


@pytest.mark.full
def test_five_hundred_are_back_within_five_seconds(tmp_path: Path):
    seconds, faults = stormed(tmp_path, 500)
    figure("T16", "500 sockets back after, s", round(seconds, 2), tier="full")
    assert faults == 0
    assert seconds <= 5 * slack()


@pytest.mark.full
def test_two_hundred_that_never_read_are_closed(tmp_path: Path):
    left, moves = deafened(tmp_path, 200)
    figure("T16", "of 200 that never read, still open", left, tier="full")
    assert left == 0
    assert moves > 2


@pytest.mark.full
def test_a_server_that_resumes_one_event_late_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    resend = Audience.resend
    monkeypatch.setattr(
        Audience, "resend", lambda self, one, last: resend(self, one, last and last + 1)
    )
    assert stormed(tmp_path, 20)[1] > 0


@pytest.mark.full
def test_an_outbox_without_an_end_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outbox, "_MOST_MESSAGES", 10**9)
    monkeypatch.setattr(outbox, "_MOST_BYTES", 10**12)
    assert deafened(tmp_path, 3)[0] > 0
