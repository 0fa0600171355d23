"""The rows of a list one by one: people, faulty ones, what somebody changed, and doubts."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from stolik.app.naming import TIE
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Rows, cell_of
from stolik.app.sheets.reading.agreeing import refused_by, resigned
from stolik.app.sheets.reading.carrying import carry
from stolik.app.sheets.reading.columns import unknown_columns
from stolik.app.sheets.reading.contacts import cut_contacts
from stolik.app.sheets.reading.doubts import class_said, closes
from stolik.app.sheets.reading.edits import Edits, as_edited
from stolik.app.sheets.reading.headings import Part
from stolik.app.sheets.reading.listed import (
    Carried,
    EntrantList,
    Faulty,
    Listed,
    cell_called,
    words_at,
)
from stolik.app.sheets.reading.people import (
    asked_about,
    asked_of_name,
    faults_in,
    line_beside,
    no_person,
    one_of,
)
from stolik.app.sheets.reading.schools import is_label, school_said
from stolik.refusal import Fact, Violation, refuse


@dataclass(frozen=True, slots=True)
class Page:
    """The sheet that is read, and what somebody said of its rows."""

    sheet: str
    rows: Rows
    first: int  # row below the headings
    edits: Edits
    blank: Collection[str] = ()  # kinds of columns whose blank cells mean nothing

    def filled(self, columns: Mapping[Part, int]) -> Iterator[int]:
        """Rows that say anything but a running number; a line before the names is one of them."""
        asked = [column for part, column in columns.items() if part is not Part.NUMBER]
        for row in range(self.first, len(self.rows)):
            said = any(words_at(self.rows, row, column) for column in asked)
            if said or line_beside(self.rows, row, columns) is not None:
                yield row


class Sorting:
    """The rows of a list as they are read: people, faulty ones, those left out, and doubts."""

    def __init__(self, page: Page, columns: Mapping[Part, int]) -> None:
        self.page, self.columns = page, columns
        self.rows = [list(row) for row in page.rows]
        self.listed: list[Listed] = []
        self.faulty: list[Faulty] = []
        self.crossed: list[Listed] = []
        self.doubts: list[Violation] = []
        self.notes: dict[int, Violation] = {}
        self.closed = False  # the letter has ended
        self.carried: list[Carried] = []

    def carry(self) -> None:
        """What is written once for several rows stands in each of them, and is asked about."""
        page = self.page
        for carried, doubt in carry(page.sheet, self.rows, page.first, self.columns, page.blank):
            self.carried.append(carried)
            self.doubts += [doubt] if doubt else []

    def take(self, row: int) -> None:
        """One row of somebody else's list."""
        sheet = self.page.sheet
        if row in self.page.edits:
            self.take_edited(row)
        elif (note := self._note(row)) is not None:
            self.doubts.append(note)
            self.notes[row] = note
        else:
            cut = tuple(cut_contacts(sheet, self.rows, row, self.columns))
            one, wrong = one_of(sheet, self.rows, row, self.columns)
            self.doubts += cut
            self.doubts += () if wrong else asked_about(self.rows, row, self.columns, one)
            self.doubts += refused_by(sheet, self.rows, self.page.first, one)
            self.doubts += resigned(sheet, self.rows, self.columns, one)
            self._keep(one, wrong)

    def _note(self, row: int) -> Violation | None:
        """A line that holds nobody; below the end of a letter every one."""
        line = self._line(row)
        self.closed = self.closed or closes(str(line.facts["value"]))
        return line if self.closed else no_person(self.page.sheet, self.rows, row, self.columns)

    def take_title(self, row: int) -> None:
        """A line over the headings: a school or a class there is that of everybody below."""
        if not any(self.rows[row]):
            return
        line = self._line(row)
        cells = [
            words for c in range(len(self.rows[row])) if (words := words_at(self.rows, row, c))
        ]
        if len(cells) > 1 and is_label(cells[0]):  # "Szkoła:" and its name in the cell beside it
            whole = f"{cells[0].rstrip(': ')}: {' '.join(cells[1:])}"
            line = replace(line, facts={**line.facts, "value": whole})
        said = str(line.facts["value"])
        asked = {Part.AGE_CLASS} if class_said(said) else {Part.CLUB, Part.SCHOOL}
        if (class_said(said) or school_said(said)) and not self.columns.keys() & asked:
            self.notes[row] = line
            self.doubts.append(line)

    def _line(self, row: int) -> Violation:
        """A line as no person, by the first cell of it that says anything."""
        said = ((c, words_at(self.rows, row, c)) for c in range(len(self.rows[row])))
        column, words = next(((c, words) for c, words in said if words), (0, ""))
        facts: dict[str, Fact] = {"cell": cell_called(self.page.sheet, row, column), "value": words}
        return Violation(Refusal.DOUBT_NO_PERSON, facts=facts)

    def take_ours(self, row: int) -> None:
        """One row of our own export: whoever stands there comes back as he was."""
        if row in self.page.edits:
            self.take_edited(row)
            return
        one, wrong = one_of(self.page.sheet, self.rows, row, self.columns)
        kept = str(cell_of(self.rows, row, self.columns[Part.NAME]) or "")
        self._keep(replace(one, name=_tied_again(kept, one.name)), wrong)

    def take_edited(self, row: int) -> None:
        edit = self.page.edits[row]
        one = as_edited(one_of(self.page.sheet, self.rows, row, self.columns)[0], edit)
        if edit.leave_out:
            self.crossed.append(one)
            return
        self.doubts += asked_of_name(one, parted=False)
        self.doubts += refused_by(self.page.sheet, self.rows, self.page.first, one)
        self._keep(one, list(faults_in(one, {})))

    def _keep(self, one: Listed, wrong: list[Violation]) -> None:
        if wrong:
            self.faulty.append(Faulty(one, tuple(wrong)))
        else:
            self.listed.append(one)

    def told(self) -> EntrantList:
        """The list; refused where nobody stands in it."""
        if not (self.listed or self.faulty or self.crossed):
            refuse(Violation(Refusal.NO_NAMES))
        unknown = tuple(unknown_columns(self.rows, self.page.first, self.columns))
        nobody = (
            Listed(str(note.facts["cell"]), str(note.facts["value"]), row=row)
            for row, note in self.notes.items()
            if any(note is doubt for doubt in self.doubts)  # else it was a school
        )
        found = (tuple(self.listed), tuple(self.faulty), tuple(self.doubts))
        sorted_out = EntrantList(self.page.sheet, self.columns, unknown, *found)
        sorted_out = replace(sorted_out, carried=tuple(self.carried))
        return replace(sorted_out, crossed=tuple(self.crossed), nobody=tuple(nobody))


def _tied_again(kept: str, name: str) -> str:
    """The name as it was read, its surname of several words tied as it was kept."""
    last = kept.split(" ")[-1].replace(TIE, " ")
    tied = name.removesuffix(last) + last.replace(" ", TIE)
    return tied if name.endswith(last) else name
