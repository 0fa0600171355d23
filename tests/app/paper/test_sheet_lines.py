"""Every sentence of a rules sheet cites the line a reader of the documents found it in."""

import tomllib

import pytest

from stolik.app.library import RULES
from stolik.app.paper.rules_sheet import rules_sheet
from tests.documents import DATA

READ = tomllib.loads((DATA / "sheets.toml").read_text("utf-8"))


@pytest.mark.parametrize("profile", RULES)
def test_a_sentence_of_the_sheet_cites_the_line_it_was_read_in(profile: str):
    told = [(r.text, r.article) for part in rules_sheet(profile, "pl").parts for r in part.rules]
    wrong = [
        (sentence, article)
        for sentence, article in told
        if article
        not in [line for begins, line in READ[profile].items() if sentence[: len(begins)] == begins]
    ]
    assert wrong == []
    assert len(told) == len(READ[profile])
