"""No line of the document without its cases, no switch that no case turns, no wrong page."""

import re
from functools import cache
from pathlib import Path

import pytest

from stolik.app.library import board
from stolik.wojtek.board import Board
from tests.golden.reader import Case
from tests.wojtek.boards import SWITCHES
from tests.wojtek.golden.position import board_of
from tests.wojtek.golden.reader import FOLDER, all_cases, setting

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules" / "wojtek.md").read_text("utf-8")
TRASA = board("trasa")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| [LW]\d", line)
]
# Lines that people keep, or that only introduce others: no program can check them.
CONDUCT = {"L7", "L41", "L73", "L114–L119", "L123–L125"}


def names(row: list[str]) -> set[str]:
    """`L27–L28` is wojtek L27 and wojtek L28, `W3` decision W3."""
    first, *more = row[0].split("–")
    if first.startswith("W"):
        return {f"decision {first}"}
    last = int(more[0][1:]) if more else int(first[1:])
    return {f"wojtek L{n}" for n in range(int(first[1:]), last + 1)}


CHECKED = [row for row in ROWS if row[0] not in CONDUCT]


@cache
def boards_played() -> list[Board]:
    return [board_of(case) for case in all_cases()]


def cases_of(row: list[str]) -> list[Case]:
    return [case for case in all_cases() if names(row) & set(case.lines)]


@pytest.mark.parametrize("row", CHECKED, ids=lambda row: row[0])
def test_a_line_is_accepted_once_and_refused_or_different_once(row: list[str]):
    cases = cases_of(row)
    assert any(not case.is_refused for case in cases), "nothing is accepted"
    outcomes = {
        (setting(case), tuple(fact for step in case.steps for fact in step.expected))
        for case in cases
    }
    if row[0] == "W3":
        pytest.skip("other fields are other boards: tests/wojtek/test_boards.py")
    assert any(case.is_refused for case in cases) or len(outcomes) > 1


@pytest.mark.parametrize("row", CHECKED, ids=lambda row: row[0])
def test_a_line_names_the_files_of_its_cases(row: list[str]):
    named = set(re.findall(r"([a-z-]+)\.txt", row[-1]))
    assert named
    assert named <= {case.file for case in cases_of(row)}


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_a_case_is_about_lines_of_the_page_and_cites_only_what_the_board_cites(case: Case):
    known = {name for row in ROWS for name in names(row)}
    assert set(case.lines) <= known
    facts = [fact for step in case.steps for fact in step.expected]
    cited = {a for fact in facts for a in re.findall(r"\((wojtek L\d+|decision W\d+)\)", fact)}
    assert cited <= set(board_of(case).articles.values())


def test_the_board_cites_lines_of_the_page():
    known = {name for row in ROWS for name in names(row)} | {"wojtek L116"}
    assert set(TRASA.articles.values()) <= known


def test_lines_come_once_and_in_order():
    lines = [int(row[0][1:].split("–")[0]) for row in ROWS if row[0].startswith("L")]
    assert lines == sorted(set(lines))
    decisions = [row[0] for row in ROWS if row[0].startswith("W")]
    assert decisions == [f"W{n}" for n in range(1, 23)]


@pytest.mark.parametrize("name", SWITCHES)
def test_every_value_of_every_switch_is_played_in_a_case(name: str):
    section, field = name.split(".")
    played = {str(getattr(getattr(board, section), field)) for board in boards_played()}
    assert {str(value) for value in SWITCHES[name]} <= played


def test_every_default_stands_on_the_page():
    for name in SWITCHES:
        section, field = name.split(".")
        if section == "judge":
            continue
        (row,) = [row for row in ROWS if f"`{name}`" in row[2] and row[0].startswith("W")]
        value = getattr(getattr(TRASA, section), field)
        word = ("no" if not value else "yes") if isinstance(value, bool) else f"`{value}`"
        assert word in row[3] or "no card" in row[3], name


def test_links_and_case_files_exist():
    for link in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / "rules" / link).exists(), link
    for name in set(re.findall(r"(?<![/\w-])([a-z-]+\.txt)\b", PAGE)):
        assert (FOLDER / name).exists(), name
