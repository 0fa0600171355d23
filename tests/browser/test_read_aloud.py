"""What a screen reader walks through: table and rack as they lie, not as they were dealt."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from stolik.rummikub.commands import VoidTurn
from tests.adapters.web.day import Day
from tests.browser.dealt import dealt_table, says
from tests.browser.people import People
from tests.browser.test_table_faults import all_at

Node = dict[str, Any]


def read(page: Page) -> dict[str, list[str]]:
    """The groups of the stage, and the names of the buttons in each, in the order of reading."""
    session = page.context.new_cdp_session(page)
    told: list[Node] = session.send("Accessibility.getFullAXTree")["nodes"]
    nodes = {one["nodeId"]: one for one in told}
    groups = {_name(one): one for one in told if _role(one) == "group"}
    return {name: list(_buttons(one, nodes)) for name, one in groups.items()}


def _buttons(node: Node, nodes: dict[str, Node]) -> Iterator[str]:
    for child in (nodes[one] for one in node["childIds"]):
        if _role(child) == "button":
            yield _name(child).partition(",")[0]
        else:
            yield from _buttons(child, nodes)


def _role(node: Node) -> str:
    return node.get("role", {}).get("value", "")


def _name(node: Node) -> str:
    return node.get("name", {}).get("value", "")


def seen(page: Page, tiles: str) -> list[str]:
    """The names of tiles as they lie: row by row, from the left."""
    return page.locator(tiles).evaluate_all(
        """(all) => all
            .map((one) => [one.getBoundingClientRect(), one.ariaLabel.split(",")[0]])
            .sort(([a], [b]) => a.top - b.top || a.left - b.left)
            .map(([, name]) => name)"""
    )


def test_tiles_are_read_where_they_lie(people: People):
    day = Day(people.server, "zimowy", 4)
    table = dealt_table(people, day, {0: "k12 k10 k11 b9 r9 o9"})
    mine, *_ = all_at(people, day, table)
    says(mine, "r9 o9 b9 new", "k10 k11 k12 new", "sort")
    groups = read(mine)
    assert sorted(groups["Układ 1"]) == ["9 czerwona", "9 niebieska", "9 pomarańczowa"]
    assert groups["Układ 2"] == ["10 czarna", "11 czarna", "12 czarna"]
    assert groups["Stół"] == [*groups["Układ 1"], *groups["Układ 2"]]
    assert groups["Stół"] == seen(mine, ".stage .tile:not(.racked)")
    assert groups["Twoja tabliczka"] == seen(mine, ".stage .tile.racked")


def test_who_only_hears_is_told_the_deal_his_draft_and_the_commands(people: People):
    day = Day(people.server, "zimowy", 4)
    table = dealt_table(people, day, {0: "k12 k10 k11"})
    mine, *_ = all_at(people, day, table)
    heard = mine.locator("main > [aria-live]")
    expect(heard).to_contain_text("Rozdanie do gry 1")
    expect(mine.locator(".stage.mine")).to_be_visible()
    mine.get_by_role("button", name="12 czarna, tabliczka").focus()
    mine.keyboard.press("Enter")
    mine.keyboard.press("n")
    expect(heard).to_contain_text("12 czarna: za mało kostek")
    says(mine, "b6")
    expect(mine.get_by_role("alert")).to_contain_text("na przykład: r7 b7 k7 nowy, albo: wykładam")
    says(mine, "?")
    expect(mine.get_by_role("dialog")).to_contain_text("rozdziel 2 po 3")
    mine.keyboard.press("Escape")
    expect(mine.get_by_label("Polecenie")).to_be_focused()
    mine.get_by_role("button", name="Więcej").click()
    mine.get_by_role("button", name="Klawisze i gesty").click()
    mine.get_by_role("dialog").get_by_role("button", name="Zamknij").click()
    expect(mine.get_by_role("button", name="Więcej")).to_be_focused()
    people.server.run(
        people.server.run(people.server.node.live.rooms.host(table)).room.do(
            VoidTurn("kostka spadła"), by="referee"
        )
    )
    expect(mine.get_by_role("alert")).to_have_count(0)
