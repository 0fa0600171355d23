"""Two tabs of one desk: neither answers for the other or writes over it unseen."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import People


@pytest.fixture
def day(people: People) -> Day:
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.round()
    return day


def tabs(people: People, day: Day) -> tuple[Page, Page]:
    tournament = day.here.rpartition("/")[2]
    one = people.organiser_of(tournament)
    one.goto(f"/tournament/{tournament}/organise/results")
    other = one.context.new_page()
    other.goto(one.url)
    expect(cell(other, 1, 1, 0)).to_be_visible()
    return one, other


def cell(page: Page, table: int, game: int, seat: int) -> Locator:
    return page.locator(f"#cell-{table}-{game}-{seat}")


def saved(day: Day) -> None:
    seats = [one["entrant"] for one in day.ask(do="round", round=1)["tables"][0]["seats"]]
    sums = [{"entrant": one, "rack_sum": 9 * i} for i, one in enumerate(seats)]
    day.ask(do="result", round=1, table=1, game=1, seats=sums)
    day.settle()


def test_a_correction_is_asked_about_where_it_was_typed(people: People, day: Day):
    saved(day)
    one, other = tabs(people, day)
    cell(one, 1, 1, 1).focus()
    expect(cell(one, 1, 1, 1)).to_be_focused()
    cell(other, 1, 1, 1).focus()
    other.keyboard.type("4\n\n\n")
    expect(other.get_by_label("Powód poprawki")).to_be_visible()
    expect(cell(one, 1, 1, 1)).to_have_value("−4")
    cell(one, 2, 1, 0).focus()  # the card is left where nothing was typed
    expect(one.get_by_text("Niezapisana poprawka: Runda I, stolik 1")).to_be_visible()
    expect(one.get_by_label("Powód poprawki")).to_have_count(0)


def test_a_question_goes_with_a_word_when_the_other_tab_answers_it(people: People, day: Day):
    saved(day)
    one, other = tabs(people, day)
    cell(other, 1, 1, 1).focus()
    other.keyboard.type("4\n\n\n")
    expect(cell(one, 1, 1, 1)).to_have_value("−4")
    cell(one, 1, 1, 3).focus()
    one.keyboard.press("Enter")  # it was meant here too
    expect(one.get_by_label("Powód poprawki")).to_be_visible()
    other.get_by_role("button", name="Zostaw, jak było").click()
    expect(one.get_by_label("Powód poprawki")).to_have_count(0)
    expect(one.get_by_text(re.compile("Stolik 1, partia 1: .*w innej karcie"))).to_be_visible()


def test_what_another_tab_saves_is_shown_beside_what_is_typed_here(people: People, day: Day):
    one, other = tabs(people, day)
    cell(other, 1, 1, 0).focus()
    other.keyboard.type("k10\n")
    expect(cell(one, 1, 1, 1)).to_have_value("−10")
    cell(one, 1, 1, 1).focus()
    one.keyboard.type("11\n20\n30\n")
    expect(other.get_by_text("ktoś już wpisał inny")).to_be_visible()
    expect(cell(other, 1, 1, 1)).to_have_value("−10")
    cell(other, 1, 1, 2).focus()
    other.keyboard.type("\n\n")
    told = other.get_by_role("alert").filter(has_text="ktoś inny zapisał ten wynik")
    expect(told).to_contain_text("B −11")
    expect(told).to_contain_text("B −10")
    other.get_by_role("button", name="Zostaw tamten wynik").click()
    expect(cell(other, 1, 1, 1)).to_have_value("−11")


def test_what_another_tab_saves_as_it_was_typed_here_asks_nothing(people: People, day: Day):
    one, other = tabs(people, day)
    cell(other, 1, 1, 0).focus()
    other.keyboard.type("k10\n")
    expect(cell(one, 1, 1, 1)).to_have_value("−10")
    cell(one, 1, 1, 2).focus()
    one.keyboard.type("20\n30\n")
    expect(cell(other, 1, 1, 3)).to_have_value("−30")
    expect(other.locator("td.draft, td.saving, .contested")).to_have_count(0)
