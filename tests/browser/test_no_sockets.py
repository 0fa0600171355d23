"""A network that lets no socket through, as schools have them: everything goes on by polling."""

import re

from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import PHONE, People
from tests.browser.test_clock import at_the_clock, tap

ANY = re.compile(".*")


def without_sockets(page: Page) -> Page:
    page.route_web_socket(ANY, lambda socket: socket.close())
    page.reload()
    return page


def test_the_clock_and_the_public_page_go_on_without_sockets(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    seats = day.round()[0]
    one, other = (at_the_clock(people, day, n) for n in seats[:2])
    without_sockets(one).get_by_role("button", name="Gotowe").click()
    public = people.somebody(PHONE, phone=True)
    public.goto(f"/tournament/{day.here.rpartition('/')[2]}")
    without_sockets(public)

    one.get_by_role("button", name="Zacznij partię 1").click()
    expect(other.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[0]}")
    tap(other)
    expect(one.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[1]}")
    tap(one)
    expect(other.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[2]}")
    expect(one.get_by_role("status")).to_have_count(0)

    day.ask(**day.sheet(1, 1, 1, seats))
    public.get_by_role("button", name="Rundy").click()
    expect(public.locator(".tables")).to_contain_text(f"−{5 + seats[0]}")
    expect(public.get_by_role("status")).to_have_count(0)
