"""A child comes late: entered and seated on a free chair, before and after the announcement."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import LAPTOP, PHONE, People
from tests.tiers import first


def seats(day: Day) -> dict[int, list[int]]:
    return {one["table"]: one["seats"] for one in day.ask(do="tables")["tables"]}


@pytest.mark.parametrize("size", first(PHONE, LAPTOP))
@pytest.mark.parametrize("published", [False, True])
def test_a_late_child_is_seated_and_nobody_moves(
    people: People, published: bool, size: tuple[int, int]
):
    day = Day(people.server, "zimowy", 10, confirmations=0)
    day.ask(do="draw")
    if published:
        day.ask(do="publish")
    before = seats(day)
    (table, *_) = [number for number, here in before.items() if len(here) == 3]
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament, size)
    page.goto(f"/tournament/{tournament}/organise/entries")
    page.get_by_label("Imię i nazwisko").first.fill("Zawodnik 11")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Więcej: Zawodnik 11", exact=True)).to_be_visible()
    page.goto(f"/tournament/{tournament}/organise/{'round' if published else 'draw'}")
    expect(page.get_by_role("heading", name="Bez miejsca w tej rundzie: 1 osoba")).to_be_visible()
    if pictures := os.environ.get("STOLIK_PICTURES"):
        page.screenshot(path=Path(pictures) / f"tray-{published}-{size[0]}.png")
    chairs = page.get_by_role("group", name="Stoliki z wolnym krzesłem")
    chairs.get_by_role("button", name=f"Stolik {table}", exact=True).dblclick()
    expect(page.get_by_text(f"Zawodnik 11: stolik {table}.")).to_be_visible()
    assert seats(day) == {**before, table: [*before[table], 11]}
    if not published:
        page.get_by_role("button", name="Ogłoś stoliki").click()
        expect(page.get_by_text("Cofnij ogłoszenie:")).to_be_visible()
    link = day.organiser.post(
        f"{day.here}/passes", {"passes": [{"role": "player", "entrant": 11}]}
    )[0]["link"]
    phone = people.follow(link)
    expect(phone.get_by_text(f"Stolik {table}").first).to_be_visible()
