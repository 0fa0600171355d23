"""What only a look at the whole list shows: more columns of people, one person written twice."""

from collections.abc import Iterator, Mapping, Sequence

from stolik.app.naming import TIE
from stolik.app.sheets.book import ref
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Rows, cell_of, named
from stolik.app.sheets.reading.headings import Part, part_of
from stolik.refusal import Fact, Violation

_OF_PEOPLE = {Part.NAME, Part.NAME_REVERSED, Part.SURNAME}


def more_people(
    sheet: str, rows: Rows, first: int, columns: Mapping[Part, int]
) -> Iterator[Violation]:
    """Columns of names beside the one that is read: nobody in them is passed over in silence."""
    taken = set(columns.values())
    for column in range(len(rows[first - 1]) if first else 0):
        heading = cell_of(rows, first - 1, column)
        below = [row for row in range(first, len(rows)) if cell_of(rows, row, column)]
        if column not in taken and below and part_of(heading) in _OF_PEOPLE:
            cell = named(sheet, first - 1, column) if sheet else ref(first - 1, column)
            facts: dict[str, Fact] = {"cell": cell, "value": str(heading), "count": len(below)}
            yield Violation(Refusal.DOUBT_COLUMN, facts=facts)


def turned_round(people: Sequence[tuple[str, str, str]]) -> Iterator[Violation]:
    """Who of a club has the words of another's name in another order; each as cell, name, club."""
    seen: dict[tuple[str, ...], tuple[str, list[str]]] = {}
    for cell, name, club in people:
        words = name.replace(TIE, " ").casefold().split()
        known = seen.setdefault((club.casefold(), *sorted(words)), (cell, words))
        if known[1] != words:
            facts = {"cell": cell, "value": name.replace(TIE, " "), "other": known[0]}
            yield Violation(Refusal.DOUBT_TURNED, facts=facts)
