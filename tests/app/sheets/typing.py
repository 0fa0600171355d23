"""Results typed into a workbook, by a hand that knows only its yellow cells."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from stolik.adapters.sheets.writing import write_workbook
from stolik.app.sheets.book import Cell, Formula, Sheet, Workbook
from stolik.app.sheets.writing.marks import Mark
from stolik.app.sheets.writing.rounds import FIRST_ROW, Columns
from stolik.app.sheets.writing.workbook import workbook
from stolik.rummikub.scoring import Ending
from tests.tournament.hall import Hall

MARK = Mark("turniej", "0" * 64, "pl")
Typed = Mapping[tuple[str, int, int], Any]  # by sheet, row and column


def book_of(hall: Hall, mark: Mark = MARK) -> Workbook:
    """The workbook of a tournament as it is now."""
    return workbook(hall.session.desk, hall.session.book.counting.rules, mark)


def with_typed(book: Workbook, typed: Typed, *, stale: bool = False) -> bytes:
    """The file after somebody typed; `stale`: every result it brings along is wrong."""
    sheets = tuple(_typed_on(sheet, typed, stale) for sheet in book.sheets)
    return write_workbook(replace(book, sheets=sheets))


def a_result(hall: Hall, entrants: list[int], chance: Random) -> tuple[str, list[dict[str, Any]]]:
    """How a game ended and what the seats say of it: everything that can happen at a table."""
    rules = hall.session.book.counting.rules
    if rules is None:
        return Ending.WENT_OUT.value, hall.seats(entrants, chance)
    if chance.random() < 0.3:
        racks = [chance.choice((3, 3, 5, 12, chance.randint(1, 60))) for _ in entrants]
        seats = [{"entrant": n, "rack_sum": r} for n, r in zip(entrants, racks, strict=True)]
        return Ending.POOL_EMPTY.value, seats
    seats = hall.seats(entrants, chance)
    for seat in seats:
        if seat["rack_sum"] and chance.random() < 0.2:
            flat = chance.choice((rules.penalties.unopened, rules.penalties.could_have_opened))
            seat.update(opened=False, flat=flat, rack_sum=None)
        elif seat["rack_sum"] and chance.random() < 0.4:
            seat["rack_sum"] = chance.choice((5, 10))  # ties
    return Ending.WENT_OUT.value, seats


def cells_of(
    hall: Hall,
    where: tuple[int, int, int],
    seats: list[dict[str, Any]],
    first: int | None = None,
) -> dict:
    """Where the numbers of a game are typed."""
    number, table_number, game = where
    table = hall.state.rounds[number - 1].tables[table_number - 1]
    columns = Columns(hall.session.book.counting.rules is None)
    said = {seat["entrant"]: seat for seat in seats}
    first = row_of(hall, number, table_number) if first is None else first
    return {
        (f"Runda {number}", first + i, columns.typed(game)): (_said(said[n]) if n in said else "x")
        for i, n in enumerate(table.seats)
        if n in said or not columns.by_places
    }


def empty_rows(hall: Hall) -> Callable[[int], int]:
    """Where the tables of a round stand that was not drawn when the workbook was written."""
    size = hall.state.format.table_max
    return lambda table: FIRST_ROW + (table - 1) * (size + 2)


def row_of(hall: Hall, number: int, table: int) -> int:
    """The first row of a table on the sheet of its round."""
    tables = hall.state.rounds[number - 1].tables
    return FIRST_ROW + sum(len(t.seats) + 2 for t in tables[: table - 1])


def _said(seat: dict[str, Any]) -> int:
    if "place" in seat:
        return seat["place"]
    return seat["flat"] if seat.get("flat") else seat["rack_sum"]


def _typed_on(sheet: Sheet, typed: Typed, stale: bool) -> Sheet:
    cells = dict(sheet.cells)
    if stale:
        for where, cell in cells.items():
            if isinstance(cell.content, Formula):
                cells[where] = replace(cell, content=replace(cell.content, value="stale"))
    for (name, row, column), value in typed.items():
        if name == sheet.name:
            known = cells.get((row, column))
            cells[row, column] = Cell(value, known.style) if known else Cell(value)
    return replace(sheet, cells=cells)
