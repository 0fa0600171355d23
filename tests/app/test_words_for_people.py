"""Sentences for people hold no word of the code: requests, paths of fields, hex, hyphens."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik.app.texts import LANGUAGES, catalogue
from stolik.app.tournaments.requests import REQUESTS

SCREENS = Path(__file__).parents[2] / "frontend/src/texts"
# What people type or read as it is: examples of a file of their own, and its first word.
AS_TYPED = {"own.base_file", "own.example_format", "own.example_rules", "field.missing"}

_NAMES = "|".join(sorted(REQUESTS, key=len, reverse=True))
CODE = re.compile(
    rf"""[„“"`](?:{_NAMES})[”"`]       # „lots”, „finish”
    | \b[a-z]+_[a-z_]+\b               # extra_game
    | \w\[\d+\]                        # seats[1].rack_sum
    | \b[a-z]+\.[a-z]+_[a-z]+\b
    | \b[Dd]ecision\s\d                # decision 12
    | \b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{{12,}}\b""",
    re.VERBOSE,
)
HYPHEN = re.compile(r"(?<![\w.–/-])-\d")


def sentences(lang: str) -> Iterator[tuple[str, str]]:
    yield from catalogue(lang).items()
    for file in sorted((SCREENS / lang).glob("*.json")):
        yield from json.loads(file.read_text("utf-8")).items()


def plain(sentence: str) -> str:
    """Without the places where facts stand."""
    return re.sub(r"\{[^}]*\}", "", sentence)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_speaks_the_language_of_the_code(lang: str):
    found = [
        (key, text)
        for key, text in sentences(lang)
        if key not in AS_TYPED and CODE.search(plain(text))
    ]
    assert found == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_minus_is_a_minus(lang: str):
    assert [(key, text) for key, text in sentences(lang) if HYPHEN.search(plain(text))] == []


@pytest.mark.parametrize(
    "text",
    ['Use "finish" first.', "seats[1].rack_sum", "extra_game", "see decision 12", "0a1b2c3d4e5f6a"],
)
def test_the_search_bites(text: str):
    assert CODE.search(text)
