"""What the columns of a list hold: by their headings, by somebody's word, or guessed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from stolik.app.sheets.book import ref
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Rows, cell_of, whole_number
from stolik.app.sheets.reading.contacts import holds_contacts
from stolik.app.sheets.reading.doubts import class_said, is_nobody, is_surname_column
from stolik.app.sheets.reading.headings import Part, part_of
from stolik.app.sheets.reading.listed import ColumnSeen, words_at
from stolik.app.texts import LANGUAGES, text
from stolik.refusal import Violation, refuse

_HEAD_WITHIN = 15  # rows: above the headings people write the name of the event
_PLAIN_ORDER = (Part.NAME, Part.CLUB, Part.TEAM)  # of columns without headings
_NUMBERED = re.compile(r"^\s*\d{1,4}\s*[.)]\s+(?=\S)")
_NAMES = {Part.NAME, Part.NAME_REVERSED, Part.SURNAME}


def headings_in(rows: Rows) -> tuple[int, dict[Part, int]] | None:
    """The row of the headings and what its columns mean."""
    for row in range(min(_HEAD_WITHIN, len(rows))):
        columns = _columns(rows, row)
        if columns.keys() & _NAMES:
            return row, columns
    return None


def _columns(rows: Rows, row: int) -> dict[Part, int]:
    """What each column of a row of headings means; the first of two alike counts."""
    found: dict[Part, int] = {}
    for column in range(len(rows[row])):
        part = part_of(cell_of(rows, row, column))
        if part is not None:
            found.setdefault(part, column)
    return found


_EXPORTED = {"number", "name", "club", "team", "age_class", "fixed_table", "status"}


def is_exported(headings: set[str]) -> bool:
    """Whether it is our own table, in any language."""
    told = ({text(f"heading.{key}", lang) for key in _EXPORTED} for lang in LANGUAGES)
    return any(headings >= ours for ours in (_EXPORTED, *told))


def columns_said(parts: Sequence[str]) -> dict[Part, int]:
    """What the columns hold by somebody's word; the first of two alike counts."""
    found: dict[Part, int] = {}
    for column, part in enumerate(parts):
        if part and part not in tuple(Part):
            refuse(Violation(Refusal.COLUMN_UNKNOWN, facts={"value": part, "known": tuple(Part)}))
        if part:
            found.setdefault(Part(part), column)
    if not found.keys() & _NAMES:
        refuse(Violation(Refusal.NO_NAMES))
    return found


def columns_guessed(rows: Rows) -> dict[Part, int]:
    """Names, perhaps club and team beside them; a first column of numbers is passed over."""
    height, width = range(len(rows)), max(len(row) for row in rows)
    filled = [c for c in range(width) if any(cell_of(rows, r, c) is not None for r in height)]
    if not filled:
        refuse(Violation(Refusal.NO_NAMES))
    first = [cell_of(rows, r, filled[0]) for r in height]
    found: dict[Part, int] = {}
    if len(filled) > 1 and all(v is None or whole_number(v) is not None for v in first):
        found, filled = {Part.NUMBER: filled[0]}, filled[1:]
    filled = [c for c in filled if c == filled[0] or not holds_contacts(rows, 0, c)]
    words = {c: [words_at(rows, r, c) for r in height if words_at(rows, r, c)] for c in filled}
    filled.sort(key=lambda c: _holds_nobody(words[c]))  # schools and years after names
    if classes := [c for c in filled[1:] if _holds_classes(words[c])]:
        found[Part.AGE_CLASS] = classes[0]
        filled.remove(classes[0])
    names = [words[c] for c in filled[:2]]
    if len(names) > 1 and all(word.isalpha() for column in names for word in column):
        both = [Part.SURNAME, Part.FIRST_NAME]
        if is_surname_column(names[1]) and not is_surname_column(names[0]):
            both.reverse()
        return {**found, **dict(zip((*both, Part.CLUB, Part.TEAM), filled, strict=False))}
    return {**found, **dict(zip(_PLAIN_ORDER, filled, strict=False))}


def _holds_nobody(words: list[str]) -> bool:
    return len(words) > 1 and 2 * sum(map(is_nobody, words)) > len(words)


def _holds_classes(words: list[str]) -> bool:
    """4a, 6b; a dash or a note among them makes no teams of the rest."""
    return 2 * sum(bool(class_said(word)) for word in words) > len(words)


def columns_seen(rows: Rows, first: int, columns: Mapping[Part, int]) -> Iterator[ColumnSeen]:
    parts = {column: part.value for part, column in columns.items()}
    for column in range(max(len(row) for row in rows)):
        words = (words_at(rows, row, column) for row in range(first, len(rows)))
        sample = tuple(islice((word for word in words if word), _SAMPLE))
        yield ColumnSeen(heading_over(rows, first, column), sample, parts.get(column, ""))


_SAMPLE = 2


def unknown_columns(rows: Rows, first: int, columns: Mapping[Part, int]) -> Iterator[str]:
    """Columns with something in them that nobody asked for, by heading or by letter."""
    taken = set(columns.values())
    for column in range(max(len(row) for row in rows)):
        below = any(cell_of(rows, row, column) is not None for row in range(first, len(rows)))
        if column not in taken and below:
            yield heading_over(rows, first, column)


def heading_over(rows: Rows, first: int, column: int) -> str:
    heading = words_at(rows, first - 1, column) if first else ""
    return heading or ref(0, column).rstrip("1")


def unnumbered(rows: Rows) -> Rows:
    """A plain list without the numbers people write before names: 1. or 1)."""
    return [
        [_NUMBERED.sub("", value) if isinstance(value, str) else value for value in row]
        for row in rows
    ]
