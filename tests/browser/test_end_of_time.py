"""The end of time is asked about before it is called: a slip of the hand ends no round."""

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import People


def test_the_end_of_time_says_what_it_does_before_it_is_called(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.round()
    day.organiser.post(f"{day.here}/rounds/1/clock", {"minutes": 50})
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/control")
    page.get_by_role("button", name="Koniec czasu teraz").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Runda 1: 2 stoliki od razu zaczynają ostatnie ruchy")).to_be_visible()
    page.keyboard.press("Enter")  # twice by the same hand: nothing is done
    expect(page.get_by_text("od razu zaczynają ostatnie ruchy")).to_have_count(0)
    assert day.organiser.get(f"{day.here}/hall")["time_called"] is False
    page.get_by_role("button", name="Koniec czasu teraz").click()
    page.get_by_role("button", name="Tak: Koniec czasu teraz").dblclick()
    expect(page.get_by_text("Ostatnie ruchy").first).to_be_visible()
    assert day.organiser.get(f"{day.here}/hall")["time_called"] is True
