"""Numbers before words, in both catalogues: the right form of the word and a true minus sign."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from stolik.app.plurals import form_for, with_minus
from stolik.app.texts import LANGUAGES, catalogue, text

BROWSER = Path(__file__).parents[2] / "frontend" / "src" / "texts"
_PLACE = re.compile(r"\{(\w+)\}[ \N{NO-BREAK SPACE}]([^\W\d_]{2,})")
_FORMS = re.compile(r"\{\w+:([^}]*)\}")
# Facts that are names, ordinals or sentences: the word after them does not follow their number.
NOT_COUNTS = """
    about above address addresses allowed bear board by cell colour criterion ctx draw entrant entry
    event field file finals format game guardian host known leaves line meld mine name next number
    one other own page pair
    path penalty place port present reason report resigned role round seat sheet stack stage
    table team title to url waiting who whom time why
"""
# Words that are no noun after a number: units that never change, or how the sentence goes on.
NO_NOUN = """
    ms min MB do na od nie się jest są po za naraz wobec wpisano może albo and or of to in is
    are can cannot be for with on at all given needed advance should left here first once raz
    covered against percent does but already was if play
"""
EXEMPT = {
    "simulate.starter",  # always a fraction: 2.1 punktu procentowego
    "wojtek.bear_there",  # numbers of players
    "passes.twin",  # number 2 of 3
    "referee.devices",  # the number of a device
}


def every_text(lang: str) -> Iterator[tuple[str, str]]:
    yield from catalogue(lang).items()
    for path in sorted((BROWSER / lang).glob("*.json")):
        yield from json.loads(path.read_text("utf-8")).items()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_number_before_a_noun_gives_it_its_form(lang: str):
    names, words_after = NOT_COUNTS.split(), NO_NOUN.split()
    bare = [
        (key, found[0])
        for key, words in every_text(lang)
        for found in _PLACE.finditer(words)
        if key not in EXEMPT and found[1] not in names and found[2] not in words_after
    ]
    assert bare == []


@pytest.mark.parametrize(("lang", "wanted"), [("pl", {3, 4}), ("en", {2})])
def test_every_choice_has_all_forms_of_its_language(lang: str, wanted: set[int]):
    given = {
        key: f.count("|") + 1 for key, words in every_text(lang) for f in _FORMS.findall(words)
    }
    assert {key: forms for key, forms in given.items() if forms not in wanted} == {}


@pytest.mark.parametrize(
    ("count", "said"),
    [
        *(
            (1, "punkt"),
            (-1, "punkt"),
            (2, "punkty"),
            (4, "punkty"),
            (-3, "punkty"),
            (22, "punkty"),
        ),
        *((0, "punktów"), (5, "punktów"), (12, "punktów"), (112, "punktów"), (25, "punktów")),
        *((Decimal("1.5"), "punktu"), ("0,5", "punktu"), ("−2", "punkty"), ("x", "punktów")),
        *(
            (10**40, "punktów"),
            ("1e999999999", "punktów"),
            (None, "punktów"),
            ("9" * 5000, "punktów"),
        ),
    ],
)
def test_polish_counts_in_four_ways(count: object, said: str):
    assert form_for(count, "pl", ["punkt", "punkty", "punktów", "punktu"]) == said


def test_english_counts_in_two_ways():
    said = [form_for(count, "en", ["point", "points"]) for count in (0, 1, -1, 2, Decimal("0.5"))]
    assert said == ["points", "point", "point", "points", "points"]


@pytest.mark.parametrize(
    ("entrants", "said"),
    [(1, "Zapisano 1 uczestnika"), (2, "Zapisano 2 uczestników"), (5, "Zapisano 5 uczestników")],
)
def test_a_refusal_counts_too(entrants: int, said: str):
    assert text("draw.too_few_entrants", "pl", entrants=entrants, least=12).startswith(said)


def test_people_read_a_true_minus_sign():
    assert [with_minus(number) for number in (-30, "-1.5", "-7/3", 7, "+3")] == [
        *("\N{MINUS SIGN}30", "\N{MINUS SIGN}1.5", "\N{MINUS SIGN}7/3", "7", "+3"),
    ]
    assert with_minus("stolik-1") == "stolik-1"
    assert with_minus("2026-11-17") == "2026-11-17"
    assert "\N{MINUS SIGN}80" in text(
        "score_sheet.small_points", "pl", entrant=1, written=-80, counted=80
    )
