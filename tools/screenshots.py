"""Pictures of every screen at every size, from `stolik demo`: `make screenshots`.

They go to build/screenshots/ to be looked at; the best are copied to docs/images/, those of the
manual by itself.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tools.chromium import FLAGS, chromium
from tools.referee_pictures import round_in_swing
from tools.screens import desk_rooms, screens_of_a_visitor

OUT = Path("build/screenshots")
SIZES = {"phone": (360, 740), "sideways": (740, 360), "laptop": (1366, 768), "hall": (1920, 1080)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MANUAL = {  # pictures of docs/pl, by screen
    "desk-entries": "zgloszenia",
    "desk-ranking": "klasyfikacja",
}
SETTLES_MS = 800  # answers have come, letters and tables are in place


@dataclass(frozen=True)
class Walk:
    """One walk through the app: in this window, at this size, in this theme."""

    window: Browser
    url: str
    size: str
    theme: Literal["light", "dark"]

    def context(self, url: str) -> BrowserContext:
        width, height = SIZES[self.size]
        return self.window.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            locale="pl-PL",
            color_scheme=self.theme,
        )

    def picture(self, page: Page, screen: str) -> None:
        page.wait_for_timeout(SETTLES_MS)
        name = f"{screen}-{self.size}-{self.theme}.png"
        page.screenshot(path=OUT / name)
        print(name)

    def everybody(self) -> None:
        """A visitor, then everybody the demo's start page lets in."""
        visitor = self.context(self.url).new_page()
        visitor.goto("/")
        visitor.wait_for_selector(".demo")
        self.picture(visitor, "start")
        links = {way: self._link(visitor, way) for way in ("zawodnik na sali", "widz")}
        for screen, path in screens_of_a_visitor(links["widz"]):
            visitor.goto(path)
            self.picture(visitor, screen)
        self._hall(visitor, links["widz"])
        practise(visitor)
        self.picture(visitor, "table")
        practise_wojtek(visitor)
        self.picture(visitor, "wojtek")
        self._organiser()
        self._follows(links["zawodnik na sali"], "player")
        for context in self.window.contexts:
            context.close()

    def _hall(self, page: Page, tournament: str) -> None:
        """Every scene of the projector's loop, picked by its key."""
        page.goto(f"{tournament}/hall")
        page.wait_for_selector(".hall h2, .hall .face")
        page.keyboard.press("Space")
        for scene in ("1", "2", "3", "4"):
            page.keyboard.press(scene)
            self.picture(page, f"hall-{scene}")

    def _organiser(self) -> None:
        page = self.context(self.url).new_page()
        page.goto("/")
        page.get_by_role("button", name="organizator").click()
        page.wait_for_url("**/organise")
        desk = page.url
        for room in desk_rooms():
            page.goto(f"{desk}/{room}")
            self.picture(page, f"desk-{room}")
        page.goto("/organise")
        self.picture(page, "organise")

    def _follows(self, link: str, screen: str) -> None:
        page = self.context(self.url).new_page()
        page.goto(link)
        page.wait_for_url(lambda url: "/enter" not in url)
        self.picture(page, screen)

    def _link(self, page: Page, way: str) -> str:
        return page.locator(".demo").get_by_role("link", name=way).get_attribute("href") or ""


def main() -> None:
    """Walk through the screens at each size."""
    browser = chromium()
    if browser is None:
        sys.exit("No Chromium found: install the package `chromium`.")
    OUT.mkdir(parents=True, exist_ok=True)
    with showing() as url, sync_playwright() as playwright:
        window = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        walks = [Walk(window, url, size, theme) for size in SIZES for theme in THEMES]
        for walk in walks:
            walk.everybody()
        with round_in_swing(window) as scene:
            for walk in walks:
                scene.walk(walk.context, partial(Walk.picture, walk))
        window.close()
    for screen, name in MANUAL.items():
        shutil.copy(OUT / f"{screen}-laptop-light.png", f"docs/images/pl/{name}.png")


def practise(page: Page) -> None:
    """To the first turn of a game against bots."""
    page.goto("/")
    page.click("section.practise button.primary")
    page.click("button:has-text('Gotowy') >> nth=0", timeout=20_000)
    page.click("button:has-text('777')")
    page.wait_for_selector("button:has-text('Dobierz')", timeout=30_000)


def practise_wojtek(page: Page) -> None:
    """To the first thing to do in a game of Miś Wojtek: a turn, or a start field to choose."""
    page.goto("/")
    page.get_by_role("button", name="Miś Wojtek z botami").click()
    page.wait_for_selector(".hand button:not([disabled]), .actions button", timeout=30_000)


@contextmanager
def showing() -> Iterator[str]:
    """A demo of its own on a free port, gone afterwards."""
    command = [sys.executable, "-m", "stolik", "demo", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert server.stdout
        yield server.stdout.readline().decode().split()[-1]
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
