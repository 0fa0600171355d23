"""Papers, profiles, boards and cases cite lines that say what they are cited for."""

import re
from pathlib import Path

import pytest

from stolik.app.library import FORMATS, RULES, board, rules_profile
from stolik.app.paper.documents import paper
from tests.app.paper.events import WISH, begun, source
from tests.app.paper.reading import as_text
from tests.documents import (
    FILES,
    ROOT,
    citations,
    cited_in,
    content_lines,
    lines_of,
    lying_beside,
    sentences,
)

CITED = citations()
beside = pytest.mark.skipif(lying_beside() is None, reason="the regulations are not at hand")
TEXTS = [
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "src").rglob("*.py"),
    *(ROOT / "src").rglob("*.toml"),
    *(ROOT / "tests").rglob("*.txt"),
]

CASES = [path for path in TEXTS if path.suffix == ".txt" and path.parent.name != "logs"]


def articles() -> list[tuple[str, str, str]]:
    profiles = [(name, rules_profile(name).articles) for name in RULES]
    boards = [("trasa", board("trasa").articles)]
    return [
        (name, rule, article)
        for name, known in (*profiles, *boards)
        for rule, article in known.items()
        if article and not article.startswith("decision")
    ]


@pytest.mark.parametrize(("name", "rule", "article"), articles())
def test_an_article_is_cited_for_words_of_its_line(name: str, rule: str, article: str):
    document, line = article.split(" L")
    words = CITED[document].get(int(line), {})
    assert [word for word, rules in words.items() if rule in rules], f"{name}: {rule} = {article}"


@pytest.mark.parametrize("document", FILES)
def test_no_words_are_kept_that_nobody_cites(document: str):
    used = {(article, rule) for _, rule, article in articles()}
    for line, words in CITED[document].items():
        for word, rules in words.items():
            assert len(word.split()) <= 6, word
            for rule in rules:
                assert (f"{document} L{line}", rule) in used, (document, line, rule)


@beside
@pytest.mark.parametrize("document", FILES)
def test_the_words_stand_in_the_line(document: str):
    text = lines_of(document)
    for line, words in CITED[document].items():
        for word in words:
            assert word in text[line - 1], (document, line, word)


@pytest.mark.parametrize("card", ["rules", "referee"])
@pytest.mark.parametrize("shape", FORMATS)
def test_every_line_on_a_card_has_its_words(card: str, shape: str):
    event = source(begun(shape, 16))
    printed = set(cited_in(as_text(paper(card, event, WISH))))
    assert printed or not event.rules
    assert {(document, line) for document, line in printed if line not in CITED[document]} == set()


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_cites_an_empty_line(path: Path):
    for document, line in cited_in(path.read_text("utf-8")):
        if document != "wojtek":
            assert line in content_lines(document) or _inside_a_range(path, document, line)


@pytest.mark.parametrize("path", CASES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_line_a_case_cites_has_its_words(path: Path):
    cited = re.findall(rf"\b({'|'.join(FILES)}) L(\d+)", path.read_text("utf-8"))
    known = {(row.document, line) for row in sentences() for line in row.lines}
    wordless = {
        f"{document} L{line}"
        for document, line in cited
        if int(line) not in CITED[document] and (document, int(line)) not in known
    }
    assert wordless == set()


def _inside_a_range(path: Path, document: str, line: int) -> bool:
    """`L28–57` runs over empty lines too."""
    return f"{document} L{line}" not in path.read_text("utf-8")
