"""The pages for organisers say what happens: every line on them is run."""

import json
import re
from pathlib import Path

import pytest

from stolik.app.library import FORMATS
from stolik.app.tournaments.requests import REQUESTS
from tests.tournament.hall import Hall

DOCS = Path(__file__).parents[3] / "docs"


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)


def test_every_do_is_shown_and_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (own,) = blocks("formats.md", "toml")
    (tmp_path / "klubowy.toml").write_text(own, "utf-8")
    monkeypatch.chdir(tmp_path)
    hall, shown = Hall(tmp_path / "turniej.jsonl"), set()
    for line in "".join(blocks("cli.md", "jsonl")).splitlines():
        request = json.loads(line)
        shown.add(request["do"])
        hall.do(**request)
    # A secret is kept by a server; this game draws no tiles for seats and has no start cards, and
    # nobody comes late to tables that are full.
    assert shown == set(REQUESTS) - {"pledge", "seat_tiles", "start_cards", "take_seat"}
    assert hall.state.finished
    assert Hall(tmp_path / "turniej.jsonl").state == hall.state


def test_every_do_has_its_row():
    page = (DOCS / "cli.md").read_text("utf-8")
    for name in REQUESTS:
        assert f"`{name}`" in page


def test_every_format_of_ours_is_described():
    page = (DOCS / "formats.md").read_text("utf-8")
    missing = [name for name in FORMATS if f"| `{name}` |" not in page]
    assert not missing, "each has a row in the first table of docs/formats.md"


def test_the_organisers_day_goes_as_told():
    hall = Hall()
    for line in "".join(blocks("tour.md", "jsonl")).splitlines():
        hall.do(**json.loads(line))
    assert hall.state.finished
