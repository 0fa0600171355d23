"""The organiser's settings: the plan of the day, how long names are kept, the phone test."""

from playwright.sync_api import expect

from tests.browser.people import PATIENCE_MS, PHONE, People


def test_the_organiser_sets_how_long_names_are_kept(people: People):
    page = people.organiser()
    wanted = {"name": "Turniej", "format": "zimowy"}
    origin = {"origin": people.server.url}
    made = page.request.post("/api/tournaments", data=wanted, headers=origin).json()
    page.goto(f"/tournament/{made['id']}/organise/settings")
    days = page.get_by_label("Po ilu dniach usunąć nazwiska")
    expect(days).to_have_value("30", timeout=PATIENCE_MS)
    days.fill("7")
    page.get_by_role("button", name="Zapisz", exact=True).click()
    expect(page.get_by_text("Zapisane", exact=False).first).to_be_visible(timeout=PATIENCE_MS)
    assert page.request.get(f"/api/tournaments/{made['id']}").json()["keep_days"] == 7
    page.get_by_role("link", name="Sprawdź ten telefon").click()
    expect(page.get_by_role("heading", name="Próba telefonu")).to_be_visible(timeout=PATIENCE_MS)


def test_lunch_stands_in_the_plan_of_organiser_and_player(people: People):
    """szkoly2015 L117–126; three games of 25 minutes do not fit into 40 (L101, L119)."""
    page = people.organiser()
    wanted = {"name": "Mistrzostwa szkół", "format": "szkoly2015", "start": "10:30"}
    origin = {"origin": people.server.url}
    made = page.request.post("/api/tournaments", data=wanted, headers=origin).json()
    page.goto(f"/tournament/{made['id']}/organise/settings")
    page.get_by_role("button", name="Dodaj do planu").click()
    page.get_by_role("combobox", name="Co", exact=True).select_option(label="Lunch")
    page.get_by_role("combobox", name="Kiedy", exact=True).select_option(index=1)
    expect(page.get_by_role("row", name="Lunch 11:10–11:30")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_text("3 gry po 25 minut nie mieszczą się w 40").first).to_be_visible()
    page.get_by_role("button", name="Zapisz", exact=True).click()
    expect(page.get_by_text("Zapisane", exact=False).first).to_be_visible(timeout=PATIENCE_MS)
    phone = people.somebody(PHONE, phone=True)
    phone.goto(f"/tournament/{made['id']}")
    phone.get_by_text("Plan dnia").click()
    expect(phone.get_by_role("row", name="11:10–11:30 Lunch")).to_be_visible(timeout=PATIENCE_MS)
