"""Results typed into the workbook come back: shown first, taken over once, faults by cell."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.adapters.sheets.reader import read_file
from stolik.app.library import FORMATS
from stolik.app.sheets.read_book import ReadBook
from stolik.app.sheets.reading import results as results_reading
from stolik.app.sheets.reading.results import ResultsWanted, read_results
from stolik.app.sheets.reading.taking import take_results
from stolik.app.sheets.writing.marks import Mark
from stolik.refusal import Refused
from tests.app.sheets.libreoffice import converted
from tests.app.sheets.typing import a_result, book_of, cells_of, with_typed
from tests.reliability.report import figure
from tests.tournament.hall import Hall


def mark_of(hall: Hall) -> Mark:
    return Mark(hall.session.book.id, hall.session.book.head, "pl")


def read(hall: Hall, file: bytes, *, rounds: bool = False) -> results_reading.Reading:
    return read_of(hall, read_file(file), rounds=rounds)


def read_of(hall: Hall, sheets: ReadBook, *, rounds: bool = False) -> results_reading.Reading:
    book = hall.session.book
    labels = hall.session.desk.labels()
    wanted = ResultsWanted(book.id, book.heads.__contains__, "pl", labels, rounds)
    return read_results(sheets, hall.state, book.counting.rules, wanted)


def taken(hall: Hall, file: bytes, *, apply: bool = True, rounds: bool = False) -> dict[str, Any]:
    reading = read(hall, file, rounds=rounds)
    return take_results(hall.session.desk, reading, apply=apply, lang="pl")


def seated(shape: str, entrants: int = 16) -> Hall:
    hall = Hall().create(shape, entrants)
    hall.do("draw")
    hall.do("publish")
    return hall


def faults(hall: Hall, typed: dict) -> list[tuple[str, str]]:
    told = taken(hall, with_typed(book_of(hall, mark_of(hall)), typed), apply=False)
    return [(fault["code"], fault["cell"]) for fault in told["faults"]]


TABLE_1 = {("Runda 1", 4, 4): 0, ("Runda 1", 5, 4): 10, ("Runda 1", 6, 4): 20, ("Runda 1", 7, 4): 5}


@pytest.mark.parametrize("shape", FORMATS)
def test_a_round_typed_back_is_the_round_that_was_played(shape: str):
    played, typed = seated(shape), {}
    chance, book = Random(shape), book_of(played, mark_of(played))
    r = played.state.rounds[-1]
    for table in r.tables:
        for game in range(1, r.games + 1):
            ending, seats = a_result(played, list(table.seats), chance)
            where = (int(r.number), int(table.number), game)
            typed |= cells_of(played, where, seats)
            fields = dict(zip(("round", "table", "game"), where, strict=True))
            played.do("result", ending=ending, seats=seats, sure=True, **fields)
    other = seated(shape)
    file = with_typed(book, typed)
    shown = taken(other, file, apply=False)
    assert other.state.rounds[-1].results == {}
    assert (len(shown["changes"]), shown["faults"]) == (len(r.tables) * r.games, [])
    assert taken(other, file)["changes"] == shown["changes"]
    known = {k: v.lines for k, v in played.state.rounds[-1].results.items()}
    assert {k: v.lines for k, v in other.state.rounds[-1].results.items()} == known
    assert taken(other, file)["changes"] == []  # a second time nothing is new


def test_libreoffice_saves_what_we_read(tmp_path: Path):
    hall = seated("zimowy", 8)
    file = with_typed(book_of(hall, mark_of(hall)), TABLE_1)
    (saved,) = converted([file], tmp_path)
    shown = taken(hall, saved.read_bytes(), apply=False)
    assert [(c["cell"], c["typed"]) for c in shown["changes"]] == [
        ("Runda 1!E5", "35; -10; -20; -5")
    ]
    assert shown["faults"] == []


def test_a_known_result_typed_again_is_a_correction_with_a_reason():
    hall = seated("zimowy", 8)
    taken(hall, with_typed(book_of(hall, mark_of(hall)), TABLE_1))
    book = book_of(hall, mark_of(hall))
    other = {**TABLE_1, ("Runda 1", 5, 4): 11}
    (change,) = taken(hall, with_typed(book, other))["changes"]
    assert (change["do"], change["known"], change["typed"]) == (
        *("correct", "35; -10; -20; -5"),
        "36; -11; -20; -5",
    )
    result = hall.state.rounds[0].results[1, 1]
    assert (result.lines[0].small_points, result.reason) == (36, "wpisano w tabelce")


def test_points_typed_over_the_formulas_count_too():
    hall = seated("zimowy", 8)
    points = {
        ("Runda 1", row, 5): value
        for row, value in zip(range(4, 8), (-9, 30, -1, -20), strict=True)
    }
    (change,) = taken(hall, with_typed(book_of(hall, mark_of(hall)), points))["changes"]
    assert (change["do"], change["typed"]) == ("result", "-9; 30; -1; -20")


def test_a_game_of_which_everybody_is_left_out_was_not_played():
    hall = seated("zimowy", 8)
    nobody = dict.fromkeys(TABLE_1, "X")
    (change,) = taken(hall, with_typed(book_of(hall, mark_of(hall)), nobody))["changes"]
    assert change["do"] == "unplayed"
    assert hall.state.rounds[0].results[1, 1].lines == ()


@pytest.mark.parametrize(
    ("typed", "code", "cell"),
    [
        ({**TABLE_1, ("Runda 1", 5, 4): "dziesięć"}, "sheet.not_a_number", "Runda 1!E6"),
        ({**TABLE_1, ("Runda 1", 5, 4): 2.5}, "sheet.not_a_number", "Runda 1!E6"),
        ({**TABLE_1, ("Runda 1", 5, 4): None}, "sheet.half_filled", "Runda 1!E6"),
        ({**TABLE_1, ("Runda 1", 5, 4): 0}, "sheet.two_out", "Runda 1!E6"),
        ({**TABLE_1, ("Runda 1", 5, 4): 900}, "sheet.not_a_rack", "Runda 1!E6"),
        ({**TABLE_1, ("Runda 1", 5, 4): -150}, "sheet.not_a_rack", "Runda 1!E6"),
        (
            {**TABLE_1, ("Runda 1", 4, 4): 500, ("Runda 1", 5, 4): 500},
            "sheet.game_refused",
            "Runda 1!E5",
        ),
        ({**TABLE_1, ("Runda 1", 4, 6): 7}, "sheet.disagrees", "Runda 1!G5"),
        ({**TABLE_1, ("Runda 1", 5, 5): -11}, "sheet.disagrees", "Runda 1!F6"),
        ({("Runda 1", 5, 2): 99}, "sheet.row_moved", "Runda 1!C6"),
        ({("Runda 2", 4, 2): 3}, "sheet.not_drawn", "Runda 2!C5"),
    ],
)
def test_what_cannot_be_right_is_named_by_its_cell(typed: dict, code: str, cell: str):
    hall = seated("zimowy", 8)
    assert (code, cell) in faults(hall, typed)
    before = hall.state
    with pytest.raises(Refused):
        taken(hall, with_typed(book_of(hall, mark_of(hall)), typed))
    assert hall.state == before


def test_what_changed_here_and_in_the_program_is_left_to_people():
    hall = seated("zimowy", 8)
    file = with_typed(book_of(hall, mark_of(hall)), TABLE_1)
    seats = hall.seats(list(hall.state.rounds[0].tables[0].seats), Random(1))
    hall.do("result", round=1, table=1, game=1, seats=seats)
    assert [f["code"] for f in taken(hall, file, apply=False)["faults"]] == ["sheet.changed_since"]


def test_a_correction_in_the_program_is_not_undone_by_an_older_workbook():
    hall = seated("zimowy", 8)
    taken(hall, with_typed(book_of(hall, mark_of(hall)), TABLE_1))
    older = book_of(hall, mark_of(hall))
    seats = hall.seats(list(hall.state.rounds[0].tables[0].seats), Random(1))
    hall.do("correct", round=1, table=1, game=1, seats=seats, reason="pomyłka")
    assert taken(hall, with_typed(older, {}), apply=False)["changes"] == []


def test_another_workbook_is_refused():
    hall, other = seated("zimowy", 8), seated("zimowy", 9)
    for mark, code in (
        (replace(mark_of(hall), tournament="f" * 32), "sheet.other_tournament"),
        (replace(mark_of(other), tournament=hall.session.book.id), "sheet.unknown_head"),
    ):
        with pytest.raises(Refused, match=code):
            read(hall, with_typed(book_of(hall, mark), {}))
    with pytest.raises(Refused, match=r"sheet\.not_ours"):
        read(hall, b"imie;nazwisko\n")


def test_what_is_not_taken_over_is_named():
    hall = seated("zimowy", 8)
    typed = {
        ("Kary", 3, 0): 5,
        ("Kary", 3, 1): 1,
        ("Kary", 3, 2): -1,
        ("Losowania", 4, 2): 13,
        ("Zawodnicy", 5, 5): "wycofanie",
    }
    told = taken(hall, with_typed(book_of(hall, mark_of(hall)), typed))
    assert [r["cell"] for r in told["remarks"]] == ["Kary!A4", "Losowania!C5", "Zawodnicy!F6"]
    assert {r["code"] for r in told["remarks"]} == {"sheet.elsewhere"}


def planted(hall: Hall, chance: Random) -> tuple[dict, int]:
    """A round typed from paper with slips of the hand, and how many games have one."""
    typed, wrong, r = {}, 0, hall.state.rounds[-1]
    for table in r.tables:
        for game in range(1, r.games + 1):
            cells = cells_of(
                hall,
                (int(r.number), int(table.number), game),
                hall.seats(list(table.seats), chance),
            )
            if chance.random() < 0.4:
                where = chance.choice([w for w, v in cells.items() if v])
                slip = chance.choice((0, 829, "l0", None, -10, 3.5))
                cells[where] = slip
                wrong += 1
            typed |= cells
    return typed, wrong


def test_slips_of_the_hand_are_caught():
    hall = seated("eliminacje", 64)
    typed, wrong = planted(hall, Random(29))
    told = taken(hall, with_typed(book_of(hall, mark_of(hall)), typed), apply=False)
    games = hall.state.rounds[-1].games * len(hall.state.rounds[-1].tables)
    figure(
        "T29",
        "games typed back with slips, caught",
        f"{wrong}, {games - len(told['changes'])}",
        tier="quick",
    )
    assert wrong > 12
    assert len(told["changes"]) == games - wrong


def test_the_mutant_that_believes_what_is_typed_is_caught(monkeypatch: pytest.MonkeyPatch):
    hall = seated("eliminacje", 64)
    typed, wrong = planted(hall, Random(29))
    monkeypatch.setattr(
        results_reading, "whole_number", lambda v: v if isinstance(v, int) else 7 if v else None
    )
    monkeypatch.setattr("stolik.app.sheets.reading.game._complete", lambda *_: None)
    told = taken(hall, with_typed(book_of(hall, mark_of(hall)), typed), apply=False)
    games = hall.state.rounds[-1].games * len(hall.state.rounds[-1].tables)
    assert len(told["changes"]) != games - wrong
