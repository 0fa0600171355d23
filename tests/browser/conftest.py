"""A real Chromium and a real server; every page that complains fails its test."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from stolik.adapters import store_sqlite
from tests.adapters.web.node import Running, serving_node
from tests.browser.chrome import no_page_throws, opened
from tests.browser.people import People
from tools.build_frontend import is_stale

FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session", autouse=True)
def bundle() -> None:
    """Pages of yesterday prove nothing about the sources of today."""
    if is_stale():
        pytest.fail("the web app has changed since it was built: python tools/build_frontend.py")


@pytest.fixture
def chrome() -> Iterator[Browser]:
    """A browser; every person gets a context of their own in it, and no page may throw."""
    browser = opened()
    with no_page_throws(browser):
        yield browser


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
