"""The desk: forgetting a person asks about remarks that may mean somebody of the same name."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import PATIENCE_MS, People
from tests.tiers import first

REMARK = "kłótnia z Zawodnikiem"


@pytest.mark.parametrize("also", first(False, True))
def test_the_organiser_is_shown_the_remarks_and_decides(people: People, also: bool):
    page = people.organiser()
    origin = {"origin": people.server.url}
    wanted = {"name": "Turniej", "format": "zimowy"}
    made = page.request.post("/api/tournaments", data=wanted, headers=origin).json()
    here = f"/api/tournaments/{made['id']}"
    for n in range(1, 4):
        page.request.post(here, data={"do": "enter", "name": f"Zawodnik {n}"}, headers=origin)
    leaving = {"do": "withdraw", "entrant": 1, "reason": REMARK, "game": "without"}
    assert page.request.post(here, data=leaving, headers=origin).ok
    page.goto(f"/tournament/{made['id']}/organise/entries")
    page.get_by_role("button", name="Więcej: Zawodnik 3", exact=True).click()
    page.get_by_role("button", name="Usuń dane osoby").click()
    asked = page.get_by_role("group", name="Usuń dane osoby")
    expect(asked).to_contain_text("Zawodnik 3")
    asked.get_by_role("button", name="Tak: Usuń dane osoby").click()
    expect(asked).to_contain_text(f"„{REMARK}”")
    asked.get_by_role("button", name="Usuń je także" if also else "Zostaw je").click()
    expect(page.get_by_role("button", name="Więcej: Zawodnik 3")).to_be_hidden(timeout=PATIENCE_MS)
    told = page.request.get(f"{here}/history").text()
    assert (REMARK in told) is not also
