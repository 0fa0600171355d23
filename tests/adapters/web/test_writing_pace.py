"""What a player's phone can write into a tournament has an end, whatever it repeats."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik.adapters import store_sqlite
from stolik.app.hall import writing_pace as pace
from stolik.app.hall.writing_pace import WritingPace
from stolik.refusal import Refused
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node
from tests.reliability.report import figure


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as found:
        yield found


def test_a_phone_enters_its_slip_and_contradicts_once(server: Running):
    day = Day(server, "zimowy", 8)
    day.let_in(1)
    phone = day.players[1]
    for slip in ("1A", "2B"):
        phone.post(day.here, {"do": "slip", "entrant": 1, "slip": slip})
    phone.post(day.here, {"do": "slip", "entrant": 1, "slip": "1C"}, refused="slip.said")
    back = {"do": "slip_back", "entrant": 1, "slip": "1A"}
    phone.post(day.here, back, refused="access.not_allowed")
    phone.post(day.here, {"do": "slip", "entrant": 2, "slip": "1C"}, refused="slip.of_another")
    # The desk has the last word, and as many as it takes.
    day.ask(**back)
    for slip in ("1A", "1C", "2C"):
        day.ask(do="slip", entrant=1, slip=slip)


def written(server: Running, times: int) -> int:
    """How many events a phone leaves that draws its table's seats again and again."""
    day = Day(server, "szkoly2015", 16, confirmations=0)
    (first, *_) = day.round()
    day.let_in(first[0])
    before = len(day.organiser.get(f"{day.here}/history?after=0"))
    for n in range(times):
        tiles = [{"entrant": one, "drawn": [str(1 + (n + i) % 13)]} for i, one in enumerate(first)]
        body = {"do": "seat_tiles", "round": 1, "table": 1, "tiles": tiles}
        answer = day.players[first[0]].http.post(day.here, json=body)
        assert answer.status_code in (200, 429), answer.text
    return len(day.organiser.get(f"{day.here}/history?after=0")) - before


def test_who_writes_on_and_on_is_slowed_down(server: Running, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pace, "BURST", 10)
    found = written(server, 30)
    figure("T26", "events of a phone that repeats itself, of 30", found, tier="quick")
    assert 10 <= found < 20


def test_the_mutant_without_a_pace_is_caught(server: Running, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pace, "BURST", 10)
    monkeypatch.setattr(WritingPace, "demand", lambda *_: None)
    assert written(server, 30) == 30


def test_what_was_spent_comes_back_and_the_desk_is_not_counted():
    time = [0.0]
    found = WritingPace(lambda: time[0])

    def says(by: str) -> bool:
        try:
            found.demand("t", by)
        except Refused:
            return False
        return True

    assert sum(says("player 1") for _ in range(300)) == pace.BURST
    assert [says("player 2"), says("organiser 1"), says("player 1")] == [True, True, False]
    time[0] += 60_000
    assert sum(says("player 1") for _ in range(300)) == 6
    assert all(says("organiser 1") for _ in range(1000))
