"""A saved result costs two requests: it is written, and what has become of it is read once."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Request, expect

from tests.browser.organising import Organising
from tests.browser.people import People

_QUIET_MS = 2500  # after this no request belongs to the save any more
# Asked every few seconds, whatever is saved.
_BY_THE_CLOCK = ("/api/mirror", "/api/copies", "/reports")


@contextmanager
def requests_of(page: Page) -> Iterator[list[str]]:
    """What a page asks the server for, until it has been quiet for a while."""
    asked: list[str] = []

    def heard(request: Request) -> None:
        if "/api/" in request.url and not request.url.endswith(_BY_THE_CLOCK):
            asked.append(f"{request.method} {re.sub(r'^.*/api/', '', request.url)}")

    page.on("request", heard)
    yield asked
    page.wait_for_timeout(_QUIET_MS)
    page.remove_listener("request", heard)


def test_a_saved_result_is_written_and_read_once(people: People):
    desk = Organising(people.organiser())
    desk.create("Zimowy Turniej Rummikub", "Turniej zimowy", 10)
    desk.enter(10)
    desk.draw()
    desk.go("Runda i wyniki")
    for game in (1, 2):
        card = desk._card(1)
        card.get_by_role("button", name=re.compile(f"Partia {game} ")).click()
        rows = card.locator("fieldset")
        expect(rows.first).to_be_visible()
        rows.nth(0).get_by_label("Bez kostek").check()
        for i in range(1, rows.count()):
            rows.nth(i).get_by_label("Suma kostek").fill(str(5 + 3 * i))
        expect(rows.nth(0).locator("output")).to_contain_text("duż")  # it has been counted
        desk.page.wait_for_timeout(1000)
        with requests_of(desk.page) as asked:
            card.get_by_role("button", name="Zapisz wynik").click()
            done = card.get_by_role("button", name=re.compile(f"Partia {game} potwierdzony"))
            expect(done).to_be_visible()
        print(f"requests of a saved result: {len(asked)}: {asked}")
        assert len(asked) <= 2, asked
        assert asked[0].startswith("POST tournaments/")
