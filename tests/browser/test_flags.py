"""How the browser of the tests is started."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Error, Playwright, sync_playwright

from tests.browser import chrome
from tools.chromium import FLAGS

OFF = "--disable-features="


@pytest.fixture
def playwright() -> Iterator[Playwright]:
    chrome.close()  # there is one loop of Playwright at a time
    with sync_playwright() as begun:
        yield begun


def test_what_playwright_turns_off_stays_off(playwright: Playwright, tmp_path: Path):
    """Of two lists the browser believes the last one, which is ours."""
    heard, deaf = tmp_path / "heard", tmp_path / "deaf"
    deaf.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {heard}\n')
    deaf.chmod(0o755)
    with pytest.raises(Error):  # it only writes down how it is called
        playwright.chromium.launch(executable_path=deaf, args=FLAGS)
    theirs, ours = [
        line.removeprefix(OFF).split(",")
        for line in heard.read_text().splitlines()
        if line.startswith(OFF)
    ]
    assert set(theirs) <= set(ours), "_PLAYWRIGHTS of tools/chromium.py"
