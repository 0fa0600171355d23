"""People with browsers: each has a context of his own, and pages that may not complain."""

from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from stolik.app.access.invitations import set_up_link
from tests.adapters.web.node import PASSWORD, Running

PHONE = (360, 740)
LAPTOP = (1366, 768)
HALL = (1920, 1080)
PATIENCE_MS = 15_000

# The browser itself says so of every answer that refuses: refusals are part of the game.
_EXPECTED = (
    "Failed to load resource: the server responded with a status of",
    "WebSocket connection",
)


@dataclass
class People:
    """Makes browsers for people and remembers what their pages complained about."""

    chrome: Browser
    server: Running
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def somebody(self, size: tuple[int, int] = LAPTOP, *, phone: bool = False) -> Page:
        """A new page of somebody nobody knows yet."""
        context = self.chrome.new_context(
            base_url=self.server.url,
            viewport={"width": size[0], "height": size[1]},
            locale="pl-PL",
            reduced_motion="reduce",
            has_touch=phone,
            is_mobile=phone,
        )
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        context.on("console", self._heard)
        return context.new_page()

    def follow(self, link: str, size: tuple[int, int] = PHONE) -> Page:
        """Somebody who comes by a link, on a phone unless said otherwise."""
        page = self.somebody(size, phone=size == PHONE)
        page.goto(link)
        page.wait_for_url(lambda url: "/enter" not in url)
        return page

    def organiser(self, size: tuple[int, int] = LAPTOP) -> Page:
        """The first organiser, come in by the printed link and its form."""
        token = self.server.run(set_up_link(self.server.node.access))
        page = self.somebody(size)
        page.goto(f"/enter#{token}")
        page.get_by_label("Nazwa").fill("Organizator")
        page.get_by_label("Hasło").fill(PASSWORD)
        page.get_by_role("button", name="Dalej").click()
        page.wait_for_url(lambda url: "/enter" not in url)
        return page

    def organiser_of(self, tournament: str, size: tuple[int, int] = LAPTOP) -> Page:
        """An organiser who was made by requests, with a browser of his own."""
        page = self.somebody(size, phone=size == PHONE)
        page.goto("/enter")
        page.get_by_label("Nazwa").fill("Organizator")
        page.get_by_label("Hasło").fill(PASSWORD)
        page.get_by_role("button", name="Wejdź jako organizator").click()
        page.wait_for_url(lambda url: "/enter" not in url)
        page.goto(f"/tournament/{tournament}/organise")
        return page

    def pictures(self, folder: Path) -> None:
        """What everybody sees, for who looks for a fault."""
        folder.mkdir(parents=True, exist_ok=True)
        pages = [page for context in self.contexts for page in context.pages]
        for i, page in enumerate(pages):
            page.screenshot(path=folder / f"{i}.png", full_page=True)

    def go_home(self) -> None:
        """Everybody leaves."""
        for context in self.contexts:
            context.close()
        assert not self.complaints, "\n".join(self.complaints)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(_EXPECTED):
            self.complaints.append(message.text)
