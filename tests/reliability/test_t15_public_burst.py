"""T15: a burst of readers on the public page costs what one reader costs, and no table waits."""

import asyncio
import secrets
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

from stolik.adapters.web.routes.public_pages import Pages
from stolik.app.tournaments.trying import Asking
from tests.reliability.machine import slack
from tests.reliability.nodes import Caller, NodeProcess, calling, people, prepared_directory, served
from tests.reliability.phones import percentile
from tests.reliability.report import figure
from tests.reliability.test_t14_results import seated
from tests.reliability.wire import Wire

TABLE = "stol"
BETWEEN_S = 0.05
TILES = [f"{c}{n}" for c in "kbor" for n in range(1, 14)] * 2 + ["j", "j"]


async def burst(
    port: int, path: str, *, readers: int, seconds: float
) -> tuple[list[float], Counter[tuple[int, bytes]]]:
    """How long each answer took, and what was answered, to this many phones in this time."""
    times: list[float] = []
    answers: Counter[tuple[int, bytes]] = Counter()
    until = perf_counter() + seconds

    async def read() -> None:
        async with Wire(port, accept_encoding="gzip") as wire:
            while (began := perf_counter()) < until:
                answers[await wire.get(path)] += 1
                times.append(perf_counter() - began)

    await asyncio.gather(*(read() for _ in range(readers)))
    return times, answers


async def playing(url: str, organiser: str, until: float) -> tuple[list[float], int]:
    """How long a table's commands take meanwhile; and how many were not taken."""
    async with calling(url, organiser, TABLE) as caller:
        # The deal is answered by its events.
        await caller.say(t="begin", id=secrets.token_hex(16), after=10**6)
        while caller.seq == 0:
            await caller.next()
        return await ruled(caller, until)


async def playing_on(url: str, organiser: str, until: float) -> tuple[list[float], int]:
    """The same at a table that was dealt before."""
    async with calling(url, organiser, TABLE) as caller:
        return await ruled(caller, until)


async def ruled(caller: Caller, until: float) -> tuple[list[float], int]:
    times, faults = [], 0
    while perf_counter() < until:
        began = perf_counter()
        answer = await caller.ask("ruling", reason="gra toczy się dalej", after=10**6)
        times.append(perf_counter() - began)
        faults += answer["t"] != "ack"
        await asyncio.sleep(BETWEEN_S)
    return times, faults


async def storm(port: int, until: float, *, askers: int, tiles: int = 90) -> Counter[int]:
    """How strangers are answered who ask for verdicts without end meanwhile."""
    statuses: Counter[int] = Counter()
    rack = Random(1).sample(TILES, tiles)

    async def ask() -> None:
        async with Wire(port) as wire:
            while perf_counter() < until:
                body = {"rack": rack, "last_drawn": "unknown"}
                statuses[(await wire.post("/api/tools/verdict", body))[0]] += 1
                await asyncio.sleep(0.05)

    await asyncio.gather(*(ask() for _ in range(askers)))
    return statuses


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
            port = int(server.url.rpartition(":")[2])
            path = f"/api/tournaments/{server.hall.tournament}/public"
            until = perf_counter() + seconds
            (_, answers), (_, refused) = await asyncio.gather(
                burst(port, path, readers=20, seconds=seconds),
                playing(server.url, server.hall.organiser, until),
            )
            until = perf_counter() + seconds / 2
            (_, refused_then), judged = await asyncio.gather(
                playing_on(server.url, server.hall.organiser, until),
                storm(port, until, askers=60, tiles=40),
            )
            refused += refused_then
            faults = [*server.errors, *["a table was refused"] * refused]
    finally:
        Pages._make = make  # type: ignore[method-assign]
    faults += [f"status {status}" for status, _ in answers if status != 200]
    faults += [f"a verdict was answered {status}" for status in judged if status not in (200, 429)]
    faults += ["nobody was told to wait"] if not judged[429] else []
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
        until = perf_counter() + seconds / 2
        (stormy, refused_then), judged = await asyncio.gather(
            playing_on(node.url, hall.organiser, until), storm(node.port, until, askers=80)
        )
    finally:
        node.kill()
    rate = len(times) / seconds
    figure("T15", "public page, answers a second", round(rate), tier="full")
    figure("T15", "public page, p99 ms", percentile(times, 0.99), tier="full")
    figure("T15", "a table's command meanwhile, p99 ms", percentile(moves, 0.99), tier="full")
    p99 = percentile(stormy, 0.99)
    figure("T15", "a table's command in a storm of verdicts, p99 ms", p99, tier="full")
    assert refused_then == 0
    assert set(judged) <= {200, 429}
    assert p99 <= 250 * slack()
    assert {status for status, _ in answers} == {200}
    assert refused == 0
    assert rate >= 1000 / slack()
    assert percentile(times, 0.99) <= 100 * slack()
    assert percentile(moves, 0.99) <= 250 * slack()
