"""Hands at the online table: a game by mouse alone, fingers that pinch, sounds that are chosen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.dealt import dealt_table, player_at, rests, says
from tests.browser.people import People
from tests.browser.test_melds import ON_FELT, ON_RACK, drag, melds
from tests.browser.test_table_faults import GOES_OUT, all_at
from tests.tiers import first

# Two fingers that move apart on the felt, as a phone's screen tells it.
PINCH = """([stage, from, to]) => {
    const box = stage.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + 120];
    const say = (kind, id, dx) => stage.dispatchEvent(new PointerEvent(kind, {
        pointerId: id, pointerType: "touch", isPrimary: id === 11, button: 0, buttons: 1,
        clientX: x + dx, clientY: y, bubbles: true, cancelable: true,
    }));
    stage.setPointerCapture = () => {};
    say("pointerdown", 11, -from); say("pointerdown", 12, from);
    say("pointermove", 11, -to); say("pointermove", 12, to);
    say("pointerup", 11, -to); say("pointerup", 12, to);
}"""


def tile(page: Page, name: str, where: str = "tabliczka"):
    """A tile by its number and colour, on the rack or in a meld."""
    return page.get_by_role("button", name=re.compile(f"^{name}, {where}")).first


def to_felt(page: Page, name: str) -> None:
    """A tile dragged to free felt."""
    page.wait_for_timeout(300)
    box, stage = tile(page, name).bounding_box(), page.locator(".stage").bounding_box()
    assert box
    assert stage
    page.mouse.move(box["x"] + 12, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] * 0.6, steps=5)
    page.mouse.up()


def test_a_game_by_mouse_alone_and_an_end_worth_it(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    one, two, *_ = all_at(people, day, dealt_table(people, day, GOES_OUT))
    for colour in ("czarna", "czerwona"):
        to_felt(one, f"1 {colour}")
        for number in range(2, 8):
            drag(one, tile(one, f"{number} {colour}"), tile(one, f"1 {colour}", "układ"))
    assert melds(one) == ["1 2 3 4 5 6 7"] * 2
    one.get_by_role("button", name="Wyłóż 56 punktów i zakończ").click()
    over = one.get_by_role("region", name="Koniec gry")
    expect(over).to_contain_text("Wygrywasz")
    expect(one.locator(".rain .drop")).not_to_have_count(0)
    expect(over.locator(".held .face")).not_to_have_count(0)  # racks are turned over
    expect(over.locator("th", has_text="Razem")).to_be_visible()
    expect(over).to_contain_text(re.compile(r"Następna partia za (1 minutę i )?\d+ sekund"))
    expect(two.get_by_role("region", name="Koniec gry")).to_contain_text("wykłada wszystko")
    expect(two.locator(".rain")).to_have_count(0)
    one.get_by_role("button", name="Potwierdzam wynik").click()


def test_two_fingers_make_the_tiles_larger_and_the_felt_is_pushed(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, GOES_OUT)
    seats = day.ask(do="round")["tables"][0]["seats"]
    one, *_ = [player_at(people, day, table, seat["entrant"]) for seat in seats]
    one.set_viewport_size({"width": 390, "height": 844})
    one.wait_for_timeout(1500)  # tiles walk to their new shelves
    for name in ("1 czarna", "1 czerwona"):
        to_felt(one, name)
    lying = one.get_by_role("button", name=ON_FELT).first
    one.wait_for_timeout(300)
    before = lying.bounding_box()
    stage = one.locator(".stage")
    one.evaluate(PINCH, [stage.element_handle(), 40, 70])
    one.wait_for_timeout(400)
    after = lying.bounding_box()
    assert before
    assert after
    assert 1.6 < after["width"] / before["width"] < 1.9
    box = stage.bounding_box()
    assert box
    one.mouse.move(box["x"] + 40, box["y"] + 250)
    one.mouse.down()
    one.mouse.move(box["x"] + 10, box["y"] + 220, steps=4)
    one.mouse.up()
    one.wait_for_timeout(300)
    pushed = lying.bounding_box()
    assert pushed
    assert pushed["x"] < after["x"] - 10
    one.get_by_role("button", name="Więcej").click()
    one.get_by_role("button", name="Cały stół w polu widzenia").click()
    one.wait_for_timeout(400)
    assert lying.bounding_box() == before


def test_sounds_are_chosen_and_kept(people: People):
    page = people.somebody((390, 844))
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).click()
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name="Wybierz dźwięki").click()
    choice = page.get_by_role("dialog", name="Dźwięki")
    choice.get_by_label("Dźwięki włączone").check()
    choice.get_by_label("Ruchy innych").uncheck()
    choice.get_by_label("Brzmienie").select_option("wood")
    page.reload()
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name="Wybierz dźwięki").click()
    expect(choice.get_by_label("Dźwięki włączone")).to_be_checked()
    expect(choice.get_by_label("Ruchy innych")).not_to_be_checked()
    expect(choice.get_by_label("Twój ruch")).to_be_checked()
    expect(choice.get_by_label("Brzmienie")).to_have_value("wood")


# A tile taken by its middle and carried: how far from the finger its middle is seen.
CARRY = """async ([tile, kind, x, y]) => {
    const stage = tile.closest(".stage");
    const middle = () => {
        const box = tile.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const say = (on, what, [clientX, clientY]) => on.dispatchEvent(new PointerEvent(what, {
        pointerId: 21, pointerType: kind, isPrimary: true, button: 0, buttons: 1,
        clientX, clientY, bubbles: true, cancelable: true,
    }));
    stage.setPointerCapture = () => {};
    const from = middle();
    say(tile, "pointerdown", from);
    say(stage, "pointermove", [(from[0] + x) / 2, (from[1] + y) / 2]);
    say(stage, "pointermove", [x, y]);
    await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
    const seen = middle();
    say(stage, "pointerup", [x, y]);
    return [seen[0] - x, seen[1] - y];
}"""


def practising(people: People, size: tuple[int, int]) -> Page:
    """A table of one's own, with the tiles at rest."""
    page = people.somebody(size)
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).click()
    page.locator(".stage.mine").wait_for()
    rests(page)
    return page


@pytest.mark.parametrize("size", first((667, 375), (390, 844), (1366, 768), (1920, 1080)))
def test_a_held_tile_stays_with_the_finger(people: People, size: tuple[int, int]):
    page = practising(people, size)
    for kind, above in (("mouse", range(1)), ("touch", range(-34, -9))):
        for x, y in ((0.8, 0.45), (0.2, 0.4), (0.9, 0.95)):
            rests(page)
            tile = page.get_by_role("button", name=ON_RACK).last.element_handle()
            off = page.evaluate(CARRY, [tile, kind, size[0] * x, size[1] * y])
            assert round(off[0]) == 0, f"{kind} at {x}, {y}"
            assert round(off[1]) in above, f"{kind} at {x}, {y}"


@pytest.mark.parametrize("size", first((667, 375), (390, 844)))
def test_a_tile_goes_to_the_meld_under_the_finger(people: People, size: tuple[int, int]):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    racks = {0: "k8 k9 k10 r8 r9 r10 b8 b9 b10 b11"}
    one, *_ = all_at(people, day, dealt_table(people, day, racks))
    says(one, "k8 k9 k10 new", "r8 r9 r10 new", "b8 b9 b10 new")
    one.set_viewport_size({"width": size[0], "height": size[1]})
    rests(one)
    last = tile(one, "10 niebieska", "układ").bounding_box()
    assert last
    middle = [last["x"] + last["width"] / 2, last["y"] + last["height"] / 2]
    held = tile(one, "11 niebieska").element_handle()
    one.evaluate(CARRY, [held, "touch", middle[0], middle[1]])
    assert melds(one) == ["8 9 10", "8 9 10", "8 9 10 11"]


def test_from_felt_to_felt_a_tile_goes_to_the_row_of_the_finger(people: People):
    """Held sideways, with a meld right above that would take the tile too."""
    first = ("r7 b7 o7", "k7 k8 k9 k10", "r10 r11 r12", "b10 b11 b12")
    second = ("k4 k5 k6", "o10 o11 o12", "r1 r2 r3", "b1 b2 b3")
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: " ".join(first), 1: " ".join(second)})
    one, two, three, *_ = all_at(people, day, table)
    says(one, *(f"{meld} new" for meld in first), "lay")
    says(two, *(f"{meld} new" for meld in second), "lay")
    expect(three.locator(".stage.mine")).to_be_visible()
    three.set_viewport_size({"width": 667, "height": 375})
    rests(three)
    above = tile(three, "7 niebieska", "układ").bounding_box()
    under = tile(three, "4 czarna", "układ").bounding_box()
    assert above
    assert under
    assert under["y"] > above["y"] + above["height"]
    assert abs(under["x"] - above["x"]) < above["width"]
    held = tile(three, "7 czarna", "układ").element_handle()
    at = [under["x"] + under["width"] / 2, under["y"] + under["height"] / 2]
    three.evaluate(CARRY, [held, "touch", *at])
    assert "4 5 6 7" in melds(three)


def test_what_is_selected_on_the_page_is_never_dragged_for_a_tile(people: People):
    page = practising(people, (1366, 768))
    stage = page.locator(".stage").bounding_box()
    assert stage
    for spoil in ("felt", "bank", "keys"):
        if spoil == "felt":
            page.mouse.dblclick(stage["x"] + stage["width"] / 2, stage["y"] + 200)
        elif spoil == "bank":
            page.locator(".bank").dblclick()
        else:
            page.locator("body").press("Control+a")
        assert page.evaluate("getSelection().toString().trim()") == "", spoil
        page.evaluate("getSelection().selectAllChildren(document.body)")  # as other browsers may
        before = page.get_by_role("button", name=ON_FELT).count()
        rests(page)
        box = page.get_by_role("button", name=ON_RACK).first.bounding_box()
        assert box
        page.mouse.move(box["x"] + 12, box["y"] + 12)
        page.mouse.down()
        page.mouse.move(stage["x"] + stage["width"] / 2, stage["y"] + 200, steps=8)
        page.mouse.up()
        expect(page.get_by_role("button", name=ON_FELT)).to_have_count(before + 1)
        assert page.evaluate("getSelection().isCollapsed"), spoil
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name="Co się działo").click()
    said = page.get_by_role("dialog").locator("li").first
    said.dblclick()
    assert page.evaluate("getSelection().toString().trim()"), "what happened may be copied"
