"""T24, spreadsheets and CSV: hostile names in every export, and nothing of them executes."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.adapters.sheets import writing
from stolik.adapters.sheets.reader import read_file
from stolik.app.sheets import exports
from stolik.app.sheets.exports import EXPORTS, ExportSource, as_csv, as_json, rows_of
from stolik.app.sheets.neutral import neutral, restored
from stolik.app.sheets.reading.entrants import read_entrants
from stolik.app.sheets.writing.workbook import workbook
from stolik.app.tournaments.desk import Desk
from stolik.tournament.state import Penalty
from tests.app.sheets.libreoffice import converted, read
from tests.app.sheets.typing import MARK
from tests.reliability.report import figure
from tests.tournament.hall import Hall

PREFIXES = (
    *(
        "=",
        "+",
        "-",
        "@",
        "\t=",
        "\r=",
        "\n=",
        " =",
        "'=",
        "''=",
        "\ufeff=",
        "\0=",
        '"=',
        "＝",
        "＋",
    ),
    *(
        ";=",
        ",=",
        "x;=",
        "x,=",
        "x\t=",
        "x\n=",
        'x"=',
        'x",=',
        'x";=',
        "x|=",
        "－",
        "＠",
        "%=",
        "(=",
    ),
)
BODIES = (
    *("1+1", 'cmd|"/C calc"!A0', "cmd|' /C calc'!A0", 'HYPERLINK("http://127.0.0.1/","x")'),
    *("WEBSERVICE(A1)", "IMPORTXML(A1,B1)", 'DDE("soffice";"x";"y")', "SUM(1)*cmd|x!A0", "A1"),
    *("_x003D_1", "<script>alert(1)</script>", "{=1+1}", "]]>&lt;", "Zawodnik \u202e", "ąćę"),
    *("\x07\x1b[31m", "x" * 40_000, "\ud800", "\ufffe", "http://127.0.0.1/", "mailto:a@b", ""),
)
_DANGEROUS = tuple("=+-@＝＋－＠")
_NUMBER = re.compile(r"-?\d+( \d+/\d+)?")


def names(count: int) -> list[str]:
    """Every prefix with every body, then mixtures of them."""
    found = [prefix + body for prefix in PREFIXES for body in BODIES]
    chance = Random(24)
    chance.shuffle(found)
    while len(found) < count:
        pieces = (chance.choice((*PREFIXES, *BODIES[:9], ";", ",", "'")) for _ in range(4))
        found.append("".join(pieces))
    return found[:count]


def hall_of(called: list[str]) -> Desk:
    """A tournament in which these people play, in clubs of the same names."""
    hall = Hall().create("zimowy", 12)
    hall.do("draw")
    hall.do("publish")
    hall.play_round(Random(1))
    desk = hall.session.desk
    entrant = desk.state.entrants[1]
    people = dict(enumerate(called, start=1))
    entrants = {n: replace(entrant, number=n, club=name[:50]) for n, name in people.items()}
    # Names are kept as text that can be written; half a character never gets so far.
    penalty = Penalty(1, "warning", -1, 0, 1, called[0])
    state = replace(desk.state, entrants=entrants, penalties=(penalty,))
    return Desk(state, desk.keep, people)


def formulas(content: bytes) -> list[str]:
    """Every formula of a file, and everything that leads out of it."""
    archive = zipfile.ZipFile(io.BytesIO(content))
    found = [name for name in archive.namelist() if "external" in name.lower()]
    for name in archive.namelist():
        body = archive.read(name).decode()
        found += re.findall(r"<f[ >].*?</f>", body, re.DOTALL)
        found += re.findall(r"<(?:hyperlink|oleObject|ddeLink|control)\b[^>]*>", body)
    return found


def strange_formulas(count: int) -> int:
    """Formulas that a workbook of harmless names does not have."""
    hostile, harmless = (
        formulas(writing.write_workbook(workbook(hall_of(called), RULES, MARK)))
        for called in (names(count), [f"Zawodnik {n}" for n in range(1, count + 1)])
    )
    return sum(one != other for one, other in zip(hostile, harmless, strict=True))


RULES = Hall().create("zimowy").session.book.counting.rules


def running_cells(content: bytes) -> Iterator[str]:
    """Cells that would run, whatever the program takes for a separator."""
    text = content.decode().removeprefix("\ufeff")
    for delimiter in ";,\t|":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            for cell in row:
                bare = cell.lstrip(" \t\r\n\0\ufeff")
                if bare.startswith(_DANGEROUS) and not _NUMBER.fullmatch(bare.split(";")[0]):
                    yield cell
        for line in text.splitlines():
            for cell in line.split(delimiter):
                bare = cell.lstrip(' \t"\0\ufeff')
                if bare.startswith(_DANGEROUS) and not _NUMBER.fullmatch(bare.split(";")[0]):
                    yield cell


def exported(count: int) -> Iterator[tuple[str, bytes, bytes]]:
    source = ExportSource(hall_of(names(count)), [{"seq": 1, "event": {"reason": "=1+1"}}])
    for what in EXPORTS:
        rows = rows_of(what, source)
        yield what, as_csv(rows), as_json(rows)


@pytest.mark.parametrize(
    ("tier", "count"), [("quick", 300), pytest.param("full", 2000, marks=pytest.mark.full)]
)
def test_no_name_becomes_a_formula(tier: str, count: int):
    assert strange_formulas(count) == 0
    running = [cell for _, table, _ in exported(count) for cell in running_cells(table)]
    figure(
        "T24",
        "hostile names in a workbook and in CSV, executed",
        f"{count}, {len(running)}",
        tier=tier,
    )
    assert running == []


def test_every_name_comes_back_from_the_csv():
    called = names(300)
    table = next(table for what, table, _ in exported(300) if what == "entrants")
    rows = list(
        csv.reader(io.StringIO(table.decode().removeprefix("\ufeff"), newline=""), delimiter=";")
    )
    assert [restored(row[1]) for row in rows[1:]] == [_written(name) for name in called]
    listed = read_entrants({"": rows}).listed
    assert {one.name for one in listed} >= {
        n
        for n in called
        if n.isprintable() and n == n.strip() and "  " not in n and 0 < len(n) <= 200
    }


@given(st.text(st.sampled_from("=+-@'\"\t\r\n ;,|ax\ufeff＝")))
def test_what_is_made_harmless_can_be_restored(text: str):
    assert restored(neutral(text)) == text
    assert not neutral(text).lstrip().startswith(_DANGEROUS)


def test_names_stand_in_the_workbook_as_they_are():
    called = names(300)
    book = read_file(writing.write_workbook(workbook(hall_of(called), RULES, MARK)))
    shown = [row[1] for row in book["Zawodnicy"][3:]]
    plain = [n for n, name in enumerate(called) if name.isprintable() and len(name) < 1000 and name]
    labels = hall_of(called).labels()
    assert [shown[n] for n in plain] == [labels[n + 1] for n in plain]


@pytest.mark.full
def test_libreoffice_shows_them_as_text(tmp_path: Path):
    called = [name for name in names(300) if name.isprintable() and len(name) < 100][:40]
    (saved,) = converted([writing.write_workbook(workbook(hall_of(called), RULES, MARK))], tmp_path)
    shown = [row[1] for row in read(saved.read_bytes())["Zawodnicy"][3:]]
    assert shown == list(hall_of(called).labels().values())


def test_the_mutant_that_leaves_csv_as_it_is_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(exports, "neutral", lambda text: text)
    assert any(cell for _, table, _ in exported(100) for cell in running_cells(table))


def test_the_mutant_that_lets_the_library_guess_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(writing, "_OPTIONS", {"in_memory": True})

    def guess(page, row, column, cell, look) -> None:
        text = getattr(cell.content, "text", None)
        content = writing.writable(cell.content) if isinstance(cell.content, str) else cell.content
        page.write(row, column, f"={text}" if text else content, look)

    monkeypatch.setattr(writing, "_write_cell", guess)
    with pytest.raises((AssertionError, ValueError)):
        assert strange_formulas(100) == 0


def _written(name: str) -> str:
    return name.encode("utf-8", "replace").decode()
