"""The manual: one click from a screen, found by words without accents, readable on a phone."""

from playwright.sync_api import expect

from tests.browser.people import PATIENCE_MS, PHONE, People


def test_the_question_mark_opens_the_page_about_this_screen(people: People):
    page = people.somebody(PHONE, phone=True)
    page.goto("/phone-test")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Podręcznik").click()
    manual = opened.value
    expect(manual.get_by_role("heading", level=1)).to_have_text("Uruchomienie", timeout=PATIENCE_MS)
    assert manual.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_a_word_without_its_accents_is_found(people: People):
    page = people.somebody(PHONE, phone=True)
    page.goto("/docs/manual/pl/index.html")
    page.keyboard.press("/")
    page.keyboard.type("-200")  # written −100 czy −200?**
    expect(page.locator("#found").get_by_role("link", name="Sędzia", exact=True)).to_be_visible()
    page.locator("#find").fill("sedzia pin")
    found = page.locator("#found").get_by_role("link", name="Sędzia", exact=True)
    found.click(timeout=PATIENCE_MS)
    expect(page.get_by_role("heading", level=1)).to_have_text("Sędzia")
    page.go_back()
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Documentation")
