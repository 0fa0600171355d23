"""Whole events by clicking, from the first entry to the champion."""

from playwright.sync_api import expect

from tests.browser.organising import Organising
from tests.browser.people import People


def test_a_winter_tournament_of_ten_from_entry_to_champion(people: People):
    desk = Organising(people.organiser())
    desk.create("Zimowy Turniej Rummikub", "Turniej zimowy", 10)
    desk.enter(10)
    desk.draw()
    desk.play(tables=3, games=3)
    desk.draw()
    desk.play(tables=3, games=3)
    desk.finish()
    expect(desk.page.get_by_text("Mistrz", exact=False).first).to_be_visible()


def test_a_qualifying_tournament_of_thirteen_from_entry_to_champion(people: People):
    desk = Organising(people.organiser())
    desk.create("Turniej eliminacyjny", "Eliminacje", 13)
    desk.enter(13)
    for _ in range(2):
        desk.draw()
        desk.play(tables=4, games=3)
    desk.cut()
    desk.draw()
    desk.play(tables=2, games=3)
    desk.cut()
    desk.draw()
    desk.play(tables=1, games=3)
    desk.finish()
    expect(desk.page.locator("ul.titles li")).to_have_count(3)
