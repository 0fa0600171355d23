"""`stolik replay`: a record is believed only as far as the rules and its hash go."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from stolik.app.games.rummikub.record import head_of
from tests.adapters.cli.asking import Reply, ask, ask_lines, run

PLAY = {"game": "rummikub", "profile": "mp2023", "seats": 2, "bots": "random", "seed": 3}


@pytest.fixture(scope="module")
def game() -> Any:
    return ask("play", PLAY)


def replayed(file: Path, *options: str) -> Reply:
    output, status = run("replay", str(file), *options)
    return Reply([json.loads(line) for line in output.splitlines()], status)


def changed(game: Any, tmp_path: Path, change: Any, *, rehash: bool = True) -> str | None:
    """The code a record is refused with after a change."""
    other = copy.deepcopy(game)
    change(other)
    if rehash:
        other["head"] = head_of(other["log"])
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(other))
    (code,) = replayed(file).codes
    return code


def test_what_play_wrote_is_replayed(game: Any, tmp_path: Path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    reply = replayed(file)
    assert reply.status == 0
    (answer,) = reply.answers
    assert answer["result"] == game["result"]
    assert answer["head"] == game["head"]
    assert answer["state"]["phase"] == "over"
    assert [s["rack"] for s in answer["state"]["seats"]] == [
        s["rack"] for s in game["result"]["seats"]
    ]


def test_a_file_may_be_pretty_or_hold_a_game_on_each_line(game: Any, tmp_path: Path):
    file = tmp_path / "pretty.json"
    file.write_text(json.dumps(game, indent=2))
    assert replayed(file).codes == [None]
    file.write_text((json.dumps(game) + "\n") * 2 + "{}\n")
    assert replayed(file).codes == [None, None, "request.missing_field"]


def test_standard_input_is_a_file_too(game: Any):
    output, status = run("replay", "-", stdin=json.dumps(game).encode())
    assert status == 0
    assert json.loads(output)["head"] == game["head"]


def test_a_log_that_stops_in_mid_game_shows_the_table_as_it_was(game: Any, tmp_path: Path):
    def stop(other: Any) -> None:
        events = other["log"]["events"]
        last = [i for i, event in enumerate(events) if event["event"] == "TurnEnded"][5]
        del events[last + 1 :]
        other["result"] = None

    other = copy.deepcopy(game)
    stop(other)
    other["head"] = head_of(other["log"])
    file = tmp_path / "cut.json"
    file.write_text(json.dumps(other))
    (answer,) = replayed(file).answers
    assert answer["state"]["phase"] == "playing"
    assert answer["result"] is None


def test_other_rules_are_refused(game: Any, tmp_path: Path):
    def other_hash(other: Any) -> None:
        other["log"]["rules"]["hash"] = "0" * 64

    assert changed(game, tmp_path, other_hash) == "table.rules_differ"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    assert replayed(file, "--profile", "zimowy").codes == ["table.rules_differ"]


def test_a_game_by_ones_own_rules_is_replayed_with_their_file(tmp_path: Path):
    own = tmp_path / "club.toml"
    own.write_text('based_on = "mp2023"\nid = "club"\n[opening]\nminimum = 20\n')
    game = ask("play", {**PLAY, "profile": str(own)})
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    assert replayed(file, "--profile", str(own)).codes == [None]
    assert replayed(file).codes == ["profile.unknown"]


def test_a_head_that_does_not_match_is_refused(game: Any, tmp_path: Path):
    def swap(other: Any) -> None:
        events = other["log"]["events"]
        events[3], events[4] = events[4], events[3]

    def nothing(other: Any) -> None:
        other["head"] = "0" * 64

    assert changed(game, tmp_path, swap, rehash=False) == "log.head"
    assert changed(game, tmp_path, nothing, rehash=False) == "log.head"


def test_a_result_that_does_not_match_is_refused(game: Any, tmp_path: Path):
    def richer(other: Any) -> None:
        other["result"]["seats"][0]["small_points"] = "500"

    assert changed(game, tmp_path, richer) == "log.result"


def first(other: Any, name: str) -> Any:
    return next(event for event in other["log"]["events"] if event["event"] == name)


@pytest.mark.parametrize(
    ("name", "field", "value", "code"),
    [
        ("TileDrawn", "seat", 99, "log.impossible"),
        ("TileDrawn", "seat", -1, "log.impossible"),
        ("TileDrawn", "seat", 10**12, "log.shape"),
        ("TileDrawn", "seat", True, "log.shape"),
        ("TileDrawn", "seat", "0", "log.shape"),
        ("TileDrawn", "seat", 0.5, "log.shape"),
        ("TileDrawn", "tile", "zz", "log.shape"),
        ("TileDrawn", "reason", "gift", "log.shape"),
        ("TileDrawn", "reason", None, "log.shape"),
        ("TileDrawn", "event", "TileStolen", "log.event_unknown"),
        ("TileDrawn", "event", ["TileDrawn"], "log.event_unknown"),
        ("TileDrawn", "extra", 1, "log.shape"),
        ("TilesDealt", "order", [], "log.impossible"),
        ("TilesDealt", "order", "r5", "log.shape"),
        ("TableOpened", "seats", 10**9, "log.impossible"),
        ("TableOpened", "warnings", [], "log.impossible"),
        ("TilesLaid", "tableau", [["r5"]], "log.impossible"),
        ("TurnEnded", "next_seat", 7, "log.impossible"),
        ("GameEnded", "results", [], "log.impossible"),
    ],
)
def test_hostile_events_are_refused(
    game: Any, tmp_path: Path, name: str, field: str, value: object, code: str
):
    def change(other: Any) -> None:
        first(other, name)[field] = value

    assert changed(game, tmp_path, change) == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda g: g["log"].update(game="chess"), "log.game"),
        (lambda g: g["log"].update(events={}), "log.shape"),
        (lambda g: g["log"].update(more=1), "log.shape"),
        (lambda g: g["log"].update(rules="mp2023"), "log.shape"),
        (lambda g: g["log"]["events"].append(5), "log.event_unknown"),
        (lambda g: g["log"].update(events=[{"event": "Resumed"}] * 20_001), "log.too_long"),
    ],
)
def test_hostile_logs_are_refused(game: Any, tmp_path: Path, change: Any, code: str):
    def rewrite(other: Any) -> None:
        change(other)
        other["head"] = "0" * 64

    assert changed(game, tmp_path, rewrite, rehash=False) == code


def test_files_that_are_no_record_are_refused(tmp_path: Path):
    file = tmp_path / "file"
    for content in (b"\xff\xfe\x00", b"{}", b"[]", b"null", b'{"log": 5}', b"[" * 100_000):
        file.write_bytes(content)
        (code,) = replayed(file).codes
        assert code is not None
        assert code.startswith("request.")
    assert replayed(tmp_path).codes == ["file.not_found"]
    assert replayed(tmp_path / "nothing").codes == ["file.not_found"]


def test_an_empty_log_is_a_closed_table():
    rules = {"id": "mp2023", "hash": ask("play", PLAY)["log"]["rules"]["hash"]}
    log = {"game": "rummikub", "rules": rules, "events": []}
    record = {"log": log, "result": None, "head": head_of(log)}
    (answer,) = ask_lines("replay", json.dumps(record).encode(), "-").answers
    assert answer["state"]["phase"] == "closed"


@pytest.mark.parametrize("command", ["replay", "analyse"])
def test_the_other_file_of_a_game_is_told_from_its_record(tmp_path: Path, command: str):
    """Browsers offer two: who has taken the proof of the deal reads which one is meant."""
    file = tmp_path / "proof.json"
    file.write_text(
        json.dumps({"v": "fair-1", "commit": "c", "public": "p", "seed": "s", "log": []})
    )
    output, status = run(command, str(file))
    assert status == 1
    assert "stolik verify" in output
