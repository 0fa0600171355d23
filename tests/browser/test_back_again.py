"""The network goes and comes back: nobody reads on that it is gone, the unsaved says so."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import People
from tests.browser.test_result_grid import cell

SOON_MS = 4000  # faster than anybody looks for the reason


@pytest.fixture
def day(people: People) -> Iterator[Day]:
    yield Day(people.server, "zimowy", 8, confirmations=0)
    for context in people.contexts:
        context.close()
    assert all("ERR_INTERNET_DISCONNECTED" in said for said in people.complaints)
    people.complaints.clear()  # the browser itself says so


def test_at_the_door(people: People, day: Day):
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/checkin")
    here = page.get_by_role("button", name="Jest: Zawodnik 3", exact=True)
    expect(here).to_be_visible()
    page.context.set_offline(True)
    here.click()
    expect(page.get_by_role("alert")).to_contain_text("Brak połączenia")
    page.context.set_offline(False)
    expect(page.get_by_text("Brak połączenia")).to_have_count(0, timeout=SOON_MS)


def test_at_the_results(people: People, day: Day):
    day.round()
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/results")
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.context.set_offline(True)
    page.keyboard.type("k10\n20\n30\n")
    expect(page.get_by_role("alert")).to_contain_text("Brak połączenia")
    page.context.set_offline(False)
    expect(page.get_by_text("Brak połączenia")).to_have_count(0, timeout=SOON_MS)
    expect(page.get_by_text("niezapisany – Enter wysyła")).to_be_visible()
    expect(cell(page, 1, 1, 3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("niezapisany – Enter wysyła")).to_have_count(0)
    expect(page.locator("td.draft, td.saving")).to_have_count(0)
    assert day.ask(do="round", round=1)["tables"][0]["games"][0]["result"] != "missing"


def test_at_the_form_of_one_game(people: People, day: Day):
    seats = day.round()[0]
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/round?table=1")
    form = page.get_by_role("form", name="Wynik: stolik 1, partia 1")
    form.get_by_label("Bez kostek").first.check()
    for i in range(1, len(seats)):
        form.locator("fieldset").nth(i).get_by_label("Suma kostek").fill(str(9 * i))
    page.context.set_offline(True)
    form.get_by_role("button", name="Zapisz wynik").click()
    expect(form.get_by_role("alert")).to_contain_text("Brak połączenia")
    page.context.set_offline(False)
    expect(form.get_by_role("alert")).to_contain_text("nie jest jeszcze zapisany", timeout=SOON_MS)
    form.get_by_role("button", name="Zapisz wynik").click()
    expect(form).to_have_count(0)
