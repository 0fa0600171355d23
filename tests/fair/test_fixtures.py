"""The browser checks transcripts by itself; what it is tested with comes from here."""

import json

from tools.fair_fixtures import TARGET, fixtures


def test_the_cases_of_the_browser_are_up_to_date():
    made = fixtures()
    assert made == TARGET.read_text(encoding="utf-8"), "python -m tools.fair_fixtures"
    verdicts = {(case["name"] == "honest", case["ok"]) for case in json.loads(made)}
    assert verdicts == {(True, True), (False, False)}
