"""Pictures of every screen at every size, from a real server: `make screenshots`.

They go to build/screenshots/ to be looked at; the best are copied to docs/images/.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tools.chromium import FLAGS, chromium

OUT = Path("build/screenshots")
SIZES = {"phone": (360, 740), "sideways": (740, 360), "laptop": (1366, 768), "hall": (1920, 1080)}


def main() -> None:
    """Walk through the screens at each size."""
    browser = chromium()
    if browser is None:
        sys.exit("No Chromium found: install the package `chromium`.")
    OUT.mkdir(parents=True, exist_ok=True)
    with serving() as url, sync_playwright() as playwright:
        window = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        for name, (width, height) in SIZES.items():
            for theme in ("light", "dark"):
                walk(window, url, f"{name}-{theme}", width=width, height=height)
        window.close()


def walk(window: Browser, url: str, name: str, *, width: int, height: int) -> None:
    """The start page, the entrance, and a practice table of each game in its first turn."""
    theme = "dark" if name.endswith("dark") else "light"
    context = window.new_context(
        viewport={"width": width, "height": height}, locale="pl-PL", color_scheme=theme
    )
    page = context.new_page()

    def picture(screen: str) -> None:
        page.screenshot(path=OUT / f"{screen}-{name}.png")
        print(f"{screen}-{name}.png")

    page.goto(url)
    page.wait_for_selector("h1")
    picture("start")
    page.goto(f"{url}enter")
    page.wait_for_selector("form")
    picture("enter")
    practise(page, url)
    picture("table")
    page.goto(url)
    page.click("section.practise button.wojtek")
    # After a rainbow card the first thing to do is to choose a start field.
    page.wait_for_selector(".hand button:not([disabled]), .actions button", timeout=30_000)
    picture("wojtek")
    context.close()


def practise(page: Page, url: str) -> None:
    """To the first turn of a game against bots."""
    page.goto(url)
    page.click("section.practise button.primary")
    page.click("button:has-text('Gotowy') >> nth=0", timeout=20_000)
    page.click("button:has-text('777')")
    page.wait_for_selector("button:has-text('Dobierz')", timeout=30_000)


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own on a free port, gone afterwards."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "stolik", "serve", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            assert server.stdout
            yield server.stdout.readline().decode().split()[-1]
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
