"""T23: hostile files are refused or read; memory and time are bounded, nothing is written."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.adapters import store_sqlite
from stolik.adapters.sheets import limits, reader_main
from stolik.app.sheets.codes import Refusal
from tests.adapters.web.day import Day
from tests.adapters.web.node import serving_node
from tests.reliability.hostile_files import (
    KINDS,
    billion_laughs,
    hostile,
    huge_dimensions,
    many_parts,
    noise,
    parts,
    sheet,
    too_large,
    truncated,
)
from tests.reliability.report import figure

ROOT = Path(__file__).parents[2]
MOST_MB = limits.MEMORY // 1024**2
OWN_MB = 250  # of who asks: the file, and what the reader said
OWNED = [Path("/tmp/stolik-owned"), Path("/tmp/xl")]


def read_all(directory: Path, files: Iterable[tuple[str, bytes]]) -> tuple[list[dict], int]:
    """What became of each file, and the memory of the process that asked."""
    there, work = directory / "files", directory / "work"
    there.mkdir()
    work.mkdir()
    for number, (name, content) in enumerate(files):
        (there / f"{number:03} {name}").write_bytes(content)
    before = {path: path.stat().st_mtime_ns for path in there.iterdir()}
    done = subprocess.run(
        [sys.executable, "-m", "tests.reliability.reading_main", str(there)],
        cwd=work,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(work), "HOME": str(work)},
        capture_output=True,
        check=True,
    )
    assert {path: path.stat().st_mtime_ns for path in there.iterdir()} == before
    assert list(work.iterdir()) == []
    assert [path for path in OWNED if path.exists()] == []
    *rows, own = [json.loads(line) for line in done.stdout.splitlines()]
    return rows, own["own_mb"]


@pytest.mark.parametrize(
    ("tier", "count"), [("quick", len(KINDS)), pytest.param("full", 300, marks=pytest.mark.full)]
)
def test_no_hostile_file_takes_more_than_it_may(tmp_path: Path, tier: str, count: int):
    rows, own = read_all(tmp_path, hostile(count))
    assert len(rows) == count
    figure("T23", "hostile files read or refused", count, tier=tier)
    figure(
        "T23", "most memory of a reader, of who asks (MB)", f"{rows[-1]['mb']}, {own}", tier=tier
    )
    figure("T23", "longest (s)", round(max(row["seconds"] for row in rows), 2), tier=tier)
    assert rows[-1]["mb"] <= MOST_MB
    assert own <= OWN_MB
    assert all(row["seconds"] <= limits.WALL_S + 2 for row in rows)
    codes = Counter(row["code"] for row in rows)
    assert set(codes) <= {"", *(code.value for code in Refusal)}
    assert codes[""] < count / 2  # most of them are refused
    assert all(row["code"] == "" for row in rows if "good" in row["file"])


def test_a_server_lives_on_and_enters_nobody(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        day = Day(server, "zimowy", 4)
        before = day.organiser.get(day.here)
        for kind in (huge_dimensions, truncated, billion_laughs, too_large, noise):
            content = kind(Random(23))
            for what in ("entrants", "workbook"):
                path = f"{day.here}/sheets/{what}?apply=true"
                answer = day.organiser.http.post(path, content=content)
                told: dict[str, Any] = answer.json()
                assert 400 <= answer.status_code < 500, (kind, told)
                assert told["error"]["message"], kind
        assert day.organiser.get(day.here) == before
        assert server.client().http.get("/healthz").status_code == 200


@pytest.mark.full
def test_the_mutant_without_limits_is_caught(tmp_path: Path):
    """Without its bounds the reader takes what a file of two kilobytes wants."""
    rows = "<row r='1'><c r='A1'><v>1</v></c></row><row r='3000'><c r='XFD3000'><v>1</v></c></row>"
    hog = parts(**{"xl/worksheets/sheet1.xml": sheet(rows)})
    (tmp_path / "hog").write_bytes(hog)
    mutant = (
        "import resource, sys; from stolik.adapters.sheets import reader_main as r;"
        "r._check_size = lambda *_: None;"
        f"most = ({3 * limits.MEMORY},) * 2;"
        "r.take_little = lambda *_, **__: resource.setrlimit(resource.RLIMIT_AS, most);"
        "r.main();"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", mutant],
        stdin=(tmp_path / "hog").open("rb"),
        capture_output=True,
        check=False,
    )
    took = int(done.stderr.split()[-1]) if done.returncode == 0 else 3 * MOST_MB
    assert took > MOST_MB


def test_the_mutant_that_trusts_a_files_own_words_is_caught(monkeypatch: pytest.MonkeyPatch):
    """It says how large it is: whoever does not look unpacks it all the same."""
    content = many_parts(Random(1))
    with pytest.raises(reader_main.Unreadable) as refused:
        reader_main.sheets_of(content)
    assert refused.value.code is Refusal.UNPACKS_TOO_LARGE
    monkeypatch.setattr(limits, "MOST_PARTS", 10**9)
    with pytest.raises(reader_main.Unreadable) as refused:
        reader_main.sheets_of(content)
    assert refused.value.code is not Refusal.UNPACKS_TOO_LARGE
