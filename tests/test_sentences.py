"""docs/rules/sentences.md: no sentence of the documents without a row, and every row is true."""

import re
from pathlib import Path

import pytest

from stolik.app.library import rules_profile
from stolik.app.paper.codes import Conduct
from stolik.app.paper.documents import DOCUMENTS
from tests.documents import (
    ROOT,
    Sentence,
    content_lines,
    lines_of,
    lying_beside,
    sentences,
    sentences_of,
)
from tests.golden.reader import all_cases

RUMMIKUB = ("mp2023", "eliminacje", "zimowy", "szkoly2015")
ROWS = list(sentences())
RULES = {
    (profile, rule)
    for case in all_cases()
    for profile in case.circumstances["profile"]
    for rule in case.rules
}
beside = pytest.mark.skipif(lying_beside() is None, reason="the regulations are not at hand")


def rows_of(document: str) -> list[Sentence]:
    return [row for row in ROWS if row.document == document]


@pytest.mark.parametrize("document", RUMMIKUB)
def test_no_line_is_without_a_row(document: str):
    covered = {line for row in rows_of(document) for line in row.lines}
    assert sorted(content_lines(document) - covered) == []


@beside
@pytest.mark.parametrize("document", RUMMIKUB)
def test_the_lines_with_content_are_those_of_the_document(document: str):
    real = {n for n, line in enumerate(lines_of(document), start=1) if line}
    assert content_lines(document) == real


@beside
@pytest.mark.parametrize("document", RUMMIKUB)
def test_the_words_of_a_row_stand_in_its_first_line(document: str):
    text = lines_of(document)
    wrong = [row for row in rows_of(document) if row.words not in text[min(row.lines) - 1]]
    assert wrong == []


@beside
@pytest.mark.parametrize("document", RUMMIKUB)
def test_no_sentence_is_without_a_row(document: str):
    missing = [
        words
        for first, last, words in sentences_of(document)
        if not any(
            row.words in words and row.lines & set(range(first, last + 1))
            for row in rows_of(document)
        )
    ]
    assert missing == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.document} L{min(row.lines)}")
def test_what_a_row_names_exists(row: Sentence):
    match row.where:
        case "heading":
            assert row.by == "–"
        case "not done":
            assert row.by
        case "conduct, printed":
            _is_printed(row)
        case _:
            _is_shown(row)


def _is_printed(row: Sentence) -> None:
    """The card of the document's own profile prints it and cites this document for it."""
    (name,) = re.findall(r"`conduct\.(\w+)`", row.by)
    assert f"paper.conduct.{name}" in set(Conduct)
    assert rules_profile(row.document).article(f"conduct.{name}").startswith(row.document)


def _is_shown(row: Sentence) -> None:
    kind, name = re.fullmatch(r"(?:(rule|paper) )?`([^`]+)`", row.by).groups()  # type: ignore[union-attr]
    match kind:
        case "rule":
            assert (row.document, name) in RULES, "no golden case shows it under these rules"
        case "paper":
            assert name in DOCUMENTS
        case _:
            file, _, test = name.partition("::")
            assert (ROOT / file).is_file(), file
            assert f"def {test}(" in Path(ROOT / file).read_text("utf-8") if test else True
