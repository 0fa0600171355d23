"""What a file holds once it is read: sheets of plain values, by whoever reads it."""

from collections.abc import Callable, Mapping, Sequence

from stolik.app.sheets.book import ref
from stolik.app.sheets.codes import Refusal
from stolik.refusal import Refused, Violation, refuse

Read = str | int | float | bool | None
Rows = Sequence[Sequence[Read]]
ReadBook = Mapping[str, Rows]

# Reads the bytes of an .xlsx, .ods or .csv file, or of a pasted list; refused if it cannot be.
ReadFile = Callable[[bytes], ReadBook]


def cell_of(rows: Rows, row: int, column: int) -> Read:
    """A cell, also where the sheet has ended already."""
    if row >= len(rows) or column >= len(rows[row]):
        return None
    value = rows[row][column]
    if isinstance(value, str):
        value = value.strip()
    return None if value == "" else value


def whole_number(value: Read) -> int | None:
    """A whole number, also one that a spreadsheet keeps as 3.0 or as the text 3."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        digits = value.replace("\u2212", "-").removeprefix("-")
        return int(value.replace("\u2212", "-")) if digits.isdecimal() and len(value) < 10 else None
    return int(value) if value == int(value) and abs(value) < 10**9 else None


def as_written(value: Read) -> str:
    """A value as people write it: programs keep 5 as 5.0."""
    whole = whole_number(value)
    return (
        str(value if whole is None else whole).replace(".", ",")
        if _is_number(value)
        else str(value)
    )


def _is_number(value: Read) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# What to do with these is said to who brings a list of entrants.
_NO_WORKBOOK = {Refusal.PDF, Refusal.PICTURE, Refusal.DOCUMENT, Refusal.WEB_PAGE}


def workbook_of(read: ReadFile, content: bytes) -> ReadBook:
    """The sheets of a workbook with results; another kind of file is told where to get one."""
    try:
        return read(content)
    except Refused as refused:
        if {violation.code for violation in refused.violations} <= _NO_WORKBOOK:
            refuse(Violation(Refusal.NOT_OURS))
        raise


def demand_workbook(book: ReadBook) -> None:
    """A file that says it is a workbook is none if it is text, which is a sheet without a name."""
    if "" in book:
        refuse(Violation(Refusal.BROKEN))


def named(sheet: str, row: int, column: int) -> str:
    """A cell as messages name it: Runda 2!F17."""
    return f"{sheet}!{ref(row, column)}"
