"""The figures of the reliability tests as one table.

A test calls `figure("T02", "crash states", 5000, tier="full")`. At the end of the run the rows are
printed and stand in `build/reliability.json`, whichever process the test ran in.
"""

import json
from pathlib import Path

_BUILD = Path(__file__).parents[2] / "build"
_ROWS = _BUILD / "reliability.jsonl"
_REPORT = _BUILD / "reliability.json"

Value = str | int | float


def begin() -> None:
    """Forget the figures of earlier runs."""
    _BUILD.mkdir(exist_ok=True)
    _ROWS.unlink(missing_ok=True)


def figure(test: str, what: str, value: Value, *, tier: str) -> None:
    """Note a figure; a line written at once by any number of processes stays whole."""
    row = {"test": test, "figure": what, "value": value, "tier": tier}
    with _ROWS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def table() -> list[str]:
    """The lines of the table, also written to `build/reliability.json`."""
    if not _ROWS.exists():
        return []
    rows = [json.loads(line) for line in _ROWS.read_text("utf-8").splitlines()]
    rows.sort(key=lambda row: (row["test"], row["tier"]))
    _REPORT.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return [f"{row['test']:<5} {row['tier']:<6} {row['figure']:<58} {row['value']}" for row in rows]
