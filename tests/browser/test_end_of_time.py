"""The end of time is asked about first, and a slip is taken back, at once or later."""

import re

from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import People


def at_the_clock(people: People) -> tuple[Day, Page]:
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.round()
    day.organiser.post(f"{day.here}/rounds/1/clock", {"minutes": 50})
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/control")
    return day, page


def test_the_end_of_time_says_what_it_does_before_it_is_called(people: People):
    day, page = at_the_clock(people)
    page.get_by_role("button", name="Koniec czasu teraz").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Runda I: 2 stoliki od razu zaczynają ostatnie ruchy")).to_be_visible()
    page.keyboard.press("Enter")  # twice by the same hand: nothing is done, it is still asked
    yes = page.get_by_role("button", name="Tak: Koniec czasu teraz")
    expect(yes).to_be_enabled()
    assert day.organiser.get(f"{day.here}/hall")["time_called"] is False
    yes.dblclick()
    expect(page.get_by_text("Ostatnie ruchy").first).to_be_visible()
    for _ in range(100):  # the words may be there before the act is
        if day.organiser.get(f"{day.here}/hall")["time_called"]:
            break
        page.wait_for_timeout(50)
    assert day.organiser.get(f"{day.here}/hall")["time_called"] is True


def test_a_slip_is_taken_back_by_the_toast_and_the_round_goes_on(people: People):
    day, page = at_the_clock(people)
    page.get_by_role("button", name="Koniec czasu teraz").click()
    page.get_by_role("button", name="Tak: Koniec czasu teraz").click()
    expect(page.get_by_text("Ogłoszono koniec czasu: Runda I.")).to_be_visible()
    page.get_by_role("button", name="Cofnij", exact=True).dblclick()
    expect(page.get_by_text("Cofnięto.")).to_be_visible()
    hall = day.organiser.get(f"{day.here}/hall")
    assert (hall["time_called"], hall["running"]) == (False, True)
    assert hall["left_ms"] > 49 * 60_000


def test_later_it_is_taken_back_on_the_clock_s_page_and_in_history(people: People):
    day, page = at_the_clock(people)
    for where in ("control", "history"):
        day.organiser.post(f"{day.here}/rounds/1/call-time")
        page.goto(page.url.rpartition("/")[0] + "/" + where)
        back = "Cofnij koniec czasu" if where == "control" else "Cofnij: Koniec czasu: Runda I"
        page.get_by_role("button", name=back).click()
        if where == "history":
            assert day.organiser.get(f"{day.here}/hall")["time_called"] is True, "one tap is asked"
            page.get_by_role("button", name="Tak: Cofnij").click()
        expect(page.get_by_text("Cofnięto.")).to_be_visible()
        assert day.organiser.get(f"{day.here}/hall")["time_called"] is False
    expect(page.get_by_text("Cofnięto koniec czasu: Runda I")).to_have_count(2)
    expect(page.get_by_role("button", name="Cofnij: Koniec czasu")).to_have_count(0)


def test_an_exclusion_is_taken_back_in_history(people: People):
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    day.ask(do="check_in", entrant=3)
    day.ask(do="disqualify", entrant=3, reason="nie ten zawodnik")
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/history")
    page.get_by_role("button", name="Cofnij: Kara: Zawodnik 3").click()
    assert day.ask(do="overview")["entrants"][2]["status"] == "disqualified", "one tap is asked"
    page.get_by_label("Powód").fill("świadkowie się zgodzili")
    page.get_by_role("button", name="Tak: Cofnij").click()
    expect(page.get_by_text("Cofnięto.")).to_be_visible()
    line = day.ask(do="penalties")["penalties"][0]
    assert line["cancelled"] == "świadkowie się zgodzili", "the reason is the organiser's own"
    assert day.ask(do="overview")["entrants"][2]["status"] == "present"
    expect(page.get_by_role("button", name="Cofnij: Kara")).to_have_count(0)
    # A time of day stands beside everything, and nobody has to count hours since the beginning.
    expect(page.locator("ol time").first).to_have_text(re.compile(r"\d\d:\d\d:\d\d"))
