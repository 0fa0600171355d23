"""A large tournament's papers keep nobody waiting, and end with whoever asked for them."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from stolik.adapters.processes import OwnProcess
from stolik.adapters.store_sqlite import open_store
from stolik.adapters.web.routes import papers as routes
from stolik.app.paper.content import Badge, Paper
from stolik.app.tournaments.trying import Asking
from stolik.refusal import Refused
from stolik.wiring import papers
from tests.adapters.test_pdf import pages
from tests.adapters.web.dawdling import FOR_EVER_S, MANY, Dawdling
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node
from tests.reliability.watched import entered

_SOON_S = 10.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving_node(lambda: open_store(tmp_path)) as running:
        yield running


@pytest.fixture
def asking() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as threads:
        yield threads


def large(server: Running) -> Day:
    day = Day(server, "zimowy", 0)

    async def enter() -> None:
        office = await server.node.live.offices.office(day.here.rpartition("/")[2])
        await office.do(lambda book: entered(book, MANY), Asking("test"))

    server.run(enter())
    return day


def badges(day: Day, timeout: float = 30) -> httpx.Response:
    return day.organiser.http.get(day.here + "/print/badges", timeout=timeout)


def within(seconds: float, found: Callable[[], Any]) -> bool:
    until = monotonic() + seconds
    while not found() and monotonic() < until:
        sleep(0.02)
    return bool(found())


def test_a_large_paper_is_drawn_elsewhere_and_is_whole(server: Running):
    answer = badges(large(server))
    assert answer.status_code == 200, answer.text
    assert "Zawodnik 208" in " ".join(pages(answer.content))


def small_answered(server: Running, asking: ThreadPoolExecutor) -> bool:
    """Whether a small tournament gets its paper while a large one waits for its own."""
    big = large(server)
    little = big.organiser.post("/api/tournaments", {"name": "Mały", "format": "zimowy"})["id"]
    here = f"/api/tournaments/{little}"
    big.organiser.post(here, {"do": "enter", "name": "Zawodnik 1"})
    waiting: Future[httpx.Response] = asking.submit(gave_up, big, 6)
    assert within(_SOON_S, lambda: multiprocessing.active_children())
    try:
        answer = big.organiser.http.get(here + "/print/badges", timeout=4)
    except httpx.ReadTimeout:
        return False
    else:
        assert not waiting.done()
        return answer.status_code == 200


def gave_up(day: Day, after_s: float) -> str:
    try:
        return str(badges(day, after_s).status_code)
    except httpx.ReadTimeout:
        return "gone"


def test_a_small_tournament_does_not_wait_for_a_large_one(
    server: Running, asking: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(papers, "Drawing", Dawdling)
    assert small_answered(server, asking)


def test_the_mutant_with_one_lane_for_all_is_caught(
    server: Running, asking: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(papers, "Drawing", Dawdling)
    pools = server.node.live.pools
    monkeypatch.setattr(pools, "papers", pools.large)
    assert not small_answered(server, asking)


def ended(server: Running) -> bool:
    """Whether the work of somebody who goes away ends, and the next can begin."""
    day = large(server)
    assert gave_up(day, 3) == "gone"
    pool = server.node.live.pools.large
    return within(3, lambda: not pool.busy and not multiprocessing.active_children())


def test_work_ends_with_whoever_asked_for_it(server: Running, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(papers, "Drawing", Dawdling)
    assert ended(server)


def test_the_mutant_that_goes_on_for_nobody_is_caught(
    server: Running, monkeypatch: pytest.MonkeyPatch
):
    async def for_ever(_: object, doing: Any) -> Any:
        return await doing

    monkeypatch.setattr(papers, "Drawing", Dawdling)
    monkeypatch.setattr(routes, "while_there", for_ever)
    assert not ended(server)
    for child in multiprocessing.active_children():
        child.kill()


def test_work_that_takes_too_long_is_refused_with_a_way_out(
    server: Running, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(papers, "Drawing", Dawdling)
    monkeypatch.setattr(server.node.live.papers, "_longest_s", 0.5)
    answer = badges(large(server))
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "busy.too_long"
    assert "stolik print" in answer.text
    assert within(_SOON_S, lambda: not multiprocessing.active_children())


def test_work_called_off_before_it_began_does_not_begin():
    own = OwnProcess(FOR_EVER_S)
    own.call_off()
    began = monotonic()
    with pytest.raises(Refused):
        own.run(sleep, FOR_EVER_S)
    assert monotonic() - began < FOR_EVER_S / 2


def test_pieces_are_counted():
    badge = Badge("Zawodnik 1", "1", "", "Turniej")
    assert Paper("badges", "", "pl", (badge,) * 7).pieces == 7
