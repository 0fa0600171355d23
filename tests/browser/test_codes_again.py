"""Codes for players: leaving the page loses none, and lost cards are made anew, one or all."""

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import People


def test_codes_outlive_the_room_and_are_made_anew_for_all(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/passes")
    page.locator(".ways button.primary").first.click()
    codes = page.locator(".slips code")
    expect(codes).to_have_count(4)
    told = codes.all_inner_texts()
    page.get_by_role("link", name="Zgłoszenia").click()
    page.get_by_role("link", name="Wejścia i kody").click()
    assert codes.all_inner_texts() == told
    page.reload()
    expect(codes).to_have_count(4)
    page.get_by_role("button", name="Wymień kody wszystkich (4)").click()
    page.get_by_role("button", name="Tak: Wymień kody wszystkich (4)").click()
    expect(codes.filter(has_text=told[0])).to_have_count(0)
    expect(codes.filter(has_text=told[3])).to_have_count(0)
    expect(codes).to_have_count(4)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Drukuj").first.click()
    assert saved.value.suggested_filename.endswith(".pdf")
    page.get_by_role("button", name="Schowaj kody").click()
    expect(codes).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Wejścia i kody")).to_be_visible()
    expect(codes).to_have_count(0)
