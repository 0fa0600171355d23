"""Miś Wojtek in five browsers: a whole game with a city and a red card, to the last place."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.people import LAPTOP, People
from tests.browser.wojtek_table import set_table

SEATS = 5
_MOST_TURNS = 400


@pytest.mark.full
def test_five_browsers_play_to_the_end(people: People):
    here, table, links = let_in(people)
    judge = people.organiser_of(here)
    judge.goto(f"/table/{table}")
    players = [people.follow(link, LAPTOP) for link in links]
    for page in players:
        page.goto(f"/table/{table}")
    judge.get_by_role("heading", name="Sędzia").wait_for()
    for _ in range(3):
        assert turn(players)
    send_off(judge, seat=SEATS - 1)
    for _ in range(_MOST_TURNS):
        if not turn(players):
            break
    for page in players:
        expect(page.get_by_role("region", name="Wynik gry")).to_be_visible()
    last = players[0].locator(".results tbody tr").last
    expect(last).to_contain_text(str(SEATS))
    seats = players[0].get_by_role("list", name="Gracze przy stoliku")
    expect(seats).to_contain_text("poza grą")
    # A city's card; "Teheran (10)" would be where a bear stands.
    city = re.compile(r"(Buzułuk|Teheran|Aleksandria|Monte Cassino|Bolonia)(?! \()")
    expect(seats).to_contain_text(city)


def let_in(people: People, count: int = SEATS) -> tuple[str, str, list[str]]:
    """Five teams of one at an online table; where it is, and everybody's way in."""
    organiser = people.server.first_organiser()
    here, table, seats = set_table(organiser, count)
    passes = [{"role": "player", "entrant": n} for n in seats]
    told = organiser.post(f"/api/tournaments/{here}/passes", {"passes": passes})
    return here, table, [one["link"] for one in told]


def turn(players: list[Page]) -> bool:
    """Whoever can do something does it, a city first; False once the game is over."""
    for _ in range(300):
        for page in players:
            ways = page.locator(".actions button:not([disabled])")
            city = ways.filter(has_text="karta miasta")
            if city.count():
                return clicked(page, city.first)
            if ways.count():
                return clicked(page, ways.first)
            stuck = page.locator(".hand button:not([disabled])")
            if stuck.count():  # no card leads anywhere: exchange one
                stuck.first.click()
                page.get_by_role("button", name=re.compile("Wymień")).click()
                return True
        if players[0].get_by_role("region", name="Wynik gry").count():
            return False
        players[0].wait_for_timeout(20)
    raise AssertionError("nobody can do anything and the game is not over")


def clicked(page: Page, way: Locator) -> bool:
    """A move, and a moment for everybody to hear of it."""
    with suppress(Error):  # the button was of the move before, and has gone meanwhile
        way.click(timeout=1000)
    page.wait_for_timeout(60)
    return True


def send_off(judge: Page, seat: int) -> None:
    """Every step of the ladder, one after the other."""
    judge.get_by_role("combobox", name="Gracz").select_option(str(seat))
    judge.get_by_label("Uzasadnienie").fill("przeszkadza innym")
    for step in ("ostrzeżenie", "żółta kartka", "ostrzeżenie", "czerwona kartka"):
        due = judge.locator('[aria-current="step"]', has_text=step)
        due.wait_for()
        judge.get_by_role("button", name=f"{step} →").click()
        judge.get_by_role("button", name=f"Tak: {step}").click()
        expect(judge.get_by_label("Uzasadnienie")).to_have_value("przeszkadza innym")
        judge.wait_for_timeout(600)
    expect(judge.get_by_text("czerwona kartka").first).to_be_attached()
