"""What the desk says and offers fits what has happened, and keys do what buttons do."""

from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import People
from tests.browser.test_result_grid import cell


def room(people: People, day: Day, name: str) -> Page:
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/{name}")
    return page


def test_too_much_for_a_cell_is_said_at_it(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.round()
    page = room(people, day, "results")
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.keyboard.type("k1000000\n")
    expect(page.get_by_role("alert")).to_contain_text("1000000? najwyżej 9999")
    expect(cell(page, 1, 1, 1)).to_be_focused()
    expect(cell(page, 1, 1, 1)).to_have_attribute("aria-invalid", "true")


def test_the_number_stands_first_and_who_enter_means_is_marked(people: People):
    day = Day(people.server, "zimowy", 5, confirmations=0)
    for called in ("Zawodnik 7", "Zawodnik 9"):  # numbers 6 and 7
        day.ask(do="enter", name=called)
    page = room(people, day, "checkin")
    search = page.get_by_role("searchbox")
    search.fill("7")
    rows = page.locator("main li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Zawodnik 9")
    expect(page.locator("main li.next")).to_contain_text("Zawodnik 9")
    search.fill("zawod")
    expect(page.locator("main li.next")).to_have_count(0)
    search.press("Enter")
    expect(page.get_by_text("Pasuje kilka osób")).to_be_visible()
    assert not [one for one in day.ask(do="people")["people"] if one["status"] == "present"]


def test_the_search_of_the_results_takes_nobody_by_guessing(people: People):
    day = Day(people.server, "zimowy", 12, confirmations=0)
    tables = day.round()
    page = room(people, day, "results")
    expect(cell(page, 1, 1, 0)).to_be_focused()
    search = page.get_by_role("searchbox")
    search.fill("zawod")
    search.press("Enter")
    expect(page.get_by_text("Pasuje kilka osób")).to_be_visible()
    expect(search).to_be_focused()
    at = next(i for i, seats in enumerate(tables, start=1) if 1 in seats)
    search.fill("1")  # 10, 11 and 12 hold it too
    search.press("Enter")
    expect(cell(page, at, 1, 0)).to_be_focused()


def test_a_draft_with_somebody_unseated_says_what_helps(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.ask(do="draw")
    page = room(people, day, "draw")
    expect(page.get_by_role("button", name="Losuj ponownie")).to_have_count(2)
    day.ask(do="enter", name="Zawodnik 9")
    expect(page.get_by_text("W tym projekcie nie ma wolnego krzesła")).to_be_visible()
    expect(page.get_by_text("możesz też cofnąć ogłoszenie")).to_have_count(0)
    page.get_by_role("button", name="Losuj ponownie").first.click()
    page.get_by_label("Powód zmiany").fill("ktoś doszedł")
    page.keyboard.press("Enter")
    expect(page.get_by_text("W tym projekcie nie ma wolnego krzesła")).to_have_count(0)
    expect(page.locator(".seat", has_text="Zawodnik 9")).to_be_visible()
    page.get_by_role("button", name="Ogłoś stoliki").click()
    page.get_by_text("Cofnij ogłoszenie:").click()
    page.get_by_label("Powód zmiany").fill("pomyłka")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Ogłoś stoliki")).to_be_visible()


def played(day: Day, tables: list[list[int]]) -> None:
    for table, seats in enumerate(tables, start=1):
        for game in range(1, 4):
            day.ask(**day.sheet(1, table, game, seats))


def test_a_round_whose_results_are_there_has_no_clock_and_the_next_no_lot(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    tables = day.round()
    day.organiser.post(f"{day.here}/rounds/1/clock", {"minutes": 60})
    page = room(people, day, "results")
    expect(page.locator("a.clock")).to_be_visible()
    played(day, tables)
    expect(page.get_by_text("6 z 6 partii")).to_be_visible()
    expect(page.locator("a.clock")).to_have_count(0)
    page.get_by_role("link", name="Sala i zegar", exact=True).first.click()
    expect(page.get_by_text("są wszystkie wyniki")).to_be_visible()
    day.settle()
    day.ask(do="draw")
    page.get_by_role("link", name="Losowanie", exact=True).first.click()
    expect(page.get_by_role("button", name="Ogłoś stoliki")).to_be_visible()
    expect(page.get_by_text("Kłódka chroni")).to_have_count(0)


def test_who_has_left_is_struck_out_before_and_after_the_result(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    seats = day.round()[0]
    day.ask(do="withdraw", entrant=seats[0], reason="choroba", game="not_begun", left_in=1)
    page = room(people, day, "results")
    gone = page.locator("th.gone")
    expect(gone).to_have_count(1)
    for game in range(1, 4):
        day.ask(**day.sheet(1, 1, game, seats[1:]))
    expect(page.get_by_text("3 z 6 partii")).to_be_visible()
    expect(gone).to_have_count(1)


def test_the_door_calls_somebody_as_the_list_does(people: People):
    day = Day(people.server, "zimowy", 1, confirmations=0)
    day.ask(do="enter", name="Zawodnik 1")
    page = room(people, day, "checkin")
    page.get_by_role("button", name="Jest: Zawodnik 1 (1)").click()
    expect(page.locator(".last")).to_contain_text("1. Zawodnik 1 (1)")
    day.ask(do="withdraw", entrant=2, reason="wpisano dwa razy")
    expect(page.locator(".last")).not_to_contain_text("(1)")
