"""An organiser brings rules and a format of his own to a new tournament."""

from playwright.sync_api import expect

from tests.browser.people import PHONE, People

FORMAT = """entrants_min = 4
[[stages]]
id = "evening"
title = "Wieczór"
field = "all"
rounds = 2
games = 1
seating = "draw"
criteria = ["big_points", "small_points", "lot"]
"""


def test_rules_and_a_format_of_ones_own_by_clicking(people: People):
    page = people.organiser(PHONE)
    page.get_by_text("Własny format z pliku").click()
    page.get_by_label("Podstawa").select_option(label="Zimowy Turniej Rummikub")
    page.get_by_label("Treść pliku").fill("entrants_min = 1\nrules = 3")
    page.get_by_role("button", name="Sprawdź", exact=True).click()
    faults = page.get_by_role("alert")
    expect(faults).to_contain_text("title")  # nobody would know it from ours
    page.get_by_label("Nazwa", exact=True).fill("Wieczór klubowy")
    page.get_by_role("button", name="Sprawdź", exact=True).click()
    expect(faults).to_contain_text("2 błędy")
    expect(faults).to_contain_text("entrants_min")
    expect(page.get_by_role("button", name="Zachowaj i wybierz")).to_have_count(0)
    page.get_by_label("Treść pliku").fill(FORMAT)
    page.get_by_role("button", name="Sprawdź", exact=True).click()
    row = page.get_by_role("row").filter(has_text="stages.1.games")
    expect(row).to_contain_text("Ile gier ma runda.")
    page.get_by_role("button", name="Zachowaj i wybierz").click()

    expect(page.get_by_label("Nazwa turnieju")).to_have_value("Wieczór klubowy")
    page.get_by_text("Własne zasady z pliku").click()
    page.get_by_label("Treść pliku").fill(
        'based_on = "mp2023"\ntitle = "Zasady klubu"\n[clock]\nturn_time_s = 45'
    )
    page.get_by_role("button", name="Sprawdź", exact=True).click()
    row = page.get_by_role("row").filter(has_text="clock.turn_time_s")
    expect(row.get_by_role("cell").last).to_have_text("45")
    page.get_by_text("Wszystkie pola z objaśnieniem").click()
    expect(page.get_by_text("Ile punktów trzeba na wyłożenie.")).to_be_visible()
    page.get_by_role("button", name="Zachowaj i wybierz").click()
    expect(page.get_by_label("Zasady gry")).to_contain_text("Zasady klubu (własne)")
    page.get_by_role("button", name="Dalej").click()
    page.get_by_role("button", name="Utwórz turniej").click()
    expect(page.get_by_role("heading", name="Zgłoszenia")).to_be_visible()

    number = page.url.split("/tournament/")[1].split("/")[0]
    page.goto(f"/judge?tournament={number}")
    expect(page.get_by_label("Regulamin")).to_have_value(number)
    expect(page.get_by_label("Regulamin")).to_contain_text("Zasady klubu")
