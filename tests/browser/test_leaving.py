"""Somebody leaves in the middle of a game: whatever the way, the table's game is asked about."""

import re

from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import People


def at_penalties(people: People, day: Day, entrant: int) -> Page:
    """The referee's screen with somebody chosen and a reason typed."""
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/referee")
    section = page.locator("section", has=page.get_by_role("heading", name="Kary", exact=True))
    section.get_by_label("Kto").select_option(str(entrant))
    section.get_by_label("Powód").fill("przeszkadza")
    return page


def test_an_exclusion_says_what_it_does_and_asks_about_the_game(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    who = day.round()[0][0]
    day.ask(do="penalty", entrant=who, reason="hałas")  # a warning comes first (002 L162)
    page = at_penalties(people, day, who)
    page.get_by_role("button", name="wykluczenie").first.dblclick()
    sure = page.get_by_role("group", name="wykluczenie")
    expect(sure).to_contain_text("koniec turnieju dla tego uczestnika")
    yes = sure.get_by_role("button", name="Tak: wykluczenie")
    expect(yes).to_be_disabled()
    sure.get_by_label("w partii 1 albo").check()
    sure.get_by_label("pozostali dokończą").check()
    yes.dblclick()
    expect(sure).to_have_count(0)
    told = day.ask(do="penalties")["penalties"]
    assert [one["excludes"] for one in told] == ["nothing", "tournament"], "once"
    status = day.ask(do="people")["people"][who - 1]["status"]
    assert status == "disqualified"
    expect(page.get_by_role("button", name="wykluczenie →")).to_have_count(0)


def test_a_table_of_three_is_worth_100_60_15(people: People):
    """szkoly2015 L107: the form knows who has left, says what the table is worth, and counts so."""
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    lost, *left = day.round()[0]
    day.ask(do="withdraw", entrant=lost, reason="choroba", game="without")
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/round")
    heading = page.get_by_role("heading", name="Stolik 1", exact=True)
    card = page.locator("li.card").filter(has=heading)
    card.get_by_role("button", name=re.compile("Partia 1 ")).click()
    form = page.get_by_role("form", name="Wynik: stolik 1, partia 1")
    expect(form.get_by_text("Grają 3 osoby: duże punkty 100 / 60 / 15.")).to_be_visible()
    rows = {
        n: form.get_by_role("group", name=f"{n} Zawodnik {n}", exact=True) for n in (lost, *left)
    }
    expect(rows[lost].get_by_label("nie gra")).to_be_checked()
    rows[left[0]].get_by_label("Bez kostek").check()
    for n, rack in ((left[1], "20"), (left[2], "30")):
        rows[n].get_by_label("Suma kostek").fill(rack)
    form.get_by_role("button", name="Zapisz wynik").click()
    expect(page.get_by_role("form", name="Wynik: stolik 1, partia 1")).to_have_count(0)
    told = day.ask(do="round", round=1)["tables"][0]["games"][0]["lines"]
    assert {line["entrant"]: line["big_points"] for line in told} == dict(
        zip(left, ("100", "60", "15"), strict=True)
    )


def test_who_left_after_game_two_is_part_of_both_though_nothing_is_typed(people: People):
    """The sheet is still at the table: the organiser says from which game on he is missing."""
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    lost = day.round()[0][0]
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/entries")
    page.get_by_role("button", name=f"Więcej: Zawodnik {lost}", exact=True).click()
    away = page.get_by_role("button", name="Wycofaj: choroba")
    expect(away).to_be_disabled()
    page.get_by_label("w partii 3 albo tuż przed nią").check()
    page.get_by_label("jeszcze się nie zaczęła").check()
    away.click()
    expect(away).to_have_count(0)
    games = day.ask(do="round", round=1)["tables"][0]["games"]
    assert [game.get("absent", []) for game in games] == [[], [], [lost]]
