"""A finished game again: step by step, by whose eyes, and whether its deal was fair."""

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import PHONE, People


def finished_table(day: Day, watching: str = "racks_after") -> str:
    """Bots have played a game of table 1 to its end."""
    day.round()
    online = f"{day.here}/rounds/1/online"
    (table,) = day.organiser.post(online, {"tables": [1], "watching": watching})
    day.seat_bots(1, [1])
    day.wait_for_results(1, [1])
    return table["id"]


def test_a_game_is_looked_at_again_and_its_deal_is_proved(people: People):
    table = finished_table(Day(people.server, "zimowy", 4, confirmations=0))
    page = people.somebody()
    page.goto(f"/table/{table}/replay")
    expect(page.get_by_text("Tak: każda kostka leżała tam")).to_be_visible()
    log = page.get_by_role("list", name="Zapis gry")
    log.get_by_role("button", name="Koniec gry").click()
    racks = page.locator(".rack")
    expect(racks).to_have_count(4)
    page.get_by_label("Czyimi oczami").select_option("0")
    expect(racks).to_have_count(1)
    lying = page.get_by_role("group", name="Stół").locator("[role=img]")
    expect(lying).not_to_have_count(0)
    log.get_by_role("button", name="Początek gry").click()
    expect(lying).to_have_count(0)
    page.get_by_role("button", name="Następny ruch").click()
    expect(page.locator(".what").first).to_contain_text("Koniec ruchu")
    log.get_by_role("button", name="Koniec gry").click()
    page.get_by_label("Szybkość").select_option("×4")
    page.get_by_role("button", name="Odtwarzaj").click()
    page.get_by_role("button", name="Zatrzymaj").wait_for()
    page.get_by_role("button", name="Odtwarzaj").wait_for()  # it stops at the end by itself


def test_a_tampered_transcript_is_found_out(people: People):
    table = finished_table(Day(people.server, "zimowy", 4, confirmations=0))
    page = people.somebody(PHONE, phone=True)

    def tampered(route) -> None:
        told = route.fetch().json()
        deal = next(entry for entry in told["log"] if entry[0] == "deal")
        deal[3][0], deal[3][1] = deal[3][1], deal[3][0]
        route.fulfill(json=told)

    page.route("**/transcript", tampered)
    page.goto(f"/table/{table}/replay")
    expect(page.get_by_role("alert")).to_contain_text("Nie:")


def test_a_table_that_hides_racks_hides_them_in_the_replay(people: People):
    table = finished_table(Day(people.server, "zimowy", 4, confirmations=0), "no_racks")
    page = people.somebody()
    page.goto(f"/table/{table}/replay")
    expect(page.get_by_text("Ten stolik nie pokazuje tabliczek")).to_be_visible()
    expect(page.locator(".rack")).to_have_count(0)
