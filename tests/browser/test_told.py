"""What an online table says has a place of its own: it covers nothing and moves nothing."""

import re

import pytest
from playwright.sync_api import Page, expect

from stolik.judging import Pause
from stolik.rummikub.commands import CallTime, VoidTurn, Warn
from stolik.seats import Seat
from tests.adapters.web.day import Day
from tests.browser.crowded import crowded_table
from tests.browser.dealt import dealt_table, passes, player_at, rests, says, time_runs_out
from tests.browser.people import People
from tests.browser.test_melds import HIDDEN
from tests.browser.test_table_faults import UNDER
from tests.tiers import first

SIZES = ((390, 844), (667, 375), (1000, 700), (1366, 768), (1920, 1080))
# A phone of 390×844 whose letters are twice as large.
ZOOMED = (195, 422)
# Who sits there and what can be pressed, unless it lies under nothing.
COVERED = """() => [...document.querySelectorAll("ol.seats li, .top button, .actions button")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 2)
    .filter((one) => {
        const box = one.getBoundingClientRect();
        const said = document.querySelector(".place .said").getBoundingClientRect();
        return box.left < said.right && said.left < box.right
            && box.top < said.bottom && said.top < box.bottom && said.height > 0;
    }).map((one) => one.textContent.trim())"""

# Lines of the log that are seen in part.
CUT_LINES = """() => [...document.querySelectorAll(".story li")].filter((one) => {
    const box = one.getBoundingClientRect();
    const seen = one.closest(".story").getBoundingClientRect();
    const apart = box.left >= seen.right || box.bottom <= seen.top || box.top >= seen.bottom;
    return !apart && (box.top < seen.top - 1 || box.bottom > seen.bottom + 1);
}).map((one) => one.textContent)"""


def who_was_told(people: People, day: Day, table: str, size: tuple[int, int]) -> Page:
    """The page of seat 0, which has just been told that a pass to it was made."""
    entrant = day.ask(do="round")["tables"][0]["seats"][0]["entrant"]
    wanted = {"passes": [{"role": "player", "entrant": entrant}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    page = people.follow(told["link"], size)
    page.goto(f"/table/{table}")
    expect(page.get_by_text("nowe wejście na twoje miejsce")).to_be_attached()
    return page


def test_a_notice_covers_nothing_and_moves_nothing_at_any_size(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = crowded_table(people, day)
    page = who_was_told(people, day, table, SIZES[0])
    stood = {}
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        rests(page)
        assert page.evaluate(HIDDEN) == [], size
        assert page.evaluate(COVERED) == [], size
        stood[size] = page.locator(".stage").bounding_box()
    page.get_by_role("button", name="Przeczytane").click()
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        rests(page)
        assert page.locator(".stage").bounding_box() == stood[size], size


def test_a_phone_zoomed_twice_reaches_everything(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = crowded_table(people, day)
    page = who_was_told(people, day, table, ZOOMED)
    rests(page)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(COVERED) == []
    for button in page.locator(
        ".actions button:visible, .top button:visible, .place button:visible"
    ).all():
        button.scroll_into_view_if_needed()
        assert button.evaluate(UNDER), button.evaluate("one => one.outerHTML")
    page.get_by_role("button", name="Pokaż całość").click()
    expect(page.get_by_text("nowe wejście na twoje miejsce")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Zwiń").click()
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name="Ułóż tabliczkę seriami").click()
    for last in ("Klawisze i gesty", "Co się działo"):
        page.get_by_role("button", name="Więcej").click()
        page.get_by_role("button", name=re.compile(last)).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")


@pytest.mark.parametrize("size", first((390, 844), (1366, 768)))
def test_a_refusal_stands_where_the_table_speaks(people: People, size: tuple[int, int]):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k1 k2 k3"})
    seats = day.ask(do="round")["tables"][0]["seats"]
    one, *_ = [player_at(people, day, table, seat["entrant"]) for seat in seats]
    says(one, "k1 k2 k3 new")
    one.set_viewport_size({"width": size[0], "height": size[1]})
    rests(one)
    one.locator(".actions .primary").click()
    expect(one.get_by_role("alert")).to_contain_text("Wyłożenie jest warte 6")
    rests(one)
    assert one.evaluate(HIDDEN) == []
    assert one.evaluate(COVERED) == []
    one.get_by_role("alert").get_by_role("button").click()
    # What the referee has ruled is said before that he has stopped the game.
    host = people.server.run(people.server.node.live.rooms.host(table))
    people.server.run(host.room.do(Pause("sprawdzam"), by="referee"))
    said = one.locator(".place > .said .strip").first
    expect(said).to_contain_text("Sędzia zatrzymał grę")
    people.server.run(host.room.do(VoidTurn("kostka spadła"), by="referee"))
    expect(said).to_contain_text("ruch unieważniony (kostka spadła)")


def at_the_last_moves(people: People) -> list[Page]:
    """Four players whose time is called after a warning; seat 3 was too late, seat 0 is to move."""
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k1 k2 k3"})
    seats = day.ask(do="round")["tables"][0]["seats"]
    pages = [player_at(people, day, table, seat["entrant"]) for seat in seats]
    host = people.server.run(people.server.node.live.rooms.host(table))
    for page in pages[:3]:
        expect(page.locator(".stage.mine")).to_be_visible()
        passes(page)
    expect(pages[3].locator(".stage.mine")).to_be_visible()
    for reason in ("gra przed czasem", "rozmowa o tym, co kto ma na tabliczce"):
        people.server.run(host.room.do(Warn(Seat(1), reason), by="referee"))
    people.server.run(host.room.do(CallTime(), by="referee"))
    time_runs_out(people, table, 90)
    expect(pages[0].locator(".stage.mine")).to_be_visible()
    return pages


def test_the_last_round_is_said_before_anything_older(people: People):
    one, *_ = at_the_last_moves(people)
    one.set_viewport_size({"width": 390, "height": 844})
    rests(one)
    expect(one.locator(".said .strip").first).to_contain_text("Ostatni ruch każdego gracza")
    expect(one.locator(".actions .primary")).to_contain_text("Ostatni ruch")
    rulings = one.locator(".place > .said li")
    expect(rulings.first).to_contain_text("rozmowa o tym")
    one.get_by_role("button", name="Pokaż całość").click()
    said = one.locator(".place > .said").bounding_box()
    assert said
    assert said["height"] <= 844 / 3
    for line in one.locator(".said .strip > :is(span, ul):first-child").all():
        assert (line.bounding_box() or {})["width"] >= 300


@pytest.mark.parametrize("size", first((1280, 640), (1366, 768)))
def test_nothing_in_the_column_beside_the_felt_is_cut(people: People, size: tuple[int, int]):
    one, *_ = at_the_last_moves(people)
    one.set_viewport_size({"width": size[0], "height": size[1]})
    one.get_by_role("button", name="Spór o ostatni ruch").click()
    rests(one)
    for button in one.locator(".place .said button").all():
        button.scroll_into_view_if_needed()
        assert button.evaluate(UNDER), button.evaluate("one => one.outerHTML")
    assert one.evaluate(CUT_LINES) == []


# Words of the action row or the head that do not fit where they stand.
CUT_WORDS = """() => [...document.querySelectorAll(".actions button, .actions p, .facts > *")]
    .filter((one) => one.checkVisibility())
    .filter((one) => one.scrollHeight > one.clientHeight + 1
        || one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().top < 2)
    .map((one) => one.textContent.trim())"""


def test_a_phone_held_sideways_cuts_no_answer_and_the_keyboard_stays(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k10 k11 k12 k13 b10 b11 b12"})
    seats = day.ask(do="round")["tables"][0]["seats"]
    one = who_was_told(people, day, table, (667, 375))
    rests(one)
    assert one.evaluate(CUT_WORDS) == []
    one.get_by_role("button", name="Gotowy", exact=True).press("Enter")
    one.keyboard.press("Enter")  # the same hand
    expect(one.locator(".stage :focus")).to_be_visible()
    expect(one.locator(".stage [aria-pressed=true]")).to_have_count(0)
    for seat in seats[1:]:
        player_at(people, day, table, seat["entrant"])
    one.set_viewport_size({"width": 1366, "height": 768})
    says(one, "k10 k11 k12 k13 new")
    for size in ((667, 375), ZOOMED):
        one.set_viewport_size({"width": size[0], "height": size[1]})
        rests(one)
        assert one.evaluate(CUT_WORDS) == [], size
