"""Where the seats of a drawn table stand on its sheet, also where a number was typed over."""

from collections.abc import Sequence
from dataclasses import dataclass

from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Rows, cell_of, whole_number
from stolik.app.sheets.writing.rounds import FIRST_ROW, NUMBER, SEAT, TABLE
from stolik.tournament.state import Table


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of somebody's seat, by the numbers that stand in it now."""

    row: int
    table: int | None
    entrant: int | None


@dataclass(frozen=True, slots=True)
class Moved:
    """A number that is not the one the program wrote: of the entrant or of the table."""

    row: int
    column: int
    code: Refusal
    entrant: int  # who should sit there


@dataclass(frozen=True, slots=True)
class TableRows:
    """The row of each entrant, as far as it is known, and what was typed over."""

    at: dict[int, int]
    moved: tuple[Moved, ...]
    mine: tuple[int, ...]  # rows that name this table


def seat_rows(rows: Rows) -> tuple[SeatRow, ...]:
    """Every row that has the letter of a seat, an entrant or a table."""
    found = []
    for row in range(FIRST_ROW, len(rows)):
        table, entrant = (whole_number(cell_of(rows, row, c)) for c in (TABLE, NUMBER))
        if table is not None or entrant is not None or cell_of(rows, row, SEAT) is not None:
            found.append(SeatRow(row, table, entrant))
    return tuple(found)


def rows_of_table(seats: Sequence[SeatRow], table: Table) -> TableRows:
    """The seats of a table; who is not where the program wrote them is told with the cell."""
    mine = [seat for seat in seats if seat.table == table.number]
    at = {seat.entrant: seat.row for seat in mine if seat.entrant in table.seats}
    known = {entrant: row for entrant, row in at.items() if entrant is not None}
    lacking = [int(n) for n in table.seats if n not in known]
    moved: list[Moved] = []
    if len(mine) < len(table.seats):  # a row of it names another table
        for n in lacking:
            row = next((s.row for s in seats if s.entrant == n and s not in mine), None)
            if row is not None:
                moved.append(Moved(row, TABLE, Refusal.TABLE_MOVED, n))
                known[n] = row
    strange = [seat.row for seat in mine if seat.row not in known.values()]
    lacking = [n for n in lacking if n not in known]
    for n, row in zip(lacking, strange, strict=False):
        moved.append(Moved(row, NUMBER, Refusal.ROW_MOVED, n))
        known[n] = row
    first = min((seat.row for seat in mine), default=FIRST_ROW)
    unseen = lacking[len(strange) :]
    moved += (Moved(first, NUMBER, Refusal.ROW_MOVED, n) for n in unseen[:1])
    return TableRows(known, tuple(moved), tuple(seat.row for seat in mine))
