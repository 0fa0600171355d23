"""docs/rules/wojtek.md: no sentence of document 004 without a row that says where it is done."""

import re
from pathlib import Path

import pytest

from tests.documents import content_lines, lines_of, lying_beside, sentences_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules" / "wojtek.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| 004 L")
]
beside = pytest.mark.skipif(lying_beside() is None, reason="the regulations are not at hand")


def line_of(row: list[str]) -> int:
    return int(row[0].removeprefix("004 L"))


def test_no_line_is_without_a_row():
    assert sorted(content_lines("wojtek") - {line_of(row) for row in ROWS}) == []


@beside
def test_the_lines_with_content_are_those_of_the_document():
    real = {n for n, line in enumerate(lines_of("wojtek"), start=1) if line}
    assert content_lines("wojtek") == real


@beside
def test_no_sentence_is_without_a_row_and_no_row_without_its_sentence():
    found = list(sentences_of("wojtek"))
    spoken = {(first, words) for first, _, words in found}
    missing = [
        words
        for first, words in spoken
        if not any(line_of(row) == first and words.startswith(row[1]) for row in ROWS)
    ]
    assert missing == []
    assert len(ROWS) == len(found)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_what_a_row_names_exists(row: list[str]):
    _, _, where, by = row
    if where == "heading":
        assert by == "–"
        return
    names = re.findall(r"`([^`]+)`", by)
    assert names
    assert ("hall" in where) == (len(names) > 1)
    for name in names:
        file, _, test = name.partition("::")
        text = (ROOT / file).read_text("utf-8")
        assert not test or f"def {test}(" in text, name
