"""A finished game looked into in the browser: the plot, the turns, a link, the file."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.adapters.cli.asking import run
from tests.browser.people import LAPTOP, PHONE, People


def finished(people: People, size: tuple[int, int]) -> Page:
    """The lesson to its end: the shortest whole game, and somebody misses an opening in it."""
    page = people.somebody(size, phone=size == PHONE)
    page.goto("/")
    page.get_by_role("button", name="Pierwsza partia: lekcja").click()
    page.get_by_role("button", name="Gotowy", exact=True).click()
    page.get_by_role("button", name="Dobierz i zakończ").click()
    for step in range(2, 6):
        expect(page.get_by_text(f"Krok {step} z 5")).to_be_visible()
        page.get_by_role("button", name="Pokaż mi").click()
        page.get_by_role("button", name=re.compile("^Wyłóż")).click()
    page.get_by_role("link", name="Zobacz grę jeszcze raz").click()
    page.get_by_role("button", name="Analizuj partię").click()
    expect(page.get_by_role("heading", name="Warte uwagi")).to_be_visible()
    return page


def test_a_game_is_analysed_and_its_file_is_read_by_the_command_line(people: People):
    page = finished(people, LAPTOP)
    missed = page.get_by_role("button", name=re.compile("przeoczone wyłożenie za 36"))
    missed.first.click()
    turn = page.get_by_role("region", name=re.compile(r"Ruch \d+: Bot Cierpliwy"))
    expect(turn).to_contain_text("−200")
    expect(turn.get_by_role("group", name="Stół").get_by_role("img")).not_to_have_count(0)
    # The address is that of the move: somebody else sees the same.
    expect(page).to_have_url(re.compile(r"event=12&study=1$"))
    here, shown = page.url, page.locator("p.what").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator("p.what")).not_to_have_text(shown)
    page.reload()  # the analysis need not be asked for again
    expect(page.get_by_role("heading", name="Warte uwagi")).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(here)
    expect(page.locator("p.what")).to_have_text(shown)
    page.get_by_role("button", name="Kopiuj link").click()
    expect(page.get_by_text("Skopiowano.")).to_be_visible()
    somebody = people.somebody(PHONE, phone=True)
    somebody.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(somebody.locator("p.what")).to_have_text(shown.replace("Ty", "Człowiek"))
    only_mine(page)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Pobierz plik tej partii").click()
    file = Path(downloading.value.path())
    told, status = run("analyse", str(file), "--json")
    assert status == 0, told
    (whole,) = {len(json.loads(line)["turns"]) for line in told.splitlines()}
    assert whole == 13


def only_mine(page: Page) -> None:
    """Who looks for his own moves is called by no number and reads nobody else's."""
    page.get_by_label("Czyje ruchy").select_option(label="Tylko moje")
    log = page.get_by_role("list", name="Zapis gry")
    laid = log.get_by_role("listitem").filter(has_text=re.compile("Wykładasz"))
    expect(laid).to_have_count(4)
    expect(log.get_by_text(re.compile("wykłada |Miejsce"))).to_have_count(0)
    page.get_by_label("Czyje ruchy").select_option(label="Wszystkie ruchy")
    expect(log.get_by_text(re.compile("wykłada "))).not_to_have_count(0)


def test_a_tap_on_the_plot_goes_to_its_move(people: People):
    page = finished(people, PHONE)
    plot = page.get_by_role("img", name=re.compile("^Wykres: kostki"))
    box = plot.bounding_box()
    assert box
    plot.click(position={"x": box["width"] - 12, "y": 60})
    expect(page.get_by_role("heading", name="Ruch 13:")).to_be_visible()
    plot.click(position={"x": 36, "y": 60})
    expect(page.get_by_role("heading", name="Ruch 1:")).to_be_visible()
    page.get_by_label("Na wykresie").select_option("left")
    expect(page.get_by_role("img", name=re.compile("^Wykres: punkty"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
