"""The desk: what is missing at the check-in, noted from printed forms; the tournament as a file."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.people import PATIENCE_MS, People


def test_forms_are_noted_at_once_and_the_tournament_goes_out_as_a_file(
    people: People, tmp_path: Path
):
    page = people.organiser()
    origin = {"origin": people.server.url}
    wanted = {"name": "Turniej", "format": "zimowy"}
    made = page.request.post("/api/tournaments", data=wanted, headers=origin).json()
    here = f"/api/tournaments/{made['id']}"
    for n in range(1, 5):
        entry = {"do": "enter", "name": f"Zawodnik {n}"}
        page.request.post(here, data=entry, headers=origin)
    page.goto(f"/tournament/{made['id']}/organise/entries")
    row = page.get_by_role("listitem").filter(has_text="Zawodnik 3").first
    missing = "Brak: regulamin, zdjęcia, nazwisko publicznie"
    expect(row).to_contain_text(missing, timeout=PATIENCE_MS)
    page.get_by_text("Regulamin i zgody").click()
    note = re.compile(r"Mam podpisy .*\(4\).*regulamin")
    page.get_by_role("button", name=note).click()
    page.get_by_role("button", name="Tak: Mam podpisy").click()
    expect(page.get_by_text("mamy od wszystkich")).to_be_visible(timeout=PATIENCE_MS)
    expect(row).to_contain_text("Brak: zdjęcia, nazwisko publicznie")
    kept = page.request.get(f"{here}/people/3").json()["person"]["also"]
    assert [(one["to"], one["by"]) for one in kept] == [("regulations", "paper_guardian")]

    page.get_by_role("button", name="odnotuj wszystko naraz (8 braków)").click()
    page.get_by_role("button", name="Tak: Mam wszystkie formularze").click()
    expect(page.get_by_text("mamy od wszystkich")).to_have_count(3)
    kept = page.request.get(f"{here}/people/3").json()["person"]["also"]
    assert {one["to"] for one in kept} == {"regulations", "photo"}
    assert page.request.get(f"{here}/public").json()["standings"][2]["name"] == "Zawodnik 3"

    page.goto(f"/tournament/{made['id']}/organise/papers")
    with page.expect_download() as download:
        page.get_by_role("button", name="Zapisz turniej do pliku").click()
        page.get_by_role("button", name="Tak: Zapisz turniej do pliku").click()
    file = tmp_path / "turniej.jsonl"
    download.value.save_as(file)
    page.get_by_label("Przejmij plik z powrotem").set_input_files(file)
    expect(page.get_by_text("nie ma nic, czego by tu nie było")).to_be_visible(timeout=PATIENCE_MS)
