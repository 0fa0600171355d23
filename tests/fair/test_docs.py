"""The verifier printed in docs/fair.md, run from the page as a stranger would."""

import json
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import CodeType

import pytest

from stolik.app.games.wojtek.transcript import card_set
from stolik.app.library import board
from tests.fair import card_games
from tests.fair.card_games import WAYS, Game, all_false
from tests.fair.games import Shown, bot_game, disturbed_table, draw
from tests.fair.tampering import DRAW_WAYS, GAME_WAYS, tampered

PAGE = Path(__file__).parents[2] / "docs" / "fair.md"


def script(of_cards: bool = False) -> str:
    tiles, cards = [
        block
        for block in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        if "sys.argv" in block
    ]
    return cards if of_cards else tiles


def usual_games() -> list[Game]:
    """Games with the cards of the default board, with reshuffles and exclusions among them."""
    usual = card_set(board("trasa"))
    return [one for one in map(card_games.game, range(22)) if one.cards == usual]


def alone(shown: Shown | Game, folder: Path, of_cards: bool = False) -> tuple[str, int]:
    """In an interpreter of its own that sees the standard library and nothing else."""
    check, file = folder / "check.py", folder / "game.json"
    check.write_text(script(of_cards), "utf-8")
    file.write_text(json.dumps(shown.transcript), "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", check, file, shown.commit, shown.public],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr, done.returncode


@pytest.mark.parametrize("number", range(4))
def test_games_are_ok(number: int, tmp_path: Path):
    assert alone(bot_game(number), tmp_path) == ("OK\n", 0)


def test_games_with_rewinds_and_redeals_are_ok(tmp_path: Path):
    for game in disturbed_table(2).games:
        assert alone(game, tmp_path) == ("OK\n", 0)


@pytest.mark.parametrize("number", [0, 2])
def test_draws_are_ok(number: int, tmp_path: Path):
    assert alone(draw(number), tmp_path) == ("OK\n", 0)


def test_a_false_one_gets_a_reason(tmp_path: Path):
    honest = bot_game(0)
    honest = Shown(honest.transcript, honest.commit, honest.public + "1")
    assert alone(honest, tmp_path) == ("NOT FAIR: not what you saw\n", 1)


@pytest.mark.parametrize("table", [0, 2])
def test_every_way_of_tampering_is_noticed(
    table: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    code, file = compile(script(), "check.py", "exec"), tmp_path / "game.json"
    games = [(game, GAME_WAYS) for game in disturbed_table(table).games]
    for honest, ways in [*games, (draw(2), DRAW_WAYS)]:
        for name, false in tampered(honest, ways, "docs"):
            run(code, file, false, monkeypatch)
            assert "OK" not in capsys.readouterr().out, name


def run(code: CodeType, file: Path, shown: Shown | Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reason, or a crash on a file that is no transcript: no OK either way."""
    file.write_text(json.dumps(shown.transcript), "utf-8")
    monkeypatch.setattr(sys, "argv", ["check.py", str(file), shown.commit, shown.public])
    with suppress(SystemExit, AttributeError, LookupError, TypeError, ValueError):
        exec(code, {})


def test_games_of_wojtek_are_ok(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    games = usual_games()
    ops = {entry[0] for one in games for entry in one.transcript["log"]}
    assert ops == {"bear", "card", "fill", "take", "empty", "swap", "clear", "mix", "out"}
    assert alone(games[0], tmp_path, of_cards=True) == ("OK\n", 0)
    code, file = compile(script(of_cards=True), "check_cards.py", "exec"), tmp_path / "game.json"
    for one in games:
        run(code, file, one, monkeypatch)
        assert capsys.readouterr().out == "OK\n"


def test_every_way_of_tampering_with_cards_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    code, file = compile(script(of_cards=True), "check_cards.py", "exec"), tmp_path / "game.json"
    usual, tried = card_set(board("trasa")), set()
    for name, false in all_false(range(22)):
        if false.cards != usual:
            continue
        tried.add(name)
        run(code, file, false, monkeypatch)
        assert "OK" not in capsys.readouterr().out, name
    assert tried == set(WAYS)


@pytest.mark.parametrize(("of_cards", "most"), [(False, 92), (True, 103)])
def test_it_is_short_enough_to_be_read(of_cards: bool, most: int):
    assert len([line for line in script(of_cards).splitlines() if line.strip()]) <= most
