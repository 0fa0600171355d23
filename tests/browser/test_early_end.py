"""The hall closes at three: fewer rounds, or the end with what was played; both taken back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import PHONE, People
from tests.browser.test_result_grid import picture

OPEN = "Zmiana planu: inna liczba rund albo wcześniejszy koniec"


def ranking_of(people: People, day: Day, **size: tuple[int, int]) -> Page:
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament, **size)
    page.goto(f"/tournament/{tournament}/organise/ranking")
    page.get_by_text(OPEN).click()
    return page


def result(day: Day, table: int, game: int) -> None:
    seats = day.ask(do="round", round=1)["tables"][table - 1]["seats"]
    day.ask(**day.sheet(1, table, game, [one["entrant"] for one in seats]))


@pytest.fixture
def day(people: People) -> Day:
    day = Day(people.server, "grandprix", 12, confirmations=0)
    day.round()
    return day


def test_a_tournament_ends_with_what_was_played_and_goes_on_again(people: People, day: Day):
    result(day, 1, 1)
    page = ranking_of(people, day)
    page.get_by_role("button", name="Zakończ wcześniej").click()
    asked = page.get_by_role("group", name="Zakończ wcześniej")
    expect(asked).to_contain_text("Nie odbędą się: Rundy I–IV (3 rundy), Finał (1 runda).")
    expect(asked).to_contain_text("11 partii bez wyniku nie liczy się nikomu.")
    picture(page, "early-end")
    asked.get_by_label("Powód").fill("zamykają salę")
    asked.get_by_role("button", name="Tak: Zakończ wcześniej").click()
    expect(page.get_by_role("heading", name="Klasyfikacja końcowa")).to_be_visible()
    assert day.ask(do="overview")["finished"]
    page.get_by_role("button", name="Cofnij", exact=False).click()
    expect(page.get_by_text(OPEN)).to_be_visible()
    assert day.ask(do="check")["next"] == "play"


def test_fewer_rounds_lead_to_the_final_sooner(people: People, day: Day):
    page = ranking_of(people, day, size=PHONE)
    expect(
        page.get_by_text("Zakończyć wcześniej można, gdy jest choć jeden wynik.")
    ).to_be_visible()
    page.get_by_label("Liczba rund (Rundy I–IV)").fill("1")
    page.get_by_role("button", name="Zmień liczbę rund").click()
    told = page.get_by_text(re.compile("1 runda zamiast 4"))
    expect(told).to_be_visible()
    expect(told).not_to_contain_text("egulamin")  # no document counts the rounds of a Grand Prix
    picture(page, "fewer-rounds")
    page.get_by_label("Powód").fill("zamykają salę")
    page.get_by_role("button", name="Tak: Zmień liczbę rund").click()
    expect(page.get_by_role("status").get_by_text("Rundy I–IV: 1 runda.")).to_be_visible()
    for table in (1, 2, 3):
        for game in range(1, 5):
            result(day, table, game)
    assert day.ask(do="check")["next"] == "cut"
    assert day.ask(do="overview")["stages"][0]["title"] == "Runda I"
    page.goto(page.url.replace("ranking", "history"))
    expect(page.get_by_text("Zmieniono liczbę rund etapu na 1")).to_be_visible()
    row = page.locator("li").filter(has_text="Zmieniono liczbę rund etapu na 1")
    row.get_by_role("button", name="Cofnij").click()
    row.get_by_label("Powód").fill("jednak zdążymy")
    row.get_by_role("button", name=re.compile("^Tak")).click()
    expect(page.get_by_text("Zmieniono liczbę rund etapu na 4")).to_be_visible()
    picture(page, "rounds-back")
    assert day.ask(do="check")["next"] == "draw"
