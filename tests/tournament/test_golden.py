"""Each format from entry to champion, and a day on which everything happens."""

from pathlib import Path

import pytest

from stolik.app.library import FORMATS
from tests.golden.comparing import must_read
from tests.tournament.script import played

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_day_goes_as_written(path: Path):
    writes = f".venv/bin/python -m tests.tournament.script tests/tournament/golden/{path.name}"
    must_read(played(path.read_text("utf-8")), path, writes)


def test_every_format_has_a_golden_tournament():
    missing = set(FORMATS) - {path.stem for path in GOLDEN}
    assert not missing, "write its day, FORMAT.txt in tests/tournament/golden, up to `> finish`"
    for path in GOLDEN:
        assert "> finish" in path.read_text("utf-8")
