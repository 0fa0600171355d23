"""An entry is put right where it stands, one by mistake taken off, and leaving is one tap."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import People
from tests.tiers import first

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}


def opened(people: People, day: Day) -> Page:
    page = people.organiser_of(day.here.rpartition("/")[2])
    page.goto(f"{day.here.replace('/api/tournaments', '/tournament')}/organise/entries")
    return page


@pytest.mark.parametrize("size", first(PHONE, LAPTOP, ids=("phone", "laptop")))
def test_a_wrong_entry_is_corrected_and_a_double_one_disappears(people: People, size):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.ask(do="enter", name="Zawodnik 8")
    page = opened(people, day)
    page.set_viewport_size(size)
    people_listed = page.locator("ul.people > li")
    expect(people_listed).to_have_count(9)
    expect(people_listed.nth(7)).to_contain_text("Zawodnik 8 (8)")
    page.get_by_role("button", name="Więcej: Zawodnik 8 (9)").click()
    page.get_by_role("button", name="Usuń zgłoszenie").click()
    expect(page.get_by_text("zniknie ze wszystkich list")).to_be_visible()
    page.get_by_role("button", name="Tak: Usuń zgłoszenie").dblclick()
    expect(people_listed).to_have_count(8)
    expect(people_listed.nth(7).locator("strong")).to_have_text("Zawodnik 8")
    page.get_by_role("button", name="Więcej: Zawodnik 3").click()
    save = page.get_by_role("button", name="Zapisz poprawki")
    expect(save).to_be_disabled()
    field = people_listed.nth(2)
    field.get_by_label("Imię i nazwisko", exact=True).fill("Zawodnik Trzeci")
    day.ask(do="check_in", entrant=5)  # somebody else's act wipes nothing that is half typed
    expect(people_listed.nth(4)).to_contain_text("na miejscu")
    school = field.get_by_label("Klub lub szkoła", exact=True)
    school.fill("SP 5")
    school.press("Enter")
    expect(people_listed.nth(2)).to_contain_text("Zawodnik Trzeci")
    expect(people_listed.nth(2)).to_contain_text("SP 5")
    page.reload()
    expect(people_listed.nth(2)).to_contain_text("Zawodnik Trzeci")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_leaving_and_coming_back_are_one_tap_each(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.ask(do="check_in", entrant=2)
    page = opened(people, day)
    who = page.locator("ul.people > li").nth(1)
    who.get_by_role("button", name="Więcej").click()
    who.get_by_role("button", name="Wycofaj: choroba").click()
    expect(who).to_contain_text("wycofanie")
    page.get_by_role("button", name="Cofnij").dblclick()
    expect(page.get_by_text("Cofnięto.")).to_be_visible()
    expect(who).to_contain_text("na miejscu")
    who.get_by_role("button", name="Więcej").click()
    who.get_by_role("button", name="Wycofaj: rezygnacja").click()
    expect(who).to_contain_text("wycofanie")
    who.get_by_role("button", name="Więcej").click()
    who.get_by_role("button", name="Przywróć").click()
    expect(who).to_contain_text("na miejscu")
    day.ask(do="draw")
    page.reload()
    who.get_by_role("button", name="Więcej").click()
    expect(who.get_by_role("button", name="Zapisz poprawki")).to_be_visible()
    expect(who.get_by_role("button", name="Usuń zgłoszenie")).to_have_count(0)


@pytest.mark.parametrize("size", first(PHONE, LAPTOP, ids=("phone", "laptop")))
def test_an_exclusion_is_taken_back_at_once(people: People, size):
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    day.ask(do="check_in", entrant=3)
    page = people.organiser_of(day.here.rpartition("/")[2])
    page.set_viewport_size(size)
    page.goto(f"{day.here.replace('/api/tournaments', '/tournament')}/organise/penalties")
    page.get_by_role("combobox", name="Kto", exact=True).select_option(value="3")
    page.get_by_label("Powód").fill("nie ten zawodnik")
    page.get_by_role("button", name=re.compile("yskwalifikacja")).first.click()
    page.get_by_role("button", name=re.compile("^Tak: ")).click()
    expect(page.get_by_role("button", name="Cofnij")).to_be_visible()
    assert day.ask(do="overview")["entrants"][2]["status"] == "disqualified"
    page.get_by_role("button", name="Cofnij").click()
    expect(page.get_by_text("Cofnięto.")).to_be_visible()
    expect(page.locator("ol > li.cancelled")).to_contain_text("cofnięte od razu")
    assert day.ask(do="overview")["entrants"][2]["status"] == "present"


def test_which_words_are_the_surname_is_put_right(people: People):
    """By surname it stands where people look for it; what was typed surname first is turned."""
    day = Day(people.server, "zimowy", 3, confirmations=0)
    day.ask(do="enter", name="Jan van der Berg")
    day.ask(do="enter", name="Żak Anna")
    page = people.organiser_of(day.here.rpartition("/")[2])
    for name, listed in (("Jan van der Berg", "van der Berg Jan"), ("Żak Anna", "Żak Anna")):
        page.get_by_role("button", name=f"Więcej: {name}").click()
        page.get_by_label("Na listach według nazwisk").select_option(label=listed)
        page.get_by_role("button", name="Zapisz poprawki").click()
        expect(page.get_by_label("Na listach według nazwisk")).to_have_count(0)  # saved, closed
    people_ = day.ask(do="people")["people"]
    assert [one["name"] for one in people_[3:]] == ["Jan van\u00a0der\u00a0Berg", "Anna Żak"]


@pytest.mark.parametrize("size", first(PHONE, LAPTOP, ids=("phone", "laptop")))
def test_rows_of_a_list_are_left_out_and_corrected_before_it_is_entered(people: People, size):
    day = Day(people.server, "zimowy", 1, confirmations=0)
    page = opened(people, day)
    page.set_viewport_size(size)
    page.get_by_text("Wklej całą listę albo wczytaj plik").click()
    pasted = "imię i nazwisko\tszkoła\nGracz Drugi\tSP 5\nGracz Trzeci\tSP 5\n\tSP 6\nRazem: 3"
    page.get_by_label(re.compile("Jedna osoba w wierszu")).fill(pasted)
    page.get_by_role("button", name="Sprawdź listę").click()
    enter = page.get_by_role("button", name="Zgłoś wszystkich")
    expect(enter).to_be_disabled()  # a row without a name
    page.get_by_role("button", name="Pomiń: Gracz Trzeci").focus()
    page.keyboard.press("Enter")
    back = page.get_by_role("button", name="Przywróć na listę: Gracz Trzeci")
    expect(back).to_be_focused()
    page.get_by_role("button", name="Popraw: A4").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Gracz Czwarty")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Popraw: Gracz Czwarty")).to_be_focused()
    expect(page.get_by_text("poprawione")).to_be_visible()
    page.get_by_role("button", name="Sprawdź listę").click()  # once more: nothing is forgotten
    expect(back).to_be_visible()
    expect(page.get_by_text("Do zgłoszenia: 2.")).to_be_visible()
    page.get_by_label("Sprawdzone, można wpisać").check()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    enter.dblclick()
    expect(page.locator("ul.people > li")).to_have_count(3)
    expect(page.locator("ul.people > li").nth(2)).to_contain_text("Gracz Czwarty")
