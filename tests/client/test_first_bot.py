"""The programs of docs/first-bot.md play a whole game as they stand there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from stolik.adapters import store_sqlite
from tests.adapters.web.node import serving_node
from tests.needs import missing
from tools.build_frontend import node_and_npm

PAGE = (Path(__file__).parents[2] / "docs" / "first-bot.md").read_text("utf-8")
PROGRAMS = dict(re.findall(r"```(python|js)\n(.*?)```", PAGE, re.DOTALL))
POINTS = re.compile(r"^\{ ?'?0'?: '(-?\d+)', '?1'?: '(-?\d+)' ?\}$")


@pytest.mark.parametrize(("language", "name"), [("python", "bot.py"), ("js", "bot.mjs")])
def test_it_plays_to_the_end_in_sixty_lines(tmp_path: Path, language: str, name: str):
    program = tmp_path / name
    program.write_text(PROGRAMS[language], "utf-8")
    assert len(PROGRAMS[language].splitlines()) <= 60
    with serving_node(lambda: store_sqlite.open_store(tmp_path / "data")) as server:
        done = subprocess.run(
            [interpreter(language), str(program), server.url],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    found = POINTS.match(done.stdout.strip())
    assert found, done.stdout + done.stderr
    assert int(found[1]) == -int(found[2])


def interpreter(language: str) -> str:
    if language == "python":
        return sys.executable
    found = node_and_npm()
    return str(found[0]) if found else missing("Node (make develop)")
