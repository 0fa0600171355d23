"""The verifier printed in docs/fair.md, run from the page as a stranger would."""

import json
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.fair.games import Shown, bot_game, disturbed_table, draw
from tests.fair.tampering import DRAW_WAYS, GAME_WAYS, tampered

PAGE = Path(__file__).parents[2] / "docs" / "fair.md"


def script() -> str:
    (found,) = [
        block
        for block in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        if "sys.argv" in block
    ]
    return found


def alone(shown: Shown, folder: Path) -> tuple[str, int]:
    """In an interpreter of its own that sees the standard library and nothing else."""
    check, file = folder / "check.py", folder / "game.json"
    check.write_text(script(), "utf-8")
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
            file.write_text(json.dumps(false.transcript), "utf-8")
            monkeypatch.setattr(sys, "argv", ["check.py", str(file), false.commit, false.public])
            # A reason, or a crash on a file that is no transcript: no OK either way.
            with suppress(SystemExit, AttributeError, LookupError, TypeError, ValueError):
                exec(code, {})
            assert "OK" not in capsys.readouterr().out, name


def test_it_is_short_enough_to_be_read():
    assert len([line for line in script().splitlines() if line.strip()]) <= 70
