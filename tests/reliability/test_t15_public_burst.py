"""T15: a burst of readers on the public page costs what one reader costs, and no table waits."""

import asyncio
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from stolik.adapters.web.public_pages import Pages
from stolik.app.office.office import Asking
from tests.reliability.machine import slack
from tests.reliability.nodes import NodeProcess, calling, people, prepared_directory, served
from tests.reliability.phones import percentile
from tests.reliability.report import figure
from tests.reliability.test_t14_results import seated

TABLE = "stol"
BETWEEN_S = 0.05


class Reader:
    """A phone that reads one address again and again over one connection."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.times: list[float] = []
        self.answers: Counter[tuple[int, bytes]] = Counter()

    async def read(self, until: float) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        host = f"127.0.0.1:{self.port}"
        asked = (
            f"GET {self.path} HTTP/1.1\r\nhost: {host}\r\naccept-encoding: gzip\r\n\r\n".encode()
        )
        try:
            while perf_counter() < until:
                began = perf_counter()
                writer.write(asked)
                self.answers[await one_answer(reader)] += 1
                self.times.append(perf_counter() - began)
        finally:
            writer.close()


async def one_answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The status and the body of an answer."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    lines = head.split("\r\n")
    lengths = [line for line in lines if line.lower().startswith("content-length:")]
    body = await reader.readexactly(int(lengths[0].partition(":")[2]))
    return int(lines[0].split()[1]), body


async def burst(port: int, path: str, *, readers: int, seconds: float) -> tuple[list[float], Any]:
    """What this many phones were answered in this time."""
    phones = [Reader(port, path) for _ in range(readers)]
    until = perf_counter() + seconds
    await asyncio.gather(*(phone.read(until) for phone in phones))
    answers = sum((phone.answers for phone in phones), Counter())
    return [t for phone in phones for t in phone.times], answers


async def playing(url: str, organiser: str, until: float) -> tuple[list[float], int]:
    """How long a table's commands take meanwhile; and how many were not taken."""
    times, faults = [], 0
    async with calling(url, organiser, TABLE) as caller:
        while perf_counter() < until:
            began = perf_counter()
            answer = await caller.ask("ruling", reason="gra toczy się dalej", after=10**6)
            times.append(perf_counter() - began)
            faults += answer["t"] != "ack"
            await asyncio.sleep(BETWEEN_S)
    return times, faults


async def in_one_process(directory: Path, seconds: float) -> tuple[int, int, list[str]]:
    """Answers, pages made for them, and what went wrong, while events keep coming."""
    made = 0
    make = Pages._make

    async def counted(self: Pages, key: Any, office: Any) -> Any:
        nonlocal made
        made += 1
        return await make(self, key, office)

    Pages._make = counted  # type: ignore[method-assign]
    try:
        async with served(directory, people(TABLE, patience_s=0)) as server:
            office = await server.node.live.offices.office(server.hall.tournament)
            await office.do(lambda book: seated(book, 100), Asking("test"))
            (await server.node.live.rooms.host(TABLE)).dealing.begin()
            port = int(server.url.rpartition(":")[2])
            path = f"/api/tournaments/{server.hall.tournament}/public"
            until = perf_counter() + seconds
            (_, answers), (_, refused) = await asyncio.gather(
                burst(port, path, readers=20, seconds=seconds),
                playing(server.url, server.hall.organiser, until),
            )
            faults = [*server.errors, *["a table was refused"] * refused]
    finally:
        Pages._make = make  # type: ignore[method-assign]
    faults += [f"status {status}" for status, _ in answers if status != 200]
    faults += ["two readers read different things"] if len(answers) > 1 else []
    return sum(answers.values()), made, faults


def test_a_burst_of_readers_makes_one_page(ram_path: Path):
    answers, made, faults = asyncio.run(in_one_process(ram_path, 1.0))
    figure("T15", "answers of the public page, pages made", f"{answers}, {made}", tier="quick")
    assert faults == []
    assert answers >= 100
    assert made == 1


@pytest.mark.full
def test_the_mutant_that_makes_a_page_for_everybody_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Pages, "_will_do", lambda *_: False)
    assert asyncio.run(in_one_process(ram_path, 1.0))[1] > 1


@pytest.mark.full
def test_a_thousand_readers_a_second_and_a_table_that_plays_on(tmp_path: Path):
    asyncio.run(measured(tmp_path, 6.0))


async def measured(directory: Path, seconds: float) -> None:
    """The server in a process of its own, as it is in a hall."""
    hall = await prepared_directory(directory, people(TABLE, patience_s=0))
    node = NodeProcess(("--data", str(directory)))
    await node.start(cold=True)
    try:
        path = f"/api/tournaments/{hall.tournament}/public"
        await burst(node.port, path, readers=4, seconds=0.5)
        until = perf_counter() + seconds
        (times, answers), (moves, refused) = await asyncio.gather(
            burst(node.port, path, readers=24, seconds=seconds),
            playing(node.url, hall.organiser, until),
        )
    finally:
        node.kill()
    rate = len(times) / seconds
    figure("T15", "public page, answers a second", round(rate), tier="full")
    figure("T15", "public page, p99 ms", percentile(times, 0.99), tier="full")
    figure("T15", "a table's command meanwhile, p99 ms", percentile(moves, 0.99), tier="full")
    assert {status for status, _ in answers} == {200}
    assert refused == 0
    assert rate >= 1000 / slack()
    assert percentile(times, 0.99) <= 100 * slack()
    assert percentile(moves, 0.99) <= 250 * slack()
