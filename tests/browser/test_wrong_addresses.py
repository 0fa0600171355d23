"""Addresses that lead nowhere, or to what is over, say so."""

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import PHONE, People


def test_no_such_tournament_and_one_that_is_not_for_everybody_read_alike(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.organiser.put(day.here, {"public": False})
    words = []
    for number in (day.here.rpartition("/")[2], "0123456789ab"):
        page = people.somebody(PHONE)
        for screen in ("", "/hall", "/organise"):
            page.goto(f"/tournament/{number}{screen}")
            said = page.get_by_text("Takiego turnieju tu nie ma albo nie jest dla wszystkich")
            expect(said).to_be_visible()
            words.append(page.locator("main").inner_text())
    assert words[:3] == words[3:]


def test_rules_nobody_knows_are_named(people: People):
    page = people.somebody()
    page.goto("/judge?profile=nieznany")
    expect(page.get_by_role("alert")).to_contain_text("Nie ma regulaminu „nieznany”")
    page.get_by_label("Regulamin").select_option(index=1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_old_paper_of_a_finished_tournament_promises_nothing(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    while day.ask(do="overview")["next"]["next"] not in ("finish", "nothing"):
        tables = day.round()
        number = day.ask(do="overview")["rounds"][-1]["round"]
        for table, seats in enumerate(tables, start=1):
            for game in day.ask(do="round", round=number)["tables"][table - 1]["games"]:
                day.ask(**day.sheet(number, table, game["game"], seats))
    day.settle()
    day.ask(do="finish")
    page = people.somebody(PHONE)
    for paper in ("?slip=1A", "?round=1&table=1"):
        page.goto(day.here.replace("/api/tournaments", "/tournament") + paper)
        expect(page.get_by_text("Ten turniej już się skończył")).to_be_visible()
        expect(page.get_by_text("zaloguj się kodem z identyfikatora")).to_have_count(0)
