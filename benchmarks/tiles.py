"""Moving a tile on a full table in a slow browser: script and layout per frame.

    python -m benchmarks.tiles

A real game against bots is played by drawing and waiting until the table is full. Then, in our own
turn, a tile is dragged across the felt with the processor slowed down four times, and what Chromium
spent on script, style and layout is divided by the moves of the pointer (at most one a frame).
Target: 8 ms.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from tools.chromium import FLAGS, chromium

OUT = Path(__file__).parent / "results" / "tiles.json"
MOVES = 120
SLOWER = 4
FRAME_MS = 17
ENOUGH_TILES = 70
TARGET_MS = 8.0
_COSTS = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


def main() -> int:
    """Play, drag, measure, write down; 1 if it takes too long."""
    path = chromium()
    if path is None:
        sys.exit("No Chromium found: install the package `chromium`.")
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
        tiles = play_until_full(page, url)
        session = page.context.new_cdp_session(page)
        found = {"tiles": tiles, "slower": SLOWER, **dragged(page, session)}
        browser.close()
    print(f"{found['tiles']} tiles, {found['ms_per_move']} ms a move (aim {TARGET_MS})")
    OUT.write_text(json.dumps(found, indent=1) + "\n")
    return int(found["ms_per_move"] > TARGET_MS)


def play_until_full(page: Page, url: str) -> int:
    """Draw in every turn until the table is full, and stop in a turn of ours; how many tiles."""
    page.goto(url)
    page.get_by_role("combobox").first.select_option("1")
    page.click("section.practise button.primary")
    page.get_by_role("button", name="Ready", exact=True).click(timeout=30_000)
    tiles = page.locator("button.tile")
    while True:
        while not page.title().startswith("●"):
            if page.get_by_role("button", name="Confirm").count():
                raise SystemExit("The game was over before the table was full; run it again.")
            page.wait_for_timeout(20)
        if tiles.count() >= ENOUGH_TILES or not page.locator("#command").count():
            return tiles.count()
        page.locator(".actions .primary").click()
        stack = page.get_by_role("button", name=re.compile(r"^Stack \d+"))
        if stack.count():
            stack.first.click()
        page.wait_for_timeout(150)


def dragged(page: Page, session: CDPSession) -> dict[str, float]:
    """A tile of the rack dragged to and fro."""
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # not what others used
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    box = page.locator("button.tile").last.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    before = _spent(session)
    for i in range(MOVES):
        page.mouse.move(200 + 8 * (i % 100), 150 + (i % 50) * 4)
        page.wait_for_timeout(FRAME_MS)
    used = _spent(session) - before
    page.mouse.up()
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return {"moves": MOVES, "ms_per_move": round(1000 * used / MOVES, 2)}


def _spent(session: CDPSession) -> float:
    metrics = {
        one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]
    }
    return float(sum(metrics[name] for name in _COSTS))


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
    sys.exit(main())
