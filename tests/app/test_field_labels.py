"""A refusal on a screen calls a field as the screen does; on the command line by its name."""

import re

import pytest

from stolik.app.reading.codes import Refusal
from stolik.app.telling import as_labelled, refusal_told
from stolik.app.texts import catalogue
from stolik.app.tournaments.requests import read_request
from stolik.refusal import Refused, Violation
from tests.app.asked_fields import typed_fields


def said(field: str, lang: str = "pl", code: str = Refusal.LIMIT) -> str:
    refused = Refused([Violation(code, facts={"field": field, "limit": "most 600"})])
    return str(refusal_told(as_labelled(refused, lang), lang)["message"])


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("field", sorted(typed_fields()))
def test_no_name_of_a_request_reaches_a_screen(field: str, lang: str):
    label = catalogue(lang)[f"field_label.{field}"]
    assert label in said(field, lang)
    assert lang == "en" or not re.search(rf"\b{field}\b", said(field, lang).replace(label, ""))


def test_a_row_is_told_by_its_number():
    assert "Pole „suma kostek na tabliczce” (pozycja 2)" in said("seats[1].rack_sum")
    assert "Pole „miejsce”" in said("details.place")


def test_fields_of_a_file_and_of_programs_keep_their_names():
    assert "opening.minimum" in said("opening.minimum", code="field.unknown")
    assert "colour_of_the_moon" in said("colour_of_the_moon")


def test_a_field_of_somebody_at_a_table_is_said_with_their_number():
    seats = [{"entrant": 4, "distance": 1}, {"entrant": 7, "distance": 10**9}]
    asked = {"do": "result", "round": 1, "table": 1, "game": 1, "seats": seats}
    with pytest.raises(Refused) as found:
        read_request(asked)
    told = refusal_told(as_labelled(found.value, "pl"), "pl")["message"]
    assert "„odległość od celu” (zawodnik nr 7)" in told
