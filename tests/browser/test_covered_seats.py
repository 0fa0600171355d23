"""A draft that is still turned over: a seat nobody knows yet has a name for who listens."""

import re

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import People


def test_a_covered_seat_says_which_it_is(people: People):
    day = Day(people.server, "zimowy", 16, confirmations=0)
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/tournament/{tournament}/organise/draw")
    page.get_by_role("button", name=re.compile("^Losuj( bez kości)?$")).last.click()
    expect(page.get_by_role("button", name="Stolik 4, miejsce 4: jeszcze zakryte")).to_be_visible()
    expect(page.locator("button.seat").last).to_contain_text("Zawodnik")
