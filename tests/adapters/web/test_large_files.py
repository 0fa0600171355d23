"""Files of whole tournaments: large ones are read in a process that ends, in time or called off."""

import multiprocessing
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from stolik.adapters import store_sqlite
from stolik.adapters.web.routes import heats, rescue, sheets
from stolik.wiring import readings
from stolik.wiring.readings import FEW_BYTES
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node
from tests.adapters.web.test_rescue import carried_out, taken_back
from tests.tournament.hall import Hall

_LATER = 2**35
_SOON_S = 20


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving_node(lambda: store_sqlite.open_store(tmp_path / "data")) as found:
        yield found


def dawdling(*_: Any) -> None:
    """What a file that takes for ever does to whoever reads it."""
    sleep(600)


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
    pool = server.node.live.pools.uploads
    return within(patience_s, lambda: not pool.busy and not multiprocessing.active_children())


@pytest.mark.parametrize("where", WAYS)
def test_reading_ends_with_whoever_brought_the_file(
    server: Running, where: str, monkeypatch: pytest.MonkeyPatch
):
    dawdle(monkeypatch)
    assert ended(server, where)


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
