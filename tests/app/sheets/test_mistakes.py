"""Mistakes planted in a workbook: each is seen on the sheet itself, and named by its cell."""

from pathlib import Path

import pytest

from stolik.app.sheets.book import ref
from stolik.app.sheets.writing.checks import NOTHING
from tests.app.sheets.libreoffice import recalculated
from tests.app.sheets.test_round_trip import mark_of, seated, taken
from tests.app.sheets.typing import Typed, book_of, with_typed
from tests.reliability.report import figure
from tests.tournament.hall import Hall

# Round 1 of zimowy: table t takes rows 4 + 6(t-1) …; game g is typed in column 4 + 4(g-1).
RIGHT = (0, 10, 20, 5)


def game(table: int, game_: int, racks: tuple = RIGHT) -> dict:
    first, column = 4 + 6 * (table - 1), 4 + 4 * (game_ - 1)
    return {("Runda 1", first + i, column): rack for i, rack in enumerate(racks)}


def at(table: int, seat: int, game_: int = 1) -> str:
    return f"Runda 1!{ref(4 + 6 * (table - 1) + seat, 4 + 4 * (game_ - 1))}"


# What was typed for one game, and the cell that must be named.
RACKS: list[tuple[tuple, int]] = [
    ((0, "dziesięć", 20, 5), 1),
    ((0, "l0", 20, 5), 1),
    ((0, "1O", 20, 5), 1),
    ((0, "10,5", 20, 5), 1),
    ((0, "-", 20, 5), 1),
    ((0, "?", 20, 5), 1),
    ((0, 10.5, 20, 5), 1),
    ((0, 10, 20, 0.5), 3),
    ((0, 10, 20.25, 5), 2),
    ((0, -10, 20, 5), 1),
    ((0, -1, 20, 5), 1),
    ((0, 10, -150, 5), 2),
    ((0, 10, 20, -99), 3),
    ((0, 10, -1000, 5), 2),
    ((0, 900, 20, 5), 1),
    ((0, 10, 20, 5555), 3),
    ((0, 10, 2010, 5), 2),
    ((0, 0, 20, 5), 1),
    ((10, 0, 20, 0), 3),
    ((0, 0, 0, 0), 1),
    ((7, 10, -100, 5), 2),
    ((7, 10, -200, -100), 2),
    ((0, None, 20, 5), 1),
    ((None, 10, 20, 5), 0),
    ((0, 10, 20, None), 3),
    ((0, None, None, None), 1),
    (("x", None, None, None), 1),
    ((0, "x", "x", "x"), 0),
    (("wygrała", 10, 20, 5), 0),
    ((0, "12 pkt", 20, 5), 1),
]


def visible(book: dict, table: int) -> str:
    """What the sheet says of a table, in its own line."""
    rows = book["Runda 1"]
    return str(rows[4 + 6 * (table - 1) + 5][0])


def test_thirty_games_typed_wrong_are_seen_and_named(tmp_path: Path):
    hall = seated("zimowy", 4 * len(RACKS))
    typed: dict = {}
    for table, (racks, _) in enumerate(RACKS, start=1):
        typed |= game(table, 1, racks) | game(table, 2) | game(table, 3)
    file = with_typed(book_of(hall, mark_of(hall)), typed)
    (counted,) = recalculated([file], tmp_path)
    unseen = [RACKS[t - 1] for t in range(1, len(RACKS) + 1) if not visible(counted, t)]
    assert unseen == []
    assert counted["Runda 1"][2][0] == f"Stoliki z błędem: {len(RACKS)}. "
    told = taken(hall, file, apply=False)
    named = {fault["cell"] for fault in told["faults"]}
    unnamed = [racks for t, (racks, seat) in enumerate(RACKS, 1) if at(t, seat) not in named]
    assert unnamed == []
    assert len(told["changes"]) == 2 * len(RACKS)
    figure(
        "T29", "mistakes in a workbook seen, named", f"{len(RACKS)} of {len(RACKS)}", tier="quick"
    )


def entered(entrants: int = 12) -> Hall:
    """Nothing is drawn: seats are typed too."""
    return Hall().create("zimowy", entrants)


SEATS = {("Runda 1", 4 + 6 * (n // 4) + n % 4, 2): n + 1 for n in range(12)}
OTHER_SHEETS: list[tuple[Typed, str, str, tuple[int, int]]] = [
    # what was typed, the cell that must be named, where the sheet says so
    ({("Runda 1", 5, 2): 99}, "Runda 1!C6", "Runda 1", (9, 0)),
    ({("Runda 1", 5, 2): "dwa"}, "Runda 1!C6", "Runda 1", (9, 0)),
    ({("Runda 1", 5, 2): 2.5}, "Runda 1!C6", "Runda 1", (9, 0)),
    ({("Runda 1", 11, 2): 2}, "Runda 1!C12", "Runda 1", (15, 0)),
    ({("Runda 1", 11, 2): None, ("Runda 1", 11, 4): 7}, "Runda 1!E12", "Runda 1", (15, 0)),
    ({("Kary", 3, 0): 99, ("Kary", 3, 1): 1, ("Kary", 3, 2): -1}, "Kary!A4", "Kary", (3, 5)),
    ({("Kary", 3, 0): 5, ("Kary", 3, 1): 7, ("Kary", 3, 2): -1}, "Kary!B4", "Kary", (3, 5)),
    ({("Kary", 3, 0): 5, ("Kary", 3, 1): 1, ("Kary", 3, 2): "minus"}, "Kary!C4", "Kary", (3, 5)),
    ({("Losowania", 4, 2): "joker"}, "Losowania!C5", "Losowania", (4, 4)),
    ({("Zawodnicy", 5, 5): "poszedł"}, "Zawodnicy!F6", "Zawodnicy", (5, 6)),
]


def test_ten_mistakes_beside_the_games_are_seen_and_named(tmp_path: Path):
    hall = entered()
    book = book_of(hall, mark_of(hall))
    files = [with_typed(book, {**SEATS, **typed}) for typed, *_ in OTHER_SHEETS]
    for counted, file, case in zip(recalculated(files, tmp_path), files, OTHER_SHEETS, strict=True):
        typed, cell, sheet, (row, column) = case
        assert counted[sheet][row][column], typed
        named = {fault["cell"] for fault in taken(hall, file, apply=False)["faults"]}
        assert cell in named, (typed, named)


def test_a_formula_typed_over_is_seen(tmp_path: Path):
    hall = seated("zimowy", 8)
    typed = {**game(1, 1), **game(2, 1), ("Runda 1", 5, 5): -11}
    (counted,) = recalculated([with_typed(book_of(hall, mark_of(hall)), typed)], tmp_path)
    assert (visible(counted, 1), visible(counted, 2)) == ("Gra 1: wzór zastąpiono liczbą", "")


def test_a_round_typed_right_says_so_and_a_missing_game_is_counted(tmp_path: Path):
    hall = seated("zimowy", 8)
    book = book_of(hall, mark_of(hall))
    some = game(1, 1) | game(1, 2) | game(2, 1, (7, "x", 0, -100))
    rest = game(1, 3) | game(2, 2, (3, 4, 5, 6)) | game(2, 3, ("x", "x", "x", "x"))
    halves = recalculated([with_typed(book, some), with_typed(book, some | rest)], tmp_path)
    said = [counted["Runda 1"][2][0] for counted in halves]
    assert said == ["Brakuje gier: 3. ", "Runda kompletna."]
    assert halves[0]["Runda 1"][9][20] == NOTHING


def test_who_did_not_play_comes_back_as_absent():
    hall = seated("zimowy", 8)
    typed = game(2, 1, (7, "x", 0, -100))
    told = taken(hall, with_typed(book_of(hall, mark_of(hall)), typed))
    assert [(c["do"], c["typed"]) for c in told["changes"]] == [("result", "-7; x; 107; -100")]
    result = hall.state.rounds[0].results[2, 1]
    assert result.absent == (hall.state.rounds[0].tables[1].seats[1],)


def test_every_cell_that_is_typed_into_is_open_and_every_other_is_locked():
    from io import BytesIO
    from zipfile import ZipFile

    hall = seated("zimowy", 8)
    parts = ZipFile(BytesIO(with_typed(book_of(hall, mark_of(hall)), {})))
    sheets = [parts.read(f"xl/worksheets/sheet{n}.xml").decode() for n in range(1, 6)]
    assert all("<sheetProtection" in sheet for sheet in sheets)
    assert sheets[1].count("<dataValidation ") == 2 * 3  # two tables, three games
    assert "Print_Titles" in parts.read("xl/workbook.xml").decode()
    assert "Print_Area" in parts.read("xl/workbook.xml").decode()


@pytest.mark.parametrize("length", [10, 60, 190])
def test_names_are_never_clipped(length: int):
    hall = Hall().create("zimowy")
    hall.do("enter", name="Zawodnik " + "x" * (length - 9))
    book = book_of(hall)
    column = {"Zawodnicy": 1, "Klasyfikacja": 2, "Losowania": 1}
    for sheet in book.sheets:
        if sheet.name in column:
            at_ = column[sheet.name]
            fits = sheet.widths[at_] > length
            assert fits or sheet.cells[3, at_].style.value == "named"
