"""What an online table says and keeps: readiness, a page loaded again, why not, the end."""

import re

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.dealt import dealt_table, player_at, says
from tests.browser.people import People

# The starter can lay everything at once: the game ends with his first move.
RACKS = {0: "k1 k2 k3 k4 k5 k6 k7 r1 r2 r3 r4 r5 r6 r7"}


def test_a_turn_survives_a_reload_and_its_end_can_be_challenged(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, RACKS)
    seats = day.ask(do="round")["tables"][0]["seats"]
    one = player_at(people, day, table, seats[0]["entrant"])
    # Ready, and still a new deal can be asked for until everybody is; it says who is waited for.
    expect(one.get_by_text("uznamy za gotowych: Zawodnik")).to_be_visible()
    expect(one.get_by_role("button", name="nowe rozdanie")).to_be_visible()
    two, *_ = (player_at(people, day, table, seat["entrant"]) for seat in seats[1:])

    says(one, "k1 k2 k3 new")
    laid = re.compile("układ 1, pozycja")
    expect(two.get_by_role("button", name=laid)).to_have_count(3)
    one.reload()
    expect(one.get_by_role("button", name=laid)).to_have_count(3)
    expect(one.get_by_role("button", name=re.compile("tabliczka, pozycja"))).to_have_count(11)
    expect(one.get_by_role("button", name="Brakuje 24 punktów")).to_be_visible()
    says(one, "r1 r2 new", "lay")
    refused = one.get_by_role("alert").filter(has_text="To za mało kostek")
    expect(refused.locator("[aria-hidden=true]")).to_contain_text("1◆ 2◆")
    expect(refused.locator(".visually-hidden")).to_contain_text("1 czerwona, 2 czerwona")
    says(one, "hokus pokus")
    expect(one.get_by_role("alert").filter(has_text="hokus pokus")).to_be_visible()
    # Another language in the middle of a move: nothing is lost, and the server speaks it too.
    one.get_by_role("button", name="Więcej").click()
    one.get_by_role("button", name="English").click()
    one.get_by_label("Command").fill("lay")
    expect(one.get_by_text("The connection broke")).to_have_count(0)
    one.get_by_label("Command").press("Enter")
    expect(one.get_by_role("alert").filter(has_text="1◆ 2◆")).to_contain_text("Too few tiles")
    one.get_by_role("button", name="More").click()
    one.get_by_role("button", name="Polski").click()
    says(one, "reset", "k1 k2 k3 k4 k5 k6 k7 new", "r1 r2 r3 r4 r5 r6 r7 new", "lay")
    expect(two.get_by_role("heading", name="Koniec gry")).to_be_visible()
    card = two.locator("section[aria-labelledby=over]")
    card.get_by_role("button", name="Przeczytane").click()
    two.get_by_role("button", name="Spór o ostatni ruch").click()
    two.get_by_role("button", name="Zgłoś spór").click()
    expect(one.get_by_text("Spór: gra stoi")).to_be_visible()


def test_on_a_phone_a_tile_stays_under_the_finger_and_a_lost_line_is_told(people: People):
    page = people.somebody((390, 844))
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).click()
    page.locator(".stage.mine").wait_for()
    rack = page.get_by_role("button", name=re.compile("tabliczka, pozycja"))
    expect(rack).to_have_count(14)
    expect(page.get_by_role("button", name="Dobierz")).to_be_visible()
    page.wait_for_timeout(500)  # the deal has come to rest
    held, other = rack.first, rack.nth(13)
    before, place = other.bounding_box(), held.bounding_box()
    assert before
    assert place
    x, y = place["x"] + 10, place["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 60, steps=4)
    carried = held.bounding_box()
    assert carried
    assert abs(carried["x"] - place["x"] - 30) < 8, "the tile jumps away"
    assert other.bounding_box() == before, "the rack is laid anew"
    page.mouse.up()

    page.context.set_offline(True)
    expect(page.get_by_text("Przerwane połączenie")).to_be_visible(timeout=3000)
    page.context.set_offline(False)
    expect(page.get_by_text("Przerwane połączenie")).to_have_count(0)

    again = page.context.new_page()
    again.goto(page.url)
    expect(page.get_by_role("button", name="Gram tutaj")).to_be_visible()
    page.get_by_role("button", name="Gram tutaj").click()
    expect(again.get_by_role("button", name="Gram tutaj")).to_be_visible()
