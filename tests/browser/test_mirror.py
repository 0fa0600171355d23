"""The organiser's desk says that the mirror has failed, and that it is back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from stolik.adapters.store_sqlite import open_store
from stolik.adapters.store_sqlite.mirror import MirrorPlan
from tests.adapters.web.node import Running, serving_node
from tests.browser.people import PATIENCE_MS, People


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    (tmp_path / "stick").mkdir()
    plan = MirrorPlan(tmp_path / "stick", patience_s=30, start_s=30, probe_s=0.05)
    with serving_node(lambda: open_store(tmp_path / "data", mirror=plan)) as running:
        yield running


def test_the_desk_says_that_the_mirror_is_away(people: People, tmp_path: Path):
    page = people.organiser()
    wanted = {"name": "Turniej", "format": "zimowy"}
    origin = {"origin": people.server.url}
    made = page.request.post("/api/tournaments", data=wanted, headers=origin).json()
    page.goto(f"/tournament/{made['id']}/organise")
    notice = page.get_by_text("Kopia lustrzana nie działa.")
    expect(page.get_by_role("heading", name="Zgłoszenia")).to_be_visible(timeout=PATIENCE_MS)
    expect(notice).to_have_count(0)
    (tmp_path / "stick").rename(tmp_path / "pocket")
    expect(notice).to_be_visible(timeout=2 * PATIENCE_MS)
    expect(page.get_by_text("Nie ma katalogu")).to_be_visible()
    (tmp_path / "pocket").rename(tmp_path / "stick")
    expect(notice).to_have_count(0, timeout=2 * PATIENCE_MS)
