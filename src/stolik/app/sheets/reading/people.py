"""A row of a list as somebody who enters, or as what is nobody; and what to ask about it."""

import re
from collections.abc import Iterator, Mapping

from stolik.app.naming import TIE, joined
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Rows, cell_of, whole_number
from stolik.app.sheets.reading.doubts import (
    class_beside,
    class_said,
    doubts_about,
    is_no_person,
    is_nobody,
    is_note,
    shouted_first,
)
from stolik.app.sheets.reading.headings import Part, part_of
from stolik.app.sheets.reading.listed import Listed, cell_called, words_at
from stolik.refusal import Fact, Violation

LONGEST = 200
NAMES_IN_TURN = (Part.NAME, Part.NAME_REVERSED, Part.SURNAME)
_BULLET = re.compile(r"^[•‣▪●○◦·*–—-]+\s+(?=\S)")  # as a text document begins its lines


def one_of(
    sheet: str, rows: Rows, row: int, columns: Mapping[Part, int]
) -> tuple[Listed, list[Violation]]:
    """Who stands in a row, and what is wrong with it."""
    said = {part: words_at(rows, row, column) for part, column in columns.items()}
    where = {part: cell_called(sheet, row, column) for part, column in columns.items()}
    cell = next(where[part] for part in (*NAMES_IN_TURN, *where) if part in where)
    if said.get(Part.FIRST_NAME) and not any(said.get(part) for part in NAMES_IN_TURN):
        cell = where[Part.FIRST_NAME]
    table = said.get(Part.TABLE, "")
    number = whole_number(table)
    club = _joined(said, ", ", Part.CLUB, Part.SCHOOL)
    name, ages = _name(said), said.get(Part.AGE_CLASS, "")
    if not ages:
        club, ages = ("", of_club) if (of_club := class_said(club)) else (club, "")
    if not ages:
        name, ages = class_beside(name)
    team, guardian = said.get(Part.TEAM, ""), said.get(Part.GUARDIAN, "")
    one = Listed(cell, name, club, team, ages, number, guardian, row)
    faults = list(faults_in(one, where))
    if table and number is None:
        facts: dict[str, Fact] = {"cell": where[Part.TABLE], "value": table}
        faults.append(Violation(Refusal.TABLE_NUMBER, facts=facts))
    return one, faults


def faults_in(one: Listed, where: Mapping[Part, str]) -> Iterator[Violation]:
    """A name that is missing, and words that are too long, each at its cell."""
    if not one.name:
        yield Violation(Refusal.NAME_MISSING, facts={"cell": one.cell})
    said = {Part.NAME: one.name, Part.CLUB: one.club, Part.TEAM: one.team}
    said |= {Part.AGE_CLASS: one.age_class, Part.GUARDIAN: one.guardian}
    for part, words in said.items():
        if len(words) > LONGEST:
            facts: dict[str, Fact] = {"cell": where.get(part, one.cell), "most": LONGEST}
            yield Violation(Refusal.NAME_LONG, facts=facts)


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
    if name.count(",") == 1:  # Kowalski, Jan
        surname_said, first_said = (part.strip() for part in name.split(","))
        if not is_pair(name) and surname_said and first_said:
            return joined(first_said, surname_said) + (f" {bracket}{beside}" if bracket else "")
    if is_pair(name):
        return words
    surname_words = shouted_first(name.split()) or 1
    surname, first = name.split()[:surname_words], name.split()[surname_words:]
    if not first or any(sign.isdigit() for sign in name):
        return words
    turned = joined(" ".join(first), " ".join(surname))
    return f"{turned} {bracket}{beside}" if bracket else turned


def is_pair(name: str) -> bool:
    """Two full names with a comma between them: not a surname and the first names to it."""
    return all(len(part.split()) > 1 for part in name.split(",")) and "," in name


def _joined(said: Mapping[Part, str], between: str, *parts: Part) -> str:
    words = dict.fromkeys(said[part] for part in parts if said.get(part))
    return between.join(words)


def no_person(sheet: str, rows: Rows, row: int, columns: Mapping[Part, int]) -> Violation | None:
    """A total, a date, a heading again or a note among the names: left out, and said."""
    facts: dict[str, Fact]
    number = columns.get(Part.NUMBER)
    if (
        number is not None
        and is_note(label := words_at(rows, row, number) or "1")
        and (whole_number(label.rstrip(".)")) is None)
    ):
        facts = {"cell": cell_called(sheet, row, number), "value": label}
        return Violation(Refusal.DOUBT_NO_PERSON, facts=facts)
    if (line := line_beside(rows, row, columns)) is not None:
        facts = {"cell": cell_called(sheet, row, line), "value": words_at(rows, row, line)}
        return Violation(Refusal.DOUBT_NO_PERSON, facts=facts)
    part = _first_part(rows, row, columns)
    raw, words = cell_of(rows, row, columns[part]), words_at(rows, row, columns[part])
    again = part_of(raw) if isinstance(raw, str) else None
    looks = is_nobody if part in (*NAMES_IN_TURN, Part.FIRST_NAME) else is_note
    if not words or (again is not part and not looks(words)):
        return None
    facts = {"cell": cell_called(sheet, row, columns[part]), "value": words}
    return Violation(Refusal.DOUBT_NO_PERSON, facts=facts)


def line_beside(rows: Rows, row: int, columns: Mapping[Part, int]) -> int | None:
    """The column of words that stand alone before the names: a class, a school, somebody."""
    asked = [column for part, column in columns.items() if part is not Part.NUMBER]
    if any(words_at(rows, row, column) for column in asked):
        return None
    before = range(min(min(asked), len(rows[row])))
    column = next((c for c in before if words_at(rows, row, c)), None)
    words = "" if column is None else words_at(rows, row, column)
    counts = whole_number(words.rstrip(".)")) is not None
    if not words or counts or (is_no_person(words) and not class_said(words)):
        return None
    return column


def _first_part(rows: Rows, row: int, columns: Mapping[Part, int]) -> Part:
    """The cell a row is known by: its name, or the only one that is filled."""
    filled = [p for p, c in columns.items() if p is not Part.NUMBER and words_at(rows, row, c)]
    name = next(part for part in (*NAMES_IN_TURN, *columns) if part in columns)
    if len(filled) == 1:
        return filled[0]
    first = Part.FIRST_NAME in filled and words_at(rows, row, columns[Part.FIRST_NAME])
    return Part.FIRST_NAME if first and is_no_person(first) else name


def asked_about(
    rows: Rows, row: int, columns: Mapping[Part, int], one: Listed
) -> Iterator[Violation]:
    """What to ask about a person who was read."""
    yield from asked_of_name(one, parted=Part.SURNAME in columns and Part.FIRST_NAME in columns)
    facts: dict[str, Fact] = {"cell": one.cell, "value": one.name.replace(TIE, " ")}
    both = [words_at(rows, row, columns[p]) for p in _HALVES if p in columns]
    if any(both) and not all(both) and len(one.name.split()) > 1:
        yield Violation(Refusal.DOUBT_ONE_WORD, facts=facts)
    reversed_ = columns.get(Part.NAME_REVERSED)
    whole = "" if reversed_ is None else words_at(rows, row, reversed_).partition("(")[0]
    surname, comma, _ = whole.partition(",")
    # Nowak, Jan Maria is one name; Nowak Jan, Ewa may be a brother and a sister.
    if comma and "," not in one.name and len(surname.split()) > 1 and not surname.isupper():
        yield Violation(Refusal.DOUBT_TWO, facts=facts)
    said = [] if comma else whole.split()
    if len(said) > _TWO_WORDS and not shouted_first(said):
        yield Violation(Refusal.DOUBT_ORDER, facts=facts)
    if any(
        isinstance(cell_of(rows, row, c), str) and "\n" in str(cell_of(rows, row, c))
        for c in (columns[part] for part in NAMES_IN_TURN if part in columns)
    ):
        yield Violation(Refusal.DOUBT_TWO, facts=facts)


_TWO_WORDS = 2
_HALVES = (Part.SURNAME, Part.FIRST_NAME)


def asked_of_name(one: Listed, *, parted: bool) -> Iterator[Violation]:
    """What to ask about a name alone; `parted`: first name and surname came apart."""
    facts: dict[str, Fact] = {"cell": one.cell, "value": one.name.replace(TIE, " ")}
    for code in doubts_about(one.name, parted=parted):
        yield Violation(code, facts=facts)
