"""The organiser's settings: how long names are kept, and the way to the phone test."""

from playwright.sync_api import expect

from tests.browser.people import PATIENCE_MS, People


def test_the_organiser_sets_how_long_names_are_kept(people: People):
    page = people.organiser()
    wanted = {"name": "Turniej", "format": "zimowy"}
    origin = {"origin": people.server.url}
    made = page.request.post("/api/tournaments", data=wanted, headers=origin).json()
    page.goto(f"/tournament/{made['id']}/organise/settings")
    days = page.get_by_label("Po ilu dniach usunąć nazwiska")
    expect(days).to_have_value("30", timeout=PATIENCE_MS)
    days.fill("7")
    page.get_by_role("button", name="Zapisz").click()
    expect(page.get_by_text("Zapisane")).to_be_visible(timeout=PATIENCE_MS)
    assert page.request.get(f"/api/tournaments/{made['id']}").json()["keep_days"] == 7
    page.get_by_role("link", name="Sprawdź ten telefon").click()
    expect(page.get_by_role("heading", name="Próba telefonu")).to_be_visible(timeout=PATIENCE_MS)
