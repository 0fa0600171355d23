"""A list of entrants from a file or the clipboard: columns by their headings, rows as people."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import ReadBook
from stolik.app.sheets.reading.columns import (
    columns_guessed,
    columns_said,
    columns_seen,
    heading_over,
    headings_in,
    is_exported,
    unnumbered,
)
from stolik.app.sheets.reading.contacts import without_contacts
from stolik.app.sheets.reading.doubts import class_said
from stolik.app.sheets.reading.edits import Edits
from stolik.app.sheets.reading.headings import Part
from stolik.app.sheets.reading.listed import EntrantList, Listed, cell_called, words_at
from stolik.app.sheets.reading.people import (
    no_person,
)
from stolik.app.sheets.reading.schools import classes_over, school_said, schools_over
from stolik.app.sheets.reading.sorting import Page, Sorting
from stolik.app.sheets.reading.whole_list import more_people, odd_ends, surnames_first, turned_round
from stolik.refusal import Fact, Violation, refuse


def read_entrants(
    book: ReadBook,
    wanted: str = "",
    parts: Sequence[str] = (),
    *,
    edits: Edits | None = None,
    blank: Collection[str] = (),
) -> EntrantList:
    """The list on the sheet that is wanted, or on the first that has one.

    `parts`: what somebody says the columns hold, from the first; "" is not taken over.
    `edits`: rows of it that somebody left out or wrote anew.
    `blank`: kinds of columns whose blank cells stay so, whatever stands above them.
    """
    sheets = {name: rows for name, rows in book.items() if any(_filled(row) for row in rows)}
    if not sheets:
        refuse(Violation(Refusal.EMPTY))
    if wanted and wanted not in sheets:
        refuse(Violation(Refusal.SHEET_MISSING, facts={"sheet": wanted}))
    headed = {name: at for name, rows in sheets.items() if (at := headings_in(rows))}
    name = wanted or next(iter(headed or sheets))
    rows = sheets[name]
    first = headed[name][0] + 1 if name in headed else 0
    page = Page(name, rows if first else unnumbered(rows), first, edits or {}, blank)
    if parts:
        found = _listed(page, columns_said(parts))
        settled = {Refusal.DOUBT_ORDER} if Part.NAME in found.columns else set()
        found = replace(found, doubts=tuple(d for d in found.doubts if d.code not in settled))
    elif name in headed:
        row, columns = headed[name]
        is_ours = is_exported({*map(str, rows[row])})
        found = (_our_own if is_ours else _guessed)(page, columns)
    else:
        found = _guessed(page, columns_guessed(rows))
        found = replace(found, doubts=(*_no_headings(found), *found.doubts))
    if not parts and not (name in headed and is_ours):
        asked = {doubt.facts["cell"] for doubt in found.doubts if doubt.facts.get("value")}
        asked |= {one.cell for one in found.listed if one.row in page.edits}
        people = [(one.cell, one.name, one.row) for one in found.listed]
        odd = odd_ends(rows, people, first, alike=not found.carried)
        odd = (doubt for doubt in odd if doubt.facts["cell"] not in asked)
        found = replace(found, doubts=(*found.doubts, *odd))
    others = tuple(other for other in (headed or sheets) if other != name)
    doubts = (*_other_sheets(others), *found.doubts)
    seen = tuple(columns_seen(rows, first, found.columns))
    return replace(found, sheets=others, doubts=doubts, seen=seen)


def _filled(row: object) -> bool:
    return any(value not in (None, "") for value in row) if isinstance(row, list) else bool(row)


def _other_sheets(others: tuple[str, ...]) -> Iterator[Violation]:
    if others:
        yield Violation(Refusal.DOUBT_SHEETS, facts={"cell": "", "sheets": others})


def _no_headings(found: EntrantList) -> Iterator[Violation]:
    """More than one column and not a word on what they hold: our guess is no knowledge."""
    if found.listed and len(found.columns.keys() - {Part.NUMBER}) > 1:
        yield Violation(Refusal.DOUBT_NO_HEADINGS, facts={"cell": found.listed[0].cell})


def _guessed(page: Page, columns: Mapping[Part, int]) -> EntrantList:
    """A column of names may hold the surname first, whatever its heading says: once for all."""
    if Part.NAME not in columns:
        return _listed(page, columns)
    sheet, rows, column = page.sheet, page.rows, columns[Part.NAME]
    at = [row for row in range(page.first, len(rows)) if words_at(rows, row, column)]
    at = [row for row in at if no_person(sheet, rows, row, columns) is None]
    if not surnames_first([words_at(rows, row, column) for row in at]):
        return _listed(page, columns)
    turned: dict[Part, int] = {
        Part.NAME_REVERSED if part is Part.NAME else part: c for part, c in columns.items()
    }
    found = _listed(page, turned)
    value = words_at(rows, at[0], column)
    facts: dict[str, Fact] = {"cell": cell_called(sheet, at[0], column), "value": value}
    asked = Violation(Refusal.DOUBT_SURNAME_FIRST, facts=facts)
    return replace(found, doubts=(asked, *found.doubts))


def _listed(page: Page, columns: Mapping[Part, int]) -> EntrantList:
    columns = without_contacts(page.rows, page.first, columns)
    sorting = Sorting(page, columns)
    sorting.carry()
    for row in range(page.first - 1):
        sorting.take_title(row)
    for row in page.filled(columns):
        sorting.take(row)
    listed = sorting.listed
    _put_under_schools(listed, sorting)
    _put_under_classes(listed, sorting)
    _put_in_class(listed, sorting, columns)
    sorting.doubts[:0] = more_people(page.sheet, page.rows, page.first, columns)
    sorting.doubts += turned_round([(one.cell, one.name, one.club) for one in listed])
    led = columns.get(Part.GUARDIAN)
    heading = "" if led is None else heading_over(page.rows, page.first, led)
    return replace(sorting.told(), guardian_heading=heading)


def _put_under_schools(listed: list[Listed], sorting: Sorting) -> None:
    """Who has no school is of the one whose name stands over theirs; asked about once."""
    notes, doubts = sorting.notes, sorting.doubts
    lines = {row: str(note.facts["value"]) for row, note in notes.items()}
    without = (one.row for one in listed if not one.club and one.row not in sorting.page.edits)
    over = schools_over(lines, without)
    listed[:] = [
        replace(one, club=school_said(lines[over[one.row]])) if one.row in over else one
        for one in listed
    ]
    _ask_once(Refusal.DOUBT_SCHOOL, [notes[row] for row in set(over.values())], doubts)


def _put_under_classes(listed: list[Listed], sorting: Sorting) -> None:
    """Who has no class is of the one that stands over theirs."""
    lines = {row: str(note.facts["value"]) for row, note in sorting.notes.items()}
    without = (one.row for one in listed if not one.age_class and one.row not in sorting.page.edits)
    over = classes_over(lines, without)
    listed[:] = [
        replace(one, age_class=class_said(lines[over[one.row]])) if one.row in over else one
        for one in listed
    ]
    asked = [sorting.notes[row] for row in set(over.values())]
    _ask_once(Refusal.DOUBT_CLASS, asked, sorting.doubts)


def _put_in_class(listed: list[Listed], sorting: Sorting, columns: Mapping[Part, int]) -> None:
    """A class behind a name, or that the sheet is called by: asked about once."""
    page = sorting.page
    beside = [one for one in listed if one.age_class and one.row not in page.edits]
    over = {str(doubt.facts.get("value", "")) for doubt in sorting.doubts}
    named = class_said(page.sheet)
    if named and not any(one.age_class for one in listed):
        listed[:] = [
            one if one.row in page.edits else replace(one, age_class=named) for one in listed
        ]
        facts: dict[str, Fact] = {"cell": listed[0].cell if listed else "", "value": named}
        sorting.doubts.append(Violation(Refusal.DOUBT_CLASS_BESIDE, facts=facts))
    elif beside and Part.AGE_CLASS not in columns and not any(map(class_said, over)):
        facts = {"cell": beside[0].cell, "value": beside[0].age_class}
        sorting.doubts.append(Violation(Refusal.DOUBT_CLASS_BESIDE, facts=facts))


def _ask_once(code: Refusal, asked: list[Violation], doubts: list[Violation]) -> None:
    """Lines that were understood: asked about by what they were taken for."""
    doubts[:] = [
        replace(doubt, code=code) if any(doubt is one for one in asked) else doubt
        for doubt in doubts
    ]


def _our_own(page: Page, columns: Mapping[Part, int]) -> EntrantList:
    """Our export of entrants: whoever stands there was entered once, and is not doubted."""
    sorting = Sorting(page, columns)
    for row in page.filled(columns):
        sorting.take_ours(row)
    return sorting.told()
