"""Files of whole tournaments: large ones are read in a process that ends, in time or called off."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from stolik.adapters import store_sqlite
from stolik.adapters.web.routes import heats, rescue, sheets
from stolik.app.sheets.files import FEW_BYTES, FEW_ROWS
from stolik.wiring import readings
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node
from tests.adapters.web.test_rescue import carried_out, taken_back
from tests.adapters.working import dawdling
from tests.tournament.hall import Hall

_LATER = 2**35
_SOON_S = 20


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving_node(lambda: store_sqlite.open_store(tmp_path / "data")) as found:
        yield found


def within(seconds: float, found: Callable[[], Any]) -> bool:
    until = monotonic() + seconds
    while not found() and monotonic() < until:
        sleep(0.05)
    return bool(found())


def day_of(server: Running) -> Day:
    day = Day(server, "zimowy", 0, confirmations=0)
    day.organiser.put(day.here, {"heats_until": _LATER})
    return day


def sent(day: Day, where: str, timeout: float = 60) -> httpx.Response:
    """A file that is large, whatever is in it."""
    content = b'{"stolik": "tournament"}\n' * (FEW_BYTES // 20)
    return day.organiser.http.post(f"{day.here}/{where}", content=content, timeout=timeout)


WAYS = ("heats?school=S", "file/back", "sheets/entrants", "sheets/entrants?apply=true")


def dawdle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "read_heat", dawdling)
    monkeypatch.setattr(readings, "_packed", dawdling)
    monkeypatch.setattr(sheets, "_entrants", dawdling)


def test_a_large_file_is_read_elsewhere_and_is_whole(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(readings, "FEW_BYTES", 0)
    day = day_of(server)
    log = tmp_path / "turniej.jsonl"
    hall = carried_out(day, log)
    for n in range(8):
        hall.do("enter", name=f"Zawodnik {n + 1}")
    told = taken_back(day, log)
    assert (told["entered"], told["applied"]) == (list(range(1, 9)), True)
    Hall(tmp_path / "heat.jsonl").create("zimowy", 4).to_the_end()
    file = (tmp_path / "heat.jsonl").read_bytes()
    answer = day.organiser.http.post(f"{day.here}/heats?school=S", content=file)
    assert answer.status_code == 204, answer.text
    (heat,) = day.organiser.get(f"{day.here}/heats")
    assert heat["entrants"] == 4
    taken_back(day, tmp_path / "heat.jsonl", refused="office.file_other")


@pytest.mark.parametrize("where", WAYS)
def test_a_file_that_takes_too_long_is_refused(
    server: Running, where: str, monkeypatch: pytest.MonkeyPatch
):
    dawdle(monkeypatch)
    monkeypatch.setattr(server.node.live.readings, "_longest_s", 0.5)
    answer = sent(day_of(server), where)
    assert answer.json()["error"]["code"] == "sheet.too_slow"
    assert within(_SOON_S, lambda: not multiprocessing.active_children())


def ended(server: Running, where: str, patience_s: float = 20) -> bool:
    """Whether the reading of somebody who goes away ends, and the next can begin."""
    with pytest.raises(httpx.ReadTimeout):
        sent(day_of(server), where, timeout=3)
    pool = server.node.live.pools.large_uploads
    return within(patience_s, lambda: not pool.busy and not multiprocessing.active_children())


@pytest.mark.parametrize("where", WAYS)
def test_reading_ends_with_whoever_brought_the_file(
    server: Running, where: str, monkeypatch: pytest.MonkeyPatch
):
    dawdle(monkeypatch)
    assert ended(server, where)


def test_a_short_list_never_waits_for_long_ones(server: Running, monkeypatch: pytest.MonkeyPatch):
    """Long by its rows: few enough bytes make thousands of them."""
    day = day_of(server)
    short = b"Ala Kot\nEwa Lis\n"
    really = readings._in_time
    free = Event()

    def held(work: Callable[[], Any]) -> Any:
        free.wait(_SOON_S)
        return really(work)

    monkeypatch.setattr(readings, "_in_time", held)
    long = b"Ala Kot\n" * (FEW_ROWS + 1)
    assert len(long) < FEW_BYTES
    where = f"{day.here}/sheets/entrants"
    with ThreadPoolExecutor(2) as pool:
        http = day.organiser.http
        asked = [pool.submit(http.post, where, content=long, timeout=60) for _ in range(2)]
        assert within(5, lambda: server.node.live.pools.large_uploads.busy == 2)
        try:
            assert len(http.post(where, content=short, timeout=5).json()["entrants"]) == 2
        finally:
            free.set()
        assert [one.result().status_code for one in asked] == [200, 200]


def test_what_a_large_file_would_do_is_tried_where_it_is_read(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """In the process that ends in time and with whoever asked, not in a thread of the server."""

    def here(*_: Any) -> None:
        raise AssertionError("tried in the server's own process")

    monkeypatch.setattr(readings, "FEW_BYTES", 0)
    for module in (rescue.rescue, readings):
        monkeypatch.setattr(module, "done_again", here)
    day = day_of(server)
    log = tmp_path / "turniej.jsonl"
    hall = carried_out(day, log)
    hall.do("enter", name="Zawodnik 1")
    answer = day.organiser.http.post(f"{day.here}/file/back", content=log.read_bytes())
    assert answer.status_code == 200, answer.text
    assert (answer.json()["entered"], answer.json()["applied"]) == ([1], False)


def test_the_mutant_that_reads_on_for_nobody_is_caught(
    server: Running, monkeypatch: pytest.MonkeyPatch
):
    async def for_ever(_: object, doing: Any) -> Any:
        return await doing

    monkeypatch.setattr(readings, "read_heat", dawdling)
    for routes in (heats, rescue):
        monkeypatch.setattr(routes, "while_there", for_ever)
    assert not ended(server, WAYS[0], 2)
    for child in multiprocessing.active_children():
        child.kill()
