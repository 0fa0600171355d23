"""The index of the promises is whole: no number without a test, no test without its row."""

import re
from pathlib import Path

HERE = Path(__file__).parent
INDEX = (HERE / "README.md").read_text("utf-8")


def test_every_promise_has_its_row():
    numbers = re.findall(r"^\| T(\d\d) \|", INDEX, re.MULTILINE)
    assert numbers == [f"{n:02}" for n in range(1, 33)]


def test_every_row_leads_to_a_test_and_every_test_has_a_row():
    linked = {(HERE / path).resolve() for path in re.findall(r"\]\(([\w./]+)\)", INDEX)}
    assert [path for path in linked if not path.is_file()] == []
    assert set(HERE.glob("test_t[0-9]*.py")) <= linked
