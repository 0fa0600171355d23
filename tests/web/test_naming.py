"""Names at every way in: what cannot be seen is refused, what looks alike is pointed out."""

import unicodedata
from pathlib import Path

import pytest

from stolik.app import naming
from stolik.app.naming import alike, faults_of, mixes_scripts, skeleton, tidy
from stolik.refusal import Refused
from tests.reliability.report import figure
from tests.web.day import Day
from tests.web.node import OpenStore, serving_node

BAD = [
    *("Jan\u202eski", "\u2066Jan", "Jan\u200b", "\u200dJan", "Jan\ufeff", "J\u00adan", "Jan\x00"),
    *("Jan\n", "Jan\x1b[31m", "\u3164", "Jan\u115f", "\ue000", "Jan\u2028", "J\ufe0fan", "\x7f"),
    "J" + "\u0301" * 9,
]
GOOD = ["Zażółć Gęślą-Jaźń", "O'Brien", "Łódź 7", "Анна", "김민준", "Nguyễn Văn Ấn", "José", "12-B"]


@pytest.mark.parametrize("name", [f"x{bad}y" for bad in BAD])
def test_what_cannot_be_seen_is_refused(name: str):
    assert [fault.code for fault in faults_of(name)] == ["name.signs"]


@pytest.mark.parametrize("name", GOOD)
def test_names_of_people_are_not(name: str):
    assert tidy(unicodedata.normalize("NFD", f"  {name} ")) == unicodedata.normalize("NFC", name)


def test_a_name_has_a_length():
    with pytest.raises(Refused):
        tidy("x" * 201)


def test_what_looks_alike_has_one_skeleton():
    assert skeleton("Jan Kоwаlski") == skeleton("JAN  KOWALSKI")  # two Cyrillic letters
    assert alike("Zofia Żak", [(3, "Zofia Zak"), (4, "Zofia Żak"), (5, "Zofia Rak")]) == [3]
    assert mixes_scripts("Kоwalski")
    assert not mixes_scripts("Анна Kowalska")


def ways_in(day: Day, name: str) -> dict[str, int]:
    """The status of every way in by which a name could come."""
    post, here = day.organiser.http.post, day.here
    day.organiser.put(here, {"registration": True})
    wanted = {"name": name, "format": "zimowy"}
    form = f"{here}/registrations"
    passes = {"passes": [{"role": "spectator", "label": name}]}
    rows = f"name;club\n{name};x\n"
    asked = {
        "enter": post(here, json={"do": "enter", "name": name}),
        "club": post(here, json={"do": "enter", "name": "Ktoś", "club": name}),
        "team": post(here, json={"do": "enter", "name": "Ktoś", "team": name}),
        "class": post(here, json={"do": "enter", "name": "Ktoś", "age_class": name}),
        "new": post(here, json={"do": "substitute", "entrant": 1, "name": name, "reason": "x"}),
        "guardian": post(here, json={"do": "guardian", "team": "A", "name": name}),
        "title": post("/api/tournaments", json=wanted),
        "renamed": day.organiser.http.put(here, json={"name": name}),
        "form": post(form, json={"name": name}),
        "form club": post(form, json={"name": "Ktoś", "club": name}),
        "form team": post(form, json={"name": "Ktoś", "team": name}),
        "label": post(f"{here}/passes", json=passes),
        "list": post(f"{here}/sheets/entrants?apply=true", content=rows.encode()),
    }
    return {way: answer.status_code for way, answer in asked.items()}


def test_every_way_in_refuses_them(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        found = ways_in(day, "Zawodnik \u202e7")
        taken = [way for way, status in found.items() if status < 300]
        figure("T24", "ways in that take an unseen sign", len(taken), tier="quick")
        assert taken == []
        good = ways_in(day, "Zawodnik 7")
        assert {way for way, status in good.items() if status >= 300} <= {"guardian"}


def test_a_house_that_looks_at_no_sign_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from stolik.adapters import store_sqlite

    monkeypatch.setattr(naming, "_is_unseen", lambda _: False)
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        found = ways_in(Day(server, "zimowy", 4), "Zawodnik \u202e7")
        assert [way for way, status in found.items() if status < 300]


def test_the_organiser_is_told_of_look_alikes(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 1)
        told = day.ask(do="enter", name="Zаwodnik 1")  # the first а is Cyrillic
        assert (told["looks_like"], told["mixed_script"]) == ([1], True)
        day.organiser.put(day.here, {"registration": True})
        server.client().post(f"{day.here}/registrations", {"name": "ZAWODNIK 1"})
        (form,) = day.organiser.get(f"{day.here}/registrations")
        assert (form["same_name"], form["looks_like"], form["mixed_script"]) == ([], [1, 2], False)
        names = [one["name"] for one in day.ask(do="people")["people"]]
        assert names == ["Zawodnik 1 (1)", "Zаwodnik 1 (2)"]
