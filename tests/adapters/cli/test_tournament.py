"""`stolik tournament` as programs use it: the contract's shapes, the log, malformed requests."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.adapters.cli.jsonl import reply_to
from stolik.app.tournaments.logbook import Logbook
from stolik.app.tournaments.requests import REQUESTS
from tests.tournament.hall import Hall, Session

STOLIK = str(Path(sys.executable).parent / "stolik")


def lines(*requests: dict[str, Any]) -> bytes:
    return "".join(json.dumps(request) + "\n" for request in requests).encode()


def run(stdin: bytes, *options: str) -> tuple[list[Any], int, str]:
    done = subprocess.run([STOLIK, "tournament", *options], input=stdin, capture_output=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return answers, done.returncode, done.stderr.decode()


BEGINNING = [
    {"do": "create", "format": "zimowy", "seed": "17", "name": "Turniej"},
    *({"do": "enter", "name": f"Zawodnik {n}"} for n in range(1, 8)),
    {"do": "draw"},
    {"do": "publish"},
]


def test_the_shapes_of_the_contract():
    answers, status, _ = run(lines(*BEGINNING, {"do": "standings"}))
    assert status == 0
    assert [a.get("entrant") for a in answers[1:8]] == list(range(1, 8))
    published = answers[9]
    assert published["round"] == 1
    assert sorted(n for t in published["tables"] for n in t["seats"]) == list(range(1, 8))
    assert {"place", "entrant", "big_points", "small_points", "reason"} <= set(
        answers[10]["rows"][0]
    )


def test_one_process_after_another_continues_the_log(tmp_path: Path):
    log = str(tmp_path / "turniej.jsonl")
    run(lines(*BEGINNING), "--log", log)
    answers, status, _ = run(lines({"do": "tables"}, {"do": "publish"}), "--log", log)
    assert answers[0]["round"] == 1
    assert answers[1]["error"]["code"] == "draft.none"
    assert status == 1


def test_what_was_answered_survives_a_kill(tmp_path: Path):
    log = str(tmp_path / "turniej.jsonl")
    with subprocess.Popen(
        [STOLIK, "tournament", "--log", log], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for request in BEGINNING:
            running.stdin.write(lines(request))
            running.stdin.flush()
            answer = json.loads(running.stdout.readline())
            assert "error" not in answer
        running.kill()
    answers, _, said = run(lines({"do": "tables"}, {"do": "people"}), "--log", log)
    assert answers[0]["status"] == "published"
    assert len(answers[1]["people"]) == 7
    assert not said


def test_a_torn_log_is_named_and_a_damaged_one_refused(tmp_path: Path):
    log = tmp_path / "turniej.jsonl"
    run(lines(*BEGINNING), "--log", str(log))
    log.write_bytes(log.read_bytes() + b'{"events"')
    answers, status, said = run(lines({"do": "check"}), "--log", str(log))
    assert (answers[0]["next"], status) == ("play", 0)
    assert "turniej.jsonl.torn" in said
    log.write_bytes(log.read_bytes().replace(b"17", b"18", 1))
    answers, status, said = run(lines({"do": "check"}), "--log", str(log))
    assert (answers, status) == ([], 1)
    assert "Wiersz" in said
    assert "Traceback" not in said


def test_nothing_can_be_asked_before_there_is_a_tournament():
    for name in REQUESTS:
        answers, _, _ = run(lines({"do": name})) if name in ("check", "draw") else ([], 0, "")
        for answer in answers:
            assert answer["error"]["code"] == "logbook.missing"


@pytest.mark.skipif(os.name == "nt", reason="a terminal of another kind")
def test_who_types_is_told_when_nothing_is_kept(tmp_path: Path):
    assert "Nothing of this is kept" in typed_to("tournament", "--lang", "en")
    kept = typed_to("tournament", "--lang", "en", "--log", str(tmp_path / "turniej.jsonl"))
    assert "Nothing of this is kept" not in kept


def typed_to(*words: str) -> str:
    """What is said at a terminal at which nothing is typed."""
    keyboard, terminal = os.openpty()
    os.write(keyboard, b"\x04")
    done = subprocess.run([STOLIK, *words], stdin=terminal, capture_output=True, check=True)
    os.close(keyboard)
    os.close(terminal)
    return done.stderr.decode()


def test_the_help_names_every_request():
    done = subprocess.run([STOLIK, "tournament", "--help"], capture_output=True, check=True)
    named = done.stdout.decode().partition("ask for:")[2].replace(".", ",").split(",")
    assert set(REQUESTS) <= {name.strip() for name in named}


def test_small_points_are_checked_against_the_profile():
    hall = Hall().create("zimowy", 4)
    hall.do("draw")
    hall.do("publish")
    seats = hall.state.rounds[0].tables[0].seats
    game = {"round": 1, "table": 1, "game": 1}

    def sheet(*points: int) -> list[dict[str, int]]:
        return [{"entrant": n, "small_points": p} for n, p in zip(seats, points, strict=True)]

    assert (
        hall.code("result", **game, seats=sheet(50, -10, -15, -20)) == "result.small_points_wrong"
    )
    hall.do("result", **game, seats=sheet(45, -10, -15, -20))
    lines_of_game = hall.state.rounds[0].results[1, 1].lines
    assert [line.place for line in lines_of_game] == [1, 2, 3, 4]
    hall.do("result", **{**game, "game": 2}, ending="pool_empty", seats=sheet(27, -4, -9, -14))


def test_a_huge_win_asks_to_look_twice():
    hall = Hall().create("zimowy", 4)
    hall.do("draw")
    hall.do("publish")
    seats = hall.state.rounds[0].tables[0].seats
    racks = [{"entrant": n, "rack_sum": s} for n, s in zip(seats, (0, 200, 250, 200), strict=True)]
    game = {"round": 1, "table": 1, "game": 1, "seats": racks}
    assert hall.code("result", **game) == "result.look_twice"
    hall.do("result", **game, sure=True)


def test_a_line_of_the_sheet_is_called_by_its_letter_at_the_table():
    """The first is not there and the sheet is typed from the last: it is still seat B."""
    hall = Hall().create("zimowy", 4)
    hall.do("draw")
    hall.do("publish")
    first, *others = hall.state.rounds[0].tables[0].seats
    racks = [
        {"entrant": n, "rack_sum": s, "opened": s != 60}
        for n, s in zip(reversed(others), (0, 30, 60), strict=True)
    ]
    game = {
        "round": 1,
        "table": 1,
        "game": 1,
        "seats": [{"entrant": first, "absent": True}, *racks],
    }
    told = hall.ask("result", **game)["error"]
    assert told["code"] == "score.flat_missing"
    assert told["message"].startswith("Seat B (Zawodnik")


def test_twelve_are_offered_both_table_sizes_with_their_price():
    hall = Hall().create("grandprix", 12)
    offers = hall.do("draw")["price"]["offers"]
    assert offers == [{"table_size": 4, "repeats": 18}, {"table_size": 3, "repeats": 0}]
    again = hall.do("draw", table_size=3, reason="bez powtórek")
    assert {len(t["seats"]) for t in again["tables"]} == {3}
    assert hall.code("draw", table_size=6, reason="spór") == "seating.table_size"


def test_the_plan_warns_when_games_do_not_fit():
    hall = Hall().create("szkoly2015")
    breaks = [{"after_round": 1, "minutes": 20}]
    slots = hall.do("plan", start="10:30", long_breaks=breaks)["slots"]
    assert [(s["from"], s["to"]) for s in slots[:2]] == [("10:30", "11:10"), ("11:30", "12:10")]
    assert slots[0]["games_do_not_fit"]  # 25 minutes × 3 in 40
    assert hall.code("plan", start="25:00") == "clock.time"
    assert hall.code("plan", minutes=-1) == "plan.minutes"
    assert hall.code("plan", minutes=10**9) == "request.limit"


def test_two_confirmations_or_a_referee():
    hall = Hall()
    hall.do("create", format="zimowy", seed=1, confirmations=2)
    for n in range(4):
        hall.do("enter", name=f"Z{n}")
    hall.do("draw")
    hall.do("publish")
    hall.play_round(Random(1))
    assert hall.code("draw") == "draw.not_confirmed"
    a, b, *_ = hall.state.rounds[0].tables[0].seats
    game = {"round": 1, "table": 1}
    hall.do("confirm", **game, game=1, by=str(a))
    assert hall.code("confirm", **game, game=1, by=str(a)) == "confirm.twice"
    assert hall.code("confirm", **game, game=1, by="99") == "confirm.stranger"
    hall.do("confirm", **game, game=1, by=str(b))
    hall.do("confirm", **game, game=2, by="referee")
    hall.do("confirm", **game, game=3, by="referee")
    hall.do("draw")


# Malformed requests


def malformed(chance: Random) -> bytes:
    """A request with something wrong in it, or a lot."""
    name = chance.choice(list(REQUESTS))
    if name == "create" and chance.random() < 0.9:
        name = "enter"
    fields = {
        field: chance.choice(VALUES) if chance.random() < 0.4 else _plausible(field, chance)
        for field in REQUESTS[name].shape.__struct_fields__
        if field != "do" and chance.random() < 0.8
    }
    if chance.random() < 0.1:
        fields[chance.choice(["x", "entrnt", "do "])] = 1
    raw = json.dumps({"do": name, **fields}).encode()
    if chance.random() < 0.1:
        at = chance.randrange(len(raw))
        raw = raw[:at] + bytes([chance.randrange(256)]) + raw[at + 1 :]
    return raw.replace(b"\n", b" ")


VALUES: list[Any] = [
    *(None, True, 0, -1, 1, 2, 3, 7, 10**12, 10**38, 1.5, "", "x", "1", "ż" * 300, "12:99"),
    *([], {}, [1], [[1, 2, 3, 4]], [[]], ["r5"], [{"entrant": 1}], [{"entrant": 1, "tile": 3}]),
    *([{"entrant": 1, "rack_sum": 0}, {"entrant": 2, "rack_sum": 5}], [[1, 2, 3], [4, 5, 6, 7]]),
    *("referee", "warning", "went_out", "zimowy", "nie_ma.toml"),
]


def _plausible(field: str, chance: Random) -> Any:
    if field == "seats":
        numbers = chance.sample(range(1, 8), chance.randint(2, 4))
        racks = [chance.choice([0, 0, 5, 900, -3]) for _ in numbers]
        return [{"entrant": n, "rack_sum": r} for n, r in zip(numbers, racks, strict=True)]
    if field in ("reason", "name", "club"):
        return "powód"
    return chance.randint(1, 8)


def hammered(seed: int, count: int) -> None:
    chance = Random(seed)
    session = Session(Logbook(None), chance.choice(("pl", "en")))
    for request in BEGINNING[: chance.choice((0, 8, 9, 10))]:
        reply_to(json.dumps(request).encode(), session.answer, number=1, lang="pl")
    for _ in range(count):
        answer = reply_to(malformed(chance), session.answer, number=1, lang="pl")
        json.dumps(answer)
        if "error" in answer:
            assert answer["error"]["message"]


@pytest.mark.parametrize("seed", range(5))
def test_malformed_requests_never_end_in_a_traceback(seed: int):
    hammered(seed, 100)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_a_hundred_thousand_malformed_requests(seed: int):
    hammered(seed, 500)


def test_a_sheet_is_scored_before_it_is_kept():
    seats = [{"entrant": n, "rack_sum": 10 * (n - 1)} for n in (1, 2, 3)]
    sheet = {"do": "result", "round": 1, "table": 1, "game": 1, "seats": seats}
    entered = [{"do": "enter", "name": f"Zawodnik {n}"} for n in (1, 2, 3)]
    wanted = {"do": "create", "format": "zimowy", "seed": "17"}
    day = [wanted, *entered, {"do": "draw"}, {"do": "publish"}]
    answers, _, _ = run(lines(*day, {**sheet, "preview": True}, {"do": "round"}, sheet))
    assert [line["small_points"] for line in answers[6]["lines"]] == ["30", "-10", "-20"]
    assert answers[7]["tables"][0]["games"][0] == {"game": 1, "result": "missing"}
    assert answers[8]["events"][0]["event"] == "ResultRecorded"


@pytest.mark.parametrize("ways", [{"do": "disqualify"}, {"do": "penalty"}])
def test_a_game_tells_whom_the_ledger_put_out_of_it(ways: dict[str, Any]):
    """A red card or L127: on the sheet of that game they are last before anybody types."""
    offences = 4 if ways["do"] == "penalty" else 1
    answers, _, _ = run(
        lines(
            {"do": "create", "format": "wojtek", "seed": "5"},
            *({"do": "enter", "name": f"Zawodnik {n}"} for n in range(1, 6)),
            {"do": "draw"},
            {"do": "publish"},
            *(ways | {"entrant": 3, "reason": "L125"} for _ in range(offences)),
            {"do": "round", "round": 1},
            {"do": "cancel_penalty", "penalty": offences, "reason": "omyłka"},
            {"do": "round", "round": 1},
        )
    )
    told, _, back = answers[-3:]
    assert told["tables"][0]["games"][0] == {"game": 1, "result": "missing", "excluded": [3]}
    assert back["tables"][0]["games"][0] == {"game": 1, "result": "missing"}
