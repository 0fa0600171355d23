"""Faults that people met at the online table, each as they met it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.dealt import dealt_table, player_at, rests, says, time_runs_out
from tests.browser.people import People
from tests.browser.test_melds import HIDDEN, ON_FELT
from tests.tiers import first

# The starter can lay everything at once: the game ends with his first move.
GOES_OUT = {0: "k1 k2 k3 k4 k5 k6 k7 r1 r2 r3 r4 r5 r6 r7"}
# The last one is a laptop of 1366×768 whose letters are twice as large.
LOW = ((667, 375), (568, 320), (740, 360), (683, 384))
UNDER = """(button) => {
    const box = button.getBoundingClientRect();
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return button.contains(at);
}"""


def all_at(people: People, day: Day, table: str) -> list[Page]:
    """Everybody's page, in the order of the seats."""
    seats = day.ask(do="round")["tables"][0]["seats"]
    return [player_at(people, day, table, seat["entrant"]) for seat in seats]


def test_where_no_referee_can_come_no_dispute_is_offered(people: People):
    page = people.somebody()
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).click()
    page.get_by_role("button", name="Dobierz").click()
    expect(page.get_by_text(re.compile(r"^Bot .* (dobiera|wykłada)")).first).to_be_visible()
    expect(page.locator(".stage.mine")).to_be_visible()
    expect(page.get_by_role("button", name="Spór o ostatni ruch")).to_have_count(0)


def test_a_low_screen_shows_every_tile_and_the_button_under_the_result(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    one, *_ = all_at(people, day, dealt_table(people, day, GOES_OUT))
    says(one, "k1 k2 k3 k4 k5 k6 k7 new")
    expect(one.get_by_role("button", name=ON_FELT)).to_have_count(7)
    while (read := one.get_by_role("button", name="Przeczytane")).count():
        read.first.click()  # that passes were made
    for width, height in LOW:
        one.set_viewport_size({"width": width, "height": height})
        rests(one)
        assert one.evaluate(HIDDEN) == [], f"{width}×{height}"
        for seat in one.locator("ol.seats li:visible").all():
            name = seat.locator("strong").bounding_box()
            assert name, "a seat without a name"
            assert name["width"] > 20, "a seat without a name"
    one.set_viewport_size({"width": 1366, "height": 768})
    says(one, "r1 r2 r3 r4 r5 r6 r7 new", "lay")
    expect(one.get_by_role("heading", name="Koniec gry")).to_be_visible()
    confirms = one.get_by_role("button", name="Potwierdzam wynik")
    for width, height in LOW:
        one.set_viewport_size({"width": width, "height": height})
        assert confirms.evaluate(UNDER), f"{width}×{height}"
    one.get_by_role("button", name="Przeczytane").first.click()
    expect(one.get_by_role("heading", name="Koniec gry")).to_have_count(0)


def test_of_two_equal_melds_the_new_one_is_marked(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k10 k11 k12", 1: "k10 k11 k12"})
    one, two, *_ = all_at(people, day, table)
    says(one, "k10 k11 k12 new", "lay")
    says(two, "k10 k11 k12 new")
    expect(two.locator(".tray.drafted")).to_have_count(1)
    expect(two.get_by_text("33 ✓")).to_be_visible()
    expect(one.locator(".tray.drafted")).to_have_count(1)
    says(two, "lay")
    for again in (False, True):
        if again:
            one.reload()
        expect(one.locator(".tile.fresh")).to_have_count(3)
        for i in range(3):
            fresh = one.locator(".tile.fresh").nth(i)
            expect(fresh).to_have_attribute("aria-label", re.compile("układ 2,"))
    # And who comes again reads what happened.
    expect(one.get_by_text("wykłada 3 kostki, 33 punkty")).to_be_visible()


def test_who_is_waited_for_is_named_and_how_long(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, GOES_OUT)
    seats = day.ask(do="round")["tables"][0]["seats"]
    one = player_at(people, day, table, seats[0]["entrant"])
    waits = one.locator(".waits")
    expect(waits).to_contain_text(
        re.compile(r"Za (1 minutę i )?\d+ sekund(ę|y)? uznamy za gotowych: Zawodnik")
    )
    one, *_ = [one, *(player_at(people, day, table, seat["entrant"]) for seat in seats[1:])]
    says(one, "k1 k2 k3 k4 k5 k6 k7 new", "r1 r2 r3 r4 r5 r6 r7 new", "lay")
    expect(waits).to_contain_text(
        re.compile(r"Za (1 minutę i )?\d+ sekund(ę|y)? wynik zatwierdzi się sam")
    )
    one.get_by_role("button", name="Potwierdzam wynik").click()
    expect(waits).to_contain_text(
        re.compile(r"Za .*sekund.* wynik zatwierdzi się sam za: Zawodnik")
    )


def test_a_closed_second_tab_gives_the_seat_back(people: People):
    page = people.somebody()
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).wait_for()
    second = page.context.new_page()
    second.goto(page.url)
    second.get_by_role("button", name="Gotowy", exact=True).wait_for()
    expect(page.get_by_role("button", name="Gram tutaj")).to_be_visible()
    second.close(run_before_unload=True)
    page.get_by_role("button", name="Gotowy", exact=True).click()
    expect(page.locator(".stage.mine")).to_be_visible()


@pytest.mark.parametrize("tool", first("/solve", "", "/opening", "/melds"))
def test_the_judges_keys_stay_under_the_finger_on_a_phone(people: People, tool: str):
    page = people.somebody((390, 844), phone=True)
    page.goto(f"/judge{tool}")
    key = page.get_by_role("button", name="10 czarna", exact=True)
    key.wait_for()
    page.wait_for_timeout(300)
    place = "key => key.getBoundingClientRect().top + scrollY"
    before = key.evaluate(place)
    for number in (*range(1, 14), *range(1, 14)):
        page.get_by_role("button", name=f"{number} czarna", exact=True).tap()
    page.wait_for_timeout(500)  # the answer has come
    assert key.evaluate(place) == before


@pytest.mark.parametrize("size", first((667, 375), (390, 844), (1366, 768)))
def test_a_meld_that_lies_stays_while_a_run_grows_beside_it(people: People, size: tuple[int, int]):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    racks = {0: "k10 k11 k12", 1: "r4 r5 r6 r7 r8 r9 r10"}
    one, two, *_ = all_at(people, day, dealt_table(people, day, racks))
    says(one, "k10 k11 k12 new", "lay")
    two.set_viewport_size({"width": size[0], "height": size[1]})
    expect(two.locator(".stage.mine")).to_be_visible()
    rests(two)
    racked = two.get_by_role("button", name=re.compile("^4 czerwona, tabliczka"))
    racked.click()
    racked.press("n")
    rests(two)
    lying = two.get_by_role("button", name=re.compile("^10 czarna, układ"))
    before = lying.bounding_box()
    for number in range(5, 11):
        two.get_by_role("button", name=re.compile(f"^{number} czerwona, tabliczka")).click()
        two.get_by_role("button", name=re.compile("^4 czerwona, układ")).click()
        expect(two.get_by_role("button", name=ON_FELT)).to_have_count(number)
        rests(two)
        assert lying.bounding_box() == before, f"{size} with {number}"


def test_a_question_about_the_referee_leaves_the_clock_in_sight(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    one, *_ = all_at(people, day, dealt_table(people, day, GOES_OUT))
    one.set_viewport_size({"width": 390, "height": 844})
    one.get_by_role("button", name="Wezwij sędziego").click()
    question = one.locator(".said.told")
    expect(question).to_be_visible()
    clock, said = one.locator(".clock").first.bounding_box(), question.bounding_box()
    assert clock
    assert said
    assert said["y"] >= clock["y"] + clock["height"]


def test_a_hint_on_a_low_screen_is_one_row(people: People):
    page = people.somebody((667, 375))
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).click()
    page.locator(".stage.mine").wait_for()
    page.get_by_role("button", name="Podpowiedź").click()
    said = page.locator(".place .strip", has=page.get_by_role("button", name="Przeczytane"))
    expect(said.first).to_be_visible()
    box = said.first.bounding_box()
    assert box
    assert box["height"] <= 48


def test_ears_are_told_colours_and_who_starts(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "o9 b9 k10 k11 k12"})
    one, two, *_ = all_at(people, day, table)
    expect(two.locator("main > [aria-live]")).to_contain_text("Początek gry. Ruch:")
    says(one, "o9 b9 new")
    expect(two.get_by_role("button", name=ON_FELT)).to_have_count(2)
    time_runs_out(people, table, 120)
    told = two.locator(".place .strip", has_text="Wracają na tabliczkę")
    expect(told.locator(".visually-hidden")).to_contain_text(
        re.compile("9 pomarańczowa, 9 niebieska|9 niebieska, 9 pomarańczowa")
    )
    expect(told.locator("[aria-hidden]")).to_contain_text(re.compile("9▲ 9■|9■ 9▲"))
    expect(two.locator("main > [aria-live]")).to_contain_text("Twój ruch")
    expect(two.locator("main > [aria-live]")).to_contain_text("Początek gry")


@pytest.mark.parametrize("mark", first(20, 10))
def test_the_clock_is_spoken_once_at_each_mark(people: People, mark: int):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k10 k11 k12"})
    one, two, *_ = all_at(people, day, table)
    whole = int(one.locator(".clock > span").inner_text())
    time_runs_out(people, table, whole - mark - 6)
    for page in (one, two):
        page.reload()
    for page in (one, two):
        spoken = page.locator("main > [aria-live]")
        expect(spoken).to_contain_text(f"Zegar ruchu: {mark} sekund")
    for page in (one, two):
        expect(page.locator(".clock > span")).to_have_text(re.compile(f"^({mark - 2}|{mark - 3})$"))
        spoken = page.locator("main > [aria-live]")
        assert spoken.inner_text().count("Zegar ruchu") == 1, spoken.inner_text()


@pytest.mark.parametrize("hand", ["keys", "finger"])
def test_a_time_out_lets_go_of_what_was_held(people: People, hand: str):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k10 k11 k12 r1"})
    one, *_ = all_at(people, day, table)
    expect(one.locator(".stage.mine")).to_be_visible()
    rests(one)
    held = one.get_by_role("button", name=re.compile("^11 czarna, tabliczka")).first
    if hand == "keys":
        held.focus()
        one.keyboard.press("Enter")
        expect(one.locator(".tile.selected")).to_have_count(1)
    else:
        box = held.bounding_box()
        assert box
        one.mouse.move(box["x"] + 12, box["y"] + 12)
        one.mouse.down()
        one.mouse.move(600, 300, steps=4)
        expect(one.locator(".tile.lifted")).to_have_count(1)
    time_runs_out(people, table, 120)
    expect(one.locator(".stage.mine")).to_have_count(0)
    expect(one.locator(".tile.selected, .tile.lifted")).to_have_count(0)
    one.mouse.up()
    expect(one.get_by_role("button", name=ON_FELT)).to_have_count(0)
