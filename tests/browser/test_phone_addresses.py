"""Links and codes that the desk shows lead a phone here, or the desk says that none can come."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from stolik.adapters.cli.server.addresses import lan_addresses
from tests.adapters.cli.test_serve import PASSWORD, link_in, started
from tests.adapters.web.day import Day
from tests.browser.people import LAPTOP, PHONE, People


@pytest.mark.skipif(not lan_addresses(), reason="this machine is in no network")
def test_a_phone_comes_by_the_link_of_a_desk_opened_on_the_laptop_itself(
    chrome: Browser, tmp_path: Path
):
    with started(tmp_path, "--lan") as told:
        url, token = link_in(told)
        organiser = httpx.Client(base_url=url, headers={"origin": url})
        filled = {"token": token, "name": "Organizator", "password": PASSWORD}
        organiser.post("/api/login/link", json=filled).raise_for_status()
        wanted = {"name": "Turniej", "format": "zimowy"}
        here = f"/tournament/{organiser.post('/api/tournaments', json=wanted).json()['id']}"
        organiser.post(f"/api{here.replace('t/', 'ts/')}", json={"do": "enter", "name": "Z 1"})
        desk = chrome.new_page(base_url=url, viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
        desk.goto("/enter")
        desk.get_by_label("Name", exact=True).or_(desk.get_by_label("Nazwa")).fill("Organizator")
        desk.locator("input[type=password]").fill(PASSWORD)
        desk.locator("form").last.locator("button").click()
        desk.wait_for_url(re.compile("/organise"))
        desk.goto(f"{here}/organise/passes")
        reached = re.compile(rf"^http://{re.escape(lan_addresses()[0])}:\d+")
        expect(desk.locator("summary strong", has_text=reached)).to_be_visible()
        desk.locator(".ways button.primary").first.click()
        link = desk.locator(".slips a").inner_text()
        assert reached.match(link), link
        # What a browser copies from it is what it reads.
        assert desk.locator(".slips a").evaluate("a => a.href") == link
        assert (
            desk.locator("a[href$='/phone-test']").first.evaluate("a => a.href") in desk.content()
        )
        phone = chrome.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
        phone.goto(link)
        phone.wait_for_url(lambda at: at.endswith(here))
        expect(phone.get_by_role("heading", name="Turniej").first).to_be_visible()
        organiser.close()
        phone.close()
        desk.close()


def test_without_a_network_the_desk_says_so_before_anything_is_printed(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    for room in ("papers", "passes", "settings"):
        page.goto(f"/tournament/{tournament}/organise/{room}")
        expect(page.get_by_text("Telefony nie dosięgną tego serwera")).to_be_visible()
        expect(page.get_by_text("stolik serve --lan")).to_be_visible()
    # The audience reads nothing of it.
    page.goto(f"/tournament/{tournament}/hall")
    expect(page.get_by_role("heading", name="Turniej na Twoim telefonie")).to_be_visible()
    expect(page.get_by_text("stolik serve")).to_have_count(0)
    expect(page.locator("figure img")).to_have_count(0)
