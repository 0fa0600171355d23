"""The end of a game is told to eyes and ears: why it ended, who won, how the points came about."""

from playwright.sync_api import expect

from stolik.rummikub.commands import CallTime
from tests.adapters.web.day import Day
from tests.browser.dealt import dealt_table, says
from tests.browser.people import People
from tests.browser.test_table_faults import all_at


def test_an_end_of_time_is_explained_announced_and_focused(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k10 k11 k12"})
    one, *_ = pages = all_at(people, day, table)
    says(one, "k10 k11 new")
    expect(one.locator("main > [aria-live]")).to_contain_text("za mało kostek")
    says(one, "k12 > 1")
    expect(one.locator("main > [aria-live]")).to_contain_text("33 punkty")
    says(one, "lay")
    one.set_viewport_size({"width": 390, "height": 844})
    host = people.server.run(people.server.node.live.rooms.host(table))
    people.server.run(host.room.do(CallTime(), by="test"))
    expect(one.get_by_text("Ostatni ruch każdego gracza: czas gry minął.")).to_be_visible()
    for _ in range(9):
        for page in pages:
            button = page.locator(".actions .primary")
            if page.locator(".stage.mine").count() and button.count():
                button.click()
                page.wait_for_timeout(300)
        if one.locator("#over").count():
            break
    card = one.locator("section[aria-labelledby=over]")
    expect(card).to_contain_text("Czas gry minął, a nikt nie wyłożył wszystkich kostek")
    expect(card).to_be_focused()
    card.get_by_role("button", name="Przeczytane").click()
    expect(card).to_have_count(0)
    expect(one.locator(".actions :focus")).to_have_count(1)
    expect(one.locator("main > [aria-live]")).to_contain_text("Twoje małe punkty")
