"""A double click is one act: every button of the desk, the referee and the player, not a list."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import LAPTOP, People

# Every request that changes something, as it leaves the page. A question to the desk has no id.
COUNTED = """() => {
  window.acts = [];
  const plain = window.fetch;
  window.fetch = (path, init = {}) => {
    const method = init.method ?? "GET";
    const asks = /tournaments\\/[0-9a-f]+$/.test(path) && !init.headers?.["Stolik-Command"];
    const isAct = method !== "GET" && !(method === "POST" && asks) && !/look$|lines/.test(path);
    if (isAct) window.acts.push(`${method} ${path} ${init.body ?? ""}`);
    return plain(path, init);
  };
}"""
ROOMS = ("entries", "draw", "control", "passes", "penalties", "settings", "round", "ranking")


@pytest.fixture
def day(people: People) -> Day:
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.round()
    return day


def acts(page: Page) -> list[str]:
    return page.evaluate("window.acts")


def twice(page: Page) -> list[str]:
    return [act for act, count in Counter(acts(page)).items() if count > 1]


def test_no_button_of_the_desk_acts_twice(people: People, day: Day):
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.add_init_script(f"({COUNTED})()")
    done = 0
    for room in ROOMS:
        page.goto(f"/tournament/{tournament}/organise/{room}")
        expect(page.locator("main h2").last).to_be_visible()
        _fill(page)
        for name in _names(page):
            _double(page.get_by_role("button", name=name, exact=True).first)
            assert twice(page) == [], (room, name)
        done += len(acts(page))
    print(f"{done} acts by double clicks")
    assert done >= 10


def _fill(page: Page) -> None:
    """Whatever a form asks for, so that its button does something."""
    for field in page.locator("main input:visible").all():
        kind = field.get_attribute("type") or "text"
        if kind == "text" and not field.input_value():
            field.fill("próba")
    for choice in page.locator("main select:visible").all():
        if choice.input_value() in ("", "null"):
            choice.select_option(index=1)


def _names(page: Page) -> list[str]:
    """The buttons as they stand now; some of them lead to others."""
    shown = page.locator("main button:visible")
    names = [re.sub(r"\\s+", " ", one.inner_text()).strip() for one in shown.all()]
    return list(dict.fromkeys(name for name in names if name))


def _double(button: Locator) -> None:
    """If it is still there: another one may have taken it away."""
    if button.count() and button.is_enabled() and button.is_visible():
        button.dblclick(delay=10)
        button.page.wait_for_timeout(100)


def test_neither_the_player_nor_the_referee_acts_twice(people: People, day: Day):
    tournament = day.here.rpartition("/")[2]
    (told,) = day.organiser.post(
        f"{day.here}/passes", {"passes": [{"role": "player", "entrant": 1}]}
    )
    phone = people.follow(told["link"], LAPTOP)
    phone.add_init_script(f"({COUNTED})()")
    phone.goto(f"/tournament/{tournament}")
    call = phone.get_by_role("button", name="Wezwij sędziego")
    call.dblclick()
    expect(call).to_have_count(0)
    assert len(acts(phone)) == 1
    referee = people.organiser_of(tournament)
    referee.add_init_script(f"({COUNTED})()")
    referee.goto(f"/tournament/{tournament}/referee")
    referee.get_by_role("button", name="Jestem przy stoliku").dblclick()
    expect(referee.get_by_role("button", name="Jestem przy stoliku")).to_have_count(0)
    assert len(acts(referee)) == 1


def test_the_count_bites(people: People, day: Day):
    page = people.organiser_of(day.here.rpartition("/")[2])
    page.add_init_script(f"({COUNTED})()")
    page.reload()
    send = """path => { for (const _ of [1, 2]) fetch(path, {method: "POST", body: "{}"}); }"""
    page.evaluate(send, f"{day.here}/nothing")
    assert len(twice(page)) == 1
