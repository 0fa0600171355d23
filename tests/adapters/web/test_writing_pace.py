"""What a player's phone can write into a tournament has an end, whatever it repeats."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik.adapters import store_sqlite
from stolik.app.hall import writing_pace as pace
from stolik.app.hall.writing_pace import WritingPace
from stolik.fair.trail import verify_trail
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
    """How often a phone is heard that tells the drawn tiles again and again; they hold once."""
    day = Day(server, "szkoly2015", 16, confirmations=0)
    (first, *_) = day.round()
    day.let_in(first[0])
    before, heard = len(day.organiser.get(f"{day.here}/history?after=0")), 0
    for n in range(times):
        tiles = [{"entrant": one, "drawn": [str(1 + (n + i) % 13)]} for i, one in enumerate(first)]
        body = {"do": "seat_tiles", "round": 1, "table": 1, "tiles": tiles}
        answer = day.players[first[0]].http.post(day.here, json=body)
        assert answer.status_code in (409 if n else 200, 429), answer.text
        heard += answer.status_code != 429
        # Nor may he say why: another draw is a referee's to write down.
        again = {**body, "reason": "bo tak"}
        assert day.players[first[0]].http.post(day.here, json=again).status_code in (409, 429)
    assert len(day.organiser.get(f"{day.here}/history?after=0")) == before + 1
    return heard


def test_who_writes_on_and_on_is_slowed_down(server: Running, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pace, "BURST", 10)
    found = written(server, 30)
    figure("T26", "times a phone that repeats itself is heard, of 30", found, tier="quick")
    assert 5 <= found < 20


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


def test_a_second_draw_of_seats_is_the_desks_and_stands_in_the_trail_with_its_reason(
    server: Running,
):
    day = Day(server, "szkoly2015", 16, confirmations=0)
    (first, *_) = day.round()

    def tiles(n: int) -> dict:
        rows = [{"entrant": one, "drawn": [str(1 + (n + i) % 13)]} for i, one in enumerate(first)]
        return {"do": "seat_tiles", "round": 1, "table": 1, "tiles": rows}

    day.ask(**tiles(0))
    day.organiser.post(day.here, tiles(10), refused="seat_draw.drawn")
    day.ask(**tiles(10), reason="kostki się rozsypały")
    trail = day.organiser.get(f"{day.here}/draws")["proof"]
    one, other = (entry for entry in trail["entries"] if entry["what"] == "seated")
    assert "reasoned" not in one
    assert (other["reasoned"], other["reason"]) == (True, "kostki się rozsypały")
    remarks = [r for r in verify_trail(trail).remarks if r.code == "draws.seated_again"]
    assert [(r.entry, r.facts["reason"]) for r in remarks] == [(other["n"], other["reason"])]
