"""Learning Rummikub: the lesson on a phone, the rules sheet, hints, a clock of one's own."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import PHONE, People
from tests.tiers import first

MAIN = ".actions .primary"


def lesson(people: People) -> Page:
    page = people.somebody(PHONE, phone=True)
    page.goto("/")
    page.get_by_role("button", name="Pierwsza partia: lekcja").tap()
    page.get_by_role("button", name="Gotowy", exact=True).tap()
    return page


def drop_on(page: Page, tile: str, other: str) -> None:
    """A finger carries a tile onto the middle of another; what it carries is seen above it."""
    page.wait_for_timeout(400)  # until tiles have come to rest
    spots = []
    for name in (tile, other):
        box = page.get_by_role("button", name=re.compile(name)).bounding_box()
        assert box
        spots.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    finger = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = spots
    steps = [("touchStart", x, y), ("touchMove", x, y - 40), ("touchMove", to_x, to_y)]
    for kind, at_x, at_y in steps:
        points = [{"x": at_x, "y": at_y, "id": 1}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_timeout(100)  # a finger that rests is no swipe
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_lesson_to_its_end_on_a_phone(people: People):
    page = lesson(people)
    told = page.get_by_role("region", name="Lekcja")
    expect(told).to_contain_text("Krok 1 z 5")
    expect(page.get_by_role("timer")).to_have_count(0)
    # Another move than the one being learned is answered kindly: there is a way back and one on.
    for tile in ("3 niebieska", "4 niebieska", "5 niebieska"):
        page.get_by_role("button", name=re.compile(f"^{tile}, tabliczka")).tap()
        page.locator(".stage").tap(position={"x": 180, "y": 180})
    expect(page.locator(MAIN)).to_contain_text("Brakuje")  # tile, felt, tile, felt makes one meld
    page.locator(MAIN).tap()
    expect(told).to_contain_text("tylko 25 punktów")
    expect(page.get_by_role("alert")).to_have_count(0)
    told.get_by_role("button", name="Pokaż mi").tap()
    expect(page.locator(MAIN)).to_be_focused()
    page.locator(MAIN).tap()
    for step in range(2, 6):
        expect(told).to_contain_text(f"Krok {step} z 5")
        if step == 3:
            page.reload()  # the lesson knows where it was
            expect(told).to_contain_text(f"Krok {step} z 5")
        expect(page.locator(MAIN)).to_contain_text("Najpierw połóż")  # it leads nobody astray
        if step == 4:
            drop_on(page, "^5 czarna, tabliczka", "^5 czarna, układ")
        else:
            told.get_by_role("button", name="Pokaż mi").click()
        expect(page.locator(MAIN)).to_contain_text("Wyłóż")
        page.locator(MAIN).click()  # a tap right after a drag may be taken for the end of a swipe
    expect(told).to_contain_text("−200")
    expect(page.get_by_role("heading", name="Koniec gry")).to_be_visible()
    told.get_by_role("button", name="Zagraj z botami bez zegara").tap()
    page.get_by_role("button", name="Gotowy", exact=True).tap()
    expect(page.get_by_role("button", name="Podpowiedź")).to_be_enabled()
    expect(page.get_by_role("timer")).to_have_count(0)


def test_a_hint_first_in_words_then_as_tiles_and_the_rules_one_tap_away(people: People):
    page = people.somebody()
    page.goto("/")
    choice = page.get_by_role("region", name="Rummikub").locator("details")
    choice.get_by_text("Wybierz przeciwników i czas").click()
    choice.get_by_label("Przeciwnik 1").select_option("random")
    choice.get_by_label("Przeciwnik 2").select_option("")
    choice.get_by_label("Przeciwnik 3").select_option("")
    choice.get_by_label("Czas na ruch").select_option("0")
    choice.get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).click()
    hint = page.get_by_role("button", name="Podpowiedź")
    shown = page.get_by_role("button", name="Pokaż na stole")
    for _ in range(30):  # until there is something to lay
        expect(hint).to_be_enabled()
        hint.click()
        expect(page.locator(".place .strip").first).not_to_be_empty()
        if shown.is_visible():
            break
        bank = page.locator(".bank").inner_text()
        draw = page.get_by_role("button", name=re.compile("Dobierz|Wybierz stos|Pas"))
        chooses = "Wybierz" in draw.inner_text()
        draw.click()
        if chooses:
            page.get_by_role("button", name="Stos").first.click()
        expect(page.locator(".bank")).not_to_have_text(bank)
    shown.click()
    lay = page.get_by_role("button", name=re.compile("^Wyłóż"))
    expect(lay).to_be_visible()
    page.get_by_role("button", name="Cofnij").click()
    expect(page.get_by_role("button", name=re.compile("Dobierz"))).to_be_visible()
    page.get_by_role("button", name="Zasady tego stolika").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("bez zegara")
    rule = sheet.locator("details").filter(has_text="Pierwsze wyłożenie: co najmniej")
    source = rule.get_by_text("Źródło: mp2023")
    expect(source).to_be_hidden()
    sheet.get_by_text("Pierwsze wyłożenie: co najmniej 30 punktów").click()
    expect(source).to_be_visible()
    sheet.get_by_role("button", name="Zamknij").click()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("size", first((667, 375), (390, 844), (1366, 768)))
def test_how_a_bot_plays_is_read_whole(people: People, size: tuple[int, int]):
    page = people.somebody(size)
    page.goto("/")
    choice = page.get_by_role("region", name="Rummikub").locator("details")
    choice.get_by_text("Wybierz przeciwników i czas").click()
    first = choice.get_by_label("Przeciwnik 1")
    for bot, says in (("random", "gra na chybił trafił, dobry na początek"), ("greedy", "wykłada")):
        first.select_option(bot)
        expect(first).to_have_accessible_description(re.compile(says))
        told = choice.get_by_text(says).first
        expect(told).to_be_visible()
        assert told.evaluate("(p) => p.scrollWidth <= p.clientWidth + 1 || !p.clientWidth")
        name = first.locator("option:checked").inner_text()
        room = first.evaluate(
            """(select, text) => {
                const style = getComputedStyle(select);
                const pen = document.createElement("canvas").getContext("2d");
                pen.font = style.font;
                const inside = select.clientWidth - parseFloat(style.paddingLeft) * 2;
                return inside - pen.measureText(text).width;
            }""",
            name,
        )
        assert room > 16, f"{name} at {size}"  # and its arrow
