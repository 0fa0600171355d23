"""A list of entrants from a file or the clipboard: columns by their headings, rows as people."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from stolik.app.sheets.book import ref
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.neutral import restored
from stolik.app.sheets.read_book import Read, ReadBook, Rows, cell_of, named, whole_number
from stolik.app.sheets.reading.headings import Part, part_of
from stolik.refusal import Fact, Violation, refuse

LONGEST = 200
_HEAD_WITHIN = 15  # rows: above the headings people write the name of the event
_PLAIN_ORDER = (Part.NAME, Part.CLUB, Part.TEAM)  # of columns without headings
_NUMBERED = re.compile(r"^\s*\d{1,4}\s*[.)]\s+(?=\S)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029\ufeff\ud800-\udfff]+")


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of the list."""

    cell: str
    name: str
    club: str = ""
    team: str = ""
    age_class: str = ""
    table: int | None = None
    guardian: str = ""


@dataclass(frozen=True, slots=True)
class EntrantList:
    """What was understood, and what was not."""

    sheet: str
    columns: Mapping[Part, int]
    unknown: tuple[str, ...]  # headings of columns that are not taken over
    listed: tuple[Listed, ...]
    faults: tuple[Violation, ...]


def read_entrants(book: ReadBook) -> EntrantList:
    """The list on the first sheet that has one."""
    sheets = [(name, rows) for name, rows in book.items() if any(_filled(row) for row in rows)]
    if not sheets:
        refuse(Violation(Refusal.EMPTY))
    for name, rows in sheets:
        for row in range(min(_HEAD_WITHIN, len(rows))):
            columns = _columns(rows, row)
            if Part.NAME in columns or Part.SURNAME in columns:
                return _listed(name, rows, row + 1, columns)
    name, rows = sheets[0]
    return _listed(name, _unnumbered(rows), 0, _without_headings(rows))


def _columns(rows: Rows, row: int) -> dict[Part, int]:
    """What each column of a row of headings means; the first of two alike counts."""
    found: dict[Part, int] = {}
    for column in range(len(rows[row])):
        part = part_of(cell_of(rows, row, column))
        if part is not None:
            found.setdefault(part, column)
    return found


def _without_headings(rows: Rows) -> dict[Part, int]:
    """Names, perhaps club and team beside them; a first column of numbers is passed over."""
    height, width = range(len(rows)), max(len(row) for row in rows)
    filled = [c for c in range(width) if any(cell_of(rows, r, c) is not None for r in height)]
    if not filled:
        refuse(Violation(Refusal.NO_NAMES))
    first = [cell_of(rows, r, filled[0]) for r in height]
    if len(filled) > 1 and all(v is None or whole_number(v) is not None for v in first):
        return {Part.NUMBER: filled[0], **dict(zip(_PLAIN_ORDER, filled[1:], strict=False))}
    return dict(zip(_PLAIN_ORDER, filled, strict=False))


def _listed(sheet: str, rows: Rows, first: int, columns: Mapping[Part, int]) -> EntrantList:
    listed: list[Listed] = []
    faults: list[Violation] = []
    for row in range(first, len(rows)):
        if any(_text(rows, row, column) for part, column in columns.items() if part != "number"):
            one, wrong = _one(sheet, rows, row, columns)
            faults += wrong
            listed += [] if wrong else [one]
    if not listed and not faults:
        refuse(Violation(Refusal.NO_NAMES))
    unknown = tuple(_unknown(rows, first, columns))
    return EntrantList(sheet, columns, unknown, tuple(listed), tuple(faults))


def _unknown(rows: Rows, first: int, columns: Mapping[Part, int]) -> Iterator[str]:
    """Columns with something in them that nobody asked for, by heading or by letter."""
    taken = set(columns.values())
    for column in range(max(len(row) for row in rows)):
        below = any(cell_of(rows, row, column) is not None for row in range(first, len(rows)))
        if column not in taken and below:
            heading = _text(rows, first - 1, column) if first else ""
            yield heading or ref(0, column).rstrip("1")


def _one(
    sheet: str, rows: Rows, row: int, columns: Mapping[Part, int]
) -> tuple[Listed, list[Violation]]:
    said = {part: _text(rows, row, column) for part, column in columns.items()}
    where = {part: _cell(sheet, row, column) for part, column in columns.items()}
    name = said.get(Part.NAME) or _joined(said, " ", Part.FIRST_NAME, Part.SURNAME)
    cell = where.get(Part.NAME) or where[Part.SURNAME]
    faults: list[Violation] = []

    def wrong(code: Refusal, **facts: Fact) -> None:
        faults.append(Violation(code, facts=facts))

    if not name:
        wrong(Refusal.NAME_MISSING, cell=cell)
    for part, words in {**said, Part.NAME: name}.items():
        if len(words) > LONGEST and part is not Part.NUMBER:
            wrong(Refusal.NAME_LONG, cell=where.get(part, cell), most=LONGEST)
    table = said.get(Part.TABLE, "")
    number = whole_number(table)
    if table and number is None:
        wrong(Refusal.TABLE_NUMBER, cell=where[Part.TABLE], value=table)
    club = _joined(said, ", ", Part.CLUB, Part.SCHOOL)
    ages = said.get(Part.AGE_CLASS, "")
    team, guardian = said.get(Part.TEAM, ""), said.get(Part.GUARDIAN, "")
    return Listed(cell, name, club, team, ages, number, guardian), faults


def _joined(said: Mapping[Part, str], between: str, *parts: Part) -> str:
    words = dict.fromkeys(said[part] for part in parts if said.get(part))
    return between.join(words)


def _cell(sheet: str, row: int, column: int) -> str:
    return named(sheet, row, column) if sheet else ref(row, column)


def _filled(row: object) -> bool:
    return any(value not in (None, "") for value in row) if isinstance(row, list) else bool(row)


def _text(rows: Rows, row: int, column: int) -> str:
    """A cell as words on one line; what our own exports had to protect is as it was."""
    value = cell_of(rows, row, column)
    if value is None:
        return ""
    words = str(_number(value)) if isinstance(value, float) else str(value)
    return " ".join(_CONTROL.sub(" ", restored(words)).split())


def _unnumbered(rows: Rows) -> Rows:
    """A plain list without the numbers people write before names: 1. or 1)."""
    return [
        [_NUMBERED.sub("", value) if isinstance(value, str) else value for value in row]
        for row in rows
    ]


def _number(value: Read) -> Read:
    whole = whole_number(value)
    return value if whole is None else whole
