"""Coming in, letting others in and going out, as an organiser sees it; pictures on demand."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from stolik.app.access.invitations import set_up_link
from tests.adapters.web.node import PASSWORD
from tests.browser.people import LAPTOP, PHONE, People
from tests.tiers import first

_PICTURES = os.environ.get("STOLIK_PICTURES")


def picture(page: Page, name: str) -> None:
    if _PICTURES:
        page.screenshot(path=Path(_PICTURES) / f"{name}.png", full_page=True)


def test_a_weak_password_is_told_before_it_is_sent(people: People):
    token = people.server.run(set_up_link(people.server.node.access))
    page = people.somebody(PHONE, phone=True)
    page.goto(f"/enter#{token}")
    page.get_by_label("Nazwa").fill("Organizator")
    page.get_by_label("Hasło").fill("Polska1918!")
    expect(page.get_by_text("jest na każdej liście")).to_be_visible()
    picture(page, "weak-phone")
    page.get_by_label("Hasło").fill("organizator1")
    expect(page.get_by_text("prawie sama nazwa konta")).to_be_visible()
    page.get_by_role("button", name="Dalej").click()  # who sends it all the same is refused
    expect(page.get_by_role("alert")).to_contain_text("prawie sama nazwa konta")
    page.get_by_label("Hasło").fill(PASSWORD)
    expect(page.get_by_text("To hasło wystarczy.")).to_be_visible()
    picture(page, "good-phone")
    page.get_by_role("button", name="Dalej").click()
    page.wait_for_url(re.compile("/organise"))


@pytest.mark.parametrize("size", first(PHONE, LAPTOP))
def test_an_invitation_is_listed_and_taken_back(people: People, size: tuple[int, int]):
    page = people.organiser(size)
    origin = {"origin": people.server.url}
    wanted = {"name": "Turniej", "format": "zimowy"}
    made = page.request.post("/api/tournaments", data=wanted, headers=origin).json()
    page.goto(f"/tournament/{made['id']}/organise/settings")
    page.get_by_role("button", name="Zaproś współorganizatora").click()
    link = page.get_by_text("Odnośnik działa raz").locator("a").inner_text()
    expect(page.get_by_role("heading", name="Otwarte zaproszenia")).to_be_visible()
    expect(page.get_by_text("zaprasza: Organizator")).to_be_visible()
    picture(page, f"settings-{size[0]}")
    page.goto(f"/tournament/{made['id']}/organise/passes")
    page.get_by_label("Oznaczenie").fill("Sędzia 1")
    page.get_by_role("button", name="Utwórz PIN sędziego").click()
    expect(page.get_by_text(re.compile("wydane .* przez: Organizator"))).to_be_visible()
    picture(page, f"passes-{size[0]}")
    page.get_by_role("button", name="Cofnij zaproszenie").click()
    expect(page.get_by_role("heading", name="Otwarte zaproszenia")).to_be_hidden()
    guest = people.somebody()
    guest.goto(link)
    expect(guest.get_by_role("alert")).to_contain_text("nieważny")


def test_the_account_has_another_password_and_a_way_out(people: People):
    page = people.organiser()
    page.goto("/organise")
    page.get_by_text("Zmień hasło").first.click()
    page.get_by_label("Obecne hasło").fill(PASSWORD)
    page.get_by_label("Nowe hasło").fill("stolik-rummikub")
    expect(page.get_by_text("jest na każdej liście")).to_be_visible()
    page.get_by_label("Nowe hasło").fill("parapet gruszka 7 wiadro")
    expect(page.get_by_text("To hasło wystarczy.")).to_be_visible()
    picture(page, "account-laptop")
    page.get_by_role("button", name="Zmień hasło").click()
    expect(page.get_by_text("Hasło zmienione")).to_be_visible()
    page.get_by_role("button", name="Wyloguj", exact=True).click()
    page.wait_for_url(people.server.url + "/")
    assert page.request.get("/api/whoami").json()["role"] == "anonymous"
    # The browser is known by now, and what its cookie says is taken at the door alone.
    names = {cookie["name"]: cookie["path"] for cookie in page.context.cookies()}
    assert names == {"stolik-device": "/api/login"}
