"""The browser checks transcripts by itself; what it is tested with comes from here."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.fair_fixtures import (
    CARDS_TARGET,
    DRAWS_TARGET,
    TARGET,
    TRAILS_TARGET,
    card_fixtures,
    draw_fixtures,
    fixtures,
    trail_fixtures,
)

FILES = [
    (fixtures, TARGET),
    (card_fixtures, CARDS_TARGET),
    (draw_fixtures, DRAWS_TARGET),
    (trail_fixtures, TRAILS_TARGET),
]


@pytest.mark.parametrize(("make", "target"), FILES)
def test_the_cases_of_the_browser_are_up_to_date(make: Callable[[], str], target: Path):
    made = make()
    assert made == target.read_text(encoding="utf-8"), "python -m tools.fair_fixtures"
    verdicts = {(case["name"] == "honest", case["ok"]) for case in json.loads(made)}
    assert verdicts == {(True, True), (False, False)}
