"""The organiser's whole day, with the stupid things people do in it and every click counted.

Before: first draw 13 clicks; a late arrival 20; a round of 48 games 283.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import LAPTOP, People
from tests.browser.walking import FELT, Walk

FIRST_DRAW, LATE, ROUND = "to the first draw", "late arrival", "round of results"


def walk_of(people: People) -> Walk:
    page = people.organiser(LAPTOP)
    page.add_init_script(FELT)
    page.reload()
    return Walk(page)


def begin(walk: Walk, title: str, expected: int) -> None:
    """From nothing to announced tables; Enter twice, a double click on every act."""
    page = walk.page
    with walk.step(FIRST_DRAW):
        page.get_by_role("button", name=re.compile(f"Wybierz.*{title}")).click()
        page.get_by_label("Nazwa turnieju").fill("Turniej")
        page.get_by_label("Ile osób się spodziewasz").fill(str(expected))
        page.get_by_role("button", name="Dalej").click()
        page.get_by_role("button", name="Utwórz turniej").dblclick()
        expect(page.get_by_role("heading", name="Zgłoszenia")).to_be_visible()
        page.get_by_text("Wklej całą listę albo wczytaj plik").click()
        names = "\n".join(f"Zawodnik {n}" for n in range(1, expected + 1))
        page.get_by_label(re.compile("Jedna osoba w wierszu")).fill(names)
        page.get_by_role("button", name="Sprawdź listę").click()
        page.get_by_role("button", name="Zgłoś wszystkich").dblclick()
        expect(page.get_by_text(f"{expected} zgłosze").first).to_be_visible()
        page.get_by_role("link", name="Do losowania").click()
        page.get_by_role("button", name=re.compile("^Losuj( bez kości)?$")).dblclick()
        page.get_by_role("button", name="Ogłoś stoliki").dblclick()
        expect(page.get_by_text("Cofnij ogłoszenie:")).to_be_visible()
    assert len(walk.ask(do="overview")["entrants"]) == expected
    assert len(walk.ask(do="overview")["rounds"]) == 1
    assert walk.of(FIRST_DRAW).clicks <= 13


def late_child(walk: Walk) -> None:
    """Somebody comes when the tables are announced: entered, and seated on a free chair."""
    page, number = walk.page, len(walk.ask(do="overview")["entrants"]) + 1
    with walk.step(LATE):
        walk.go("Zgłoszenia")
        page.get_by_label("Imię i nazwisko").first.click()
        page.keyboard.type(f"Zawodnik {number}")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")  # once more, for luck: nobody is entered twice
        expect(page.get_by_role("button", name=f"Więcej: Zawodnik {number}")).to_be_visible()
        walk.go("Runda i wyniki")
        chairs = page.get_by_role("group", name="Stoliki z wolnym krzesłem")
        chairs.get_by_role("button").first.dblclick()
        expect(page.get_by_text(f"Zawodnik {number}: stolik")).to_be_visible()
    assert len(walk.ask(do="overview")["entrants"]) == number
    assert walk.of(LATE).clicks <= 5


def slips_of_the_hand(walk: Walk) -> None:
    """The end of time, a penalty and a withdrawal by mistake: each is taken back at once."""
    page = walk.page
    page.get_by_role("button", name=re.compile("^Start zegara")).dblclick()
    expect(page.get_by_text("Zegar rundy ruszył")).to_be_visible()
    walk.go("Sala i zegar")
    page.get_by_role("button", name="Koniec czasu teraz").click()
    page.get_by_role("button", name="Tak: Koniec czasu teraz").dblclick()
    taken_back(page)
    walk.go("Zgłoszenia")
    page.get_by_role("button", name=re.compile("^Jest ?: Zawodnik 2$")).click()
    page.get_by_role("button", name="Więcej: Zawodnik 2", exact=True).click()
    page.get_by_label(re.compile("jeszcze się nie zaczęła")).check()
    page.get_by_role("button", name="Wycofaj: choroba").dblclick()
    taken_back(page)
    statuses = [one["status"] for one in walk.ask(do="overview")["entrants"]]
    assert "withdrawn" not in statuses


def taken_back(page: Page) -> None:
    page.get_by_role("button", name="Cofnij", exact=True).click()
    expect(page.get_by_text("Cofnięto.")).to_be_visible()


def rounds_until_the_end(walk: Walk) -> None:
    """Whatever is due is done: draw, type, cut, finish."""
    for _ in range(12):
        due = walk.ask(do="overview")["next"]["next"]
        if due == "play":
            walk.type_round()
        elif due == "draw":
            walk.draw()
        elif due == "cut":
            walk.cut()
        elif due == "finish":
            walk.finish()
            return
    raise AssertionError("the day does not end")


@pytest.mark.full
def test_ten_players_by_002(people: People):
    walk = walk_of(people)
    begin(walk, "Zimowy Turniej Rummikub", 10)
    late_child(walk)
    slips_of_the_hand(walk)
    with walk.step(ROUND):
        games = walk.type_round(stumble=True)
    assert games == 9
    assert walk.of(ROUND).clicks <= 1  # the room is opened
    rounds_until_the_end(walk)
    expect(walk.page.get_by_text("Mistrz", exact=False).first).to_be_visible()


@pytest.mark.full
def test_sixty_one_players_by_001(people: People):
    walk = walk_of(people)
    begin(walk, "Turniej eliminacyjny", 61)
    late_child(walk)
    slips_of_the_hand(walk)
    with walk.step(ROUND):
        games = walk.type_round(stumble=True)
    assert games == 48
    assert walk.of(ROUND).clicks <= 1
    assert walk.of(ROUND).keys <= 11 * games  # a letter, three sums of up to three digits, Enter
    rounds_until_the_end(walk)
    expect(walk.page.locator("ul.titles li")).to_have_count(3)


@pytest.mark.full
def test_fifty_eight_players_by_003(people: People):
    walk = walk_of(people)
    begin(walk, "Mistrzostwa Szkół", 58)
    late_child(walk)
    with walk.step(ROUND):
        games = walk.type_round(stumble=True)
    assert games == 45
    assert walk.of(ROUND).clicks <= 1
    rounds_until_the_end(walk)
    expect(walk.page.locator("ul.titles li").first).to_be_visible()
