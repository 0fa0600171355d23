"""A round typed from its paper sheets: keys alone, nothing lost, corrections told before."""

import os
import re
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import LAPTOP, PHONE, People

DRAW = re.compile("^(Losuj|Rozsadź)")
_PICTURES = os.environ.get("STOLIK_PICTURES")


def picture(page: Page, name: str) -> None:
    if _PICTURES:
        page.screenshot(path=Path(_PICTURES) / f"{name}.png")


def grid_of(people: People, day: Day, size: tuple[int, int] = LAPTOP, query: str = "") -> Page:
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament, size)
    page.goto(f"/tournament/{tournament}/organise/results{query}")
    return page


def cell(page: Page, table: int, game: int, seat: int) -> Any:
    return page.locator(f"#cell-{table}-{game}-{seat}")


def sheet(day: Day, table: int, game: int) -> list[tuple[int, str]]:
    tables = day.ask(do="round", round=1)["tables"]
    lines = next(one for one in tables if one["table"] == table)["games"][game - 1]["lines"]
    return [(line["entrant"], line["small_points"]) for line in lines]


@pytest.fixture
def day(people: People) -> Day:
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.round()
    return day


def test_a_round_of_sixteen_tables_is_typed_by_keys_alone(people: People):
    day = Day(people.server, "eliminacje", 62, confirmations=0)
    tables = day.round()
    page = grid_of(people, day)
    expect(cell(page, 1, 1, 0)).to_be_focused()
    games, keys, began = len(tables) * 3, 0, monotonic()
    for number, seats in enumerate(tables, start=1):
        for game in range(1, 4):
            expect(cell(page, number, game, 0)).to_be_focused()
            winner = (number + game) % len(seats)
            typed = "".join("k" if i == winner else f"{10 + i}\n" for i in range(len(seats)))
            keys += len(typed)
            page.keyboard.type(typed)
        if number == 6:
            picture(page, "grid-half")
    expect(page.get_by_text(f"{games} z {games} partii").last).to_be_visible()
    picture(page, "grid-whole")
    print(f"{games} games: {keys} keys, 0 clicks, {monotonic() - began:.0f} s")
    assert keys <= 10 * games
    assert day.ask(do="overview")["next"]["next"] != "play" or not day.ask(do="check")["missing"]
    # All sixteen tables at once on a small laptop, and nothing to scroll sideways.
    boxes = [one.bounding_box() for one in page.locator("article").all()]
    assert len(boxes) == len(tables)
    assert all(box and box["x"] + box["width"] <= LAPTOP[0] for box in boxes)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    tops = [one.bounding_box() for one in page.locator("article").all()]
    height = max(b["y"] + b["height"] for b in tops if b) - min(b["y"] for b in tops if b)
    assert height <= LAPTOP[1] - 100


def test_paper_words_absent_people_and_games_that_nobody_won(people: People, day: Day):
    page = grid_of(people, day)
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.keyboard.type("k-12\n−7\nx")
    expect(cell(page, 1, 2, 0)).to_be_focused()
    expect(cell(page, 1, 1, 1)).to_have_value("−12")
    page.keyboard.type("5\n6\n7\n8\n")
    expect(page.get_by_role("alert")).to_contain_text("Kto skończył?")
    page.keyboard.type("p")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_text("2 z 8 partii").or_(page.get_by_text("2 z 6 partii"))).to_be_visible()
    assert [points for _, points in sheet(day, 1, 1)] == ["19", "-12", "-7"]


def test_the_enter_of_habit_after_a_letter_skips_nobody(people: People, day: Day):
    """Digits are followed by Enter and letters are not: a hand that does both goes seat by seat."""
    page = grid_of(people, day)
    expect(cell(page, 1, 1, 0)).to_be_focused()
    for seat, typed in enumerate(["k\n", "b\n", "m\t", "x\n"]):
        expect(cell(page, 1, 1, seat)).to_be_focused()
        page.keyboard.type(typed)
    expect(page.get_by_text("1 z 6 partii")).to_be_visible()
    for seat, typed in enumerate(["5\n", "6\n", "7\n", "8"]):
        expect(cell(page, 1, 2, seat)).to_be_focused()
        page.keyboard.type(typed)
    page.keyboard.type("p\n")
    expect(page.get_by_text("2 z 6 partii")).to_be_visible()
    expect(cell(page, 1, 3, 0)).to_be_focused()
    page.keyboard.type("n\n")
    expect(cell(page, 2, 1, 0)).to_be_focused()


def test_who_left_has_no_cell_in_later_games(people: People, day: Day):
    """001 L8: the others are a table of three."""
    page = grid_of(people, day)
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.keyboard.type("k10\n20\n30\n")
    expect(page.get_by_text("1 z 6 partii")).to_be_visible()
    gone = day.ask(do="round", round=1)["tables"][0]["seats"][1]["entrant"]
    page.keyboard.press("ArrowDown")
    expect(cell(page, 1, 2, 1)).to_be_focused()
    day.ask(do="withdraw", entrant=gone, reason="choroba", game="not_begun")
    expect(cell(page, 1, 2, 1)).to_be_disabled()
    expect(cell(page, 1, 1, 1)).to_be_enabled()
    expect(cell(page, 1, 2, 2)).to_be_focused()  # no key goes nowhere
    page.keyboard.press("ArrowUp")
    picture(page, "grid-left")
    page.keyboard.type("k20\n30\n")
    expect(cell(page, 1, 3, 0)).to_be_focused()
    expect(page.get_by_text("2 z 6 partii")).to_be_visible()
    assert [points for _, points in sheet(day, 1, 2)] == ["50", "-20", "-30"]
    # The form says the same, and does not offer him.
    page.goto(page.url.replace("/results", "/round") + "?table=1&game=3")
    away = page.get_by_role("checkbox", name="odejście przed nią", checked=True)
    expect(away).to_be_disabled()
    expect(page.get_by_label("Suma kostek")).to_have_count(3)


def test_a_correction_is_prefilled_and_says_what_it_moves(people: People, day: Day):
    page = grid_of(people, day)
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.keyboard.type("k10\n20\n30\n")
    expect(page.locator("td.draft")).to_have_count(0)
    cell(page, 1, 1, 3).focus()
    page.keyboard.type("3\n")
    expect(page.get_by_role("alert")).to_contain_text("Miejsca po poprawce")
    expect(page.get_by_text("ktoś już wpisał inny")).to_have_count(0)
    picture(page, "grid-correction")
    page.keyboard.type("40\n")  # the next sheet, typed on: neither a reason nor a yes
    reason = page.get_by_label("Powód poprawki")
    expect(reason).to_have_value("pomyłka przy wpisywaniu")
    page.keyboard.press("Tab")
    expect(reason).to_be_focused()
    page.keyboard.type("40\n")
    save = page.get_by_role("button", name="Popraw wynik")
    expect(save).to_be_disabled()
    reason.fill("zła karta")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("td.draft")).to_have_count(0)
    assert [points for _, points in sheet(day, 1, 1)] == ["33", "-10", "-20", "-3"]
    # Another tab corrects the last seat while the one above it is typed here: neither is lost.
    cell(page, 1, 1, 2).focus()
    cell(page, 1, 1, 2).click()  # once more: what is typed still replaces what is there
    page.keyboard.type("22")
    sums = zip(seats_of(day), (0, 10, 20, 40), strict=True)
    rows = [{"entrant": n, "rack_sum": rack} for n, rack in sums]
    day.ask(do="correct", round=1, table=1, game=1, seats=rows, reason="druga karta")
    page.keyboard.type("\n\n\n")
    both = page.get_by_role("alert").filter(has_text="Liczy się: A ★, B −10, C −20, D −40")
    expect(both).to_contain_text("Wpisane tutaj: C −22")
    picture(page, "grid-outrun")
    assert [points for _, points in sheet(day, 1, 1)] == ["70", "-10", "-20", "-40"]
    page.get_by_role("button", name="Popraw na wpisane tutaj").click()
    page.get_by_role("button", name="Popraw wynik").click()
    expect(page.locator("td.draft")).to_have_count(0)
    assert [points for _, points in sheet(day, 1, 1)] == ["72", "-10", "-22", "-40"]


def corrected(page: Page, day: Day, *sums: int) -> None:
    """Another desk corrects the first game, and the page has read it."""
    rows = [{"entrant": n, "rack_sum": rack} for n, rack in zip(seats_of(day), sums, strict=True)]
    with page.expect_response(re.compile("/public")):
        day.ask(do="correct", round=1, table=1, game=1, seats=rows, reason="druga karta")


def test_an_open_question_takes_up_only_the_correction_it_has_shown(people: People, day: Day):
    """The other desk corrects twice: who answers about the first is asked about the second."""
    page = grid_of(people, day)
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.keyboard.type("k10\n20\n30\n")
    expect(page.locator("td.draft, td.saving")).to_have_count(0)
    cell(page, 1, 1, 2).focus()
    page.keyboard.type("22")
    corrected(page, day, 0, 10, 20, 40)
    page.keyboard.type("\n\n")
    asked = page.get_by_role("alert").filter(has_text="Liczy się")
    expect(asked).to_contain_text("D −40")
    corrected(page, day, 0, 10, 25, 40)
    page.get_by_role("button", name="Popraw na wpisane tutaj").click()
    expect(asked).to_contain_text("C −25")
    expect(page.get_by_label("Powód poprawki")).to_have_count(0)
    assert [points for _, points in sheet(day, 1, 1)] == ["75", "-10", "-25", "-40"]
    page.get_by_role("button", name="Popraw na wpisane tutaj").click()
    page.get_by_role("button", name="Popraw wynik").click()
    expect(page.locator("td.draft, td.saving")).to_have_count(0)
    assert [points for _, points in sheet(day, 1, 1)] == ["72", "-10", "-22", "-40"]


def test_a_form_takes_up_only_the_correction_it_has_shown(people: People, day: Day):
    day.ask(**day.sheet(1, 1, 1, seats_of(day)))
    page = people.organiser_of(day.here.rpartition("/")[2])
    page.goto(
        day.here.replace("/api/tournaments", "/tournament") + "/organise/round?table=1&game=1"
    )
    page.get_by_label("Powód poprawki").fill("moja")
    # Left open elsewhere for a while: what it was filled in over is known when it is back.
    page.get_by_label("Suma kostek").last.fill("17")
    page.get_by_role("link", name="Historia", exact=True).click()
    corrected(page, day, 0, 10, 20, 40)
    page.get_by_role("link", name="Pokaż: Runda I, stolik 1, partia 1").click()
    outrun = page.get_by_role("alert").filter(has_text="−40")
    expect(outrun).to_be_visible()
    corrected(page, day, 0, 10, 25, 40)
    page.get_by_role("button", name="Przeczytane, poprawiam dalej").click()
    expect(page.get_by_role("alert").filter(has_text="−25")).to_be_visible()
    expect(page.get_by_role("button", name="Popraw wynik")).to_be_disabled()
    page.get_by_role("button", name="Przeczytane, poprawiam dalej").click()
    expect(outrun).to_have_count(0)


def seats_of(day: Day) -> list[int]:
    return [one["entrant"] for one in day.ask(do="round", round=1)["tables"][0]["seats"]]


def test_what_is_half_typed_outlives_what_others_do(people: People, day: Day):
    page = grid_of(people, day)
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.keyboard.type("k10\n2")
    seats = day.ask(do="round", round=1)["tables"][0]["seats"]
    sums = [{"entrant": one["entrant"], "rack_sum": 9 * i} for i, one in enumerate(seats)]
    day.ask(do="result", round=1, table=1, game=1, seats=sums)
    expect(page.get_by_text("ktoś już wpisał inny")).to_be_visible()
    expect(cell(page, 1, 1, 1)).to_have_value("−10")
    expect(cell(page, 1, 1, 2)).to_have_value("−2")
    page.reload()  # nor is it lost with the page
    expect(cell(page, 1, 1, 2)).to_have_value("−2")
    cell(page, 1, 1, 2).focus()
    page.keyboard.press("Escape")  # theirs is right
    expect(cell(page, 1, 1, 1)).to_have_value("−9")


def test_a_form_that_is_half_filled_outlives_what_others_do(people: People, day: Day):
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/round?table=1")
    page.get_by_label("Suma kostek").first.fill("17")
    seats = day.ask(do="round", round=1)["tables"][0]["seats"]
    sums = [{"entrant": one["entrant"], "rack_sum": 9 * i} for i, one in enumerate(seats)]
    day.ask(do="result", round=1, table=1, game=1, seats=sums)
    expect(page.get_by_role("button", name="Popraw wynik")).to_be_visible()
    expect(page.get_by_label("Suma kostek").first).to_have_value("17")


def test_few_tables_show_whole_names_and_numbers_and_a_click_on_one_takes_the_hand_there(
    people: People, day: Day
):
    first, second = seats_of(day)[:2]
    for n, school in ((first, 5), (second, 9)):
        day.ask(do="amend", entrant=n, name=f"Jan Kowalski (SP {school})", reason="x")
    page = grid_of(people, day)
    for n, school in ((first, 5), (second, 9)):
        row = page.locator("article th").filter(has_text=f"Jan Kowalski (SP {school})")
        expect(row.locator(".entrant")).to_have_text(str(n))
        assert row.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    picture(page, "grid-few")
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.locator("article").nth(1).locator(".name").last.click()
    expect(cell(page, 2, 1, 0)).to_be_focused()
    page.goto(page.url.replace("/results", "/wyniki"))
    expect(page.get_by_role("alert").filter(has_text="„wyniki”")).to_be_visible()


def test_a_scanned_sheet_asks_who_holds_the_phone(people: People, day: Day):
    tables = day.ask(do="round", round=1)["tables"]
    mine, other = (table["seats"][0]["entrant"] for table in tables[:2])
    wanted = [{"role": "player", "entrant": one} for one in (mine, other)]
    told = day.organiser.post(day.here + "/passes", {"passes": wanted})
    sheet = day.here.replace("/api/tournaments", "/tournament") + "?round=1&table=2"
    page = people.somebody(PHONE)
    page.goto(sheet)
    expect(page.get_by_role("heading", name="Runda I, stolik 2: zaloguj się")).to_be_visible()
    picture(page, "scan-nobody")
    page.get_by_label("Kod z identyfikatora").fill(told[1]["code"])
    page.get_by_role("button", name="Dalej").click()
    expect(page.get_by_role("heading", name="Runda I: stolik 2")).to_be_visible()
    expect(page.locator("section.desk .me .seat")).to_have_text("A")
    expect(page.get_by_text("należy do innego stolika")).to_have_count(0)
    stranger = people.follow(told[0]["link"], PHONE)
    stranger.goto(sheet)
    expect(stranger.get_by_role("status").filter(has_text="Runda I, stolik 2.")).to_contain_text(
        "Niżej są wyniki Twojego: Runda I, stolik 1."
    )
    picture(stranger, "scan-strange")


def test_a_scanned_sheet_opens_its_table_on_a_phone(people: People, day: Day):
    page = people.organiser_of(day.here.rpartition("/")[2], PHONE)
    page.goto(day.here.replace("/api/tournaments", "/tournament") + "?round=1&table=2")
    expect(cell(page, 2, 1, 0)).to_be_focused()
    page.get_by_role("button", name="kończy").tap()
    expect(cell(page, 2, 1, 0)).to_have_value("★")
    expect(cell(page, 2, 1, 1)).to_be_focused()
    picture(page, "grid-phone")


def test_a_correction_is_not_left_behind_unsaved(people: People, day: Day):
    """The last cell asks; in another room it is named, and nothing goes on over it."""
    page = grid_of(people, day)
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.keyboard.type("k10\n20\n30\n")
    expect(page.locator("td.draft, td.saving")).to_have_count(0)
    for table, seats in enumerate(day.ask(do="round", round=1)["tables"], start=1):
        for game in range(1 + (table == 1), 4):
            day.ask(**day.sheet(1, table, game, [one["entrant"] for one in seats["seats"]]))
    expect(page.get_by_text("6 z 6 partii")).to_be_visible()
    cell(page, 1, 1, 1).focus()
    page.keyboard.type("3\n\n\n")
    expect(page.get_by_label("Powód poprawki")).to_be_visible()
    page.keyboard.press("Escape")
    expect(cell(page, 1, 1, 1)).to_have_value("−10")
    cell(page, 1, 1, 1).focus()
    page.keyboard.type("4")
    page.get_by_role("link", name="Losowanie", exact=True).click()  # straight from the cell
    left = page.get_by_text("Niezapisana poprawka: Runda I, stolik 1, partia 1")
    expect(left).to_be_visible()
    day.settle()
    page.get_by_role("button", name=DRAW).click()
    expect(page.get_by_role("alert")).to_contain_text("Najpierw zapisz albo porzuć")
    picture(page, "grid-left-behind")
    assert day.ask(do="overview")["next"]["next"] == "draw"
    page.get_by_role("link", name="Pokaż: Runda I, stolik 1, partia 1").click()
    expect(cell(page, 1, 1, 0)).to_be_focused()
    cell(page, 2, 1, 1).focus()  # the card is left
    expect(page.get_by_label("Powód poprawki")).to_be_visible()
    expect(cell(page, 2, 1, 1)).to_be_focused()
    page.get_by_role("button", name="Popraw wynik").click()
    expect(left).to_have_count(0)
    expect(page.locator("td.draft, td.saving")).to_have_count(0)
    assert [points for _, points in sheet(day, 1, 1)] == ["54", "-4", "-20", "-30"]
    page.get_by_role("link", name="Losowanie", exact=True).click()
    page.get_by_role("button", name=DRAW).click()
    expect(page.get_by_role("button", name="Ogłoś stoliki").first).to_be_visible()


def other_tab(page: Page, room: str) -> Page:
    tab = page.context.new_page()
    tab.goto(re.sub("/organise.*", f"/organise/{room}", page.url))
    return tab


def test_what_is_typed_is_known_to_every_tab_and_outlives_its_own(people: People, day: Day):
    """A second tab of the same desk names it and stops; the first may be closed meanwhile."""
    tables = day.ask(do="round", round=1)["tables"]
    for table, seats in enumerate(tables, start=1):
        for game in range(1, 4):
            day.ask(**day.sheet(1, table, game, [one["entrant"] for one in seats["seats"]]))
    day.settle()
    page = grid_of(people, day)
    tab = other_tab(page, "draw")
    expect(tab.get_by_role("button", name=DRAW)).to_be_visible()
    cell(page, 1, 1, 1).focus()
    page.keyboard.type("4")
    left = tab.get_by_text("Niezapisana poprawka: Runda I, stolik 1, partia 1")
    expect(left).to_be_visible()
    page.close()
    tab.get_by_role("button", name=DRAW).click()
    expect(tab.get_by_role("alert")).to_contain_text("Najpierw zapisz albo porzuć")
    assert day.ask(do="overview")["next"]["next"] == "draw"
    third = other_tab(tab, "results")
    expect(cell(third, 1, 1, 1)).to_have_value("−4")
    third.get_by_role("button", name="Porzuć: Runda I, stolik 1, partia 1").click()
    expect(left).to_have_count(0)
    tab.get_by_role("button", name=DRAW).click()
    expect(tab.get_by_role("button", name="Ogłoś stoliki").first).to_be_visible()


def test_a_half_filled_form_is_named_in_every_room_and_tab(people: People, day: Day):
    page = grid_of(people, day)
    page.goto(re.sub("/organise.*", "/organise/round?table=1", page.url))
    tab = other_tab(page, "entries")
    page.get_by_label("Suma kostek").first.fill("17")
    expect(tab.get_by_text("Niezapisany wynik: Runda I, stolik 1, partia 1")).to_be_visible()
    page.get_by_role("link", name="Historia", exact=True).click()
    page.get_by_role("link", name="Pokaż: Runda I, stolik 1, partia 1").click()
    expect(page.get_by_label("Suma kostek").first).to_have_value("17")
    expect(page.get_by_text("Niezapisany wynik")).to_have_count(0)  # it is under the hand


def test_a_browser_that_keeps_nothing_asks_before_it_is_closed(people: People, day: Day):
    page = grid_of(people, day)
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
    page.reload()
    expect(cell(page, 1, 1, 0)).to_be_focused()
    page.keyboard.type("k1")
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == ["beforeunload"]
