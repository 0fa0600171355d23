"""What a list of entrants says, once it is read, and its cells as words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from stolik.app.sheets.book import ref
from stolik.app.sheets.neutral import restored
from stolik.app.sheets.read_book import Read, Rows, cell_of, named, whole_number
from stolik.app.sheets.reading.headings import Part
from stolik.refusal import Violation

_CONTROL = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029\ufeff\ud800-\udfff]+")


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of the list."""

    cell: str
    name: str  # the words of a surname tied together (`naming.joined`)
    club: str = ""
    team: str = ""
    age_class: str = ""
    table: int | None = None
    guardian: str = ""
    row: int = 0
    twice: bool = False  # somebody says: another person than who has the same name


@dataclass(frozen=True, slots=True)
class Faulty:
    """A row that nobody can be entered from as it stands."""

    one: Listed
    faults: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class ColumnSeen:
    """A column as it stands in the list, for whoever is asked what it holds."""

    heading: str  # or its letter
    sample: tuple[str, ...]
    part: str  # what it is taken for; "": it is not taken over


@dataclass(frozen=True, slots=True)
class Carried:
    """A column that says something once for several rows below."""

    part: str
    heading: str
    blank: bool  # somebody says: those below have none


@dataclass(frozen=True, slots=True)
class EntrantList:
    """What was understood, and what was not."""

    sheet: str
    columns: Mapping[Part, int]
    unknown: tuple[str, ...]  # headings of columns that are not taken over
    listed: tuple[Listed, ...]
    faulty: tuple[Faulty, ...]
    doubts: tuple[Violation, ...] = ()  # what to look at before anybody is entered
    sheets: tuple[str, ...] = ()  # other sheets that hold a list too
    guardian_heading: str = ""  # of the column with who leads a team, if there is one
    seen: tuple[ColumnSeen, ...] = ()  # every column, from the first
    crossed: tuple[Listed, ...] = ()  # rows that somebody left out
    nobody: tuple[Listed, ...] = ()  # lines that hold no person
    carried: tuple[Carried, ...] = ()  # columns with blanks below each value


def cell_called(sheet: str, row: int, column: int) -> str:
    return named(sheet, row, column) if sheet else ref(row, column)


def words_at(rows: Rows, row: int, column: int) -> str:
    """A cell as words on one line; what our own exports had to protect is as it was."""
    value = cell_of(rows, row, column)
    if value is None:
        return ""
    words = str(_number(value)) if isinstance(value, float) else str(value)
    return " ".join(_CONTROL.sub(" ", restored(words)).split())


def _number(value: Read) -> Read:
    whole = whole_number(value)
    return value if whole is None else whole
