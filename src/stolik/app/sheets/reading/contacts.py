"""Telephones and e-mail addresses in a list: nobody's club, and no part of anybody's name."""

import re
from collections.abc import Iterator, Mapping

from stolik.app.sheets.book import ref
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Read, Rows, cell_of, named, whole_number
from stolik.app.sheets.reading.headings import Part
from stolik.refusal import Violation

_CONTACT = re.compile(
    r"[\s,;:(<–-]*(?:\b(?:tel|telefon|kom|(?:e-?)?mail|phone)\b[.:\s]*)?"
    r"(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w+])(?:\+?48[\s-]?)?\d(?:[\s-]?\d){8}(?!\w))[)>]?",
    re.IGNORECASE,
)
_LONGEST = 400  # characters; more is refused as a name, and slow to look through
_NEVER = (Part.CLUB, Part.SCHOOL, Part.TEAM, Part.AGE_CLASS)
_NAMES = (Part.NAME, Part.NAME_REVERSED, Part.FIRST_NAME, Part.SURNAME)


def holds_contacts(rows: Rows, first: int, column: int) -> bool:
    """Whether most of a column is nothing but telephones and addresses."""
    said = [_words(value) for r in range(first, len(rows)) if (value := cell_of(rows, r, column))]
    return 2 * sum(bool(_CONTACT.fullmatch(words)) for words in said) > len(said)


def without_contacts(rows: Rows, first: int, columns: Mapping[Part, int]) -> dict[Part, int]:
    """The columns that may be what they are taken for."""
    return {
        part: column
        for part, column in columns.items()
        if part not in _NEVER or not holds_contacts(rows, first, column)
    }


def cut_contacts(
    sheet: str, rows: list[list[Read]], row: int, columns: Mapping[Part, int]
) -> Iterator[Violation]:
    """Take them out of a row, where it says who somebody is; each is asked about."""
    for part in (*_NAMES, *_NEVER):
        column = columns.get(part, -1)
        words = _words(cell_of(rows, row, column)) if part in columns else ""
        left = " ".join(_CONTACT.sub(" ", words).split())
        if left == " ".join(words.split()) or (part in _NAMES and not left):
            continue
        rows[row][column] = left or None
        cell = named(sheet, row, column) if sheet else ref(row, column)
        yield Violation(Refusal.DOUBT_CONTACT, facts={"cell": cell, "value": words})


def _words(value: Read) -> str:
    whole = whole_number(value) if isinstance(value, float) else None
    words = "" if value is None else str(value if whole is None else whole).strip()
    return words if len(words) <= _LONGEST else ""
