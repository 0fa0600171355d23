"""Logs that people have: written once by an earlier Stolik, never again by a test."""

import json
from pathlib import Path

import pytest

from tests.adapters.cli.asking import ask, run

LOGS = Path(__file__).parents[2] / "data" / "logs"


@pytest.mark.parametrize("name", ["rummikub", "wojtek"])
def test_a_game_of_an_earlier_version_is_replayed_to_its_end(name: str):
    file = LOGS / f"{name}.json"
    output, status = run("replay", str(file))
    (answer,) = map(json.loads, output.splitlines())
    assert status == 0, output
    assert answer["head"] == json.loads(file.read_text())["head"]


def test_a_tournament_of_an_earlier_version_is_opened_and_ranked(tmp_path: Path):
    log = tmp_path / "turniej.jsonl"
    log.write_bytes((LOGS / log.name).read_bytes())
    rows = ask("tournament", {"do": "standings"}, "--log", str(log))["rows"]
    assert [(row["place"], row["entrant"]) for row in rows[:3]] == [(1, 3), (2, 6), (3, 4)]
