"""Each format from entry to champion, and a day on which everything happens."""

from pathlib import Path

import pytest

from tests.tournament.script import played

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))
FORMATS = {"eliminacje", "zimowy", "szkoly2015", "grandprix", "wojtek"}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_day_goes_as_written(path: Path):
    text = path.read_text("utf-8")
    assert played(text) == text


def test_every_format_has_a_golden_tournament():
    assert {path.stem for path in GOLDEN} >= FORMATS
    for path in GOLDEN:
        assert "> finish" in path.read_text("utf-8")
