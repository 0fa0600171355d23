"""A move made while the line is down: told as waiting, taken back, and the felt is locked."""

import pytest
from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.cutting import Cuttable
from tests.browser.dealt import dealt_table, says
from tests.browser.people import PHONE, People
from tests.browser.test_melds import ON_FELT, ON_RACK, melds
from tests.browser.test_table_faults import all_at
from tests.browser.test_table_hands import to_felt
from tests.browser.wojtek_table import begun, set_table

OPENS = {0: "k9 b9 r9 k10 b10 r10 k6 b2 o2 r4 o5 k1 b13 o12"}
WAITS = "Wyśle się, gdy wróci sieć"
CHECKS = "Sprawdzamy, czy dotarło"
UNSEND = "Cofnij wysłanie"


def mover(people: People) -> tuple[Page, Page]:
    """Who moves, with tiles for 57 points, and somebody who looks on."""
    day = Day(people.server, "zimowy", 4, confirmations=0)
    one, two, *_ = all_at(people, day, dealt_table(people, day, OPENS))
    expect(one.locator(".stage.mine")).to_be_visible()
    return one, two


def drafts(page: Page) -> None:
    says(page, "k9 b9 r9 new", "k10 b10 r10 new")
    expect(page.get_by_role("button", name="Wyłóż 57 punktów i zakończ")).to_be_visible()


def said_at_once(page: Page, button: str, words: str) -> None:
    """What is in the row a tenth of a second after the press."""
    found = page.evaluate(
        """async ([button, words]) => {
            const row = [...document.querySelectorAll(".actions button")];
            row.find((one) => one.innerText.includes(button)).click();
            await new Promise((go) => setTimeout(go, 100));
            return document.querySelector(".actions").innerText.includes(words);
        }""",
        [button, words],
    )
    assert found


def offline(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.get_by_text("Przerwane połączenie")).to_be_visible()


def online(page: Page) -> None:
    page.context.set_offline(False)
    expect(page.get_by_text("Przerwane połączenie")).to_have_count(0)


def test_a_lay_without_a_network_waits_and_undo_takes_it_back(people: People):
    one, two = mover(people)
    drafts(one)
    one.set_viewport_size({"width": 390, "height": 844})
    offline(one)
    said_at_once(one, "Wyłóż 57 punktów", WAITS)
    expect(one.locator("[aria-live]", has_text=WAITS)).to_have_count(1)
    # The felt is locked: nothing on it goes away.
    expect(one.locator(".stage.mine")).to_have_count(0)
    one.locator(".actions").get_by_role("button", name=UNSEND).first.click()
    expect(one.get_by_role("button", name="Wyłóż 57 punktów i zakończ")).to_be_visible()
    assert melds(one) == ["9 9 9", "10 10 10"]
    one.get_by_role("button", name="Cofnij", exact=True).click()
    online(one)
    one.wait_for_timeout(500)
    expect(one.locator(".stage.mine")).to_be_visible()
    assert melds(one) == melds(two) == ["9 9 9"]


def test_a_lay_that_waits_is_sent_when_the_network_is_back(people: People):
    one, two = mover(people)
    drafts(one)
    offline(one)
    said_at_once(one, "Wyłóż 57 punktów", WAITS)
    one.get_by_role("button", name=WAITS).click(force=True)  # says the same, and does nothing
    online(one)
    expect(two.locator(".stage.mine")).to_be_visible()
    expect(one.get_by_role("button", name=ON_RACK)).to_have_count(8)


def test_a_draw_without_a_network_waits_and_locks_the_felt(people: People):
    one, two = mover(people)
    offline(one)
    said_at_once(one, "Dobierz i zakończ", WAITS)
    to_felt(one, "6 czarna")
    expect(one.get_by_role("button", name=ON_FELT)).to_have_count(0)
    expect(one.get_by_role("button", name=WAITS)).to_be_visible()
    one.get_by_role("button", name=UNSEND).last.click()
    expect(one.get_by_role("button", name="Dobierz i zakończ")).to_be_focused()
    to_felt(one, "6 czarna")
    expect(one.get_by_role("button", name=ON_FELT)).to_have_count(1)
    online(one)
    one.wait_for_timeout(500)
    expect(one.get_by_role("button", name=ON_FELT)).to_have_count(1)
    expect(one.get_by_role("button", name=ON_RACK)).to_have_count(13)
    expect(two.locator(".stage.mine")).to_have_count(0)


@pytest.mark.parametrize("waiting", [True, False])
def test_an_old_device_does_not_take_the_seat_back_by_itself(people: People, waiting: bool):
    one, _ = mover(people)
    offline(one)
    if waiting:
        said_at_once(one, "Dobierz i zakończ", WAITS)
    new = people.somebody()
    new.context.add_cookies(one.context.cookies())
    new.goto(one.url)
    drafts(new)
    online(one)
    expect(one.get_by_role("button", name="Gram tutaj")).to_be_visible()
    one.wait_for_timeout(500)
    expect(new.locator(".stage.mine")).to_be_visible()
    assert melds(new) == ["9 9 9", "10 10 10"]
    one.get_by_role("button", name="Gram tutaj").click()
    expect(new.get_by_role("button", name="Gram tutaj")).to_be_visible()
    expect(one.get_by_role("button", name="Wyłóż 57 punktów i zakończ")).to_be_visible()


def test_what_nobody_can_check_is_not_sent_after_the_server_was_killed(people: People):
    one, _ = mover(people)
    line = Cuttable(one)
    expect(one.locator(".stage.mine")).to_be_visible()
    line.breaks()
    expect(one.get_by_text("Przerwane połączenie")).to_be_visible()
    says(one, "k9 b9 r9 new", "k10 b10 r10 new")
    unjudged = one.get_by_role("button", name="Brak sieci: ruch sprawdzimy po połączeniu")
    expect(unjudged).to_have_attribute("aria-disabled", "true")
    unjudged.click(force=True)
    says(one, "lay")
    expect(one.locator(".opening")).to_contain_text("… / 30")
    line.mends()
    expect(one.get_by_role("button", name="Wyłóż 57 punktów i zakończ")).to_be_visible()
    one.wait_for_timeout(300)
    expect(one.locator(".stage.mine")).to_be_visible()


@pytest.mark.parametrize("arrived", [True, False])
def test_whether_a_move_arrived_is_settled_before_anything_else(people: People, arrived: bool):
    one, two = mover(people)
    line = Cuttable(one)
    drafts(one)
    if arrived:
        line.deaf = True
    else:
        line.swallows = True
    one.get_by_role("button", name="Wyłóż 57 punktów").click()
    one.wait_for_timeout(300)
    line.breaks()
    expect(one.get_by_role("button", name=CHECKS)).to_be_visible()
    one.get_by_role("button", name=UNSEND).last.click()
    expect(one.get_by_role("button", name="Cofnięte. Sprawdzamy")).to_be_visible()
    line.mends()
    if arrived:
        expect(one.get_by_text("Ruch dotarł, zanim został cofnięty")).to_be_visible()
        expect(two.locator(".stage.mine")).to_be_visible()
    else:
        expect(one.get_by_role("button", name="Wyłóż 57 punktów i zakończ")).to_be_visible()
        expect(two.locator(".stage.mine")).to_have_count(0)


def test_at_the_table_of_the_bear_a_move_waits_as_well(people: People):
    organiser = people.server.first_organiser()
    here, table, seats = set_table(organiser, 4)
    begun(people.server, table, 0)
    state = people.server.run(people.server.node.live.rooms.host(table)).room.table.state
    wanted = {"passes": [{"role": "player", "entrant": seats[state.turn]}]}
    (told,) = organiser.post(f"/api/tournaments/{here}/passes", wanted)
    page = people.follow(told["link"], PHONE)
    page.goto(f"/table/{table}")
    way = page.locator(".actions button").first
    expect(way).to_be_visible()
    ways = page.locator(".actions button").count()
    offline(page)
    way.click()
    expect(page.get_by_role("button", name=WAITS)).to_be_visible()
    expect(page.locator("[aria-live]", has_text=WAITS)).to_have_count(1)
    page.get_by_role("button", name=UNSEND).click()
    expect(page.locator(".actions button")).to_have_count(ways)
    online(page)
    page.wait_for_timeout(300)
    expect(page.locator(".actions button")).to_have_count(ways)
