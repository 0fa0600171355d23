"""Words that people write, whatever they are about: none of them turns the reading direction."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from stolik.adapters import store_sqlite
from stolik.adapters.web.sockets import strictly
from stolik.app.reading import strict_json
from stolik.app.reading.strict_json import parse
from stolik.refusal import Refused
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node
from tests.reliability.report import figure

TURNING = [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as found:
        yield found


@pytest.mark.parametrize("sign", TURNING, ids=lambda sign: f"{ord(sign):x}")
def test_no_sign_that_turns_a_line_is_read(sign: str):
    for raw in (json.dumps([f"a{sign}b"]), json.dumps([f"a{sign}b"], ensure_ascii=False)):
        with pytest.raises(Refused) as refused:
            parse(raw.encode())
        assert refused.value.violations[0].code == "request.turning"


def test_words_of_all_languages_are():
    for words in ("Zażółć", "שלום", "مرحبا", "👩‍🏫", "a\\u202eb", "–…’"):
        assert parse(json.dumps([words]).encode()) == [words]
        assert parse(json.dumps([words], ensure_ascii=False).encode()) == [words]


def taken(server: Running, word: str) -> list[str]:
    """Every way in that takes a word like this."""
    day = Day(server, "zimowy", 8, confirmations=0)
    (first, _) = day.round()
    day.let_in(first[0])
    organiser, here, player = day.organiser.http, day.here, day.players[first[0]]
    hall, of = f"{here}/rounds/1", {"entrant": first[0], "reason": word}
    gone = {"entrant": first[3], "game": "without"}
    organiser.post(f"{hall}/clock", json={"minutes": 50})
    asked = {
        "penalty": organiser.post(here, json={"do": "penalty", **of}),
        "withdraw": organiser.post(here, json={"do": "withdraw", **of, **gone}),
        "pause": organiser.post(f"{hall}/pause", json={"reason": word}),
        "extend": organiser.post(f"{hall}/clock/extend", json={"minutes": 5, "reason": word}),
        "report": player.http.post(
            here, json={"do": "file_report", "by": 1, "entrant": first[1], "words": word}
        ),
        "day": organiser.put(here, json={"day": [{"after_round": 0, "minutes": 5, "title": word}]}),
        "winners": organiser.put(f"{here}/form/winners", json={"entrant": 1, "address": word}),
    }
    found = [way for way, answer in asked.items() if answer.status_code < 300]
    organiser.post(f"{hall}/resume")
    return found + (["clock"] if _stopped(day, player.http.cookies["stolik"], word) else [])


def _stopped(day: Day, cookie: str, word: str) -> bool:
    """Whether a phone of the table stops its clock with this word."""
    url = day.server.url.replace("http", "ws") + f"{day.here}/tables/1/clock/socket"
    headers = {"cookie": f"stolik={cookie}", "origin": day.server.url}
    with connect(url, additional_headers=headers) as phone:
        answers = []
        for id_, said in (("ab" * 16, {"t": "start"}), ("cd" * 16, {"t": "pause", "reason": word})):
            phone.send(json.dumps({**said, "id": id_, "ago_ms": 0}))
            while not answers or answers[-1]["t"] not in ("ack", "no"):
                answers.append(json.loads(phone.recv(timeout=20)))
            answers.append({"t": ""})
        return [one["t"] for one in answers if one["t"] in ("ack", "no")] == ["ack", "ack"]


def test_no_way_in_takes_them(server: Running):
    found = taken(server, "spór \u202e1")
    figure("T24", "ways in that take words which turn", len(found), tier="quick")
    assert found == []


def test_other_words_come_in_everywhere(server: Running):
    assert len(taken(server, "spór 1")) == 8


def test_a_reader_that_takes_every_sign_is_caught(server: Running, monkeypatch: pytest.MonkeyPatch):
    for reader in (strict_json, strictly):
        monkeypatch.setattr(reader, "turns", lambda _: False)
    assert len(taken(server, "spór \u202e1")) == 8
