"""Who has left is marked wherever the tables are shown: desk, referee, hall, public page."""

import re

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import HALL, PHONE, People


def test_who_left_is_marked_at_his_table_on_every_screen(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.round()
    day.ask(do="withdraw", entrant=3, game="not_begun", reason="choroba")
    tournament = day.here.rpartition("/")[2]
    here = f"/tournament/{tournament}"
    desk = people.organiser_of(tournament)
    desk.goto(here + "/organise/round")
    expect(desk.locator("ol li", has_text="Zawodnik 3 (wycofanie)")).to_be_visible()
    desk.goto(here + "/referee")
    expect(desk.locator("ol li", has_text="Zawodnik 3 (wycofanie)")).to_be_visible()
    day.organiser.put(day.here + "/scene", {"scene": "tables"})
    hall = people.organiser_of(tournament, HALL)
    hall.goto(here + "/hall")
    expect(hall.locator(".tables li", has_text="Zawodnik 3 (wycofanie)")).to_be_visible()
    stranger = people.somebody(PHONE, phone=True)
    stranger.goto(here)
    stranger.get_by_role("button", name="Rundy").click()
    expect(stranger.get_by_text("#3 (wycofanie)")).to_be_visible()


def test_a_correction_after_the_end_says_to_whom_the_title_goes(people: People):
    """zimowy, four people: the champion loses a game more."""
    day = Day(people.server, "zimowy", 4, confirmations=0)
    for number in (1, 2):
        (seats,) = day.round()
        for game in (1, 2, 3):
            rows = [{"entrant": n, "rack_sum": 10 * (n - 1)} for n in seats]
            if number == 2 and game > 1:  # here 2 goes out
                rows = [{"entrant": n, "rack_sum": (n - 2) % 4 * 10} for n in seats]
            day.ask(do="result", round=number, table=1, game=game, seats=rows)
    day.ask(do="finish")
    assert day.standings()[0]["entrant"] == 1
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/round?table=1")
    page.get_by_role("button", name="Partia 1").click()
    form = page.get_by_role("form", name=re.compile("^Wynik"))
    for n, racks in ((1, "90"), (3, "10"), (4, "20")):
        row = form.locator("fieldset", has_text=f"Zawodnik {n}")
        row.get_by_label("Suma kostek").fill(racks)
    form.locator("fieldset", has_text="Zawodnik 2").get_by_label("Bez kostek").check()
    page.get_by_label("Powód poprawki").fill("przestawione kartki")
    told = (
        "Tytuł za miejsce 1 przechodzi: Zawodnik 1 → Zawodnik 2. "
        "Tytuł za miejsce 2 przechodzi: Zawodnik 2 → Zawodnik 1. "
        "Tytuły były już ogłoszone: ogłoś je jeszcze raz i wydrukuj dyplomy na nowo."
    )
    expect(page.get_by_text(told)).to_be_visible()
