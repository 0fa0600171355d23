"""A real Chromium and a real server; every page that complains fails its test."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from stolik.adapters import store_sqlite
from tests.adapters.web.node import Running, serving_node
from tests.browser.people import PATIENCE_MS, People
from tests.needs import missing
from tools.build_frontend import is_stale
from tools.chromium import FLAGS, chromium

FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session", autouse=True)
def bundle() -> None:
    """Pages of yesterday prove nothing about the sources of today."""
    if is_stale():
        pytest.fail("the web app has changed since it was built: python tools/build_frontend.py")


# Of a module: Playwright's loop must not run on when other tests want one of their own.
@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A browser; every person gets a context of their own in it."""
    path = chromium()
    if path is None:
        missing("Chromium (install the package `chromium`)")
    expect.set_options(timeout=PATIENCE_MS)  # a busy machine is no fault of the page
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """The server as `stolik serve` makes it, on a store of its own."""
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as running:
        yield running


@pytest.fixture
def people(chrome: Browser, server: Running, request: pytest.FixtureRequest) -> Iterator[People]:
    """Whoever comes to this server; at the end nobody's page may have complained."""
    everybody = People(chrome, server)
    yield everybody
    if request.node.stash.get(FAILED, False):
        everybody.pictures(Path("build/browser") / request.node.name)
    everybody.go_home()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Remember what failed: its pages are pictured before they close."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report
