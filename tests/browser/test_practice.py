"""A practice table in one click, and what it says without a mouse."""

from playwright.sync_api import expect

from tests.browser.people import People


def test_a_newcomer_sits_at_a_table_in_one_click(people: People):
    page = people.somebody()
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).click()
    page.get_by_role("button", name="Dobierz").click()
    page.get_by_role("button", name="Dobierz").wait_for()  # the bots have moved
    # Nobody could rule here, so nothing can be challenged.
    expect(page.get_by_role("button", name="Spór o ostatni ruch")).to_have_count(0)
    assert page.url.startswith(f"{people.server.url}/table/")


def test_a_move_of_mis_wojtek_by_keyboard_alone(people: People):
    page = people.somebody()
    page.goto("/")
    bears = page.get_by_role("region", name="Miś Wojtek")
    bears.get_by_label("Przeciwnicy").select_option("1")
    bears.get_by_role("button", name="Miś Wojtek z botami").focus()
    page.keyboard.press("Enter")
    hand = page.get_by_role("group", name="Twoje karty podróży").get_by_role("button")
    ours = page.locator(".hand button:not([disabled])").first
    start = page.get_by_text("wybierz pole startowe")
    ours.or_(start).wait_for()
    if start.is_visible():  # a rainbow card was drawn for us
        page.locator(".actions button").first.press("Enter")
    ours.wait_for()
    expect(page.get_by_text("plansza niezweryfikowana")).to_have_count(0)  # the organiser's matter
    assert hand.count() == 5
    hand.first.focus()
    page.keyboard.press("Space")
    assert hand.first.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Wymień 1 kartę").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Ty: wymiana, 1 karta").first.wait_for()
    assert hand.count() == 5
