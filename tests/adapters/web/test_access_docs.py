"""The table of docs/access.md says what the tests demand."""

from pathlib import Path

from tests.adapters.web.people import SUBJECTS
from tests.reliability.test_t20_roles import ALLOWED

PAGE = Path(__file__).parents[3] / "docs" / "access.md"


def test_the_table_is_the_one_that_is_tested():
    lines = PAGE.read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    head = next(row for row in rows if row[0] == "rule")
    assert tuple(head[1:]) == SUBJECTS
    table = {row[0].strip("`"): row[1:] for row in rows if row[0].startswith("`") and len(row) > 3}
    told = {
        rule: {who for who, mark in zip(SUBJECTS, marks, strict=True) if mark == "✓"}
        for rule, marks in table.items()
    }
    assert told == {str(rule): people for rule, people in ALLOWED.items()}
