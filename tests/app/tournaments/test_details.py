"""When, where, who holds and judges a tournament, who gives what: said once, said anew."""

from pathlib import Path

import pytest

from stolik.app.tournaments.logbook import Logbook
from tests.tournament.hall import Hall

SAID = {
    "date": "2026-11-20",
    "place": " Szkoła   Podstawowa nr 3 ",
    "organiser": "Klub Gier",
    "head_judge": "Sędzia Pierwszy",
    "partners": ["Partner A", ""],
    "prizes": [
        {"place": 1, "what": "tablet", "value": "629 zł"},
        {"what": "upominek"},
        {"place": 2, "what": ""},
    ],
}


def test_details_are_kept_tidy_and_empty_lines_are_left_out():
    hall = Hall()
    hall.do("create", format="zimowy", details=SAID)
    found = hall.session.book.details
    assert found.place == "Szkoła Podstawowa nr 3"
    assert found.partners == ("Partner A",)
    assert [(p.place, p.what, p.value) for p in found.prizes] == [
        (1, "tablet", "629 zł"),
        (0, "upominek", ""),
    ]
    assert found.day("pl") == "20.11.2026"


def test_what_is_not_said_stays_and_what_is_emptied_goes():
    hall = Hall()
    hall.do("create", format="zimowy", details=SAID)
    told = hall.do("describe", details={"place": "Sztum", "partners": []})["details"]
    assert (told["place"], told.get("partners"), told["organiser"]) == ("Sztum", None, "Klub Gier")


@pytest.mark.parametrize("date", ["2026-02-30", "20.11.2026", "jutro", "0001-01-01", "9999-12-31"])
def test_a_day_that_is_none_is_refused_before_anything_is_written(date: str):
    hall = Hall()
    assert hall.code("create", format="zimowy", details={"date": date}) == "office.date"
    hall.do("create", format="zimowy")
    assert hall.code("describe", details={"date": date}) == "office.date"


def test_a_file_keeps_them_outside_its_chain(tmp_path: Path):
    file = tmp_path / "turniej.jsonl"
    hall = Hall(file)
    hall.do("create", format="zimowy", details=SAID)
    head = hall.session.book.head
    hall.do("describe", details={"place": "Sztum"})
    hall.do("enter", name="Zawodnik 1")
    again = Logbook(file)
    assert again.details.place == "Sztum"
    assert again.details.prizes[0].value == "629 zł"
    assert again.heads[1] == head
