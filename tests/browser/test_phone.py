"""The phone test: a ready phone is told so, and of each fault what to do about it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import PATIENCE_MS, PHONE, People

FAULTS = {
    "socket": ("window.WebSocket = class { constructor() { setTimeout(() => this.onerror()) }"
               " close() {} }", "VPN"),
    "storage": ("Object.defineProperty(window, 'localStorage', {get() { throw new Error() }})",
                "zwykłym oknie"),
    "clock": ("const now = Date.now.bind(Date); Date.now = () => now() + 90_000",
              "automatyczną datę i godzinę: różni się od serwera o 90 s"),
}  # fmt: skip


def checked(people: People, spoil: str = "", size: tuple[int, int] = PHONE) -> Page:
    page = people.somebody(size, phone=True)
    if spoil:
        page.add_init_script(spoil)
    page.goto("/phone-test")
    expect(page.get_by_role("button", name="Sprawdź jeszcze raz")).to_be_enabled(
        timeout=PATIENCE_MS
    )
    return page


def test_a_ready_phone_has_nothing_to_do(people: People):
    page = checked(people)
    expect(page.get_by_role("status")).to_contain_text("✔ Ten telefon jest gotowy")
    assert page.locator("li").count() == page.locator("li", has_text="✔").count() == 5


@pytest.mark.parametrize("fault", FAULTS)
def test_one_line_says_what_to_do(people: People, fault: str):
    spoil, advice = FAULTS[fault]
    page = checked(people, spoil)
    expect(page.get_by_role("status")).to_contain_text(advice)
    assert page.locator("li", has_text="✘").count() == 1


def test_without_the_network_it_says_so(people: People):
    page = checked(people)
    page.context.set_offline(True)
    page.get_by_role("button", name="Sprawdź jeszcze raz").click()
    expect(page.get_by_role("status")).to_contain_text("Połącz telefon z siecią Wi-Fi")
    # The browser says so too, at times only after a while.
    page.close()
    assert all("ERR_INTERNET_DISCONNECTED" in said for said in people.complaints)
    people.complaints.clear()


def test_a_screen_too_narrow_is_told(people: People):
    page = checked(people, size=(300, 600))
    expect(page.get_by_role("status")).to_contain_text("300 pikseli")
