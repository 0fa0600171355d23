"""Papers, profiles, boards and cases cite lines that say what they are cited for."""

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

from stolik.app.library import FORMATS, RULES, board, rules_profile
from stolik.app.paper.codes import Phrase
from stolik.app.paper.documents import paper
from stolik.app.paper.rules_told import rules_told
from stolik.app.texts import text
from tests.app.paper.events import WISH, begun, source
from tests.app.paper.reading import as_text
from tests.documents import (
    DATA,
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


def test_an_article_is_cited_for_words_of_its_line():
    wordless = [
        f"{name}: {rule} = {article}"
        for name, rule, article in articles()
        if not any(rule in rules for rules in _words_cited(article).values())
    ]
    assert wordless == []


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


@pytest.mark.parametrize("name", RULES)
def test_what_a_sentence_of_the_card_says_stands_in_its_line(name: str):
    told = tomllib.loads((DATA / "told.toml").read_text("utf-8"))
    untold = []
    for heading, items in rules_told(_Teller(), rules_profile(name)):
        for sentence, article in items if heading is not Phrase.CARD_CONDUCT else ():
            said = [theirs for ours, theirs in told.items() if ours in sentence]
            assert said, f"say in told.toml what stands where this is written: {sentence}"
            words = " / ".join(w for place in cited_in(article) for w in CITED[place[0]][place[1]])
            untold += [
                (sentence, article) for theirs in said if words and not re.search(theirs, words)
            ]
    assert untold == []


class _Teller:
    """Of a table whose starter is known."""

    lang = "pl"
    starter_known = True

    def say(self, phrase: Phrase, **facts: object) -> str:
        return text(phrase, self.lang, **facts)

    def cited(self, article: str) -> str:
        return "" if article.startswith("decision") else article


def test_no_text_cites_an_empty_line():
    empty = [
        f"{path.relative_to(ROOT)}: {document} L{line}"
        for path in TEXTS
        for document, line in cited_in(path.read_text("utf-8"))
        if document != "wojtek"
        and line not in content_lines(document)
        and not _inside_a_range(path, document, line)
    ]
    assert empty == []


def test_every_line_a_case_cites_has_its_words():
    known = {(row.document, line) for row in sentences() for line in row.lines}
    wordless = {
        f"{path.relative_to(ROOT)}: {document} L{line}"
        for path in CASES
        for document, line in re.findall(rf"\b({'|'.join(FILES)}) L(\d+)", path.read_text("utf-8"))
        if int(line) not in CITED[document] and (document, int(line)) not in known
    }
    assert wordless == set()


def _words_cited(article: str) -> Mapping[str, Collection[str]]:
    document, line = article.split(" L")
    return CITED[document].get(int(line), {})


def _inside_a_range(path: Path, document: str, line: int) -> bool:
    """`L28–57` runs over empty lines too."""
    return f"{document} L{line}" not in path.read_text("utf-8")
