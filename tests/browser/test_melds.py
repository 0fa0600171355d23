"""The online table where melds are objects: they order themselves, part and make room."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from stolik import solver
from tests.adapters.web.day import Day
from tests.browser.crowded import crowded_table
from tests.browser.dealt import dealt_table, player_at, rests, says
from tests.browser.people import People
from tests.browser.playing import has_turn

COLOURS = {"czarna": "k", "niebieska": "b", "pomarańczowa": "o", "czerwona": "r"}
ON_RACK = re.compile("tabliczka, pozycja")
ON_FELT = re.compile("układ .*, pozycja")
SIZES = ((360, 640), (390, 844), (844, 390), (1366, 768), (1920, 1080))
HIDDEN = """() => [...document.querySelectorAll("button.tile")].filter((tile) => {
    const box = tile.getBoundingClientRect();
    const spots = [[0.5, 0.5], [0.15, 0.15], [0.85, 0.85], [0.15, 0.85]];
    return !spots.every(([x, y]) => {
        const at = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return at && tile.contains(at);
    });
}).map((tile) => tile.getAttribute("aria-label"))"""


def test_31_and_65_tiles_are_all_in_sight_at_every_size(
    people: People, record_property: pytest.FixtureRequest
):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = crowded_table(people, day)
    page = seated(people, day, table, 0)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name=ON_RACK)).to_have_count(31)
        expect(page.get_by_role("button", name=ON_FELT)).to_have_count(65)
        rests(page)
        assert page.evaluate(HIDDEN) == [], f"{width}×{height}"
        lying, standing = (
            page.get_by_role("button", name=name).first.bounding_box()
            for name in (ON_FELT, ON_RACK)
        )
        assert lying
        assert standing
        record_property(f"{width}x{height}", (lying["width"], standing["width"]))
        print(f"{width}×{height}: felt {lying['width']:.0f} px, rack {standing['width']:.0f} px")
        assert lying["width"] >= 22
        assert standing["width"] >= 28


def seated(people: People, day: Day, table: str, seat: int) -> Page:
    """The browser of who sits there, in a game that is on."""
    entrant = day.ask(do="round")["tables"][0]["seats"][seat]["entrant"]
    wanted = {"passes": [{"role": "player", "entrant": entrant}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    page = people.follow(told["link"], (1366, 768))
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Przeczytane").click()  # that the pass was made
    return page


def drag(page: Page, what: Locator, to: Locator) -> None:
    """One drag of the mouse from the middle of a tile to the middle of another."""
    page.wait_for_timeout(300)
    a, b = what.bounding_box(), to.bounding_box()
    assert a
    assert b
    page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    page.mouse.down()
    page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=5)
    page.mouse.up()


def melds(page: Page) -> list[str]:
    """What lies, meld by meld, as its tiles are called."""
    found: dict[int, list[tuple[int, str]]] = {}
    for name in page.get_by_role("button", name=ON_FELT).evaluate_all(
        "(tiles) => tiles.map((tile) => tile.getAttribute('aria-label'))"
    ):
        tile, meld, place = re.fullmatch(r"(.*), układ (\d+), pozycja (\d+)", name).groups()
        found.setdefault(int(meld), []).append((int(place), tile.split()[0]))
    return [" ".join(tile for _, tile in sorted(found[n])) for n in sorted(found)]


def test_two_tiles_part_a_run_in_two_drags_and_a_draw_is_one_action(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    racks = {0: "k9 k10 k11 k12 r1 r2 r3 b5 k10 k11"}
    table = dealt_table(people, day, racks)
    seats = day.ask(do="round")["tables"][0]["seats"]
    pages = [player_at(people, day, table, seat["entrant"]) for seat in seats]
    one = pages[0]
    says(one, "k9 k10 k11 k12 new")
    main = one.locator(".actions .primary")
    expect(main).to_have_text("Wyłóż 42 punkty i zakończ")
    main.click()
    for page in pages[1:]:
        expect(page.locator(".stage.mine")).to_be_visible()
        page.get_by_role("button", name="Dobierz").click()  # and that is the whole turn
    expect(one.locator(".stage.mine")).to_be_visible()
    lying = one.get_by_role("button", name=re.compile("^9 czarna, układ"))
    drag(one, one.get_by_role("button", name=re.compile("^10 czarna, tabliczka")), lying)
    assert melds(one) == ["9 10", "10 11 12"]
    drag(one, one.get_by_role("button", name=re.compile("^11 czarna, tabliczka")), lying)
    assert melds(one) == ["9 10 11", "10 11 12"]
    expect(main).to_have_text("Wyłóż i skończ ruch")  # points are an opening's
    assert melds(pages[1]) == ["9 10 11", "10 11 12"], "everybody sees the same order"
    main.click()
    expect(pages[1].locator(".stage.mine")).to_be_visible()
    assert melds(pages[2]) == ["9 10 11", "10 11 12"]


def test_the_button_says_why_not_and_the_opening_counts(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k1 k2 k3 k4 r5 r6 r7 b9"})
    seats = day.ask(do="round")["tables"][0]["seats"]
    one, *_ = [player_at(people, day, table, seat["entrant"]) for seat in seats]
    main = one.locator(".actions .primary")
    says(one, "k1 k2 new")
    expect(main.locator("[aria-hidden=true]")).to_have_text("1● 2●: za mało kostek")
    expect(main).to_have_accessible_name("1 czarna, 2 czarna: za mało kostek")
    says(one, "k3 > 1")
    expect(main).to_have_text("Brakuje 24 punktów")
    expect(one.get_by_text("Wyłożenie 6 / 30")).to_be_visible()
    before = one.locator(".stage").bounding_box()
    main.click()
    expect(one.get_by_role("alert")).to_contain_text("Wyłożenie jest warte 6")
    assert one.locator(".stage").bounding_box() == before, "a refusal moves nothing"
    says(one, "reset")
    expect(one.get_by_role("button", name=ON_FELT)).to_have_count(0)
    one.get_by_role("button", name="Cofnij").click()
    expect(one.get_by_role("button", name=ON_FELT)).to_have_count(3)


@pytest.mark.parametrize(
    "size", [(390, 844), pytest.param((667, 375), marks=pytest.mark.full, id="sideways")]
)
def test_a_whole_game_by_touch_only(people: People, size: tuple[int, int]):
    page = people.somebody(size, phone=True)
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").tap()
    page.get_by_role("button", name="Gotowy", exact=True).tap()
    opened = False
    for _ in range(200):
        if not has_turn(page):
            break
        opened = taps_a_turn(page, opened=opened)
    confirm = page.get_by_role("button", name="Potwierdzam wynik")
    if confirm.is_visible():  # else the last tap met it: the bots were quicker
        confirm.tap()
    expect(page.get_by_role("button", name="Zagraj jeszcze raz")).to_be_visible()
    assert opened, "in such a game there was no opening"


def taps_a_turn(page: Page, *, opened: bool) -> bool:
    """Open with the best melds of the rack, else draw; whether the seat has opened by now."""
    rack = page.get_by_role("button", name=ON_RACK)
    names = rack.evaluate_all("(tiles) => tiles.map((tile) => tile.getAttribute('aria-label'))")
    found = None if opened else solver.best_opening([code(name) for name in names])
    main = page.locator(".actions .primary")
    if found and found.value >= 30:
        for meld in found.melds:
            for tile in meld:
                first = next(n for n in rack_names(page) if code(n) == tile)
                page.get_by_role("button", name=first, exact=True).tap()
            tap_new_meld(page)
        expect(main).to_contain_text("i zakończ")
        main.tap()
        opened = True
    else:
        main.tap()
        stack = page.get_by_role("button", name=re.compile(r"Stos \d+"))
        if stack.count():
            stack.first.tap()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.wait_for_timeout(100)
    return opened


def rack_names(page: Page) -> list[str]:
    """The tiles of the rack that are not chosen yet."""
    tiles = page.locator('button.tile[aria-pressed="false"]')
    names = tiles.evaluate_all("(tiles) => tiles.map((tile) => tile.getAttribute('aria-label'))")
    return [name for name in names if ON_RACK.search(name)]


def tap_new_meld(page: Page) -> None:
    """Tap the place on the felt where a new meld would stand."""
    box = page.locator(".stage .new").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def code(name: str) -> str:
    number, _, colour = name.partition(",")[0].partition(" ")
    return "j" if number == "joker" else COLOURS[colour] + number


def test_a_long_press_takes_the_meld_from_a_tile_on_and_arrows_walk(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k8 k9 k10 k11 k12 k13 r1"})
    seats = day.ask(do="round")["tables"][0]["seats"]
    one, *_ = [player_at(people, day, table, seat["entrant"]) for seat in seats]
    says(one, "k8 k9 k10 k11 k12 k13 new")
    expect(one.get_by_role("button", name=ON_FELT)).to_have_count(6)
    one.wait_for_timeout(300)
    tile = one.get_by_role("button", name=re.compile("^11 czarna, układ")).bounding_box()
    assert tile
    one.mouse.move(tile["x"] + 5, tile["y"] + 5)
    one.mouse.down()
    one.wait_for_timeout(500)
    one.mouse.move(tile["x"] + 40, tile["y"] + 200, steps=5)
    one.mouse.up()
    assert melds(one) == ["8 9 10", "11 12 13"]
    # And together again, by keys alone: from the rack up to the felt, Shift and Enter, Enter.
    one.get_by_role("button", name=re.compile("^11 czarna, układ")).focus()
    one.keyboard.press("Shift+Enter")
    one.keyboard.press("ArrowLeft")
    expect(one.get_by_role("button", name=re.compile("^10 czarna, układ"))).to_be_focused()
    one.keyboard.press("Enter")
    assert melds(one) == ["8 9 10 11 12 13"]
    one.keyboard.press("u")
    assert melds(one) == ["8 9 10", "11 12 13"]
    one.get_by_role("button", name=re.compile("^13 czarna, układ")).focus()
    one.keyboard.press("Enter")
    one.keyboard.press("n")  # a meld of its own
    assert melds(one) == ["8 9 10", "11 12", "13"]
    one.keyboard.press("u")
    one.keyboard.press("?")
    expect(one.get_by_role("dialog", name="Klawisze i gesty")).to_be_visible()
    one.keyboard.press("Escape")
    expect(one.get_by_role("dialog")).to_have_count(0)
    stops = one.locator('.stage [tabindex="0"]')
    expect(stops).to_have_count(1)


def test_an_organiser_may_want_a_free_felt(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k10 k11 k12"}, free_felt=True)
    seats = day.ask(do="round")["tables"][0]["seats"]
    one, two, *_ = [player_at(people, day, table, seat["entrant"]) for seat in seats]
    one.get_by_role("button", name="Przeczytane").click()  # what is told lies over the felt
    says(one, "k10 k11 k12 new")
    expect(one.locator(".outline.good")).to_have_text("✓ 33")
    tile = one.get_by_role("button", name=re.compile("^12 czarna, układ"))
    one.wait_for_timeout(400)  # until it has come to rest
    box = tile.bounding_box()
    assert box
    one.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    one.mouse.down()
    one.mouse.move(box["x"] + 300, box["y"] + 150, steps=5)
    one.mouse.up()
    expect(one.locator(".outline.bad")).to_have_count(2)  # its place alone took it out of the meld
    expect(two.locator(".outline.bad")).to_have_count(2)
    one.get_by_role("button", name="Cofnij").click()
    one.locator(".actions .primary").click()
    expect(two.locator(".stage.mine")).to_be_visible()


def test_a_table_weighs_little(people: People):
    page = people.somebody((390, 844))
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).wait_for()
    page.reload()
    page.locator("button.tile").first.wait_for()
    weight = page.evaluate("""() => performance.getEntriesByType("resource")
        .concat(performance.getEntriesByType("navigation"))
        .reduce((sum, one) => sum + one.encodedBodySize, 0)""")
    print(f"first load of a table: {weight / 1000:.0f} kB")
    assert weight <= 150_000
