"""T30: every screen is accessible: axe finds nothing, it fits narrow screens and large letters.

A new screen of `SCREENS` is opened here by itself; one whose address has a part of a new kind
fails until `addresses` says how it is filled in.
"""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from stolik.adapters.web.routes.pages import SCREENS
from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser as Client
from tests.adapters.web.node import Running
from tests.browser.people import LAPTOP, PHONE
from tests.browser.wojtek_table import begun, played_to_the_end, set_table
from tests.needs import missing
from tests.reliability.report import figure
from tests.tiers import first
from tools.screens import desk_rooms, judge_tools

AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
QUICK = ((PHONE, "light"), (LAPTOP, "dark"))
REST = ((PHONE, "dark"), (LAPTOP, "light"))
NARROW = (320, 640)
SIDEWAYS = (740, 360)
FEW = 2  # rooms of the organiser's desk that the quick tier looks into

# Tiles are as large as a felt on a phone allows, never below 26 pixels: docs say so.
_SMALL = """() => [...document.querySelectorAll(
      'button, .button, input:not([type=hidden]), select, textarea, summary, [role=button]')]
    .filter(e => !e.classList.contains('tile') && e.checkVisibility({visibilityProperty: true}))
    .map(e => [e, (e.type === 'radio' || e.type === 'checkbox' ? e.closest('label') ?? e : e)
        .getBoundingClientRect()])
    .filter(([, r]) => r.width > 1 && (r.width < 43.5 || r.height < 43.5))
    .map(([e, r]) => `${e.tagName} ${e.className} ${e.textContent.trim().slice(0, 30)}`
        + ` ${Math.round(r.width)}x${Math.round(r.height)}`)"""
_TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Visit:
    """Somebody who opens one screen after another and looks at each closely."""

    def __init__(self, chrome: Browser, server: Running, who: Client | None) -> None:
        self._chrome, self._server, self._who = chrome, server, who

    def context(self, size: tuple[int, int], theme: str = "light") -> BrowserContext:
        # Our content policy forbids strangers' scripts, axe among them: for it alone it is off.
        context = self._chrome.new_context(
            base_url=self._server.url,
            viewport={"width": size[0], "height": size[1]},
            locale="pl-PL",
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=size[0] < 600,
            is_mobile=size[0] < 600,
            bypass_csp=True,
            reduced_motion="reduce",
        )
        context.set_default_timeout(15_000)
        for name, value in self._who.http.cookies.items() if self._who else ():
            context.add_cookies([{"name": name, "value": value, "url": self._server.url}])
        return context

    def faults(self, addresses: list[str], size: tuple[int, int], theme: str) -> Iterator[str]:
        """What axe finds, and what a finger cannot hit."""
        context = self.context(size, theme)
        page = context.new_page()
        for address in addresses:
            opened(page, address)
            yield from faults_of(page, f"{address} {size} {theme}", is_phone=size == PHONE)
        context.close()

    def losses(
        self, addresses: list[str], size: tuple[int, int], letters: str = "100%"
    ) -> Iterator[str]:
        """What is lost on a screen of this width, with letters of this size."""
        context = self.context(size)
        page = context.new_page()
        page.add_init_script(
            "addEventListener('DOMContentLoaded',"
            f" () => {{ document.documentElement.style.fontSize = '{letters}' }})"
        )
        for address in addresses:
            opened(page, address)
            if (by := page.evaluate(_TOO_WIDE)) > 0:
                yield f"{address}: {by} pixels too wide at {size[0]}, letters {letters}"
        context.close()


def faults_of(page: Page, where: str, *, is_phone: bool) -> Iterator[str]:
    """Of the screen as it stands."""
    page.add_script_tag(path=AXE)
    found = page.evaluate("() => axe.run()")
    for fault in found["violations"]:
        for node in fault["nodes"][:3]:
            yield f"{where}: {fault['id']} {node['html'][:160]}"
    for small in page.evaluate(_SMALL) if is_phone else ():
        yield f"{where}: too small for a finger: {small}"


def opened(page: Page, address: str) -> None:
    """The screen as it is once it has read what it shows."""
    page.goto(address)
    page.wait_for_selector("h1, h2, [role=application], main", state="attached")
    page.wait_for_function("() => !document.querySelector('.waiting[aria-busy]')")
    if address.endswith("/replay"):  # the film, then the proof of its deal
        page.wait_for_load_state("networkidle")
    page.wait_for_timeout(250)


def addresses(tournament: str, table: str, rooms_of_desk: int | None) -> list[str]:
    """Every screen there is, with something to show on it."""
    sections = desk_rooms()[:rooms_of_desk]
    found: list[str] = []
    for screen in SCREENS:
        path = screen.replace("{tournament:str}", tournament).replace("{table:str}", table)
        path = path.replace("{game:str}", "wojtek")
        path = re.sub(r"\{(table|number|round|round_number|game|seat):int\}", "1", path)
        filled = judge_tools() if "{tool:str}" in path else sections
        found += [re.sub(r"\{(section|tool):str\}", section, path) for section in filled]
    assert not [path for path in found if "{" in path], "say how this address is filled in"
    return list(dict.fromkeys(found))


@pytest.fixture
def day(server: Running) -> Day:
    """A tournament in its second round: a result to confirm, a table online, a referee called."""
    day = Day(server, "eliminacje", 13)
    tables = day.round()
    day.let_in(*(n for seats in tables for n in seats))
    for number, seats in enumerate(tables, start=1):
        day.play_in_hall(1, number, seats)
    tables = day.round()
    day.players[tables[0][1]].post(day.here, day.sheet(2, 1, 1, tables[0]))
    day.players[tables[0][1]].post(day.here + "/tables/1/referee")
    day.organiser.post(day.here + "/rounds/2/online", {"tables": [2]})
    day.organiser.post(day.here + "/rounds/2/clock", {"minutes": 50})
    day.players = {tables[0][0]: day.players[tables[0][0]]}  # the one whose phone is looked at
    return day


def visits(
    chrome: Browser, server: Running, day: Day, rooms: int | None = None
) -> Iterator[tuple[Visit, list[str]]]:
    """The organiser at every screen, a player and a stranger at those that differ for them."""
    if not AXE.exists():
        missing("axe-core (make develop)")
    tournament = day.here.rpartition("/")[2]
    table = day.organiser.get(day.here + "/rounds/2/online")[0]["id"]
    yield Visit(chrome, server, day.organiser), addresses(tournament, table, rooms)
    me = next(iter(day.players.values()))
    yield Visit(chrome, server, me), [f"/tournament/{tournament}"]
    yield Visit(chrome, server, None), ["/", f"/tournament/{tournament}"]


def test_axe_finds_nothing_on_any_screen(chrome: Browser, server: Running, day: Day):
    count, faults = 0, []
    for visit, screens in visits(chrome, server, day, FEW):
        # Each screen once: phones and laptops take turns, the full tier sees all of both.
        for turn, (size, theme) in enumerate(QUICK):
            count += len(screens[turn::2])
            faults += visit.faults(screens[turn::2], size, theme)
    figure("T30", "screens seen by axe, violations", f"{count}, {len(faults)}", tier="quick")
    assert not faults, "\n".join(faults)


def test_nothing_is_lost_on_narrow_screens(chrome: Browser, server: Running, day: Day):
    losses = [
        loss
        for visit, screens in visits(chrome, server, day, FEW)
        for loss in visit.losses(screens, NARROW)
    ]
    assert not losses, "\n".join(losses)


def wojtek_visits(
    chrome: Browser, server: Running, organiser: Client
) -> Iterator[tuple[Visit, list[str]]]:
    """A stranger and the judge at a table of Miś Wojtek: again, over, and while it is played."""
    if not AXE.exists():
        missing("axe-core (make develop)")
    (_, over, _), (_, played, _) = (set_table(organiser, 4) for _ in range(2))
    played_to_the_end(server, over)
    begun(server, played)
    yield Visit(chrome, server, None), [f"/table/{over}/replay"]
    screens = [f"/table/{over}/replay", f"/table/{over}", f"/table/{played}"]
    yield Visit(chrome, server, organiser), [*screens, f"/table/{played}/replay"]


@pytest.mark.full
def test_axe_finds_nothing_at_a_table_of_wojtek(chrome: Browser, server: Running):
    count, faults = 0, []
    for visit, (again, *screens) in wojtek_visits(chrome, server, server.first_organiser()):
        for turn, (size, theme) in enumerate(QUICK):
            count += 1 + len(screens[turn::2])
            faults += visit.faults([again, *screens[turn::2]], size, theme)
        faults += visit.losses(screens, NARROW)
    figure("T30", "screens of Miś Wojtek, violations", f"{count}, {len(faults)}", tier="quick")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("lesson", first(False, True))
def test_axe_finds_nothing_where_a_child_plays_wojtek(
    chrome: Browser, server: Running, *, lesson: bool
):
    if not AXE.exists():
        missing("axe-core (make develop)")
    child = server.client()
    wanted = {"game": "wojtek", "bots": ["greedy"], "lesson": lesson}
    table = child.post("/api/practice", wanted)
    child.post("/api/login/link", {"token": table["link"].partition("#")[2]})
    faults: list[str] = []
    for size, theme in ((PHONE, "light"), (SIDEWAYS, "dark"), (LAPTOP, "light")):
        context = Visit(chrome, server, child).context(size, theme)
        page = context.new_page()
        page.goto(f"/table/{table['table']}")
        card = page.locator(".hand button:not([disabled])")
        card.or_(page.locator(".actions button")).first.wait_for()
        for step in ("to move", "a card picked"):
            faults += faults_of(page, f"{step} {size} {theme}", is_phone=size == PHONE)
            if card.count():
                card.first.click()
        context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.full
def test_every_room_in_every_theme_and_with_large_letters(
    chrome: Browser, server: Running, day: Day
):
    count, faults = 0, []
    wojtek = wojtek_visits(chrome, server, day.organiser)
    for visit, screens in chain(visits(chrome, server, day), wojtek):
        for size, theme in (*QUICK, *REST):
            count += len(screens)
            faults += visit.faults(screens, size, theme)
        faults += visit.losses(screens, NARROW)
        faults += visit.losses(screens, LAPTOP, letters="200%")
    figure("T30", "screens seen by axe, violations", f"{count}, {len(faults)}", tier="full")
    assert not faults, "\n".join(faults)


@pytest.mark.full
def test_the_mutant_without_contrast_names_and_space_is_caught(
    chrome: Browser, server: Running, day: Day
):
    context = Visit(chrome, server, None).context(PHONE)
    page = context.new_page()
    opened(page, f"/tournament/{day.here.rpartition('/')[2]}")
    page.add_style_tag(content="p, h1 { color: #ddd !important } .page { width: 500px }")
    page.evaluate("() => document.querySelector('button').removeAttribute('aria-label')")
    page.evaluate("() => { document.querySelector('button').textContent = '' }")
    page.add_script_tag(path=AXE)
    caught = {fault["id"] for fault in page.evaluate("() => axe.run()")["violations"]}
    assert {"color-contrast", "button-name"} <= caught
    assert page.evaluate(_TOO_WIDE) > 0
    context.close()
