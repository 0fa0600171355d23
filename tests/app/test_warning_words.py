"""One word for one thing: each document's own word for a warning, in every Polish text.

001 L36 and 002 L164 say „upomnienie”, Miś Wojtek (004 L109) says „ostrzeżenie”.
"""

import json

import pytest

from stolik.app.library import FORMATS, tournament_format
from stolik.app.tournaments.telling.ladder import step_text
from tests.app.test_plurals import BROWSER, every_text

WORDS = {"rummikub": "upomni", "wojtek": "ostrzeż"}


# Only judges of Miś Wojtek decide about a report (004 L109).
REPORTS = "paper.word.report_"
# The sentences of its own document, on its own page.
RULES_OF_WOJTEK = json.loads((BROWSER / "pl" / "wojtek_rules.json").read_text("utf-8"))


def _is_of_wojtek(key: str) -> bool:
    return "wojtek" in key.split(".") or key in RULES_OF_WOJTEK or key.startswith(REPORTS)


def test_every_text_has_the_word_of_its_game():
    found = {word: [] for word in WORDS.values()}
    for key, text in every_text("pl"):
        for word, keys in found.items():
            if word in text.lower():
                keys.append(key)
    assert found["upomni"], "the walk sees texts"
    assert found["ostrzeż"]
    assert [key for key in found["upomni"] if _is_of_wojtek(key)] == []
    assert [key for key in found["ostrzeż"] if not _is_of_wojtek(key)] == []


@pytest.mark.parametrize("shape", FORMATS)
def test_a_step_has_the_word_of_the_document(shape: str):
    game = tournament_format(shape).game
    assert step_text(game, "warning", "pl").startswith(WORDS[game])
