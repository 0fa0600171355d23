"""A whole event held in the workbook alone: slips' seats and results typed, then taken over."""

from pathlib import Path
from random import Random

import pytest

from stolik.app.library import FORMATS
from stolik.app.sheets.reading.taking import rounds_waiting
from tests.app.sheets.libreoffice import converted, read
from tests.app.sheets.test_recalculation import ranking, shown
from tests.app.sheets.test_round_trip import mark_of, taken
from tests.app.sheets.test_round_trip import read as read_of
from tests.app.sheets.typing import a_result, book_of, cells_of, empty_rows, with_typed
from tests.tournament.hall import Hall

PLACED = ("scheme", "rank")


def held(shape: str, seed: int) -> tuple[Hall, dict] | None:
    """An event, and what a hand typed into the workbook made before its first draw.

    Seats that follow from the ranking are left to the sheet. None: lots had to be drawn.
    """
    chance = Random(f"{shape} {seed}")
    hall = Hall().create(shape, 16)
    rows, typed = empty_rows(hall), {}
    while not hall.state.finished:
        if hall.do("check")["next"] != "play":
            hall.step(chance)
            continue
        r = hall.state.rounds[-1]
        stage = hall.state.format.stages[r.stage]
        by_formula = stage.seating.value in PLACED and stage.field.value != "table_winners"
        for table in r.tables:
            first = rows(table.number)
            if not by_formula:
                typed |= {(f"Runda {r.number}", first + i, 2): n for i, n in enumerate(table.seats)}
            for game in range(1, r.games + 1):
                ending, seats = a_result(hall, list(table.seats), chance)
                where = (int(r.number), int(table.number), game)
                typed |= cells_of(hall, where, seats, first)
                fields = dict(zip(("round", "table", "game"), where, strict=True))
                hall.do("result", ending=ending, seats=seats, sure=True, **fields)
    return None if hall.state.settlements else (hall, typed)


@pytest.mark.parametrize("shape", FORMATS)
def test_an_event_of_slips_typed_into_the_workbook_comes_back_whole(tmp_path: Path, shape: str):
    played, typed = next(found for seed in range(40) if (found := held(shape, seed)))
    empty = Hall().create(shape, 16)
    file = with_typed(book_of(empty, mark_of(empty)), typed, stale=True)
    (saved,) = converted([file], tmp_path)
    assert shown(read(saved.read_bytes())["Klasyfikacja"]) == ranking(played)
    told = taken(empty, saved.read_bytes(), apply=False, rounds=True)
    assert told["faults"] == []
    assert empty.state.rounds == ()
    taken(empty, saved.read_bytes(), rounds=True)
    assert [[t.seats for t in r.tables] for r in empty.state.rounds] == [
        [t.seats for t in r.tables] for r in played.state.rounds
    ]
    assert ranking(empty) == ranking(played)


def first_round(shape: str, entrants: int) -> tuple[Hall, Hall, dict]:
    """A round in the program, the same event before its draw, and the round as it is typed."""
    chance, hall = Random(f"{shape} {entrants}"), Hall().create(shape, entrants)
    for _ in range(30):
        if hall.do("check")["next"] == "play":
            break
        hall.step(chance)
    rows, typed, r = empty_rows(hall), {}, hall.state.rounds[-1]
    for table in r.tables:
        first = rows(table.number)
        typed |= {(f"Runda {r.number}", first + i, 2): n for i, n in enumerate(table.seats)}
        for game in range(1, r.games + 1):
            ending, seats = a_result(hall, list(table.seats), chance)
            where = (int(r.number), int(table.number), game)
            typed |= cells_of(hall, where, seats, first)
            fields = dict(zip(("round", "table", "game"), where, strict=True))
            hall.do("result", ending=ending, seats=seats, sure=True, **fields)
    return hall, Hall().create(shape, entrants), typed


def test_a_table_that_is_not_full_counts_as_the_core_counts_it(tmp_path: Path):
    """Seats are left empty: nothing typed there is no 0 (001 PUNKTACJA, tables of three)."""
    events = [first_round(shape, 18) for shape in FORMATS]
    small = [t for played, _, _ in events for t in played.state.rounds[0].tables]
    assert {len(table.seats) for table in small} >= {3, 4}
    files = [
        with_typed(book_of(empty, mark_of(empty)), typed, stale=True) for _, empty, typed in events
    ]
    for saved, (played, empty, _) in zip(converted(files, tmp_path), events, strict=True):
        sheets, shape = read(saved.read_bytes()), played.state.format.id
        assert shown(sheets["Klasyfikacja"]) == ranking(played), shape
        assert sheets["Runda 1"][2][0] == "Runda kompletna.", shape
        assert taken(empty, saved.read_bytes(), rounds=True)["faults"] == [], shape
        assert [[t.seats for t in empty.state.rounds[0].tables], ranking(empty)] == [
            [t.seats for t in played.state.rounds[0].tables],
            ranking(played),
        ], shape


def test_a_round_is_not_taken_before_the_one_that_is_due():
    hall = Hall().create("eliminacje", 16)
    seats = {("Runda 2", 4 + 6 * (n // 4) + n % 4, 2): n + 1 for n in range(16)}
    told = taken(hall, with_typed(book_of(hall, mark_of(hall)), seats), apply=False)
    assert [(f["code"], f["cell"]) for f in told["faults"]] == [("sheet.not_drawn", "Runda 2!C5")]


def test_a_round_seated_in_the_workbook_is_published_only_when_asked_for():
    hall = Hall().create("eliminacje", 16)
    seats = {("Runda 1", first + i, 2): 4 * t + i + 1 for t, first in _tables() for i in range(4)}
    results = {("Runda 1", 4 + i, 4): left for i, left in enumerate((0, 10, 20, 5))}
    file = with_typed(book_of(hall, mark_of(hall)), seats | results)
    told = taken(hall, file)
    assert [(one["round"], one["seats"]) for one in told["rounds"]] == [(1, 16)]
    assert (told["changes"], told["applied"], hall.state.rounds) == ([], False, ())
    assert [(one["table"], one["game"]) for one in told["rounds"][0]["games"]] == [(1, 1)]
    (waits,) = rounds_waiting(read_of(hall, file))
    assert (waits.facts["rounds"], waits.facts["games"]) == (("1",), 1)
    told = taken(hall, file, rounds=True)
    assert [one["do"] for one in told["changes"]] == ["seats", "result"]
    assert (told["rounds"], len(hall.state.rounds)) == ([], 1)


def placed_otherwise(*, played: bool) -> dict:
    """Round III as the formulas would fill it in by another ranking; with results or without."""
    typed: dict = {}
    for n in range(1, 9):
        row = 4 + 6 * ((n - 1) // 4) + (n - 1) % 4
        typed[("Runda 3", row, 2)] = n
        if played:
            typed[("Runda 3", row, 4)] = 10 * ((n - 1) % 4)
    return typed


def test_seats_that_formulas_filled_in_and_nobody_took_are_no_faults():
    hall, chance = Hall().create("eliminacje", 16), Random(5)
    while hall.do("check")["next"] != "cut":
        hall.step(chance)
    book = book_of(hall, mark_of(hall))
    told = taken(hall, with_typed(book, placed_otherwise(played=False)), rounds=True)
    assert (told["faults"], told["changes"]) == ([], [])
    assert [one["code"] for one in told["remarks"]] == ["sheet.seats_left"]
    told = taken(hall, with_typed(book, placed_otherwise(played=True)), apply=False)
    assert {fault["code"] for fault in told["faults"]} == {"sheet.not_as_placed"}


def test_a_round_that_only_formulas_seated_is_not_published(tmp_path: Path):
    _, typed = next(found for seed in range(40) if (found := held("eliminacje", seed)))
    typed = {at: value for at, value in typed.items() if at[0] in ("Runda 1", "Runda 2")}
    empty = Hall().create("eliminacje", 16)
    (saved,) = converted([with_typed(book_of(empty, mark_of(empty)), typed)], tmp_path)
    told = taken(empty, saved.read_bytes(), apply=False)
    assert [one["round"] for one in told["rounds"]] == [1, 2]
    assert [one["code"] for one in told["remarks"]] == ["sheet.seats_unplayed"]
    told = taken(empty, saved.read_bytes(), rounds=True)
    assert (told["applied"], len(empty.state.rounds)) == (True, 2)
    assert [one["code"] for one in told["remarks"]] == ["sheet.seats_unplayed"]


def test_every_round_that_would_be_published_is_named(tmp_path: Path):
    played, typed = next(found for seed in range(40) if (found := held("eliminacje", seed)))
    empty = Hall().create("eliminacje", 16)
    (saved,) = converted([with_typed(book_of(empty, mark_of(empty)), typed)], tmp_path)
    told = taken(empty, saved.read_bytes(), apply=False)
    assert [one["round"] for one in told["rounds"]] == [r.number for r in played.state.rounds]


def _tables() -> list[tuple[int, int]]:
    rows = empty_rows(Hall().create("eliminacje", 16))
    return [(t, rows(t + 1)) for t in range(4)]
