"""A tie exactly on the line of sixteen, parted word for word (szkoly2015 L141), and its log."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.organising import Organising
from tests.browser.people import People

TABLES = [[t, 5 + t, 10 + t, 15 + t] for t in range(1, 6)]
# Of the five who come in last in each game: 240 in all, the best game of the first is −22.
LAST = {
    16: (22, 58, 40, 40, 40, 40),
    17: (30, 50, 40, 40, 40, 40),
    18: (30, 30, 60, 40, 40, 40),  # the second best game is better: nobody asks for it
    19: (30, 50, 40, 40, 40, 40),
    20: (30, 45, 45, 40, 40, 40),
}


@pytest.fixture
def day(people: People) -> Day:
    """Both rounds of twenty; 11 has won a game, and points off bring him level with the last."""
    day = Day(people.server, "szkoly2015", 20, confirmations=0)
    for number in (1, 2):
        day.ask(do="draw", tables=TABLES)
        day.ask(do="publish")
        for table, seats in enumerate(TABLES, start=1):
            for game in (1, 2, 3):
                third_wins = (number, game) == (1, 1)
                racks = (20, 10, 0) if third_wins else (0, 10, 20)
                sums = (*racks, LAST[seats[3]][3 * (number - 1) + game - 1])
                rows = [{"entrant": n, "rack_sum": s} for n, s in zip(seats, sums, strict=True)]
                day.ask(do="result", round=number, table=table, game=game, seats=rows)
    off = {"big_points": -160, "small_points": -192}
    day.ask(do="penalty", entrant=11, reason="spóźnienia", **off)
    day.ask(do="withdraw", entrant=5, reason="choroba")
    return day


def row_of(page: Page, name: str):
    return page.locator("tbody tr").filter(has=page.get_by_text(name, exact=True))


def test_on_the_line_games_won_then_the_one_best_game_then_tiles(people: People, day: Day):
    desk = Organising(people.organiser_of(day.here.rpartition("/")[2]))
    page = desk.page
    desk.go("Klasyfikacja")
    expect(row_of(page, "Zawodnik 16")).to_contain_text("wygrane gry: 0, osoba wyżej 1")
    line = page.locator("tbody tr", has_text="remis na granicy awansu")
    expect(line).to_have_count(4)
    for name in ("Zawodnik 17", "Zawodnik 18", "Zawodnik 19", "Zawodnik 20"):
        expect(line.filter(has_text=name)).to_have_count(1)
    expect(line.first).to_contain_text("najlepsza jedna gra: −30, osoba wyżej −22")
    desk.break_ties()
    desk.cut_now()
    members = {entrant for table in day.round() for entrant in table}
    assert members == {*range(1, 17), 20} - {5}  # the last of the four drew the highest tile


def test_the_history_names_whose_penalty_which_and_what_it_cost(people: People, day: Day):
    desk = Organising(people.organiser_of(day.here.rpartition("/")[2]))
    page = desk.page
    desk.go("Historia")
    named = r"Zawodnik 11, odjęcie punktów \(−160 [^)]*−192 [^)]*\)"
    given = page.locator("li", has_text=re.compile(f"Kara: {named}"))
    expect(given).to_be_visible()
    day.ask(do="cancel_penalty", penalty=1, reason="nie ta osoba")
    expect(page.locator("li", has_text=re.compile(f"Anulowano karę nr 1: {named}"))).to_be_visible()
    expect(given).to_be_visible()  # what was said stays
