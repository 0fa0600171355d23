"""The desk: forgetting a person asks about remarks that may mean somebody of the same name."""

import pytest
from playwright.sync_api import Dialog, expect

from tests.browser.people import PATIENCE_MS, People

REMARK = "kłótnia z Zawodnikiem"


@pytest.mark.parametrize("also", [True, False])
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
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept() if also or len(asked) == 1 else dialog.dismiss()

    page.on("dialog", answer)
    page.goto(f"/tournament/{made['id']}/organise/entries")
    page.get_by_role("button", name="Więcej: Zawodnik 3", exact=True).click()
    page.get_by_role("button", name="Usuń dane osoby").click()
    expect(page.get_by_role("button", name="Więcej: Zawodnik 3")).to_be_hidden(timeout=PATIENCE_MS)
    assert "Zawodnik 3" in asked[0]
    assert f"„{REMARK}”" in asked[1]
    told = page.request.get(f"{here}/history").text()
    assert (REMARK in told) is not also
