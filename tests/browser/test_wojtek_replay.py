"""A finished game of Miś Wojtek again: step by step, by whose eyes, and whether it was fair."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import PHONE, People
from tests.browser.wojtek_table import begun, played_to_the_end, set_table, two_games

SEATS = 4


def finished_table(people: People, **wanted: str) -> tuple[str, str]:
    here, table, _ = set_table(people.server.first_organiser(), SEATS, **wanted)
    played_to_the_end(people.server, table)
    return here, table


def replay(people: People, table: str) -> Page:
    page = people.somebody()
    page.goto(f"/table/{table}/replay")
    return page


def test_a_game_is_looked_at_again_and_its_deal_is_proved(people: People):
    _, table = finished_table(people)
    page = replay(people, table)
    expect(page.get_by_text("Tak: każda karta leżała tam")).to_be_visible()
    what = page.locator("p.what")
    expect(what).to_contain_text("Losowanie misiów")
    log = page.get_by_role("list", name="Zapis gry")
    log.get_by_role("button", name="Początek gry").click()
    expect(page.locator("svg .bear")).to_have_count(SEATS)
    hands, covered = page.locator(".hand"), page.get_by_text("zakryt")
    expect(hands).to_have_count(SEATS)
    page.get_by_label("Czyimi oczami").select_option("1")
    expect(hands).to_have_count(1)
    expect(covered).to_have_count(SEATS - 1)
    page.get_by_role("button", name="Następny ruch").click()
    expect(what).to_contain_text("Koniec ruchu")
    page.get_by_role("button", name="Krok wstecz").click()
    page.get_by_role("button", name="Krok dalej").click()
    expect(what).to_contain_text("Koniec ruchu")
    page.get_by_label("Miejsce w grze").press("End")
    expect(page.get_by_role("region", name="Wynik gry")).to_be_visible()
    expect(page.locator(".results tbody tr")).to_have_count(SEATS)
    expect(page.get_by_role("button", name="Krok dalej")).to_be_disabled()


def test_one_jumps_to_what_the_judge_did(people: People):
    here, table = finished_table(people)
    page = people.organiser_of(here)
    page.goto(f"/table/{table}/replay")
    what, jump = page.locator("p.what"), page.get_by_label("Przejdź do")
    for words in (
        "podpowiada koledze",
        "Zgłoszenie 1: ostrzeżenie. słyszałem",
        "Orzeczenie: gramy od tego ruchu",
        "ruch był nie na to pole",
    ):
        place = jump.locator("option").filter(has_text=words)
        jump.select_option(place.get_attribute("value"))
        expect(what).to_contain_text(words)
    page.get_by_label("Czyimi oczami").select_option("2")
    place = jump.locator("option").filter(has_text="Zgłoszenie do sędziego")
    jump.select_option(place.get_attribute("value"))
    expect(what).to_have_text("Zgłoszenie do sędziego")
    expect(page.locator("li .gone")).not_to_have_count(0)


@pytest.mark.full
def test_the_film_runs_to_its_end_by_itself(people: People):
    _, table = finished_table(people)
    page = replay(people, table)
    page.get_by_label("Szybkość").select_option("×4")
    log = page.get_by_role("list", name="Zapis gry")
    log.get_by_role("button", name="ostatniego ruchu").click()
    page.get_by_role("button", name="Odtwarzaj").click()
    expect(page.get_by_role("region", name="Wynik gry")).to_be_visible()
    page.get_by_role("button", name="Odtwarzaj").wait_for()  # it stops at the end by itself


@pytest.mark.full
def test_a_tampered_transcript_is_found_out(people: People):
    _, table = finished_table(people)
    page = people.somebody(PHONE, phone=True)

    def tampered(route) -> None:
        told = route.fetch().json()
        fill = next(entry for entry in told["log"] if entry[0] == "fill")
        fill[3] = ["nobody's"]
        route.fulfill(json=told)

    page.route("**/transcript", tampered)
    page.goto(f"/table/{table}/replay")
    expect(page.get_by_role("alert")).to_contain_text("Nie:")


@pytest.mark.full
def test_a_table_that_hides_hands_hides_them_in_the_replay(people: People):
    _, table = finished_table(people, watching="no_racks")
    page = replay(people, table)
    expect(page.get_by_text("Ten stolik nie pokazuje rąk")).to_be_visible()
    page.get_by_label("Miejsce w grze").press("End")
    expect(page.locator(".hand")).to_have_count(0)


def test_the_game_so_far_shows_no_hand(people: People):
    here, table, _ = set_table(people.server.first_organiser(), SEATS)
    begun(people.server, table)
    judge = people.organiser_of(here)
    judge.goto(f"/table/{table}")
    judge.get_by_role("link", name="Przebieg gry krok po kroku").click()
    expect(judge.get_by_text("Gra jeszcze trwa")).to_be_visible()
    judge.get_by_label("Miejsce w grze").press("End")
    expect(judge.get_by_text("zakryt")).to_have_count(SEATS)
    expect(judge.locator(".hand")).to_have_count(0)


@pytest.mark.full
def test_each_game_of_a_table_can_be_looked_at(people: People):
    here, table, _ = set_table(people.server.first_organiser(), SEATS)
    page = people.organiser_of(here)
    page.goto(f"/table/{two_games(people.server, table)}/replay")
    expect(page.get_by_text("Tak: każda karta leżała tam")).to_be_visible()
    page.get_by_label("Miejsce w grze").press("End")
    expect(page.get_by_role("region", name="Wynik gry")).to_be_visible()
    page.get_by_role("combobox", name=re.compile(r"^Gra\b")).select_option("2")
    expect(page.get_by_text("Gra jeszcze trwa")).to_be_visible()
    expect(page.locator("p.what")).to_contain_text("Losowanie misiów")
    expect(page.get_by_text("Dowód pojawi się po końcu gry")).to_be_visible()
    page.get_by_label("Miejsce w grze").press("End")
    expect(page.get_by_text("zakryt")).to_have_count(SEATS)


def test_the_way_to_a_replay_is_where_the_results_are(people: People):
    organiser = people.server.first_organiser()
    here, table, seats = set_table(organiser, SEATS)
    asked = {"passes": [{"role": "player", "entrant": seats[0]}]}
    (told,) = organiser.post(f"/api/tournaments/{here}/passes", asked)
    player = people.follow(told["link"])
    player.goto(f"/table/{table}")
    expect(player.get_by_text("Czekamy")).to_be_visible()
    played_to_the_end(people.server, table)
    player.get_by_role("link", name="Zobacz grę jeszcze raz").click()
    player.wait_for_url(f"**/table/{table}/replay?game=1")
    # This device was there before the deal: it needs nobody's word for the commitment.
    expect(player.get_by_text("który to urządzenie widziało przed rozdaniem")).to_be_visible()
    player.goto(f"/tournament/{here}")
    expect(player.locator(f"a[href='/table/{table}/replay']").first).to_be_attached()
