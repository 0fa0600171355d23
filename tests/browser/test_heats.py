"""The desk of a final: a deadline, the file of a school's heat, its best accepted."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.people import PATIENCE_MS, People
from tests.tournament.hall import Hall


def test_the_best_of_a_heat_are_accepted_on_the_desk(people: People, tmp_path: Path):
    file = tmp_path / "eliminacje.jsonl"
    Hall(file).create("zimowy", 8, name="Eliminacje").to_the_end()
    page = people.organiser()
    wanted = {"name": "Finał", "format": "szkoly2015"}
    origin = {"origin": people.server.url}
    made = page.request.post("/api/tournaments", data=wanted, headers=origin).json()
    page.goto(f"/tournament/{made['id']}/organise/entries")
    page.get_by_text("Eliminacje szkolne").click(timeout=PATIENCE_MS)
    page.get_by_label("Wyniki przyjmujemy do").fill("2099-09-25T18:00")
    page.get_by_role("button", name="Zapisz termin").click()
    page.get_by_label("Szkoła", exact=True).fill("Szkoła 1")
    page.get_by_label("Plik eliminacji tej szkoły").set_input_files(file)
    page.get_by_role("button", name=re.compile(r"Przyjmij \(4\)")).click()
    expect(page.get_by_text("4 zgłoszenia")).to_be_visible(timeout=PATIENCE_MS)
