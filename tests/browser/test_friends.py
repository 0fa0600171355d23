"""Friends at one table: by link and code, signs, a bot for who has gone, a rematch."""

import re

import pytest
from playwright.sync_api import Page, expect

from stolik.app.tables import company
from stolik.rummikub.commands import CallTime
from tests.browser.people import LAPTOP, PHONE, People


def opened(people: People) -> tuple[Page, str, str]:
    """A table of two on a phone, its link and its code."""
    page = people.somebody(PHONE, phone=True)
    page.goto("/")
    page.get_by_role("link", name="Otwórz stolik").click()
    page.get_by_label("Czas na ruch").select_option("0")
    page.get_by_role("button", name="Otwórz stolik").click()
    link = page.get_by_label("Link dla znajomych").input_value()
    code = page.locator(".code").inner_text()
    return page, link, code


def test_two_friends_play_and_give_each_other_signs(
    people: People, monkeypatch: pytest.MonkeyPatch
):
    host, link, code = opened(people)
    other = people.somebody(LAPTOP)
    other.goto(link)
    other.get_by_role("button", name="Siadam").first.click()
    for page in (host, other):
        page.get_by_role("button", name="Gotowy", exact=True).click()
    expect(host.get_by_text("Sowa").first).to_be_visible()
    other.get_by_role("button", name="Towarzystwo przy stoliku").click()
    other.get_by_role("button", name="Brawo!").click()
    expect(host.get_by_text("Sowa: Brawo!")).to_be_visible()
    # Whoever is muted is not heard.
    host.get_by_role("button", name="Towarzystwo przy stoliku").click()
    host.get_by_role("button", name="Wycisz").click()
    host.get_by_role("button", name="Towarzystwo przy stoliku").click()
    expect(host.get_by_text("Sowa: Brawo!")).to_have_count(0)
    expect(host.get_by_role("button", name="Podpowiedź")).to_have_count(0)
    third = people.somebody(LAPTOP)
    third.goto("/friends")
    third.get_by_label("Kod stolika").fill(code)
    third.get_by_role("button", name="Siadam").click()
    # Who finds no seat watches, and nobody's rack is shown to him.
    expect(third.get_by_text("Patrzysz na stolik znajomych")).to_be_visible()
    assert third.url == host.url
    # The other one goes home: his line may have blinked; then a bot plays for him, until he comes.
    at_home, where = other.context, other.url
    other.close()
    host.get_by_role("button", name="Towarzystwo przy stoliku").click()
    host.get_by_role("button", name="Niech gra za niego bot").click()
    expect(host.get_by_text(re.compile(r"zagrać za niego za \d+ sekund"))).to_be_visible()
    monkeypatch.setattr(company, "STAND_IN_AFTER_MS", 0)
    host.get_by_role("button", name="Niech gra za niego bot").click()
    expect(host.get_by_text(re.compile("Bot Prędki")).first).to_be_visible()
    at_home.new_page().goto(where)
    expect(host.get_by_text(re.compile("Bot Prędki"))).to_have_count(0)


def test_the_lobby_and_bots_on_free_seats(people: People):
    host = people.somebody(LAPTOP)
    host.goto("/friends")
    host.get_by_label("Ilu gra ludzi").select_option("3")
    host.get_by_label("Pokaż w poczekalni").check()
    host.get_by_role("button", name="Otwórz stolik").click()
    expect(host.get_by_label("Link dla znajomych")).to_be_visible()
    other = people.somebody(PHONE, phone=True)
    other.goto("/friends")
    other.get_by_role("listitem").get_by_role("button", name="Siadam").click()
    expect(other.get_by_text("Czekamy: wolne 1 miejsce").first).to_be_visible()
    host.get_by_role("button", name="Graj z botami na wolnych miejscach").click()
    for page in (host, other):
        page.get_by_role("button", name="Gotowy", exact=True).click()
    expect(host.get_by_text("Ryś").or_(host.get_by_text("Sowa")).first).to_be_visible()


def test_the_address_of_a_shut_table_takes_a_code(people: People):
    host = people.somebody(PHONE)
    host.goto("/friends")
    host.get_by_label("może patrzeć").uncheck()
    host.get_by_role("button", name="Otwórz stolik").click()
    code = host.locator(".code").inner_text()
    stranger = people.somebody(PHONE)
    stranger.goto(host.url)
    expect(stranger.get_by_text("widzą tylko osoby, które przy nim grają")).to_be_visible()
    expect(stranger.get_by_role("link", name="Strona główna")).to_be_visible()
    stranger.get_by_label("Kod albo link").fill(code)
    stranger.get_by_role("button", name="Wejdź").click()
    expect(stranger.get_by_role("button", name="Towarzystwo przy stoliku")).to_be_visible()


def test_who_resigns_leaves_a_bot_and_may_come_back(people: People):
    host, link, _ = opened(people)
    other = people.somebody(LAPTOP)
    other.goto(link)
    other.get_by_role("button", name="Siadam").first.click()
    for page in (host, other):
        page.get_by_role("button", name="Gotowy", exact=True).click()
    where = other.url
    other.get_by_role("button", name="Towarzystwo przy stoliku").click()
    other.get_by_role("button", name="Rezygnuję z gry").press("Enter")
    expect(other.get_by_role("alertdialog")).to_be_focused()
    expect(other.get_by_role("button", name="Gram dalej")).to_be_enabled()
    other.get_by_role("button", name="Gram dalej").press("Enter")
    expect(other.get_by_role("button", name="Rezygnuję z gry")).to_be_focused()
    other.get_by_role("button", name="Rezygnuję z gry").click()
    other.get_by_role("button", name="Rezygnuję", exact=True).click()
    other.wait_for_url(re.compile("/friends$"))
    expect(other.get_by_text("za Ciebie gra bot")).to_be_visible()
    expect(host.get_by_text(re.compile("rezygnuje. Dalej gra"))).to_be_visible()
    expect(host.get_by_text(re.compile("Bot Prędki")).first).to_be_visible()
    other.goto(where)
    expect(host.get_by_text(re.compile("Bot Prędki"))).to_have_count(0)


def test_a_rematch_is_asked_for_on_the_screen(people: People):
    host, link, _ = opened(people)
    other = people.somebody(LAPTOP)
    other.goto(link)
    other.get_by_role("button", name="Siadam").first.click()
    pages = (host, other)
    for page in pages:
        page.get_by_role("button", name="Gotowy", exact=True).click()
    expect(host.get_by_text("Sowa").first).to_be_visible()
    room = people.server.run(people.server.node.live.rooms.host(host.url.split("/")[-1])).room
    people.server.run(room.do(CallTime(), by="test"))
    rematch = [page.get_by_role("button", name="Rewanż", exact=True) for page in pages]
    while not rematch[0].count():
        for page in pages:
            if page.locator(".stage.mine").count():
                page.locator(".actions .primary").click()
                page.wait_for_timeout(300)
    for page, asks in zip(pages, rematch, strict=True):
        expect(asks).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Towarzystwo przy stoliku").click()
        expect(page.get_by_role("group", name="Towarzystwo przy stoliku")).to_be_in_viewport(
            ratio=1
        )
    rematch[0].click()
    expect(other.get_by_text(re.compile("czeka już przy nowym stoliku")).first).to_be_in_viewport()
    rematch[1].click()
    expect(other).to_have_url(host.url)
