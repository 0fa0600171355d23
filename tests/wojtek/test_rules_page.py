"""The page of rules says what document 004 says, in its words, and nothing of it is left out."""

import json
import re
from pathlib import Path

import pytest

from stolik.app.library import board
from stolik.wojtek.switches import Specials
from tests.documents import lines_of, lying_beside

TEXTS = Path(__file__).parents[2] / "frontend" / "src" / "texts"
SECTIONS = ("bears", "setup", "start", "turn", "after", "end", "win", "points", "fair")
# The scan has Cyrillic letters in one word, and one name without its stroke.
SLIPS = {"zajęтым": "zajętym", "altajski": "ałtajski"}
_MARK = re.compile(r"^(- )?([A-C1-9][.)]|[abc]\))?\s*")
beside = pytest.mark.skipif(lying_beside() is None, reason="the regulations are not at hand")


def words(text: str) -> str:
    """What is read aloud: no marks, no capitals."""
    found = re.findall(r"\w+", text.casefold())
    return f" {' '.join(SLIPS.get(word, word) for word in found)} "


def page(lang: str) -> dict[str, str]:
    return json.loads((TEXTS / lang / "wojtek_rules.json").read_text("utf-8"))


def sentences(lang: str) -> dict[str, str]:
    """Without headings and what the page says of itself."""
    return {k: said for k, said in page(lang).items() if re.fullmatch(r"[a-z]+_\d+", k)}


def document() -> list[str]:
    return [_MARK.sub("", one) for one in lines_of("wojtek") if one and not one.startswith("#")]


@beside
@pytest.mark.parametrize("key", sentences("pl"))
def test_every_sentence_is_the_documents(key: str):
    said = _MARK.sub("", page("pl")[key])
    assert words(said) in words(" ".join(document()))


@beside
def test_no_line_of_the_document_is_left_out():
    told = words(" ".join(_MARK.sub("", said) for said in sentences("pl").values()))
    assert [line for line in document() if words(line) not in told] == []


def test_both_languages_say_the_same_number_of_things_in_known_sections():
    assert list(page("pl")) == list(page("en"))
    assert {key.rsplit("_", 1)[0] for key in sentences("pl")} == set(SECTIONS)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_what_a_pair_is_can_be_said_of_every_board(lang: str):
    said = json.loads((TEXTS / lang / "wojtek.json").read_text("utf-8"))
    assert {key for key in said if key.startswith("wojtek.pair_of_")} == {
        f"wojtek.pair_of_{way}" for way in Specials
    }
    rules = (TEXTS.parent / "wojtek" / "Rules.svelte").read_text("utf-8")
    assert f'USUAL = "{board("trasa").ranking.specials}"' in rules
