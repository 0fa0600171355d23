"""Two helpers at the door, each with a phone: one search, one tap, and a slip is taken back."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import LAPTOP, PHONE, People
from tests.tiers import first

_PICTURES = os.environ.get("STOLIK_PICTURES")


def picture(page: Page, name: str) -> None:
    if _PICTURES:
        page.screenshot(path=Path(_PICTURES) / f"{name}.png")


def at_the_door(people: People, day: Day, size: tuple[int, int] = PHONE) -> Page:
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament, size)
    page.goto(f"/tournament/{tournament}/organise/checkin")
    expect(page.get_by_role("heading", name="Obecność")).to_be_visible()
    return page


def statuses(day: Day) -> list[str]:
    return [one["status"] for one in day.ask(do="overview")["entrants"]]


@pytest.mark.parametrize("size", first(PHONE, LAPTOP))
def test_a_few_letters_and_one_tap(people: People, size: tuple[int, int]):
    day = Day(people.server, "zimowy", 6, confirmations=0)
    day.ask(do="enter", name="Łucja Żółć", club="Szkoła nr 7")
    page = at_the_door(people, day, size)
    counter = page.get_by_role("status").filter(has_text="brakuje")
    expect(counter).to_contain_text("0 / 7")
    search = page.get_by_role("searchbox")
    search.fill("zolc")  # without accents, any part of the name
    rows = page.locator("main li")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("regulamin")  # what is missing stands beside the name
    search.press("Enter")
    expect(page.get_by_text("7. Łucja Żółć")).to_be_visible()
    expect(counter).to_contain_text("1 / 7")
    expect(search).to_be_focused()
    expect(search).to_have_value("")
    assert statuses(day)[6] == "present"
    # Whoever is asked for again is not let in twice: the state cannot be mistaken.
    search.fill("łuc")
    expect(rows).to_contain_text("na miejscu")
    expect(rows.get_by_role("button", name=re.compile("^Jest"))).to_have_count(0)
    page.get_by_role("status").get_by_role("button", name="Cofnij obecność").click()
    expect(counter).to_contain_text("0 / 7")
    assert statuses(day)[6] == "entered"
    search.fill("Zawodnik")
    search.press("Enter")  # six fit: nobody is let in by guessing
    expect(page.get_by_text("Pasuje kilka osób")).to_be_visible()
    expect(counter).to_contain_text("0 / 7")
    for entrant in range(8, 12):
        day.ask(do="enter", name=f"Zawodnik {entrant}")
    day.ask(do="no_show", entrant=1, reason="nie ma")
    expect(counter).to_contain_text("0 / 10")
    search.fill("1")  # 10 and 11 begin so too; the very number is meant, though marked as not come
    search.press("Enter")
    expect(page.get_by_text("1. Zawodnik 1 jest na miejscu")).to_be_visible()
    search.fill("1")
    search.press("Enter")
    expect(page.get_by_text("1. Zawodnik 1: na miejscu.")).to_be_visible()


@pytest.mark.parametrize("said", first("iksowy zawodnik", "Zawodnik Iksowy"))
def test_the_whole_name_in_either_order_is_enough(people: People, said: str):
    day = Day(people.server, "zimowy", 3, confirmations=0)
    for name in ("Zawodnik Iksowy", "Zawodnik Iksowy-Igrekowy"):
        day.ask(do="enter", name=name)
    page = at_the_door(people, day)
    page.get_by_role("searchbox").fill(said)
    expect(page.locator("main li")).to_have_count(2)
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_text("4. Zawodnik Iksowy jest na miejscu")).to_be_visible()
    picture(page, "door-whole-name")
    assert statuses(day)[3:] == ["present", "entered"]


def test_a_phone_at_the_door_has_the_list_in_its_upper_half(people: People):
    day = Day(people.server, "zimowy", 12, confirmations=0)
    name = "Zawodniczka Bardzodługonazwiskowa-Jeszczedłuższa"
    day.ask(do="enter", name=name, club="Szkoła Podstawowa nr 7")
    page = at_the_door(people, day)
    page.get_by_role("searchbox").fill("13")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_text("jest na miejscu")).to_be_visible()
    picture(page, "door-phone")
    told = page.locator(".last").bounding_box()
    back = page.get_by_role("status").get_by_role("button", name="Cofnij").bounding_box()
    first = page.locator("main li").first.bounding_box()
    assert told
    assert back
    assert first
    assert told["y"] <= back["y"]
    assert back["y"] + back["height"] <= told["y"] + told["height"]
    assert first["y"] < PHONE[1] / 2


def test_two_phones_at_once_let_everybody_in_once(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    one, other = at_the_door(people, day), at_the_door(people, day)
    jest = re.compile("^Jest: Zawodnik 2$")
    expect(other.get_by_role("button", name=jest)).to_be_visible()
    one.get_by_role("button", name=jest).dblclick()
    expect(other.get_by_role("button", name=jest)).to_have_count(0)  # by itself
    other.get_by_role("button", name="Jest: Zawodnik 3").click()
    for page in (one, other):
        expect(page.get_by_role("status").filter(has_text="brakuje")).to_contain_text("2 / 4")
    assert statuses(day) == ["entered", "present", "present", "entered"]


def test_who_has_a_seat_is_not_unticked(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    day.ask(do="check_in", entrant=1)
    day.round()
    page = at_the_door(people, day)
    page.get_by_role("searchbox").fill("Zawodnik 1")
    rows = page.locator("main li")
    rows.get_by_role("button", name="Cofnij obecność: Zawodnik 1").click()
    expect(page.get_by_role("alert")).to_contain_text("Zawodnik 1")
    expect(page.get_by_role("alert")).to_contain_text("wycofaj")


@pytest.mark.parametrize("size", first(PHONE, LAPTOP))
def test_a_second_slow_tap_on_the_same_place_does_nothing(people: People, size: tuple[int, int]):
    """No row moves under the finger: not by one's own tap, nor by that of another phone."""
    day = Day(people.server, "zimowy", 6, confirmations=0)
    page = at_the_door(people, day, size)
    for search in ("", "Zawodnik"):
        page.get_by_role("searchbox").fill(search)
        who = 3 if search else 2
        jest = page.get_by_role("button", name=f"Jest: Zawodnik {who}")
        jest.scroll_into_view_if_needed()
        box = jest.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.click(x, y)
        expect(page.get_by_text(f"{who}. Zawodnik {who} jest na miejscu")).to_be_visible()
        day.ask(do="check_in", entrant=who - 2) if who > 2 else None
        page.wait_for_timeout(700)  # slower than a double click
        page.mouse.click(x, y)
        page.wait_for_timeout(300)
    assert statuses(day) == ["present", "present", "present", "entered", "entered", "entered"]


def test_who_was_marked_as_not_come_is_let_in_at_the_door(people: People):
    day = Day(people.server, "zimowy", 6, confirmations=0)
    day.ask(do="no_show", entrant=2, reason="nie ma")
    day.ask(do="withdraw", entrant=3, reason="choroba")
    page = at_the_door(people, day)
    for number in (2, 3):
        page.get_by_role("searchbox").fill(f"Zawodnik {number}")
        page.get_by_role("button", name=f"Jednak jest: Zawodnik {number}").tap()
        expect(page.get_by_text(f"{number}. Zawodnik {number} jest na miejscu")).to_be_visible()
    assert statuses(day)[1:3] == ["present", "present"]


def test_who_comes_late_has_no_seat_yet_and_the_door_says_so(people: People):
    """A helper at the door lets him in and notes what was signed; chairs are the desk's."""
    day = Day(people.server, "zimowy", 8, confirmations=0)
    for number in range(1, 8):
        day.ask(do="check_in", entrant=number)
    page = people.organiser_of(day.here.rpartition("/")[2])
    page.goto(page.url.rpartition("/organise")[0] + "/organise/draw")
    doubt = page.get_by_role("group", name="1 osoba nie ma potwierdzonej obecności: Zawodnik 8")
    expect(page.get_by_role("button", name=re.compile(r"^Losuj( |$)"))).to_be_disabled()
    doubt.get_by_role("button", name="Bez tej osoby").dblclick()
    expect(doubt).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile(r"^Losuj( |$)"))).to_be_enabled()
    day.round()
    (told,) = day.organiser.post(day.here + "/passes", {"passes": [{"role": "door"}]})
    helper = people.follow(told["link"])
    helper.get_by_role("searchbox").fill("Zawodnik 8")
    helper.get_by_role("button", name="Jednak jest: Zawodnik 8").click()
    expect(helper.get_by_text("jest na miejscu, ale nie ma jeszcze miejsca")).to_be_visible()
    expect(helper.get_by_text("bez miejsca", exact=False).last).to_be_visible()
    expect(helper.get_by_role("link", name="Znajdź miejsce")).to_have_count(0)
    helper.get_by_role("button", name="Podpisy: Zawodnik 8").click()
    photo = helper.get_by_role("button", name="Podpisane: zdjęcia")
    rules = helper.get_by_role("button", name="Podpisane: regulamin")
    rules.hover()  # in sight, and nothing moves any more
    where = photo.bounding_box()
    rules.click()
    expect(rules).to_have_count(0)
    assert photo.bounding_box() == where, "nothing slides under the finger"
    photo.click()  # the second half of a double tap
    expect(photo).to_be_enabled()
    helper.get_by_role("button", name="Cofnij", exact=True).click()
    expect(rules).to_be_visible()
    helper.wait_for_timeout(1000)
    helper.get_by_role("button", name="Podpisane wszystko").click()
    expect(photo).to_have_count(0)
    helper.get_by_role("button", name="Podpisy: Zawodnik 8").click()
    expect(helper.get_by_role("button", name="Podpisy: Zawodnik 8")).to_have_count(0)
    expect(helper.get_by_role("link", name="Losowanie")).to_have_count(0)
    page.goto(page.url.replace("/draw", "/checkin"))
    page.get_by_role("searchbox").fill("Zawodnik 8")
    page.get_by_role("link", name="Znajdź miejsce").last.click()
    expect(page.get_by_text("Bez miejsca w tej rundzie: 1 osoba")).to_be_visible()


def test_a_double_click_on_all_are_here_asks_once_and_nothing_is_lost(people: People):
    day = Day(people.server, "zimowy", 5, confirmations=0)
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/entries")
    page.get_by_role("button", name=re.compile(r"^Wszyscy są \(5\)")).dblclick()
    page.get_by_role("button", name="Tak: Wszyscy są (5)").click()
    expect(page.get_by_role("button", name=re.compile("Wszyscy są"))).to_have_count(0)
    assert statuses(day) == ["present"] * 5
