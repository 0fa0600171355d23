"""The wizard says beforehand what cannot be held; a new tournament begins without a fault."""

import re

from playwright.sync_api import expect

from tests.browser.people import People


def test_a_number_that_cannot_be_seated_is_said_and_goes_no_further(people: People):
    page = people.organiser()
    page.get_by_role("button", name=re.compile("Wybierz.*Zimowy")).click()
    expected = page.get_by_label("Ile osób się spodziewasz")
    go_on = page.get_by_role("button", name="Dalej")
    expected.fill("13")
    expect(page.get_by_text("Tak będzie wyglądał turniej")).to_be_visible()
    expected.fill("5")
    expect(page.get_by_role("alert")).to_contain_text("5")
    expect(page.get_by_text("Tak będzie wyglądał turniej")).to_have_count(0)
    expect(go_on).to_be_disabled()
    assert "5" in (go_on.get_attribute("data-why") or "")
    expected.fill("6")
    expect(page.get_by_text("Tak będzie wyglądał turniej")).to_be_visible()
    expect(go_on).to_be_enabled()


def test_the_least_a_format_is_held_with_is_said_before_it_is_chosen(people: People):
    page = people.organiser()
    card = page.locator("article", has_text="Turniej eliminacyjny")
    expect(card).to_contain_text("Od 12 do")
    card.get_by_role("button", name=re.compile("Wybierz")).click()
    expect(page.locator("label", has_text="Ile osób się spodziewasz")).to_contain_text("Od 12 do")


def test_a_tournament_without_people_is_no_fault(people: People):
    page = people.organiser()
    page.get_by_role("button", name=re.compile("Wybierz.*Turniej eliminacyjny")).click()
    page.get_by_role("button", name="Dalej").click()
    page.get_by_role("button", name="Utwórz turniej").click()
    following = page.get_by_role("region", name="Następny krok")
    expect(following).to_contain_text("Zapisz uczestników: potrzeba co najmniej 12.")
    expect(page.get_by_text("✗")).to_have_count(0)
    page.get_by_role("link", name="Losowanie", exact=True).click()
    following.get_by_role("link", name="Do zgłoszeń").click()
    expect(page.get_by_role("heading", name="Zgłoszenia")).to_be_visible()
