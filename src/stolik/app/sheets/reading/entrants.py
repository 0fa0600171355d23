"""A list of entrants from a file or the clipboard: columns by their headings, rows as people."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from stolik.app.naming import TIE, joined
from stolik.app.sheets.book import ref
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.neutral import restored
from stolik.app.sheets.read_book import Read, ReadBook, Rows, cell_of, named, whole_number
from stolik.app.sheets.reading.contacts import cut_contacts, holds_contacts, without_contacts
from stolik.app.sheets.reading.doubts import (
    doubts_about,
    is_nobody,
    is_note,
    is_surname_column,
    shouted_first,
)
from stolik.app.sheets.reading.headings import Part, part_of
from stolik.app.sheets.reading.schools import school_said, schools_over
from stolik.app.sheets.reading.whole_list import more_people, odd_ends, surnames_first, turned_round
from stolik.app.texts import LANGUAGES, text
from stolik.refusal import Fact, Violation, refuse

LONGEST = 200
_HEAD_WITHIN = 15  # rows: above the headings people write the name of the event
_PLAIN_ORDER = (Part.NAME, Part.CLUB, Part.TEAM)  # of columns without headings
_NUMBERED = re.compile(r"^\s*\d{1,4}\s*[.)]\s+(?=\S)")
_BULLET = re.compile(r"^[•‣▪●○◦·*–—-]+\s+(?=\S)")  # as a text document begins its lines
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


@dataclass(frozen=True, slots=True)
class ColumnSeen:
    """A column as it stands in the list, for whoever is asked what it holds."""

    heading: str  # or its letter
    sample: tuple[str, ...]
    part: str  # what it is taken for; "": it is not taken over


@dataclass(frozen=True, slots=True)
class EntrantList:
    """What was understood, and what was not."""

    sheet: str
    columns: Mapping[Part, int]
    unknown: tuple[str, ...]  # headings of columns that are not taken over
    listed: tuple[Listed, ...]
    faults: tuple[Violation, ...]
    doubts: tuple[Violation, ...] = ()  # what to look at before anybody is entered
    sheets: tuple[str, ...] = ()  # other sheets that hold a list too
    guardian_heading: str = ""  # of the column with who leads a team, if there is one
    seen: tuple[ColumnSeen, ...] = ()  # every column, from the first


def read_entrants(book: ReadBook, wanted: str = "", parts: Sequence[str] = ()) -> EntrantList:
    """The list on the sheet that is wanted, or on the first that has one.

    `parts`: what somebody says the columns hold, from the first; "" is not taken over.
    """
    sheets = {name: rows for name, rows in book.items() if any(_filled(row) for row in rows)}
    if not sheets:
        refuse(Violation(Refusal.EMPTY))
    if wanted and wanted not in sheets:
        refuse(Violation(Refusal.SHEET_MISSING, facts={"sheet": wanted}))
    headed = {name: at for name, rows in sheets.items() if (at := _headings(rows))}
    name = wanted or next(iter(headed or sheets))
    rows = sheets[name]
    first = headed[name][0] + 1 if name in headed else 0
    if parts:
        found = _listed(name, rows if first else _unnumbered(rows), first, _as_said(parts))
        settled = {Refusal.DOUBT_ORDER} if Part.NAME in found.columns else set()
        found = replace(found, doubts=tuple(d for d in found.doubts if d.code not in settled))
    elif name in headed:
        row, columns = headed[name]
        is_ours = _is_exported({*map(str, rows[row])})
        found = (_our_own if is_ours else _guessed)(name, rows, row + 1, columns)
    else:
        found = _guessed(name, _unnumbered(rows), 0, _without_headings(rows))
        found = replace(found, doubts=(*_no_headings(found), *found.doubts))
    if not parts and not (name in headed and is_ours):
        asked = {doubt.facts["cell"] for doubt in found.doubts if doubt.facts.get("value")}
        odd = odd_ends(rows, [(one.cell, one.name, one.row) for one in found.listed])
        odd = (doubt for doubt in odd if doubt.facts["cell"] not in asked)
        found = replace(found, doubts=(*found.doubts, *odd))
    others = tuple(other for other in (headed or sheets) if other != name)
    doubts = (*_other_sheets(others), *found.doubts)
    seen = tuple(_seen(rows, first, found.columns))
    return replace(found, sheets=others, doubts=doubts, seen=seen)


def _as_said(parts: Sequence[str]) -> dict[Part, int]:
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


def _seen(rows: Rows, first: int, columns: Mapping[Part, int]) -> Iterator[ColumnSeen]:
    parts = {column: part.value for part, column in columns.items()}
    for column in range(max(len(row) for row in rows)):
        words = (_text(rows, row, column) for row in range(first, len(rows)))
        sample = tuple(islice((word for word in words if word), _SAMPLE))
        yield ColumnSeen(_heading(rows, first, column), sample, parts.get(column, ""))


_SAMPLE = 2


def _headings(rows: Rows) -> tuple[int, dict[Part, int]] | None:
    """The row of the headings and what its columns mean."""
    for row in range(min(_HEAD_WITHIN, len(rows))):
        columns = _columns(rows, row)
        if columns.keys() & _NAMES:
            return row, columns
    return None


_NAMES = {Part.NAME, Part.NAME_REVERSED, Part.SURNAME}
_EXPORTED = {"number", "name", "club", "team", "age_class", "fixed_table", "status"}


def _is_exported(headings: set[str]) -> bool:
    """Whether it is our own table, in any language."""
    told = ({text(f"heading.{key}", lang) for key in _EXPORTED} for lang in LANGUAGES)
    return any(headings >= ours for ours in (_EXPORTED, *told))


def _other_sheets(others: tuple[str, ...]) -> Iterator[Violation]:
    if others:
        yield Violation(Refusal.DOUBT_SHEETS, facts={"cell": "", "sheets": others})


def _no_headings(found: EntrantList) -> Iterator[Violation]:
    """More than one column and not a word on what they hold: our guess is no knowledge."""
    if found.listed and len(found.columns.keys() - {Part.NUMBER}) > 1:
        yield Violation(Refusal.DOUBT_NO_HEADINGS, facts={"cell": found.listed[0].cell})


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
    found: dict[Part, int] = {}
    if len(filled) > 1 and all(v is None or whole_number(v) is not None for v in first):
        found, filled = {Part.NUMBER: filled[0]}, filled[1:]
    filled = [c for c in filled if c == filled[0] or not holds_contacts(rows, 0, c)]
    words = {c: [_text(rows, r, c) for r in height if _text(rows, r, c)] for c in filled}
    filled.sort(key=lambda c: _holds_nobody(words[c]))  # schools and years after names
    names = [words[c] for c in filled[:2]]
    if len(names) > 1 and all(word.isalpha() for column in names for word in column):
        both = [Part.SURNAME, Part.FIRST_NAME]
        if is_surname_column(names[1]) and not is_surname_column(names[0]):
            both.reverse()
        return {**found, **dict(zip((*both, Part.CLUB, Part.TEAM), filled, strict=False))}
    return {**found, **dict(zip(_PLAIN_ORDER, filled, strict=False))}


def _holds_nobody(words: list[str]) -> bool:
    return len(words) > 1 and 2 * sum(map(is_nobody, words)) > len(words)


def _guessed(sheet: str, rows: Rows, first: int, columns: Mapping[Part, int]) -> EntrantList:
    """A column of names may hold the surname first, whatever its heading says: once for all."""
    if Part.NAME not in columns:
        return _listed(sheet, rows, first, columns)
    column = columns[Part.NAME]
    at = [row for row in range(first, len(rows)) if _text(rows, row, column)]
    at = [row for row in at if _no_person(sheet, rows, row, columns) is None]
    if not surnames_first([_text(rows, row, column) for row in at]):
        return _listed(sheet, rows, first, columns)
    turned: dict[Part, int] = {
        Part.NAME_REVERSED if part is Part.NAME else part: c for part, c in columns.items()
    }
    found = _listed(sheet, rows, first, turned)
    value = _text(rows, at[0], column)
    facts: dict[str, Fact] = {"cell": _cell(sheet, at[0], column), "value": value}
    asked = Violation(Refusal.DOUBT_SURNAME_FIRST, facts=facts)
    return replace(found, doubts=(asked, *found.doubts))


def _listed(sheet: str, rows: Rows, first: int, columns: Mapping[Part, int]) -> EntrantList:
    listed: list[Listed] = []
    faults: list[Violation] = []
    doubts: list[Violation] = []
    columns = without_contacts(rows, first, columns)
    rows = cut = [list(row) for row in rows]
    notes: dict[int, Violation] = {}
    for row in range(first, len(rows)):
        if not any(_text(rows, row, c) for part, c in columns.items() if part is not Part.NUMBER):
            continue
        if (note := _no_person(sheet, rows, row, columns)) is not None:
            doubts.append(note)
            notes[row] = note
            continue
        doubts += cut_contacts(sheet, cut, row, columns)
        one, wrong = _one(sheet, rows, row, columns)
        faults += wrong
        listed += [] if wrong else [one]
        doubts += [] if wrong else _asked(rows, row, columns, one)
    if not listed and not faults:
        refuse(Violation(Refusal.NO_NAMES))
    _put_under_schools(listed, doubts, notes)
    unknown = tuple(_unknown(rows, first, columns))
    led = columns.get(Part.GUARDIAN)
    heading = "" if led is None else _heading(rows, first, led)
    doubts[:0] = more_people(sheet, rows, first, columns)
    doubts += turned_round([(one.cell, one.name, one.club) for one in listed])
    found = (tuple(listed), tuple(faults), tuple(doubts))
    return EntrantList(sheet, columns, unknown, *found, guardian_heading=heading)


def _put_under_schools(
    listed: list[Listed], doubts: list[Violation], notes: Mapping[int, Violation]
) -> None:
    """Who has no school is of the one whose name stands over theirs; asked about once."""
    lines = {row: str(note.facts["value"]) for row, note in notes.items()}
    over = schools_over(lines, (one.row for one in listed if not one.club))
    listed[:] = [
        replace(one, club=school_said(lines[over[one.row]])) if one.row in over else one
        for one in listed
    ]
    asked = [notes[row] for row in set(over.values())]
    doubts[:] = [
        replace(doubt, code=Refusal.DOUBT_SCHOOL) if any(doubt is one for one in asked) else doubt
        for doubt in doubts
    ]


def _our_own(sheet: str, rows: Rows, first: int, columns: Mapping[Part, int]) -> EntrantList:
    """Our export of entrants: whoever stands there was entered once, and comes back as he was."""
    listed: list[Listed] = []
    faults: list[Violation] = []
    for row in range(first, len(rows)):
        if not any(_text(rows, row, c) for part, c in columns.items() if part is not Part.NUMBER):
            continue
        one, wrong = _one(sheet, rows, row, columns)
        kept = str(cell_of(rows, row, columns[Part.NAME]) or "")
        faults += wrong
        listed += [] if wrong else [replace(one, name=_tied_again(kept, one.name))]
    if not listed and not faults:
        refuse(Violation(Refusal.NO_NAMES))
    unknown = tuple(_unknown(rows, first, columns))
    return EntrantList(sheet, columns, unknown, tuple(listed), tuple(faults))


def _tied_again(kept: str, name: str) -> str:
    """The name as it was read, its surname of several words tied as it was kept."""
    last = kept.split(" ")[-1].replace(TIE, " ")
    tied = name.removesuffix(last) + last.replace(" ", TIE)
    return tied if name.endswith(last) else name


def _no_person(sheet: str, rows: Rows, row: int, columns: Mapping[Part, int]) -> Violation | None:
    """A total, a date, a heading again or a note among the names: left out, and said."""
    part = _first_part(rows, row, columns)
    raw, words = cell_of(rows, row, columns[part]), _text(rows, row, columns[part])
    again = part_of(raw) if isinstance(raw, str) else None
    looks = is_nobody if part in _IN_TURN else is_note
    if not words or (again is not part and not looks(words)):
        return None
    facts: dict[str, Fact] = {"cell": _cell(sheet, row, columns[part]), "value": words}
    return Violation(Refusal.DOUBT_NO_PERSON, facts=facts)


_IN_TURN = (Part.NAME, Part.NAME_REVERSED, Part.SURNAME)


def _first_part(rows: Rows, row: int, columns: Mapping[Part, int]) -> Part:
    """The cell a row is known by: its name, or the only one that is filled."""
    filled = [p for p, c in columns.items() if p is not Part.NUMBER and _text(rows, row, c)]
    name = next(part for part in (*_IN_TURN, *columns) if part in columns)
    return filled[0] if len(filled) == 1 and filled[0] is not Part.FIRST_NAME else name


def _asked(rows: Rows, row: int, columns: Mapping[Part, int], one: Listed) -> Iterator[Violation]:
    """What to ask about a person who was read."""
    parted = Part.SURNAME in columns and Part.FIRST_NAME in columns
    facts: dict[str, Fact] = {"cell": one.cell, "value": one.name.replace(TIE, " ")}
    for code in doubts_about(one.name, parted=parted):
        yield Violation(code, facts=facts)
    reversed_ = columns.get(Part.NAME_REVERSED)
    said = [] if reversed_ is None else _text(rows, row, reversed_).partition("(")[0].split()
    if len(said) > _TWO_WORDS and not shouted_first(said):
        yield Violation(Refusal.DOUBT_ORDER, facts=facts)
    if any(
        isinstance(cell_of(rows, row, c), str) and "\n" in str(cell_of(rows, row, c))
        for c in (columns[part] for part in _IN_TURN if part in columns)
    ):
        yield Violation(Refusal.DOUBT_TWO, facts=facts)


_TWO_WORDS = 2


def _unknown(rows: Rows, first: int, columns: Mapping[Part, int]) -> Iterator[str]:
    """Columns with something in them that nobody asked for, by heading or by letter."""
    taken = set(columns.values())
    for column in range(max(len(row) for row in rows)):
        below = any(cell_of(rows, row, column) is not None for row in range(first, len(rows)))
        if column not in taken and below:
            yield _heading(rows, first, column)


def _heading(rows: Rows, first: int, column: int) -> str:
    heading = _text(rows, first - 1, column) if first else ""
    return heading or ref(0, column).rstrip("1")


def _one(
    sheet: str, rows: Rows, row: int, columns: Mapping[Part, int]
) -> tuple[Listed, list[Violation]]:
    said = {part: _text(rows, row, column) for part, column in columns.items()}
    where = {part: _cell(sheet, row, column) for part, column in columns.items()}
    name = _name(said)
    cell = next(where[part] for part in (*_IN_TURN, *where) if part in where)
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
    return Listed(cell, name, club, team, ages, number, guardian, row), faults


def _name(said: Mapping[Part, str]) -> str:
    """First name, then surname, whichever way they were written."""
    if said.get(Part.NAME):
        return _BULLET.sub("", said[Part.NAME])
    if said.get(Part.NAME_REVERSED):
        return _turned(_BULLET.sub("", said[Part.NAME_REVERSED]))
    surname, first = said.get(Part.SURNAME, ""), said.get(Part.FIRST_NAME, "")
    return joined(first, surname) if first else surname


def _turned(words: str) -> str:
    """The surname put last: the words in capitals, or the first; what is in brackets stays."""
    name, bracket, beside = words.partition("(")
    surname_words = shouted_first(name.split()) or 1
    surname, first = name.split()[:surname_words], name.split()[surname_words:]
    if not first or any(sign.isdigit() for sign in name):
        return words
    turned = joined(" ".join(first), " ".join(surname))
    return f"{turned} {bracket}{beside}" if bracket else turned


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
