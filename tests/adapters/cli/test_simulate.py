"""`stolik simulate` and `stolik analyse`."""

import csv
import json
from pathlib import Path

import pytest

from tests.adapters.cli.asking import ask, run

FEW = ("--games", "4", "--workers", "1", "--seed", "few")


def test_a_summary_in_words_and_in_json():
    words, status = run("simulate", *FEW, "--lang", "en")
    assert status == 0
    assert "Games played: 4" in words
    values, status = run("simulate", *FEW, "--json")
    assert json.loads(values)["games"] == 4
    assert status == 0


def test_games_are_written_as_a_table_and_as_json(tmp_path: Path):
    for name in ("games.csv", "games.json"):
        assert run("simulate", *FEW, "--seats", "3,4", "--out", str(tmp_path / name))[1] == 0
    with (tmp_path / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    games = json.loads((tmp_path / "games.json").read_text())["games"]
    assert [row["table_size"] for row in rows] == ["3", "4", "3", "4"]
    assert [int(row["turns"]) for row in rows] == [game["turns"] for game in games]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--bots", "magnus"), "bot.unknown"),
        (("--seats", "5"), "request.wrong_choice"),
        (("--profile", "chess"), "profile.unknown"),
        (("--out", "games.xls"), "request.wrong_choice"),
        (("--out", "/no/such/folder/games.csv"), "simulate.not_written"),
    ],
)
def test_what_cannot_be_simulated_is_refused(options: tuple[str, ...], code: str):
    printed, status = run("simulate", *FEW, *options)
    assert json.loads(printed)["error"]["code"] == code
    assert status == 1


@pytest.fixture
def game(tmp_path: Path) -> Path:
    request = {"game": "rummikub", "seats": 2, "bots": ["greedy", "patient"], "seed": "spring"}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(ask("play", request)))
    return file


def test_a_played_game_is_analysed(game: Path):
    words, status = run("analyse", str(game), "--lang", "en")
    assert (words.splitlines()[0], status) == ("Game 1", 0)
    values, status = run("analyse", str(game), "--json")
    players = json.loads(values)["players"]
    assert [player["seat"] for player in players] == [1, 2]
    assert status == 0


def test_a_changed_game_is_not_analysed(game: Path):
    game.write_text(game.read_text().replace('"seat": 0', '"seat": 1', 1))
    assert run("analyse", str(game))[1] == 1
    printed, status = run("analyse", str(game), "--json")
    assert "error" in json.loads(printed)
    assert status == 1


def test_no_file_is_told_in_words():
    words, status = run("analyse", "nothing.json", "--lang", "en")
    assert words == "The file nothing.json cannot be read. Check its name and path.\n"
    assert status == 1
