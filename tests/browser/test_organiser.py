"""Whole events by clicking, from the first entry to the champion."""

import json

import pytest
from playwright.sync_api import Page, expect

from stolik.app.fairness.trail_checking import checked_trail
from stolik.fair import verify
from tests.adapters.web.day import Day
from tests.browser.organising import Organising
from tests.browser.people import PHONE, People


@pytest.mark.full
def test_a_winter_tournament_from_slips_to_champion(people: People):
    """zimowy: slips, a player lost in mid-round, points off, a late comer, places shared."""
    desk = Organising(people.organiser())
    desk.create("Zimowy Turniej Rummikub", "Turniej zimowy", 9)
    desk.enter(9)
    desk.draw_slips([3, 3, 3])
    desk.play_game(1, 1)
    desk.lose("Zawodnik 3")
    desk.play(tables=3, games=3, since=(1, 2))
    desk.penalise("1. Zawodnik 1", "Odejmij małych punktów", 20)
    desk.late("Zawodnik 10")
    desk.go("Klasyfikacja")
    expect(desk.page.locator("tbody tr").last).to_contain_text("Zawodnik 10")  # has no game yet
    # L179: round II is seated by place, and tables 2 and 3 had the same sums.
    shared = desk.page.locator("tbody tr", has_text="decyduje, kto gdzie usiądzie")
    expect(shared).to_have_count(6)
    desk.draw()
    desk.play(tables=3, games=3)
    desk.finish()
    expect(desk.page.get_by_text("Mistrz", exact=False).first).to_be_visible()


def test_a_qualifying_tournament_of_thirteen_from_entry_to_champion(people: People):
    """eliminacje: slips, a player lost in mid-round, points off, a late comer, ties on the line."""
    desk = Organising(people.organiser())
    desk.create("Turniej eliminacyjny", "Eliminacje", 13)
    desk.enter(13)
    desk.draw_slips([4, 3, 3, 3])
    desk.play_game(1, 1)
    desk.lose("Zawodnik 4")
    desk.play(tables=4, games=3, since=(1, 2))
    desk.penalise("3. Zawodnik 3", "Odejmij małych punktów", 20)
    desk.late("Zawodnik 14")
    desk.draw_slips([4, 3, 3, 3], {4: 14})
    desk.play(tables=4, games=3)
    # Place 8 of 8 is shared by three; L46 seats by place, and 2–4 and 5–7 are shared too.
    desk.cut(level=("Zawodnik 7", "Zawodnik 10", "Zawodnik 13"), seats=6)
    desk.draw()
    desk.play(tables=2, games=3)
    desk.cut()
    desk.draw()
    desk.play(tables=1, games=3)
    desk.finish()
    expect(desk.page.locator("ul.titles li")).to_have_count(3)


@pytest.mark.full
def test_a_school_championship_from_slips_to_champion(people: People):
    """szkoly2015: twenty, one lost and one late, a tie on the line of sixteen (L141)."""
    desk = Organising(people.organiser())
    desk.create("Mistrzostwa Szkół", "Mistrzostwa szkół", 20)
    desk.enter(20)
    desk.draw_slips([4] * 5)
    for table in range(1, 6):
        desk.seat_by_tiles(table, ["J", "11", "7", "2"])
    desk.play_game(1, 1)
    desk.lose("Zawodnik 4")
    desk.play(tables=5, games=3, since=(1, 2))
    desk.penalise("5. Zawodnik 5", "Odejmij małych punktów", 20)
    desk.late("Zawodnik 21")
    desk.draw_slips([4] * 5, {4: 21})
    for table in range(1, 6):
        desk.seat_by_tiles(table, ["13", "11", "7", "2"])
    desk.play(tables=5, games=3)
    desk.cut(level=tuple(f"Zawodnik {n}" for n in (8, 12, 16, 20)))
    desk.draw()
    desk.play(tables=4, games=2)
    desk.cut()
    desk.draw()
    desk.play(tables=1, games=2)
    desk.finish()
    expect(desk.page.locator("ul.titles li").first).to_be_visible()


@pytest.mark.full
def test_a_grand_prix_by_the_rules_of_the_championship(people: People):
    """mp2023 as grandprix: four rounds, one lost and one late, points off, a tie on the line."""
    desk = Organising(people.organiser())
    desk.create("Grand Prix", "Grand Prix", 12)
    desk.enter(12)
    desk.draw_slips([4, 4, 4])
    desk.play_game(1, 1)
    desk.lose("Zawodnik 4")
    desk.play(tables=3, games=4, since=(1, 2))
    desk.penalise("1. Zawodnik 1", "Odejmij małych punktów", 40)
    desk.late("Zawodnik 13")
    for _ in range(3):
        desk.draw_slips([4, 4, 4], {4: 13})
        desk.play(tables=3, games=4)
    desk.cut(level=("Zawodnik 6", "Zawodnik 10"))
    desk.draw()
    desk.play(tables=1, games=4)
    desk.finish()
    expect(desk.page.locator("ul.titles li").first).to_be_visible()


def test_shared_places_that_decide_seats_are_parted_by_tiles(people: People):
    """zimowy L179: round II is seated by place, and after a round of no games all share one."""
    day = Day(people.server, "zimowy", 4, confirmations=0)
    day.round()
    for game in (1, 2, 3):
        day.ask(do="unplayed", round=1, table=1, game=game, reason="alarm")
    desk = Organising(people.organiser_of(day.here.rpartition("/")[2]))
    desk.go("Losowanie")
    expect(
        desk.page.get_by_text("dzielą miejsca z kimś: Zawodnik 1 (1), Zawodnik 2 (2)")
    ).to_be_visible()
    desk.page.get_by_role("link", name="Rozstrzygnij remisy").click()
    expect(desk.page.get_by_text("decyduje, kto gdzie usiądzie")).to_have_count(4)
    desk.break_ties()
    expect(desk.page.get_by_text("Kolejność ustalona kostką")).to_have_count(3)
    desk.draw()
    assert day.ask(do="round", round=2)["tables"][0]["seats"][0]["entrant"] == 4


def test_the_cut_of_a_field_that_shrank_asks_for_its_size(people: People):
    """szkoly2015 L140: sixteen entered, one is gone, and the format fixes no cut of fifteen."""
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    rounds = ([range(n, n + 4) for n in (1, 5, 9, 13)], [range(n, 17, 4) for n in (1, 2, 3, 4)])
    for number, tables in enumerate(rounds, start=1):
        here = [[n for n in seats if number == 1 or n != 4] for seats in tables]
        day.ask(do="draw", tables=here, reason="kartki")
        day.ask(do="publish")
        if number == 1:
            day.ask(do="withdraw", entrant=4, reason="choroba", game="not_begun")
        for table, seats in enumerate(here, start=1):
            for game in (1, 2, 3):
                left = [n for n in seats if n != 4]
                day.ask(**day.sheet(number, table, game, left))
    desk = Organising(people.organiser_of(day.here.rpartition("/")[2]))
    desk.go("Klasyfikacja")
    expect(desk.page.get_by_text("Format nie mówi, ilu awansuje").first).to_be_visible()
    desk.page.get_by_label("Ilu awansuje").fill("12")
    desk.cut_now()
    assert len(day.ask(do="draw")["tables"]) == 3, "a semi-final of three tables"


def test_somebody_registers_by_phone_and_is_let_in(people: People):
    desk = Organising(people.organiser())
    desk.create("Zimowy Turniej Rummikub", "Turniej zimowy", 10)
    desk.page.get_by_text("Zapisy przez kod QR").click()
    desk.page.get_by_role("button", name="Otwórz zapisy").click()
    expect(desk.page.get_by_text("--lan").first).to_be_visible()  # phones would not reach it
    phone = people.somebody(PHONE, phone=True)
    phone.goto(desk.page.url.partition("/organise")[0] + "/register")
    phone.get_by_role("textbox", name="Imię i nazwisko").fill("Zawodnik 1")
    phone.get_by_role("button", name="Wyślij zgłoszenie").click()
    expect(phone.get_by_text("Zawodnik 1: zgłoszenie czeka")).to_be_visible()
    desk.page.get_by_role("button", name="Przyjmij").click()
    expect(desk.page.get_by_text("1 zgłoszenie")).to_be_visible()


def test_a_printed_sheet_leads_to_its_table_and_its_code_is_checked(people: People):
    desk = Organising(people.organiser())
    desk.create("Zimowy Turniej Rummikub", "Turniej zimowy", 10)
    desk.enter(8)
    desk.draw()
    here = desk.page.url.partition("/organise")[0]
    desk.page.goto(f"{here}/organise/round?round=1&table=2")
    form = desk.page.get_by_role("form", name="Wynik: stolik 2, partia 1")
    form.get_by_text("Przepisuję z wydrukowanej kartki").click()
    form.get_by_label("Kod kartki").fill("1-1-CDFG")
    rows = form.locator("fieldset")
    rows.first.get_by_label("Bez kostek").check()
    for i in range(1, 4):
        rows.nth(i).get_by_label("Suma kostek").fill("7")
    expect(form.get_by_role("alert")).to_contain_text("1-1-CDFG")


@pytest.mark.parametrize("teams", [4, pytest.param(20, marks=pytest.mark.full)])
def test_a_tournament_of_teams_from_entry_to_champion(people: People, teams: int):
    """Miś Wojtek: pairs of schools, four rounds by places, a final of the best four."""
    desk = Organising(people.organiser())
    desk.create("Turniej Miś Wojtek", "Miś Wojtek w szkole", 2 * teams)
    desk.enter_teams(teams)
    for _ in range(4):
        desk.draw()
        desk.play_places()
    desk.cut()
    desk.draw()
    desk.play_places()
    desk.finish()
    expect(desk.page.locator("ul.titles li").first).to_contain_text("Zawodnik 1")


@pytest.mark.full
def test_a_day_of_bears_with_everything_that_goes_wrong(people: People):
    """004: slips, a child lost in mid-round, a yellow card, a late comer, a tie on the line."""
    desk = Organising(people.organiser())
    desk.create("Turniej Miś Wojtek", "Miś Wojtek w szkole", 14)
    desk.enter_teams(7)
    # Three tables that no team meets itself at: 1 4 7 10 13, 2 5 8 11 14, 3 6 9 12.
    slips = dict(enumerate([1, 4, 7, 10, 13, 2, 5, 8, 11, 14, 3, 6, 9, 12], start=1))
    desk.draw_slips([5, 5, 4], slips)
    desk.play_places(2)
    desk.lose("Zawodnik 13")
    desk.play_places(1, 3)
    for step in ("ostrzeżenie", "żółta kartka"):
        desk.card("1. Zawodnik 1", step)
    desk.late("Zawodnik 15", team="Drużyna 8")
    for _ in range(3):
        desk.draw_slips([5, 5, 4], {**slips, 5: 15})
        desk.play_places()
    desk.cut(level=("Zawodnik 4", "Zawodnik 5", "Zawodnik 6"))  # on place 4, and 4 go on
    desk.draw()
    desk.play_places()
    desk.finish()
    expect(desk.page.locator("ul.titles li").first).to_contain_text("Zawodnik 1")


def test_the_hall_throws_dice_and_a_phone_checks_the_draw(people: People):
    desk = Organising(people.organiser())
    desk.create("Zimowy Turniej Rummikub", "Turniej zimowy", 10)
    desk.enter(9)
    desk.go("Losowanie")
    expect(desk.page.get_by_role("button", name="Losuj bez kości")).to_be_visible()
    desk.page.get_by_role("button", name="Pokaż zobowiązanie komputera").click()
    expect(desk.page.get_by_label("Rzućcie kośćmi")).to_be_focused()
    commit = desk.page.locator("section code").inner_text()
    phone = people.somebody(PHONE, phone=True)
    phone.goto(desk.page.url.partition("/organise")[0])
    phone.get_by_role("button", name="Rundy").click()
    phone.get_by_text("Losowania: sprawdź").click()
    expect(phone.get_by_text(commit)).to_be_visible()
    desk.page.get_by_label("Rzućcie kośćmi").fill("3 1 6 5 2")
    desk.page.get_by_role("button", name="Losuj", exact=True).click()
    swap_first_two(desk.page, "rodzeństwo")
    desk.page.get_by_role("button", name="Ogłoś stoliki").click()
    expect(phone.get_by_text("ogłoszone stoliki są tymi wylosowanymi")).to_be_visible()
    expect(phone.get_by_text("Powód: rodzeństwo.")).to_be_visible()
    expect(phone.get_by_text("Losowań: 1. Ręcznych zmian przy stolikach: 1.").first).to_be_visible()
    expect(phone.get_by_text("Kości z sali: 31652.")).to_be_visible()
    with phone.expect_download() as proof:
        phone.get_by_role("link", name="Pobierz dowód").click()
    transcript = json.loads(proof.value.path().read_text("utf-8"))
    assert verify(transcript, commit, "dice:31652").size == 9
    with phone.expect_download() as whole:
        phone.get_by_role("link", name="Pobierz cały zapis").click()
    trail = json.loads(whole.value.path().read_text("utf-8"))
    assert checked_trail(trail, commit, "dice:31652").changes == 1


def swap_first_two(page: Page, reason: str) -> None:
    """Two people of different tables change places; the desk asks for the reason first."""
    tables = page.locator("article.card")
    for i in (0, 1):
        tables.nth(i).locator("button.seat").first.click()
    expect(page.get_by_text("napisz powód")).to_be_visible()
    page.get_by_label("Powód zmiany").fill(reason)
    page.get_by_role("button", name="Zamień").click()
    expect(page.get_by_text("napisz powód")).to_be_hidden()


@pytest.mark.full
def test_a_finalist_gives_up_and_two_are_level_for_the_first_prize(people: People):
    """szkoly2015 L45: the next of the semi-final; L38–41, L141: one first prize, by tiles."""
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    for number, games in ((1, 3), (2, 3), (3, 2)):
        for table, seats in enumerate(day.round(), start=1):
            for game in range(1, games + 1):
                day.ask(**day.sheet(number, table, game, seats))
        if number > 1:
            day.cut()
    desk = Organising(people.organiser_of(day.here.rpartition("/")[2]))
    desk.go("Klasyfikacja")
    page = desk.page
    page.get_by_role("button", name="Rezygnuje").first.click()
    expect(page.get_by_text("oddaje wywalczone miejsce. Zajmie je: Zawodnik")).to_be_visible()
    page.get_by_role("button", name="Nie, wróć").click()
    expect(page.get_by_role("button", name="Nie, wróć")).to_have_count(0)
    page.get_by_role("button", name="Rezygnuje").first.click()
    expect(page.get_by_text("dopóki następna runda nie jest ogłoszona").first).to_be_visible()
    gives_up = page.locator("tbody tr", has_text="Rezygnacja z wywalczonego miejsca")
    page.get_by_role("button", name="Oddaje miejsce następnemu: choroba").click()
    expect(page.get_by_text("rezygnacja. Miejsce zajmuje: Zawodnik")).to_be_visible()
    expect(gives_up).to_have_count(1)
    page.get_by_role("button", name="Cofnij", exact=True).click()
    expect(gives_up).to_have_count(0)
    page.get_by_role("button", name="Rezygnuje").first.click()
    page.get_by_label("Inny powód").fill("pociąg")
    page.get_by_role("button", name="Oddaje miejsce następnemu").click()
    other = page.context.new_page()  # another organiser asks about the same person
    other.goto(page.url)
    other.get_by_role("button", name="Wraca").click()
    page.get_by_role("button", name="Wraca").click()
    expect(page.get_by_text("wraca na oddane miejsce. Oddaje je: Zawodnik")).to_be_visible()
    page.get_by_role("button", name="Wraca na swoje miejsce: jednak gra").click()
    # What was asked there never turns into its opposite under the hand.
    expect(other.get_by_text("ktoś inny właśnie to zrobił")).to_be_visible()
    expect(other.get_by_role("button", name="Oddaje miejsce następnemu")).to_have_count(0)
    other.close()
    expect(page.get_by_text("jest z powrotem. Miejsce oddaje: Zawodnik")).to_be_visible()
    expect(gives_up).to_have_count(0)
    page.get_by_role("button", name="Rezygnuje").first.click()
    page.get_by_role("button", name="Oddaje miejsce następnemu: choroba").click()
    expect(gives_up).to_have_count(1)
    desk.go("Historia")
    passed = page.locator("li", has_text="Miejsce oddaje Zawodnik").first
    passed.get_by_role("button", name="Cofnij").click()
    page.get_by_label("Powód").fill("pociąg odwołany")
    page.get_by_role("button", name="Tak: Cofnij").click()
    expect(page.locator("li", has_text="Cofnięto rezygnację: Zawodnik").first).to_contain_text(
        "pociąg odwołany"
    )
    desk.go("Klasyfikacja")
    page.get_by_role("button", name="Rezygnuje").first.click()
    page.get_by_role("button", name="Oddaje miejsce następnemu: choroba").click()
    expect(page.locator("tbody tr", has_text="Rezygnacja z wywalczonego miejsca")).to_have_count(1)
    (four,) = day.round()
    for game, racks in ((1, (0, 10, 20, 30)), (2, (10, 0, 20, 30))):
        seats = [{"entrant": n, "rack_sum": rack} for n, rack in zip(four, racks, strict=True)]
        day.ask(do="result", round=4, table=1, game=game, seats=seats)
    expect(page.locator("tbody tr", has_text="remis o tytuł albo nagrodę")).to_have_count(2)
    end = page.get_by_role("button", name="Zakończ turniej i nadaj tytuły")
    expect(end).to_be_disabled()
    desk.break_ties()
    end.click()
    expect(page.get_by_role("group", name="Zakończ turniej")).to_contain_text("I miejsce – Zawod")
    page.get_by_role("button", name="Nie, wróć").click()
    desk.finish()
    expect(page.locator("ul.titles li", has_text="I miejsce")).to_have_count(3)  # I, II, III
