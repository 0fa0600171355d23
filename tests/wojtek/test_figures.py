"""The figures of docs/wojtek.md are those that were measured on today's board."""

import json
from pathlib import Path

import pytest

from stolik.app.library import board

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "wojtek.md").read_text("utf-8")
KEPT = json.loads((ROOT / "benchmarks" / "results" / "wojtek.json").read_text("utf-8"))


def test_they_were_measured_on_this_board():
    assert KEPT["board"] == board("trasa").hash


@pytest.mark.parametrize("table", KEPT["tables"], ids=lambda table: table["seats"])
def test_a_table_size_has_its_row(table):
    start = f"| {table['seats']} | {table['games']} | {table['turns_each']['mean']:.1f} |"
    (row,) = [line for line in PAGE.splitlines() if line.startswith(start)]
    wins = " · ".join(f"{100 * w['mean']:.1f} %" for w in table["wins_by_order_of_play"])
    assert row.endswith(f"| {wins} |")
    assert f"| {table['winners_largest_set']['mean']:.2f} |" in row


@pytest.mark.parametrize("match", KEPT["matches"], ids=lambda match: match["a"])
def test_a_match_has_its_row(match):
    wins = match["wins"]
    share = f"{100 * wins['mean']:.1f} % ({100 * wins['low']:.1f}–{100 * wins['high']:.1f})"
    assert f"| {match['a']} v {match['b']} | {match['games']} | {share} |" in PAGE
