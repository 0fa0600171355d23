"""A refusal says what to do in words of the screen: no name of a request or of its fields."""

import re

import pytest

from stolik.app.texts import catalogue
from stolik.app.tournaments.codes import Refusal as OfficeRefusal
from stolik.app.tournaments.requests import REQUESTS
from stolik.tournament.codes import Notice, Refusal

# Only the command line meets it: on a screen there is a tournament before anything is asked.
ONLY_CLI = {"tournament.not_created"}
WORDS = {*REQUESTS, *(name for kind in REQUESTS.values() for name in kind.shape.__struct_fields__)}
CODES = [code for kind in (Refusal, Notice, OfficeRefusal) for code in kind if code not in ONLY_CLI]


def named(sentence: str) -> set[str]:
    return set(re.findall(r'["„`]([a-z_]+)["”`]', sentence)) & WORDS


def test_no_refusal_of_a_tournament_names_a_field_in_polish():
    assert {code: found for code in CODES if (found := named(catalogue("pl")[code]))} == {}


@pytest.mark.parametrize(
    "code", [c for c in CODES if c.startswith(("cut.size", "cut.t", "finish.t"))]
)
def test_nor_what_is_said_about_a_cut_in_english(code: str):
    assert named(catalogue("en")[code]) == set()
