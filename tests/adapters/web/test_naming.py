"""Names at every way in: what cannot be seen is refused, what looks alike is pointed out."""

import unicodedata
from pathlib import Path
from random import Random

import httpx
import pytest

from stolik.adapters.web.routes import registrations
from stolik.app import naming
from stolik.app.naming import faults_of, mixes_scripts, skeleton, tidy
from stolik.refusal import Refused
from stolik.tournament.state import EntrantNumber
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, Running, serving_node
from tests.reliability.report import figure
from tests.tournament.hall import Hall
from tools.letters import drawn

BAD = [
    *("Jan\u202eski", "\u2066Jan", "Jan\u200b", "\u200dJan", "Jan\ufeff", "J\u00adan", "Jan\x00"),
    *("Jan\n", "Jan\x1b[31m", "\u3164", "Jan\u115f", "\ue000", "Jan\u2028", "J\ufe0fan", "\x7f"),
    "J" + "\u0301" * 9,
]
GOOD = [
    "Zażółć Gęślą-Jaźń",
    "O'Brien",
    "Łódź 7",
    "Анна",
    "Ανδρέας",
    "Nguyễn Văn Ấn",
    "José",
    "12-B",
]


@pytest.mark.parametrize("name", [f"x{bad}y" for bad in BAD])
def test_what_cannot_be_seen_is_refused(name: str):
    assert [fault.code for fault in faults_of(name)] == ["name.signs"]


@pytest.mark.parametrize("name", GOOD)
def test_names_of_people_are_not(name: str):
    assert tidy(unicodedata.normalize("NFD", f"  {name} ")) == unicodedata.normalize("NFC", name)


def test_letters_that_no_paper_can_show_are_named():
    (fault,) = faults_of("Zawodnik 김민김 7")
    assert (fault.code, fault.facts["letters"]) == ("name.letters", "김 민")


def test_the_letters_of_names_are_those_of_the_font():
    assert naming._letters() == drawn()


def test_a_letter_the_font_lacks_is_not_drawn_unnoticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(naming, "_letters", lambda: frozenset(map(ord, "Jan K.")))
    assert [fault.facts["letters"] for fault in faults_of("Jan Kot")] == ["o t"]


def test_a_name_has_a_length():
    with pytest.raises(Refused):
        tidy("x" * 201)


def alike(name: str, others: list[tuple[int, str]]) -> list[int]:
    """The slow truth: every name is looked at."""
    return [n for n, other in others if other != name and skeleton(other) == skeleton(name)]


def test_a_desk_knows_who_looks_alike_after_every_change():
    chance, hall = Random(7), Hall().create("zimowy")
    drawn = ["".join(chance.choice("AaIl1|ł") for _ in range(2)) + " Kot" for _ in range(60)]
    desk, names = hall.session.desk, dict[int, str]()
    for name in drawn:
        assert list(desk.looks(name).looks_like) == alike(name, list(names.items()))
        if names and chance.random() < 0.3:
            number = chance.choice(list(names))
            hall.do("substitute", entrant=number, name=name, reason="chory")
            beside = [(n, one) for n, one in names.items() if n != number]
            found = desk.looks(name, EntrantNumber(number)).looks_like
            assert sorted(found) == sorted(alike(name, beside))
        else:
            number = hall.do("enter", name=name)["entrant"]
        names[number] = name


def test_what_looks_alike_has_one_skeleton():
    assert skeleton("Jan Kоwаlski") == skeleton("JAN  KOWALSKI")  # two Cyrillic letters
    assert alike("Zofia Żak", [(3, "Zofia Zak"), (4, "Zofia Żak"), (5, "Zofia Rak")]) == [3]
    # A capital I, a small l, a 1 and a bar are one stroke; capitals hide nothing either.
    for other in ("AIa Kot", "A1a Kot", "A|a Kot", "ALA KOT", "aIa kot", "Аlа Kоt"):
        assert alike("Ala Kot", [(1, other)]) == [1], other
    assert alike("Ala Kot", [(1, "Ela Kot"), (2, "Ala Kost")]) == []
    assert mixes_scripts("Kоwalski")
    assert not mixes_scripts("Анна Kowalska")


def _account(day: Day, name: str) -> httpx.Response:
    """Somebody invited makes an account of this name."""
    link = day.organiser.post(f"{day.here}/organisers/invitations")["link"].partition("#")[2]
    filled = {"token": link, "name": name, "password": "four common words together"}
    return day.server.client().http.post("/api/login/link", json=filled)


def ways_in(day: Day, name: str) -> dict[str, int]:
    """The status of every way in by which a name could come."""
    post, here = day.organiser.http.post, day.here
    day.organiser.put(here, {"registration": True})
    wanted = {"name": name, "format": "zimowy"}
    form = f"{here}/registrations"
    passes = {"passes": [{"role": "spectator", "label": name}]}
    rows = f"name;club\n{name};x\n"
    own = f'title = "{name}"\nid = "x"\nbased_on = '
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
        "account": _account(day, name),
        "board": post("/api/boards", json={"text": f'{own}"trasa"'}),
        "rules": post("/api/own", json={"kind": "rules", "text": f'{own}"mp2023"'}),
        "format": post("/api/own", json={"kind": "format", "text": f'{own}"zimowy"'}),
        "list": post(f"{here}/sheets/entrants?apply=true", content=rows.encode()),
    }
    return {way: answer.status_code for way, answer in asked.items()}


def test_every_way_in_refuses_them(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        found = ways_in(day, "Zawodnik \u200b7")
        taken = [way for way, status in found.items() if status < 300]
        figure("T24", "ways in that take an unseen sign", len(taken), tier="quick")
        assert taken == []
        good = ways_in(day, "Zawodnik 7")
        assert {way for way, status in good.items() if status >= 300} <= {"guardian"}


def test_a_house_that_looks_at_no_sign_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from stolik.adapters import store_sqlite

    monkeypatch.setattr(naming, "_is_unseen", lambda _: False)
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        found = ways_in(Day(server, "zimowy", 4), "Zawodnik \u200b7")
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


def waiting_alike(server: Running, *names: str) -> dict[str, int]:
    """How many others like each of them wait, nobody of the kind having entered."""
    day = Day(server, "zimowy", 1)
    day.organiser.put(day.here, {"registration": True})
    for name in names:
        server.client().post(f"{day.here}/registrations", {"name": name})
    found = day.organiser.get(f"{day.here}/registrations")
    assert all(form["same_name"] == form["looks_like"] == [] for form in found)
    return {form["name"]: form["waiting_alike"] for form in found}


def test_forms_that_wait_are_compared_with_each_other(open_store: OpenStore):
    with serving_node(open_store) as server:
        found = waiting_alike(server, "Ala Kot", "Ala Kot", "AIa Kot", "Ewa Lis")
        assert found == {"Ala Kot": 2, "AIa Kot": 2, "Ewa Lis": 0}


def test_a_skeleton_that_tells_strokes_apart_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from stolik.adapters import store_sqlite

    monkeypatch.setattr(registrations, "skeleton", str.casefold)
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        assert waiting_alike(server, "Ala Kot", "AIa Kot") == {"Ala Kot": 0, "AIa Kot": 0}
