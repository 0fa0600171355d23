"""Somebody leaves in the middle of a game: whatever the way, the table's game is asked about."""

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
    sure.get_by_label("pozostali dokończą").check()
    yes.dblclick()
    expect(sure).to_have_count(0)
    told = day.ask(do="penalties")["penalties"]
    assert [one["excludes"] for one in told] == ["nothing", "tournament"], "once"
    status = day.ask(do="people")["people"][who - 1]["status"]
    assert status == "disqualified"
    expect(page.get_by_role("button", name="wykluczenie →")).to_have_count(0)
