"""Without a network: a lesson to its end, its analysis and the judge, in the browser alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import LAPTOP, People
from tests.needs import missing
from tools.build_device import FILES, PARTS, is_stale

_PREPARED = "() => (localStorage.getItem('stolik.device') ?? 'null') !== 'null'"
_SLOW_MS = 60_000  # Python starts, on a machine that does much else


@pytest.fixture(autouse=True)
def built() -> None:
    if not (FILES / PARTS).exists():
        missing("the files of a device: python tools/build_device.py")
    if is_stale():
        pytest.fail("Python has changed since it was packed: python tools/build_device.py")


def prepared(people: People) -> Page:
    """Somebody who has practised once: what a device needs comes along by itself."""
    page = people.somebody(LAPTOP)
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).wait_for()
    page.wait_for_function(_PREPARED, timeout=_SLOW_MS)
    return page


@pytest.mark.full
def test_a_lesson_its_analysis_and_the_judge_need_no_network(people: People):
    page = prepared(people)
    page.context.set_offline(True)
    people.complaints = Unreached()
    page.goto("/")
    expect(page.get_by_text("Nie ma połączenia z serwerem.")).to_be_visible()
    page.get_by_role("button", name="Pierwsza partia: lekcja").click()
    page.get_by_role("button", name="Gotowy", exact=True).click(timeout=_SLOW_MS)
    expect(page.get_by_text("Na tym urządzeniu, bez serwera")).to_be_visible()
    page.get_by_role("button", name="Dobierz i zakończ").click()
    for step in range(2, 6):
        expect(page.get_by_text(f"Krok {step} z 5")).to_be_visible()
        if step == 4:  # the browser is closed and opened again: the game goes on
            page.reload()
            expect(page.get_by_text(f"Krok {step} z 5")).to_be_visible(timeout=_SLOW_MS)
            other = page.context.new_page()
            other.goto(page.url)
            expect(other.get_by_text("w innej karcie")).to_be_visible()
            other.close()
        page.get_by_role("button", name="Pokaż mi").click()
        page.get_by_role("button", name=re.compile("^Wyłóż")).click()
    page.get_by_role("link", name="Zobacz grę jeszcze raz").click()
    page.get_by_role("button", name="Analizuj partię").click()
    expect(page.get_by_role("heading", name="Warte uwagi")).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Pobierz plik tej partii").click()
    assert downloading.value.suggested_filename.startswith("stolik-1")
    judged(page)


@pytest.mark.full
def test_who_only_looks_loads_nothing_of_it(people: People):
    page = people.somebody(LAPTOP)
    taken: list[str] = []
    page.context.on("request", lambda request: taken.append(request.url))
    for path in ("/", "/friends", "/rules/rummikub", "/enter"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    page.goto("/")
    page.wait_for_timeout(12_000)  # longer than anybody waits who has played
    assert [url for url in taken if re.search(r"/device|sw\.js|shell\.json", url)] == []


def judged(page: Page) -> None:
    """−200 for a rack that could have opened."""
    page.goto("/judge")
    page.get_by_role("radio", name="czerwona").click(timeout=_SLOW_MS)
    for tile in ("12 czerwona", "13 czerwona", "joker"):
        page.get_by_role("button", name=tile, exact=True).click()
    page.get_by_label("Ostatnio dobrana kostka").select_option("")
    expect(page.locator(".points")).to_have_text("−200", timeout=_SLOW_MS)


class Unreached(list):
    """What pages complain of, but for a network that is cut on purpose."""

    def append(self, said: str) -> None:
        if "ERR_INTERNET_DISCONNECTED" not in said:
            super().append(said)
