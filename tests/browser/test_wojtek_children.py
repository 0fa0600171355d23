"""Miś Wojtek as a child meets it: the lesson on a phone, letters that can be read, the map."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from stolik.seats import Seat
from stolik.wojtek import commands as c
from tests.browser.people import People
from tests.browser.test_wojtek import let_in
from tests.browser.wojtek_table import begun
from tests.tiers import first

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


def last_step(people: People) -> Page:
    """The lesson on a phone, up to the move that ends the game."""
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
    return page


def test_the_lesson_to_its_end_on_a_phone(people: People):
    page = last_step(people)
    step = page.get_by_role("region", name="Lekcja gry")
    page.locator(".actions button").filter(has_text="Bagdad").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("komplet")
    page.get_by_role("button", name="Nie, wracam").click()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    page.locator(".actions button").filter(has_text="Bagdad").click()
    page.get_by_role("button", name="Tak, kończę grę").click()
    expect(step).to_contain_text("Umiesz grać")
    expect(page.get_by_role("region", name="Wynik gry")).to_be_visible()
    assert not small_letters(page)
    titles = [one.bounding_box() for one in page.locator(".frame .title").all()]
    for i, one in enumerate(titles):
        assert not [other for other in titles[:i] if overlap(*thinner(one, other))]
    page.get_by_role("link", name="Zasady").last.click()
    expect(page.get_by_role("heading", name="Zasady gry Miś Wojtek")).to_be_visible()


def test_a_double_tap_asks_and_answers_nothing(people: People):
    page = last_step(people)
    ends = page.locator(".actions button").filter(has_text="koniec Twojej gry")
    asked = page.get_by_role("alertdialog")
    answered_by = 0
    for across in (0.1, 0.5, 0.9):
        for down in (0.15, 0.5, 0.85):
            box = ends.bounding_box()
            assert box
            at = box["x"] + across * box["width"], box["y"] + down * box["height"]
            for _ in range(2):
                page.touchscreen.tap(*at)
            expect(asked).to_contain_text("komplet")
            answered_by += page.evaluate(_IS_ANSWER, at)
            page.get_by_role("button", name="Nie, wracam").tap()
            expect(asked).to_have_count(0)
    assert answered_by, "no answer lay under the finger: nothing was shown"


# Whether an answer of the question that is open has come to lie here.
_IS_ANSWER = """([x, y]) =>
  [...document.querySelectorAll("[role=alertdialog] button")].some((one) => {
    const box = one.getBoundingClientRect();
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  })"""


@pytest.mark.parametrize("size", first(PHONE, LAPTOP))
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


@pytest.mark.parametrize("size", first((667, 375), (844, 390)))
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
    for seat in page.get_by_role("list", name="Gracze przy stoliku").locator("li").all():
        assert seat.evaluate("e => e.scrollWidth <= e.clientWidth"), "the cards of a seat are cut"
    assert not under_the_tools(page)
    assert height_of_moves(page, "żółty") == height_of_moves(page, "pomarań\u00adczowy")
    assert not page.locator(".actions").evaluate(_HALF_ROWS), "a row of moves is half in sight"


_HALF_ROWS = """actions => {
  for (let n = 0; n < 9; n++) {
    const one = document.createElement("button");
    one.textContent = "Monte Cassino (30)";
    one.style.cssText = "flex: 0 0 48%; height: 46px; min-height: 46px";
    actions.append(one);
  }
  actions.querySelectorAll("p").forEach((one) => (one.style.display = "none"));
  const end = Math.min(actions.getBoundingClientRect().bottom, innerHeight);
  return [...actions.querySelectorAll("button")]
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.top < end - 6 && box.bottom > end + 6).length;
}"""


def under_the_tools(page: Page) -> list[str]:
    """Names on the map that lie under its buttons, or are cut off by its edge."""
    tools, frame = (page.locator(one).bounding_box() for one in (".frame .tools", ".frame"))
    assert tools
    assert frame
    found = []
    for name in page.locator(".frame text:is(.name, .title):not(.bold)").all():
        box = name.bounding_box()
        assert box
        inside = (
            box["x"] >= frame["x"] - 1
            and box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
        )
        if overlap(box, frame) and (overlap(box, tools) or not inside):
            found.append(name.text_content() or "")
    return found


def height_of_moves(page: Page, colour: str) -> float:
    """What is left for the moves when this stands on every card of the hand."""
    write = "(all, word) => all.forEach((one) => (one.textContent = word))"
    page.locator(".hand .words").evaluate_all(write, colour)
    box = page.locator(".actions").bounding_box()
    assert box
    return box["height"]


def test_a_phone_shows_everybody_and_what_is_told_leaves_the_map(people: People):
    _, table, links = let_in(people, 5)
    begun(people.server, table, turns=2)
    child = people.somebody(PHONE, phone=True)
    child.goto(links[1])
    child.wait_for_url(lambda url: "/enter" not in url)
    child.goto(f"/table/{table}")
    seats = child.get_by_role("list", name="Gracze przy stoliku")
    brief = seats.locator(".brief")
    expect(brief).to_have_count(5)
    assert len(set(brief.all_inner_texts())) == 5, "names that differ"
    for one in seats.locator("strong").all():
        expect(one).to_be_in_viewport(ratio=1)
        assert one.evaluate("e => e.scrollWidth <= e.clientWidth"), "a name is cut"
    expect(child.get_by_text("plansza niezweryfikowana")).to_have_count(0)
    assert height_of_moves(child, "żółty") == height_of_moves(child, "pomarań\u00adczowy")
    host = people.server.run(people.server.node.live.rooms.host(table))
    for told in (
        c.ReportMisconduct(Seat(1), Seat(0), "podpowiada koledze przez całą grę"),
        c.DecideReport(1, c.Decision.REJECTED, "nic takiego nie było słychać przy stoliku"),
        c.ReportMisconduct(Seat(1), Seat(2), "zagląda w karty"),
        c.DecideReport(2, c.Decision.WARNING, "widziałem"),
        c.Pause("sprawdzam ruch"),
    ):
        people.server.run(host.room.do(told, by="referee"))
    alert = child.get_by_role("alert").filter(has_text="zagląda w karty")
    expect(alert).to_be_visible()
    box, frame = (
        child.locator(".map .notices > div").bounding_box(),
        child.locator(".frame").bounding_box(),
    )
    assert box
    assert frame
    assert not overlap(box, frame)
    assert box["height"] <= 100
    assert frame["height"] >= 200, "the map stays"
    expect(child.get_by_role("button", name="Przeczytane")).to_be_in_viewport(ratio=1)


def thinner(*boxes: dict[str, float] | None) -> list[dict[str, float]]:
    """Letters as high as they are: a box of words has room above and below them."""
    return [
        {**box, "y": box["y"] + box["height"] * 0.2, "height": box["height"] * 0.6}
        for box in boxes
        if box
    ]


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes lie over each other; half a pixel is nothing."""
    return all(
        a[side] + a[length] > b[side] + 0.5
        for a, b in ((one, other), (other, one))
        for side, length in (("x", "width"), ("y", "height"))
    )
