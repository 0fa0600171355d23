"""What people do to a workbook beside typing results: seen on the sheet, named on import."""

from pathlib import Path

import pytest

from stolik.adapters.sheets.reader import read_file
from stolik.app.sheets.book import Formula, ref
from stolik.app.sheets.read_book import workbook_of
from stolik.refusal import Refused
from tests.app.sheets.libreoffice import recalculated
from tests.app.sheets.test_mistakes import SEATS, at, entered, game, visible
from tests.app.sheets.test_round_trip import mark_of, read_of, seated, taken
from tests.app.sheets.typing import Typed, book_of, with_typed
from tests.tiers import first
from tests.tournament.hall import Hall


def told(hall: Hall, typed: Typed) -> dict:
    return taken(hall, with_typed(book_of(hall, mark_of(hall)), typed), apply=False)


def cells(told_: dict, kind: str = "faults") -> list[tuple[str, str]]:
    return [(one["cell"], one["code"].removeprefix("sheet.")) for one in told_[kind]]


def test_the_standings_say_that_rounds_have_mistakes(tmp_path: Path):
    hall = seated("zimowy", 8)
    book = book_of(hall, mark_of(hall))
    wrong = game(1, 1, (0, 0, 20, 5)) | game(2, 1, (0, -7, 20, 5))
    files = [with_typed(book, typed) for typed in (wrong, game(1, 1))]
    said = [counted["Klasyfikacja"][1][0] for counted in recalculated(files, tmp_path)]
    assert said == [
        "W rundzie 1 są stoliki z błędem: 2. Ta klasyfikacja nie jest jeszcze prawdziwa.",
        "Układa się sama. Nic tu nie wpisuj.",
    ]


def test_a_name_typed_over_is_named_by_its_cell():
    hall = seated("zimowy", 8)
    typed = {("Zawodnicy", 4, 1): "Ktoś Inny", ("Zawodnicy", 5, 2): "SP 7"}
    typed[("Runda 1", 6, 3)] = "Nikt Taki"
    found = told(hall, {**typed, **game(1, 1)})
    assert cells(found, "remarks") == [
        ("Zawodnicy!B5", "name_differs"),
        ("Zawodnicy!C6", "name_differs"),
        ("Runda 1!D7", "name_differs"),
    ]
    assert "„Ktoś Inny”, a w programie Zawodnik 2" in found["remarks"][0]["message"]
    assert len(found["changes"]) == 1
    assert told(hall, game(1, 1))["remarks"] == []


def test_a_total_typed_over_is_seen_and_named(tmp_path: Path):
    hall = seated("zimowy", 8)
    typed = {**game(1, 1), **game(2, 1), ("Runda 1", 5, 16): 9}
    file = with_typed(book_of(hall, mark_of(hall)), typed)
    (counted,) = recalculated([file], tmp_path)
    assert (visible(counted, 1), visible(counted, 2)) == ("W sumach wzór zastąpiono liczbą", "")
    found = taken(hall, file, apply=False)
    assert cells(found) == [("Runda 1!Q6", "disagrees")]


FAILING = Formula("1/0", "#DIV/0!")


def test_a_formula_without_a_result_is_named_and_hides_nothing(tmp_path: Path):
    hall = seated("zimowy", 12)
    right = game(1, 1) | game(3, 1, (0, "?", 20, 5))
    typed = {**right, **game(2, 1, (0, FAILING, 20, 5)), ("Kary", 3, 2): FAILING}
    typed |= {("Kary", 3, 0): 5, ("Kary", 3, 1): 1, ("Losowania", 3, 2): FAILING}
    file = with_typed(book_of(hall, mark_of(hall)), typed)
    (counted,) = recalculated([file], tmp_path)
    assert [visible(counted, t) for t in (1, 2)] == ["", "Gra 1: wzór bez wyniku: E12"]
    assert visible(counted, 3)
    assert counted["Runda 1"][2][0] == "Brakuje gier: 6. Stoliki z błędem: 2. "
    assert counted["Klasyfikacja"][1][0].startswith("W rundzie 1 są stoliki z błędem: 2.")
    assert all(isinstance(row[0], int | float) for row in counted["Klasyfikacja"][3:15])
    assert counted["Kary"][3][5] == "wzór bez wyniku"
    assert counted["Losowania"][3][4]
    assert at(2, 1) in dict(cells(taken(hall, file, apply=False)))


def test_a_seat_without_a_result_is_named(tmp_path: Path):
    typed = {**SEATS, ("Runda 1", 5, 2): FAILING}
    hall = entered()
    (counted,) = recalculated([with_typed(book_of(hall, mark_of(hall)), typed)], tmp_path)
    assert visible(counted, 1) == "wzór bez wyniku: C6"
    assert visible(counted, 2) == ""


@pytest.mark.parametrize("drawn", first(False, True))
def test_whatever_is_typed_over_is_seen_beside_other_mistakes(tmp_path: Path, drawn: bool):
    hall = seated("zimowy", 12) if drawn else entered()
    wrong = {**({} if drawn else SEATS), **game(1, 1, (0, "?", 20, 5)), **game(2, 1)}
    cases = {
        ("Runda 1", 5, 3): ("Ktoś Inny", "Zmieniono nazwisko albo literę miejsca"),
        ("Runda 1", 5, 1): ("Z", "Zmieniono nazwisko albo literę miejsca"),
        ("Runda 1", 8, 5): (77, "W sumach wzór zastąpiono liczbą"),
        ("Runda 1", 5, 16): (9, "W sumach wzór zastąpiono liczbą"),
    }
    book = book_of(hall, mark_of(hall))
    files = [with_typed(book, {**wrong, where: value}) for where, (value, _) in cases.items()]
    for counted, (_, said) in zip(recalculated(files, tmp_path), cases.values(), strict=True):
        assert said in visible(counted, 1)
        assert "Gra 1: wpisz liczbę" in visible(counted, 1)
        assert visible(counted, 2) == ""


def test_a_letter_and_a_sum_below_a_table_typed_over_are_named():
    hall = seated("zimowy", 12)
    found = told(hall, {**game(1, 1), ("Runda 1", 5, 1): "Z", ("Runda 1", 8, 5): 77})
    assert cells(found) == [("Runda 1!F9", "disagrees")]
    assert cells(found, "remarks") == [("Runda 1!B6", "name_differs")]


def test_a_formula_of_a_known_game_typed_over_is_seen(tmp_path: Path):
    hall = seated("zimowy", 8)
    taken(hall, with_typed(book_of(hall, mark_of(hall)), {**game(1, 1), **game(2, 1)}))
    book = book_of(hall, mark_of(hall))
    files = [with_typed(book, typed) for typed in ({}, {("Runda 1", 5, 5): 45})]
    untouched, replaced = recalculated(files, tmp_path)
    assert (visible(untouched, 1), visible(untouched, 2)) == ("", "")
    said = "Gra 1: wzór zastąpiono liczbą"
    assert (visible(replaced, 1), visible(replaced, 2)) == (said, "")


def test_every_fault_of_a_table_is_named_at_once():
    hall = seated("zimowy", 8)
    typed = game(1, 1, (0, 12.5, 1_000_000, "?")) | game(1, 2, (0, None, -3, 0))
    found = cells(told(hall, {**typed, ("Runda 1", 4, 2): 99}))
    assert found == [
        ("Runda 1!C5", "row_moved"),
        *(beside := cells(told(hall, typed))),
    ]
    assert beside == [
        (at(1, 1), "not_a_number"),
        (at(1, 2), "not_a_rack"),
        (at(1, 3), "not_a_number"),
        (at(1, 2, 2), "not_a_rack"),
        (at(1, 1, 2), "half_filled"),
        (at(1, 3, 2), "two_out"),
    ]


def test_one_fault_of_a_table_hides_no_other(tmp_path: Path):
    hall = seated("zimowy", 8)
    one, other = ("Runda 1", 4, 2), ("Runda 1", 5, 5)  # C5: a number, F6: a formula
    typed = {**game(1, 1), **game(1, 2, (0, "?", 20, 5)), one: 99, other: 45}
    file = with_typed(book_of(hall, mark_of(hall)), typed)
    (counted,) = recalculated([file], tmp_path)
    said = visible(counted, 1)
    assert "wzór zastąpiono liczbą" in said
    assert "Gra 2:" in said
    assert "Zmieniono numer osoby albo stolika" in said
    assert cells(taken(hall, file, apply=False)) == [
        ("Runda 1!C5", "row_moved"),
        (at(1, 1, 2), "not_a_number"),
        ("Runda 1!F6", "disagrees"),
    ]
    words = {**game(1, 1, (0, "?", 20, 5)), ("Runda 1", 6, 5): "minus"}
    assert cells(told(hall, words)) == [
        (at(1, 1), "not_a_number"),
        ("Runda 1!F7", "not_a_number"),
    ]


@pytest.mark.parametrize(
    ("column", "typed", "code"),
    [
        (6, "dwa", "not_a_number"),
        (7, "drugi", "not_a_number"),
        (16, "brak", "not_a_number"),
        (7, 1, "disagrees"),
        (6, 3, "disagrees"),
        (17, 99, "disagrees"),
    ],
)
def test_whatever_is_typed_over_a_formula_is_named(column: int, typed, code: str):
    found = cells(told(seated("zimowy", 8), {**game(1, 1), ("Runda 1", 5, column): typed}))
    assert found == [(f"Runda 1!{ref(5, column)}", code)]


def test_an_entrant_number_that_nobody_has_is_named():
    assert cells(told(seated("zimowy", 8), {("Zawodnicy", 4, 0): 77})) == [
        ("Zawodnicy!A5", "line_wrong")
    ]


@pytest.mark.parametrize("typed", [7, 1, None, "drugi"])
def test_the_number_of_a_table_typed_over_is_named_itself(typed):
    hall = seated("zimowy", 8)
    found = cells(told(hall, {("Runda 1", 10, 0): typed, **game(2, 1, (0, "?", 20, 5))}))
    assert found == [("Runda 1!A11", "table_moved"), (at(2, 1), "not_a_number")]


def test_numbers_swapped_between_tables_are_named_where_they_stand():
    hall = seated("zimowy", 8)
    first, second = (table.seats[0] for table in hall.state.rounds[0].tables)
    found = cells(told(hall, {("Runda 1", 4, 2): second, ("Runda 1", 10, 2): first}))
    assert found == [("Runda 1!C5", "row_moved"), ("Runda 1!C11", "row_moved")]


def test_the_words_of_earlier_workbooks_are_read():
    hall = seated("zimowy", 8)
    former = ["zgłoszony", "obecny", "lista rezerwowa", "Wycofany", "nie przyszedł", "gra"]
    typed = {("Zawodnicy", 3 + i, 5): word for i, word in enumerate(former)}
    answer = taken(hall, with_typed(book_of(hall, mark_of(hall)), typed), apply=False)
    assert cells(answer) == [("Zawodnicy!F9", "line_wrong")]
    left = [one["cell"] for one in answer["remarks"] if one["code"] == "sheet.elsewhere"]
    assert left == ["Zawodnicy!F7", "Zawodnicy!F8"]


def test_typed_seats_do_not_hide_what_is_wrong_beside_them():
    typed = {**SEATS, ("Runda 1", 5, 2): 99, ("Runda 1", 11, 4): 12.5}
    found = cells(told(entered(), typed))
    assert found == [("Runda 1!C6", "unknown_number"), ("Runda 1!E12", "not_a_number")]


def test_racks_at_an_empty_seat_are_named_beside_other_seats():
    typed = {**SEATS, ("Runda 1", 5, 2): 99, ("Runda 1", 11, 2): None, ("Runda 1", 11, 4): 7}
    found = cells(told(entered(), typed))
    assert found == [("Runda 1!C6", "unknown_number"), ("Runda 1!E12", "empty_seat")]


def test_an_empty_seat_is_named_and_nothing_follows_from_it():
    round_2 = {("Runda 2", row, column): n for (_, row, column), n in SEATS.items()}
    typed = {**SEATS, **round_2, ("Runda 1", 11, 2): None}
    found = told(entered(), typed)
    assert cells(found) == [("Runda 1!C12", "seats_refused")]


def test_an_inserted_column_is_one_sentence():
    hall = seated("zimowy", 8)
    book = read_file(with_typed(book_of(hall, mark_of(hall)), game(1, 1)))
    rows = book["Runda 1"]
    for changed, cell in (
        ([[*row[:4], None, *row[4:]] for row in rows], "Runda 1!E4"),
        ([[*row[:3], *row[4:]] for row in rows], "Runda 1!D4"),
    ):
        reading = read_of(hall, {**book, "Runda 1": changed})
        named = [(str(fault.code), fault.facts["cell"]) for fault in reading.faults]
        assert named == [("sheet.column_moved", cell)]


def test_numbers_are_said_as_people_write_them():
    hall = seated("zimowy", 8)
    typed = {**game(1, 1, (0, 10, 20, 5)), ("Runda 1", 5, 5): -11}
    said = [fault["message"] for fault in told(hall, typed)["faults"]]
    said += [f["message"] for f in told(entered(), {**SEATS, ("Runda 1", 5, 2): 99})["faults"]]
    assert said
    assert not [words for words in said if ".0" in words]


@pytest.mark.parametrize("content", [b"%PDF-1.7\n" + b"x" * 99, b"\x89PNG\r\n\x1a\n" + b"x" * 99])
def test_a_picture_of_the_results_is_no_list_of_entrants(content: bytes):
    with pytest.raises(Refused) as refused:
        workbook_of(read_file, content)
    assert str(refused.value.violations[0].code) == "sheet.not_ours"


def test_one_rack_of_a_known_game_is_not_enough():
    hall = seated("zimowy", 8)
    taken(hall, with_typed(book_of(hall, mark_of(hall)), game(1, 1)))
    found = told(hall, {("Runda 1", 5, 4): 11})
    assert cells(found) == [(at(1, 0), "all_racks")]
    assert "wszystkich" in found["faults"][0]["message"]


def test_somebody_new_below_the_entrants_is_sent_to_the_program():
    typed = {("Zawodnicy", 11, 0): 9, ("Zawodnicy", 11, 1): "Ktoś Nowy"}
    answer = told(seated("zimowy", 8), typed)
    assert cells(answer) == []
    assert [(r["cell"], r["code"]) for r in answer["remarks"]] == [
        ("Zawodnicy!B12", "sheet.new_person")
    ]
