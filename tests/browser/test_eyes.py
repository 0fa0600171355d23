"""Whoever takes a seat's eyes is seen: at the table of either game, in the log, in the replay."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser
from tests.browser.dealt import dealt_table
from tests.browser.people import LAPTOP, PHONE, People
from tests.browser.wojtek_table import begun, set_table

_PASS = re.compile(r"\d\d:\d\d · .*organizator wydał nowe wejście na to miejsce", re.IGNORECASE)
_DEVICE = re.compile(
    r"\d\d:\d\d · .*to miejsce jest otwarte na 2 urządzeniach\. Otwarto: \d\d:\d\d · \d\d:\d\d"
)


def test_a_second_pass_is_told_at_the_table_and_in_the_replay(people: People, tmp_path: Path):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {})
    seats = [seat["entrant"] for seat in day.ask(do="round")["tables"][0]["seats"]]
    watched = _at(people, day.organiser, day.here, table, seats[0], PHONE)
    other = _at(people, day.organiser, day.here, table, seats[1], LAPTOP)
    _look_again(people, day.organiser, day.here, table, seats[0])
    expect(other.get_by_text(_PASS)).to_be_visible()
    expect(other.get_by_text(_DEVICE)).to_be_visible()
    other.screenshot(path=tmp_path / "laptop.png")
    watched.reload()
    expect(watched.get_by_text("Twoje miejsce jest otwarte na 2 urządzeniach")).to_be_visible()
    watched.screenshot(path=tmp_path / "phone.png")
    watched.get_by_role("button", name="Przeczytane").click()
    expect(watched.get_by_text("jest otwarte na 2 urządzeniach")).to_be_hidden()
    other.goto(f"/table/{table}/replay")
    log = other.get_by_role("list", name="Zapis gry")
    expect(log.get_by_text("jest otwarte na 2 urządzeniach")).to_be_visible()
    other.screenshot(path=tmp_path / "replay.png")


def test_at_a_table_of_mis_wojtek_too(people: People, tmp_path: Path):
    organiser = people.server.first_organiser()
    event, table, entrants = set_table(organiser, 4)
    here = f"/api/tournaments/{event}"
    begun(people.server, table)
    _at(people, organiser, here, table, entrants[0], PHONE)
    other = _at(people, organiser, here, table, entrants[1], PHONE)
    _look_again(people, organiser, here, table, entrants[0])
    expect(other.get_by_text(_DEVICE)).to_be_visible()
    other.screenshot(path=tmp_path / "wojtek.png")
    other.goto(f"/table/{table}/replay")
    expect(
        other.get_by_role("list", name="Zapis gry").get_by_text("na 2 urządzeniach")
    ).to_have_count(1)


def _at(
    people: People,
    organiser: Browser,
    here: str,
    table: str,
    entrant: int,
    size: tuple[int, int],
) -> Page:
    """A player at his table, on a device of his own."""
    wanted = {"passes": [{"role": "player", "entrant": entrant}]}
    (told,) = organiser.post(f"{here}/passes", wanted)
    page = people.follow(told["link"], size)
    page.goto(f"/table/{table}")
    expect(page.locator("main")).to_be_visible()
    return page


def _look_again(people: People, organiser: Browser, here: str, table: str, entrant: int) -> None:
    """What an organiser could do unseen: a second pass, a look at the film, and nothing is left."""
    wanted = {"passes": [{"role": "player", "entrant": entrant}]}
    (told,) = organiser.post(f"{here}/passes", wanted)
    second = people.server.client()
    second.post("/api/login/link", {"token": told["link"].partition("#")[2]})
    second.get(f"/api/tables/{table}/games/1/film")
    organiser.http.delete(f"{here}/passes/{told['id']}")
