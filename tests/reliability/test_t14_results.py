"""T14: hundreds of results within seconds: each is kept once, and counted at once."""

import asyncio
import json
import secrets
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

from benchmarks.standings import SHAPE, after, with_results
from stolik.app.library import format_from
from stolik.app.ports import Appended
from stolik.app.reading.written import written
from stolik.app.streams.log import StreamLog
from stolik.app.tournaments.answering import answer as tournament_answer
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.telling.ranking import standings_rows
from stolik.app.tournaments.trying import Asking, TrialBook
from stolik.tournament.commands import Create, Draw, Enter, Publish
from stolik.tournament.state import EntrantNumber, TournamentState
from tests.reliability.machine import slack
from tests.reliability.nodes import Served, served
from tests.reliability.phones import percentile
from tests.reliability.report import figure
from tests.reliability.wire import Wire

GAMES = 3
WIRES = 40


def test_a_burst_of_results_is_kept_and_counted(ram_path: Path):
    faults, times = asyncio.run(burst(ram_path, tables=40, seconds=1.5))
    tell(times, "quick")
    assert faults == []


@pytest.mark.full
def test_four_hundred_results_in_five_seconds(tmp_path: Path):
    faults, times = asyncio.run(burst(tmp_path, tables=134, seconds=5))
    tell(times, "full")
    assert faults == []
    assert percentile(times, 0.99) <= 2000 * slack()


@pytest.mark.full
def test_the_mutant_that_believes_before_it_has_kept_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    append, chance = StreamLog.append, Random(1)

    async def careless(log: StreamLog, events: Any, *more: Any, by: str) -> Any:
        if by != "test" and chance.random() < 0.1:
            return Appended(log.stream, log.seq + 1, log.seq + len(events))
        return await append(log, events, *more, by=by)

    monkeypatch.setattr(StreamLog, "append", careless)
    assert asyncio.run(burst(ram_path, tables=10, seconds=0.5))[0]


def tell(times: list[float], tier: str) -> None:
    figure("T14", "results entered at once", len(times), tier=tier)
    figure("T14", "result to answer, p99 ms", percentile(times, 0.99), tier=tier)


async def burst(directory: Path, *, tables: int, seconds: float) -> tuple[list[str], list[float]]:
    """Every result of a round comes in within these seconds, each from a phone of its own."""
    async with served(directory) as server:
        office = await server.node.live.offices.office(server.hall.tournament)
        await office.do(lambda book: seated(book, 4 * tables), Asking("test"))
        path, chance = f"/api/tournaments/{server.hall.tournament}", Random(14)
        games = [(t, g) for t in range(1, tables + 1) for g in range(1, GAMES + 1)]
        async with AsyncExitStack() as open_wires:
            wires = [await open_wires.enter_async_context(wire(server)) for _ in range(WIRES)]
            sending = (
                entered(wires[i % WIRES], path, game, chance.uniform(0, seconds), sheet_of(chance))
                for i, game in enumerate(games)
            )
            thinking = asyncio.ensure_future(draw_elsewhere(server, 4 * tables))
            times = await asyncio.gather(*sending)
            drawn = await thinking
            page = json.loads((await wires[0].get(path + "/public"))[1])
        faults = [f"{game} was refused" for game, t in zip(games, times, strict=True) if t is None]
        faults += await lost_or_doubled(server, office, games)
        faults += wrong_sums(office, page)
        faults += [] if drawn else ["the draw beside it was not made"]
        return faults + server.errors, [t for t in times if t is not None]


async def draw_elsewhere(server: Served, entrants: int) -> bool:
    """Another tournament is drawn meanwhile, by a plan that is thought about for seconds."""
    offices = server.node.live.offices
    first = (await offices.office(server.hall.tournament)).card
    other = replace(first, id="0" * 16, format="grandprix")
    office = await offices.create(other)
    await office.do(lambda book: {"e": len(book.desk.do(Create("17", 0)))}, Asking("test"))
    await office.do(lambda book: entered_all(book, entrants), Asking("test"))
    asking = Asking("test", thinks=True)
    told = await office.do(lambda book: tournament_answer(book, {"do": "draw"}, "pl"), asking)
    return len(told["tables"]) == entrants // 4


def entered_all(book: TrialBook, entrants: int) -> dict[str, Any]:
    for n in range(1, entrants + 1):
        book.desk.do(Enter(), name=f"Zawodnik {n}")
    return {}


def seated(book: TrialBook, entrants: int) -> dict[str, Any]:
    """Everybody has entered and sits; by hand, for the draw is not what is measured."""
    entered_all(book, entrants)
    numbers = [EntrantNumber(n) for n in range(1, entrants + 1)]
    tables = tuple(tuple(numbers[i : i + 4]) for i in range(0, entrants, 4))
    book.desk.do(Draw(tables, how="by_hand"))
    book.desk.do(Publish())
    return {}


def sheet_of(chance: Random) -> list[int]:
    racks = [chance.randint(1, 90) for _ in range(4)]
    racks[chance.randrange(4)] = 0
    return racks


def wire(server: Served) -> Wire:
    port = int(server.url.rpartition(":")[2])
    return Wire(port, authorization=f"Bearer {server.hall.organiser}")


async def entered(
    wire: Wire, path: str, game: tuple[int, int], wait: float, racks: list[int]
) -> float | None:
    """How long a result took; None if it was not taken."""
    await asyncio.sleep(wait)
    table, number = game
    seats = [{"entrant": 4 * table - 3 + i, "rack_sum": held} for i, held in enumerate(racks)]
    request = {"do": "result", "round": 1, "table": table, "game": number, "seats": seats}
    began = perf_counter()
    status, _ = await wire.post(path, request, stolik_command=secrets.token_hex(16))
    return perf_counter() - began if status == 200 else None


async def lost_or_doubled(
    server: Served, office: Office, games: list[tuple[int, int]]
) -> list[str]:
    """What the store says, whatever the office believes."""
    entries = await server.node.access.store.read(office.card.stream)
    events = [json.loads(entry.body)["event"] for entry in entries]
    found = Counter((e["table"], e["game"]) for e in events if e["event"] == "ResultRecorded")
    return [f"{game} was kept {found[game]} times" for game in games if found[game] != 1]


def wrong_sums(office: Office, page: dict[str, Any]) -> list[str]:
    """The page's small points against a plain sum over all lines."""
    sums: Counter[int] = Counter()
    for result in office.state.rounds[0].results.values():
        for line in result.lines:
            sums[line.entrant] += int(line.small_points)
    shown = {row["entrant"]: int(row["small_points"]) for row in page["standings"]}
    late = [] if page["seq"] == office.seq else ["the page is older than the last result"]
    return late + [f"{n} has {shown[n]}" for n in shown if shown[n] != sums[n]]


def long_tournament(entrants: int, rounds: int) -> TournamentState:
    """Rounds of one game each, every result decided as at the desk."""
    chance = Random(entrants)
    stage = {**SHAPE["stages"][0], "rounds": rounds}
    state = after(TournamentState(format_from({**SHAPE, "stages": [stage]})), Create("17"))
    for _ in range(entrants):
        state = after(state, Enter())
    for _ in range(rounds):
        order = chance.sample(sorted(state.entrants), entrants)
        tables = tuple(tuple(order[i : i + 4]) for i in range(0, entrants, 4))
        state = after(after(state, Draw(tables, how="by_hand")), Publish())
        state = with_results(state, chance)
    return state


def counted(state: TournamentState) -> float:
    """Seconds for the standings as a screen gets them, names and reasons too."""
    desk = Desk(state, lambda *_: None, {n: f"Zawodnik {n}" for n in state.entrants})
    began = perf_counter()
    rows = written(standings_rows(desk, None, "pl").rows)
    took = perf_counter() - began
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    assert len(rows) == len(state.entrants)
    return took


def test_standings_of_a_long_tournament_are_whole():
    took = counted(long_tournament(400, 3))
    figure("T14", "standings of 400 × 3 rounds, ms", round(1000 * took), tier="quick")


@pytest.mark.full
def test_standings_of_four_hundred_by_fifteen_rounds():
    took = counted(long_tournament(400, 15))
    figure("T14", "standings of 400 × 15 rounds, ms", round(1000 * took), tier="full")
    assert took <= 1.0 * slack()
