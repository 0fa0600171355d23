"""A practice table in one click, and what it says without a mouse."""

from tests.browser.people import People


def test_a_newcomer_sits_at_a_table_in_one_click(people: People):
    page = people.somebody()
    page.goto("/")
    page.locator("section.practise").get_by_role("button", name="Poćwicz").click()
    page.get_by_role("button", name="Gotowy", exact=True).click()
    page.get_by_role("button", name="Dobierz").wait_for()
    assert page.url.startswith(f"{people.server.url}/table/")
