"""One browser for all tests that follow each other and need one.

Playwright's loop must not run on when a test wants one of its own: `close` it before.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Browser, BrowserContext, WebError, expect, sync_playwright

from tests.browser.people import PATIENCE_MS
from tests.needs import missing
from tools.chromium import FLAGS, chromium

_OPENED = ExitStack()
_BROWSERS: list[Browser] = []


def opened() -> Browser:
    """The browser; it begins where there is none."""
    path = chromium()
    if path is None:
        missing("Chromium (install the package `chromium`)")
    if not _BROWSERS:
        expect.set_options(timeout=PATIENCE_MS)  # a busy machine is no fault of the page
        playwright = _OPENED.enter_context(sync_playwright())
        _BROWSERS.append(playwright.chromium.launch(executable_path=path, args=FLAGS))
        _OPENED.callback(_BROWSERS[0].close)
    return _BROWSERS[0]


def close() -> None:
    """Nobody needs it now."""
    _OPENED.close()
    _BROWSERS.clear()


@contextmanager
def no_page_throws(browser: Browser) -> Iterator[None]:
    """Fails if a script of any page opened meanwhile threw and nobody caught it."""
    thrown: dict[str, None] = {}

    def hear(fault: WebError) -> None:
        thrown[f"{fault.page.url if fault.page else '?'}: {fault.error}"] = None

    def listen(context: BrowserContext) -> None:
        context.on("weberror", hear)

    browser.on("context", listen)
    try:
        yield
    finally:
        browser.remove_listener("context", listen)
    assert not thrown, "\n".join(thrown)
