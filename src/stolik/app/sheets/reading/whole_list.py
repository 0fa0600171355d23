"""What only a look at the whole list shows: more columns of people, one person written twice.

Also a title over the names, and surnames that stand first throughout.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from stolik.app.bounds import MOST_ENTRANTS
from stolik.app.naming import TIE
from stolik.app.sheets.book import ref
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Read, Rows, cell_of, named
from stolik.app.sheets.reading.columns import heading_over
from stolik.app.sheets.reading.doubts import is_surname_column, shouted_first
from stolik.app.sheets.reading.first_names import mostly_first_names
from stolik.app.sheets.reading.headings import Part, part_of
from stolik.app.sheets.reading.listed import words_at
from stolik.refusal import Fact, Violation, refuse
from stolik.tournament.state import TournamentState

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


def demand_room(state: TournamentState, people: int) -> None:
    """Refused where a list holds more people than any tournament has numbers for."""
    room = max(MOST_ENTRANTS - state.numbers_given, 0)
    if people > room:
        facts: dict[str, Fact] = {"count": people, "most": MOST_ENTRANTS, "room": room}
        refuse(Violation(Refusal.TOO_MANY, facts=facts))


def turned_round(people: Sequence[tuple[str, str, str]]) -> Iterator[Violation]:
    """Who of a club has the words of another's name in another order; each as cell, name, club."""
    seen: dict[tuple[str, ...], tuple[str, list[str]]] = {}
    for cell, name, club in people:
        words = name.replace(TIE, " ").casefold().split()
        known = seen.setdefault((club.casefold(), *sorted(words)), (cell, words))
        if known[1] != words:
            facts = {"cell": cell, "value": name.replace(TIE, " "), "other": known[0]}
            yield Violation(Refusal.DOUBT_TURNED, facts=facts)


def surnames_first(names: Sequence[str]) -> bool:
    """Whether most lines begin with a surname: by capitals, known first names, or how it ends."""
    words = [name.partition("(")[0].split() for name in names]
    if 2 * sum(bool(shouted_first(one)) for one in words) > len(words):
        return True
    pairs = [one for one in words if len(one) == len("ab") and all(w.isalpha() for w in one)]
    if 2 * len(pairs) <= len(words) or len(pairs) < _FEWEST:
        return False
    firsts, seconds = zip(*pairs, strict=True)
    known = mostly_first_names(firsts), mostly_first_names(seconds)
    if known[0] != known[1]:
        return known[1]
    return is_surname_column([*firsts]) and not is_surname_column([*seconds])


_FEWEST = 3  # lines that make a habit


def odd_ends(
    rows: Rows, people: Sequence[tuple[str, str, int]], first: int = 0, *, alike: bool = True
) -> Iterator[Violation]:
    """The first and the last line, where the others are all alike in what it is not.

    A team's name over the list has two words as a person has; each of `people` as cell, name, row.
    `alike`: every row should have as many cells as the others.
    """
    if len(people) < _FEWEST:
        return
    shapes = [_shape(name, rows[row] if alike else ()) for _, name, row in people]
    for end, rest in ((0, shapes[1:]), (-1, shapes[:-1])):
        agreed = [set(aspect) for aspect in zip(*rest, strict=True)]
        both = zip(agreed, shapes[end], strict=True)
        odd = [
            i for i, (others, mine) in enumerate(both) if len(others) == 1 and mine not in others
        ]
        if not odd:
            continue
        cell, name, row = people[end]
        facts: dict[str, Fact] = {"cell": cell, "value": name.replace(TIE, " ")}
        lacks = _lacking(rows, row, [r for _, _, r in people if r != row], first)
        if odd == [_FILLED] and lacks:
            yield Violation(Refusal.DOUBT_LACKS, facts={**facts, "columns": lacks})
        else:
            yield Violation(Refusal.DOUBT_SHAPE, facts=facts)


def _lacking(rows: Rows, row: int, others: Sequence[int], first: int) -> tuple[str, ...]:
    """Headings of columns where only this row has nothing; none where there are no headings."""
    width = len(rows[first - 1]) if first else 0
    return tuple(
        heading_over(rows, first, column)
        for column in range(width)
        if not words_at(rows, row, column) and all(words_at(rows, r, column) for r in others)
    )


_FILLED = 1  # which aspect of a shape is the number of its cells


def _shape(name: str, row: Sequence[Read]) -> tuple[object, ...]:
    """Numbered or not, cells, capitals, a long line: what a list has the same throughout."""
    words = name.partition("(")[0].replace(TIE, " ").split()
    small = any(word[0].islower() and word not in _PARTICLES for word in words)
    numbered = any(isinstance(cell, str) and _NUMBERED.match(cell) for cell in row)
    filled = sum(cell not in (None, "") for cell in row)
    return numbered, filled, name.isupper(), small, len(words) > _FEWEST


_PARTICLES = frozenset({"de", "da", "di", "van", "von", "der", "den", "la", "le", "el", "al", "y"})
_NUMBERED = re.compile(r"\s*\d{1,4}\s*[.)]\s")
