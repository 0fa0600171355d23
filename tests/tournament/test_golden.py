"""Each format from entry to champion, and a day on which everything happens."""

from pathlib import Path

import pytest

from stolik.app.library import FORMATS
from tests.golden.comparing import must_read
from tests.tournament.script import played

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_day_goes_as_written(path: Path):
    text = path.read_text("utf-8")
    must_read(played(text), text, path.name)


def test_every_format_has_a_golden_tournament():
    assert {path.stem for path in GOLDEN} >= set(FORMATS)
    for path in GOLDEN:
        assert "> finish" in path.read_text("utf-8")
