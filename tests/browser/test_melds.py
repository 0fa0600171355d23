"""The online table where melds are objects: they order themselves, part and make room."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.adapters.web.day import Day
from tests.browser.crowded import crowded_table
from tests.browser.dealt import dealt_table, player_at, says
from tests.browser.people import People

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
        page.wait_for_timeout(400)  # until tiles have come to rest
        assert page.evaluate(HIDDEN) == [], f"{width}×{height}"
        lying, standing = (
            page.get_by_role("button", name=name).first.bounding_box() for name in (ON_FELT, ON_RACK)
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
    expect(main).to_have_text("Wyłóż 21 punktów i zakończ")
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
    expect(main).to_have_text("1● 2●: za mało kostek")
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
