"""Polish screens speak Polish: no word of the code, no key, no stray mark of a list."""

import os
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import People

_PICTURES = os.environ.get("STOLIK_PICTURES")
ROOMS = (
    *("entries", "draw", "round", "ranking", "control", "passes", "penalties", "papers"),
    *("history", "settings"),
)
_CODES = re.compile(
    r"\b(present|withdrawn|entered|waiting|disqualified|no_show|lot|planned|by_hand|correct"
    r"|warning|exclusion|player|referee|organiser|spectator|undefined|null|NaN|true|false)\b"
    r"|·\s*[.,]|\.\.(?!\.)|\(\s*\)|\s[,;](?=\s)|of length|[<>]="
    r"|\b(history|act|draws|entries|passes|referee|round|desk|ranking)\.[a-z_]+\b"
)
_OURS = re.compile(r"stolik verify|stolik serve|https?://\S+|[\w-]+\.(xlsx|ods|csv|json|pdf)")


def foreign(words: str) -> list[str]:
    """What no reader of Polish should meet, with the words around it."""
    plain = _OURS.sub("", words)
    around = (plain[max(0, m.start() - 30) : m.end() + 20] for m in _CODES.finditer(plain))
    return [one.replace("\n", " ⏎ ") for one in around]


def _read(page: Page, name: str) -> list[str]:
    expect(page.locator("main").first).to_be_visible()
    page.wait_for_timeout(400)
    page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
    page.wait_for_timeout(300)
    if _PICTURES:
        page.screenshot(path=Path(_PICTURES) / f"words-{name}.png", full_page=True)
    return [f"{name}: {one}" for one in foreign(page.locator("main").first.inner_text())]


def test_the_desk_the_referee_and_the_public_page_speak_polish(people: People):
    day = _eventful(people)
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    found: list[str] = []
    for room in ROOMS:
        page.goto(f"/tournament/{tournament}/organise/{room}")
        found += _read(page, room)
    for where in ("referee", "", "hall", "register"):
        page.goto(f"/tournament/{tournament}/{where}".rstrip("/"))
        found += _read(page, where or "public")
    assert found == []


def _eventful(people: People) -> Day:
    """A day on which all kinds of things have happened."""
    day = Day(people.server, "zimowy", 10, confirmations=1, seed="", draw="lot")
    day.ask(do="check_in", entrant=1)
    day.ask(do="withdraw", entrant=9, reason="choroba", game="without")
    day.ask(do="no_show", entrant=10, reason="nie przyszedł")
    day.ask(do="return", entrant=10, reason="jednak jest")
    day.ask(do="withdraw", entrant=10, reason="poszedł", game="without")
    day.ask(do="pledge")
    day.ask(do="draw", dice="1 2 3")
    day.ask(do="draw", reason="pomyłka")
    day.ask(do="lock", table=1, locked=True, reason="prośba")
    seats = [table["seats"] for table in day.ask(do="publish")["tables"]]
    day.ask(do="penalty", entrant=seats[0][0], reason="podpowiadanie")
    lines = [{"entrant": n, "rack_sum": 10 * i} for i, n in enumerate(seats[0])]
    lines[0] = {"entrant": seats[0][0], "finished": True}
    day.organiser.http.post(
        day.here, json={"do": "result", "round": 1, "table": 1, "game": 1, "seats": lines}
    )
    day.organiser.put(f"{day.here}/people/1", {"consent": True})
    roles = [{"role": "player", "entrant": 1}, {"role": "referee"}, {"role": "spectator"}]
    day.organiser.post(f"{day.here}/passes", {"passes": roles})
    day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [2]})
    return day


def test_the_reader_bites():
    assert foreign("Zawodnik 1: present")
    assert foreign("Koło Gier ·.")
    assert foreign("Pole label (of length <= 4)")
    assert not foreign("Zawodnik 1: na miejscu. Sprawdź: stolik verify plik.json")


def test_an_empty_field_is_asked_for_in_the_reader_s_language(people: People):
    """Whatever language the browser itself speaks; filled by hand, it is taken at once."""
    page = people.somebody()
    page.goto("/enter")
    field = page.locator("input[inputmode=numeric]")
    for wanted, other in (("Wypełnij to pole.", "English"), ("Fill in this field.", "Polski")):
        field.press("Enter")
        assert field.evaluate("one => one.validationMessage") == wanted
        page.get_by_role("button", name=other).click()
        expect(page.locator("html")).to_have_attribute("lang", {"English": "en"}.get(other, "pl"))
    field.press("Enter")
    field.evaluate("one => (one.value = '000000')")  # not by keys: nobody types here
    field.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
