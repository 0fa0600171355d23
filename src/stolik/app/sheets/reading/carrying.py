"""A team, a school or a class written once, over blank cells: that of those below, if asked.

Merged cells are lost where a sheet is saved as CSV or copied: only the first row keeps the words.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Read, Rows
from stolik.app.sheets.reading.columns import heading_over
from stolik.app.sheets.reading.headings import Part
from stolik.app.sheets.reading.listed import Carried, cell_called, words_at
from stolik.app.sheets.reading.people import NAMES_IN_TURN, no_person
from stolik.refusal import Violation

_WRITTEN_ONCE = (Part.TEAM, Part.SCHOOL, Part.CLUB, Part.AGE_CLASS)
_HALVES = (*NAMES_IN_TURN, Part.FIRST_NAME)
_MOST_GROUPS, _MOST_NAMES = 12, 6  # in one question; the preview shows everybody


@dataclass(slots=True)
class _Group:
    """Words and the rows below them that have none."""

    words: str
    row: int
    below: list[int]


def carry(
    sheet: str,
    rows: list[list[Read]],
    first: int,
    columns: Mapping[Part, int],
    blank: Collection[str],
) -> Iterator[tuple[Carried, Violation | None]]:
    """Fill what stands once for a group, and ask; `blank`: what somebody says stays as it is."""
    people = _people(sheet, rows, first, columns)
    leads = {part: _groups(rows, people, column) for part, column in columns.items()}
    for part in (part for part in _WRITTEN_ONCE if part in leads):
        column = columns[part]
        if not _is_pattern(leads[part], column, columns):
            continue
        carried = Carried(part.value, heading_over(rows, first, column), part.value in blank)
        groups = [group for group in leads[part] if group.below]
        if carried.blank:
            yield carried, None
            continue
        _fill(rows, groups, column)
        cell = cell_called(sheet, groups[0].below[0], column)
        facts = {"cell": cell, "heading": carried.heading, "groups": _told(rows, groups, columns)}
        yield carried, Violation(Refusal.DOUBT_CARRIED, facts=facts)
    _guardians_of_teams(rows, leads.get(Part.GUARDIAN, []), columns)


def _people(sheet: str, rows: Rows, first: int, columns: Mapping[Part, int]) -> list[int]:
    """Rows of people; -1 for a line among them that ends a group."""
    named = [columns[part] for part in _HALVES if part in columns]
    found = []
    for row in range(first, len(rows)):
        said = any(words_at(rows, row, column) for column in named)
        if said and no_person(sheet, rows, row, columns) is None:
            found.append(row)
        elif any(words_at(rows, row, column) for column in range(len(rows[row]))):
            found.append(-1)
    return found


def _groups(rows: Rows, people: Sequence[int], column: int) -> list[_Group]:
    found: list[_Group] = []
    is_open = False
    for row in people:
        words = words_at(rows, row, column) if row >= 0 else ""
        if words:
            found.append(_Group(words, row, []))
        elif is_open and row >= 0:
            found[-1].below.append(row)
        is_open = bool(words) or (is_open and row >= 0)
    return found


def _is_pattern(groups: Sequence[_Group], column: int, columns: Mapping[Part, int]) -> bool:
    """Whether blanks are a habit of the list; a few of them strewn about only lack something."""
    below = [group for group in groups if group.below]
    if not below or 2 * len(below) < len(groups):
        return False
    if any(a.words == b.words and not a.below for a, b in pairwise(groups)):
        return False  # written anew for each: who has none has none
    names = min(columns[part] for part in _HALVES if part in columns)
    return len(below) > 1 or column < names


def _fill(rows: list[list[Read]], groups: Sequence[_Group], column: int) -> None:
    for group in groups:
        for row in group.below:
            rows[row] += [None] * (column + 1 - len(rows[row]))
            rows[row][column] = group.words


def _guardians_of_teams(
    rows: list[list[Read]], groups: Sequence[_Group], columns: Mapping[Part, int]
) -> None:
    """Who leads a team leads all of it: shown beside each of the same team."""
    if Part.TEAM not in columns:
        return
    team = columns[Part.TEAM]
    for group in groups:
        led = words_at(rows, group.row, team)
        same = [row for row in group.below if led and words_at(rows, row, team) == led]
        _fill(rows, [_Group(group.words, group.row, same)], columns[Part.GUARDIAN])


def _told(rows: Rows, groups: Sequence[_Group], columns: Mapping[Part, int]) -> str:
    """„Misie”: Jan Dąb; „Smoki”: Ula Rak."""
    named = sorted(columns[part] for part in _HALVES if part in columns)
    said = []
    for group in groups[:_MOST_GROUPS]:
        names = [
            " ".join(words for column in named if (words := words_at(rows, row, column)))
            for row in group.below[:_MOST_NAMES]
        ]
        more = "…" if len(group.below) > _MOST_NAMES else ""
        said.append(f"{group.words}: {', '.join(names)}{more}")
    return "; ".join(said) + ("; …" if len(groups) > _MOST_GROUPS else "")
