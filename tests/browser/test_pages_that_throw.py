"""A fault that only the console of a page shows fails the test that opened it."""

import pytest
from playwright.sync_api import Browser

from tests.browser.chrome import no_page_throws, opened

THROWN = (
    "setTimeout(() => { throw new Error('not caught') })",
    "void Promise.reject(new Error('not caught'))",
)


@pytest.fixture
def window() -> Browser:
    """A browser nobody listens to yet."""
    return opened()


def run(window: Browser, script: str) -> None:
    """Somebody's second page, with this script on it."""
    context = window.new_context()
    context.new_page()
    page = context.new_page()
    page.evaluate(f"() => {{ {script} }}")
    page.wait_for_timeout(100)
    context.close()


@pytest.mark.parametrize("script", THROWN)
def test_a_page_that_throws_fails_its_test(window: Browser, script: str):
    with pytest.raises(AssertionError, match="not caught"), no_page_throws(window):
        run(window, script)
    with no_page_throws(window):
        run(window, "")
