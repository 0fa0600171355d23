"""Hypothesis settings, the PostgreSQL of the tests, and the table of reliability figures."""

import gc
import os
import shutil
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.needs import missing
from tests.postgres import Postgres
from tests.reliability import report

# Thousands of small databases wait for no disk where there is memory for them; a disk that fails or
# dies is the matter of T01 to T04.
_MEMORY, _ROOM = Path("/dev/shm"), 4 * 2**30
if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

# Thirteen thousand tests are found before the first is run: nobody looks through them for rubbish
# again and again. What was found stays (`pytest_collection_finish`).
gc.disable()

_LONG_S = 3600  # in the full tier; `timeout` of pyproject.toml is for the quick one

settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    print_blob=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "full",
    settings.get_profile("quick"),
    derandomize=False,
    # A table is named by its seed: there is nothing to shrink, and shrinking would take for ever.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
settings.load_profile("quick")


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _cheap_servers() -> Iterator[None]:
    if "stolik.adapters.web.application" not in sys.modules:  # no test that was found needs one
        yield
        return
    from tests.cheap import cheap_servers

    with cheap_servers():
        yield


@pytest.fixture
def costly_passwords() -> Iterator[None]:
    """Passwords as the real server keeps them."""
    from tests.cheap import COSTLY_KIB, cost

    with cost(COSTLY_KIB):
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real server, started once for all tests of this process."""
    try:
        server = Postgres()
    except Exception as error:
        missing(f"PostgreSQL does not start ({error})")
    yield server
    server.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(pytest.mark.timeout(_LONG_S))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, Any, Any]:
    """The browser stays open for the next test only if that needs one too."""
    try:
        return (yield)
    finally:
        if _needs_browser(item) and not _needs_browser(nextitem):
            _close_browser()


def pytest_sessionfinish() -> None:
    """Also where a run was ended early."""
    _close_browser()


def _needs_browser(item: pytest.Item | None) -> bool:
    return "chrome" in getattr(item, "fixturenames", ())


def _close_browser() -> None:
    if "tests.browser.chrome" in sys.modules:
        from tests.browser import chrome

        chrome.close()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # not in the workers of xdist
        report.begin()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = report.table()
    if lines:
        terminalreporter.section("reliability")
        for line in lines:
            terminalreporter.write_line(line)
