"""Miś Wojtek as a child meets it: the lesson on a phone, letters that can be read, the map."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import People

PHONE, LAPTOP = (390, 844), (1366, 768)
SMALLEST = 12

# Every letter that is drawn, as large as it is drawn: a map is drawn smaller than it is written.
_SIZES = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const words = walk.currentNode.textContent.trim();
    if (!words || element.closest('.visually-hidden, style, script, title')) continue;
    const box = element.getBoundingClientRect();
    if (!element.getClientRects().length || box.width <= 1) continue;
    const drawn = element.getScreenCTM ? element.getScreenCTM().a : 1;
    found.push([parseFloat(getComputedStyle(element).fontSize) * drawn, words]);
  }
  return found;
}"""


def small_letters(page: Page) -> list[Any]:
    """What is drawn smaller than anybody should have to read."""
    found = page.evaluate(_SIZES)
    assert len(found) > 30
    return [(size, words) for size, words in found if size < SMALLEST - 0.01]


def lesson(people: People, size: tuple[int, int]) -> Page:
    page = people.somebody(size, phone=size == PHONE)
    page.goto("/")
    page.get_by_role("button", name="lekcja w 3 minuty").click()
    expect(page.get_by_text("Krok 1 z 6")).to_be_visible()
    return page


def press(page: Page, *colours: str) -> None:
    hand = page.get_by_role("group", name="Twoje karty podróży")
    for colour in colours:
        card = hand.get_by_role("button", name=colour, disabled=False, pressed=False).first
        card.click()


def test_the_lesson_to_its_end_on_a_phone(people: People):
    page = lesson(people, PHONE)
    step = page.get_by_role("region", name="Lekcja gry")
    hand = page.get_by_role("group", name="Twoje karty podróży")
    expect(hand.get_by_role("button", disabled=False)).to_have_count(2)
    press(page, "czerwony", "żółty")
    page.get_by_role("button", name="Wymień 2 karty").click()
    expect(step).to_contain_text("Krok 2 z 6")
    page.wait_for_timeout(900)  # the map has come to rest
    assert not small_letters(page)
    press(page, "pomarańczowy")
    page.get_by_role("button", name="Idź na pole 3. Tatiszczewo").click()
    expect(step).to_contain_text("Krok 3 z 6")
    expect(page.get_by_text("Moja kolekcja: 2 z 6")).to_be_visible()
    press(page, "tęczowa")
    page.get_by_role("button", name="Idź na pole 6. Jangi-Jul").click()
    expect(step).to_contain_text("Krok 4 z 6")
    press(page, "różowy")
    page.locator(".actions button").filter(has_text="Teheran").click()
    expect(step).to_contain_text("Krok 5 z 6")
    expect(page.get_by_text("Moja kolekcja: 4 z 6")).to_be_visible()
    press(page, "fioletowy", "fioletowy", "fioletowy")
    page.get_by_role("group", name="Wystawka kart misia").get_by_role("button").click()
    page.get_by_role("button", name="Wymień kartę z wystawki").click()
    expect(step).to_contain_text("Idź na niebieskie pole")
    page.locator(".actions button").filter(has_text="Kizil-Ribat").click()
    expect(step).to_contain_text("Krok 6 z 6")
    press(page, "zielony")
    page.locator(".actions button").filter(has_text="Bagdad").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("komplet")
    page.get_by_role("button", name="Nie, wracam").click()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    page.locator(".actions button").filter(has_text="Bagdad").click()
    page.get_by_role("button", name="Tak, kończę grę").click()
    expect(step).to_contain_text("Umiesz grać")
    expect(page.get_by_role("region", name="Wynik gry")).to_be_visible()
    assert not small_letters(page)
    page.get_by_role("link", name="Zasady").last.click()
    expect(page.get_by_role("heading", name="Zasady gry Miś Wojtek")).to_be_visible()


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_no_letter_is_too_small_to_read_and_nothing_jumps(people: People, size: tuple[int, int]):
    page = people.somebody(size)
    page.goto("/")
    page.get_by_role("region", name="Miś Wojtek").get_by_label("Przeciwnicy").select_option("4")
    page.get_by_role("button", name="Miś Wojtek z botami").click()
    ways = page.locator(".actions button:not([disabled])")
    ways.first.wait_for()
    if page.get_by_text("wybierz pole startowe").is_visible():
        ways.first.click()
    hand = page.get_by_role("group", name="Twoje karty podróży").get_by_role("button")
    expect(hand.and_(page.locator(":not([disabled])"))).to_have_count(5)
    expect(page.locator("svg .bear")).to_have_count(5)  # five at the table
    page.wait_for_timeout(900)  # the map has come to rest
    assert not small_letters(page)
    before = page.locator(".frame").bounding_box()
    hand.first.click()
    hand.nth(1).click()
    assert page.locator(".frame").bounding_box() == before
    page.get_by_role("button", name="Przybliż mapę").click()
    page.wait_for_timeout(600)
    assert not small_letters(page)
    whole = page.get_by_role("button", name="Cała mapa")
    whole.click()
    page.wait_for_timeout(600)
    assert not small_letters(page)
    expect(page.get_by_text(re.compile("Edynburg: jeszcze"))).to_be_visible()
    expect(
        page.get_by_text(re.compile(r"Miś (Kasztan|Srebrek|Śnieżek|Węgielek|Piasek)")).first
    ).to_be_visible()
    expect(page.get_by_text("Bot ")).to_have_count(0)


@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
def test_a_phone_held_sideways_shows_map_hand_and_moves_at_once(
    people: People, size: tuple[int, int]
):
    page = people.somebody(size)
    page.goto("/")
    page.get_by_role("region", name="Miś Wojtek").get_by_label("Przeciwnicy").select_option("4")
    page.get_by_role("button", name="Miś Wojtek z botami").click()
    ways = page.locator(".actions button:not([disabled])")
    hand = page.get_by_role("group", name="Twoje karty podróży").get_by_role("button")
    ready = hand.and_(page.locator(":not([disabled])"))
    ways.or_(ready).first.wait_for()
    if page.get_by_text("wybierz pole startowe").is_visible():
        ways.first.click()
    expect(ready).to_have_count(5)
    page.wait_for_timeout(900)  # the map has come to rest
    parts = [page.locator(".frame"), page.locator(".display"), page.locator(".hand")]
    boxes = [part.bounding_box() for part in (*parts, page.locator(".actions"))]
    assert all(boxes)
    for i, one in enumerate(boxes):
        assert one["x"] >= 0
        assert one["y"] >= 0
        assert one["x"] + one["width"] <= size[0] + 0.5
        assert one["y"] + one["height"] <= size[1] + 0.5
        assert not [other for other in boxes[i + 1 :] if overlap(one, other)]
    assert boxes[0]["width"] * boxes[0]["height"] > size[0] * size[1] / 4, "the map is the largest"
    assert boxes[3]["height"] >= 100, "two rows of moves"
    for card in hand.all():
        expect(card).to_be_in_viewport(ratio=1)
    assert not small_letters(page)


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes lie over each other; half a pixel is nothing."""
    return all(
        a[side] + a[length] > b[side] + 0.5
        for a, b in ((one, other), (other, one))
        for side, length in (("x", "width"), ("y", "height"))
    )
