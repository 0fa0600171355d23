"""Slips drawn from a box and tiles drawn at a table, entered by the people who drew them."""

import os
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import PHONE, People


def _look(page: Page, name: str) -> None:
    if folder := os.environ.get("STOLIK_LOOK"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_slips_are_typed_at_the_desk_and_read_by_a_phone(people: People):
    """eliminacje L10: by keyboard alone, with two people on one slip and one corrected."""
    day = Day(people.server, "eliminacje", 12, confirmations=0)
    tournament = day.here.rpartition("/")[2]
    desk = people.organiser_of(tournament)
    desk.goto(f"/tournament/{tournament}/organise/draw")
    desk.get_by_role("button", name="Kartki z pudełka").click()
    make = desk.get_by_role("button", name="Utwórz rundę z kartek")
    expect(make).to_be_disabled()
    expect(make).to_have_accessible_name(re.compile("brakuje jeszcze 12 kartek"))
    desk.get_by_role("combobox", name="Kto").focus()
    slips = [f"{table}{letter}" for table in (1, 2, 3) for letter in "ABCD"]
    for number, slip in enumerate(slips[:10], start=1):
        desk.keyboard.type(str(number))
        desk.keyboard.press("Enter")
        desk.keyboard.type(slip.lower())
        desk.keyboard.press("Enter")
        expect(desk.get_by_text(f"Wpisano: Zawodnik {number} – {slip}.")).to_be_visible()
    desk.keyboard.type("zawodnik 11")
    desk.keyboard.press("Enter")
    desk.keyboard.type("1A")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("alert")).to_contain_text(
        "Kartkę 1A wpisano kilku osobom: Zawodnik 1 (1), Zawodnik 11 (11)"
    )
    _look(desk, "slips-desk")
    desk.get_by_role("button", name="Cofnij kartkę 1A: Zawodnik 11").click()
    expect(desk.get_by_role("alert")).to_have_count(0)

    (told,) = day.organiser.post(
        f"{day.here}/passes", {"passes": [{"role": "player", "entrant": 12}]}
    )
    phone = people.somebody(PHONE)
    phone.goto(f"/tournament/{tournament}?slip=3D")
    expect(phone.get_by_role("heading", name="Kartka 3D: zaloguj się")).to_be_visible()
    phone.get_by_label("Kod z identyfikatora").fill(told["code"])
    phone.get_by_role("button", name="Dalej").click()
    _look(phone, "slip-phone")
    phone.get_by_role("button", name="To moja kartka").click()
    expect(phone.get_by_text("Kartka 3D jest wpisana")).to_be_visible()
    expect(desk.get_by_text("Wpisano 11 z 12")).to_be_visible()
    expect(make).to_be_disabled()

    other = people.organiser_of(tournament, PHONE)
    other.goto(f"/tournament/{tournament}?slip=3C")
    other.get_by_role("combobox", name="Kto").fill("zawodnik 11")
    expect(other.get_by_label("Kartka", exact=True)).to_have_value("3C")
    _look(other, "slips-phone")
    other.get_by_role("button", name="Wpisz", exact=True).click()
    make.click()
    desk.get_by_role("button", name="Ogłoś stoliki").click()
    expect(phone.get_by_role("heading", name="Runda I")).to_be_visible()
    desk.goto(f"/tournament/{tournament}")
    desk.get_by_text("Losowania", exact=False).first.click()
    expect(
        desk.get_by_text("losowano kartkami z pudełka (12 kartek), nie komputerem")
    ).to_be_visible()


def test_tiles_seat_a_table_and_nobody_starts_before(people: People):
    """szkoly2015 L67, on the clock's phone: equal tiles again, the highest starts."""
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    seats = day.round()[0]
    tournament = day.here.rpartition("/")[2]
    (told,) = day.organiser.post(
        f"{day.here}/passes", {"passes": [{"role": "player", "entrant": seats[0]}]}
    )
    phone = people.follow(told["link"], PHONE)
    expect(phone.get_by_role("heading", name="Losowanie miejsc kostkami")).to_be_visible()
    expect(phone.get_by_text("▶")).to_have_count(0)
    phone.goto(f"/tournament/{tournament}/tables/1/clock")
    for entrant, tile in zip(seats, ("5", "J", "9", "9"), strict=True):
        phone.get_by_label(f"Zawodnik {entrant}, kostka 1", exact=True).fill(tile)
    expect(phone.get_by_text("Równe kostki: ")).to_be_visible()
    save = phone.get_by_role("button", name="Posadź według kostek")
    expect(save).to_be_disabled()
    phone.get_by_label(f"Zawodnik {seats[2]}, kostka 2", exact=True).fill("2")
    phone.get_by_label(f"Zawodnik {seats[3]}, kostka 2", exact=True).fill("11")
    _look(phone, "tiles-clock")
    save.click()
    phone.wait_for_timeout(550)  # a double tap is one tap
    phone.get_by_role("button", name="Gotowe").click()
    expect(phone.get_by_text("▶")).to_have_count(1)
    phone.get_by_role("button", name="Zacznij partię 1").click()
    expect(phone.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[1]}")


def test_online_the_deal_draws_the_tiles_and_anybody_can_check_it(people: People):
    """szkoly2015 L67: everybody sees the tiles before the first move, the replay proves them."""
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    seats = day.round()[0]
    online = f"{day.here}/rounds/1/online"
    (table,) = day.organiser.post(online, {"tables": [1]})
    for seat in (1, 2, 3):
        day.organiser.put(f"{online}/1/bot", {"seat": seat, "bot": "greedy"})
    (told,) = day.organiser.post(
        f"{day.here}/passes", {"passes": [{"role": "player", "entrant": seats[0]}]}
    )
    phone = people.follow(told["link"], PHONE)
    phone.goto(f"/table/{table['id']}")
    drawn = phone.get_by_text("Kostki losowane o miejsca: ").first
    expect(drawn).to_be_visible()
    _look(phone, "tiles-online")
    order = day.ask(do="round", round=1)["tables"][0]["seats"]
    first = order[0]["entrant"]
    starts = "Ty" if first == seats[0] else f"Zawodnik {first} (bot)"
    expect(drawn).to_contain_text(f"Zaczyna: {starts}")  # once the names have come

    day.organiser.put(f"{online}/1/bot", {"seat": 0, "bot": "greedy"})
    day.wait_for_results(1, [1])
    page = people.somebody()
    for game in (1, 2):
        page.goto(f"/table/{table['id']}/replay?game={game}")
        expect(page.get_by_text("Tak: każda kostka leżała tam")).to_be_visible()

    def otherwise(route) -> None:
        told = route.fetch().json()
        one, other = told["log"][:2]
        one[3], other[3] = other[3], one[3]
        route.fulfill(json=told)

    page.route("**/transcript", otherwise)
    page.goto(f"/table/{table['id']}/replay?game=1")
    expect(page.get_by_role("alert")).to_contain_text("miejsca przy stole nie wynikają")
