"""The hidden sheet: whose workbook it is, and what it said when it was written."""

from collections.abc import Mapping
from dataclasses import dataclass

from stolik.app.sheets.book import Page, Sheet
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import ReadBook, cell_of, whole_number
from stolik.app.sheets.writing.round_sheet import number
from stolik.app.sheets.writing.rounds import RoundPlan
from stolik.app.texts import LANGUAGES
from stolik.refusal import Violation, refuse
from stolik.tournament.state import GameNumber, Result, Seats

MARK_SHEET = "stolik"
_KIND = "stolik-workbook-1"
_GAMES_FROM = 6

# What each game said, by round, table and game.
Before = Mapping[tuple[int, int, int], str]


@dataclass(frozen=True, slots=True)
class Mark:
    """Which tournament a workbook belongs to, and where its log stood then."""

    tournament: str
    head: str
    lang: str


def mark_sheet(mark: Mark, plans: tuple[RoundPlan, ...], *, by_places: bool) -> Sheet:
    """Written into every workbook of ours."""
    page = Page(MARK_SHEET, hidden=True)
    for row, words in enumerate((_KIND, mark.tournament, mark.head, mark.lang)):
        page.put(row, 0, words)
    row = _GAMES_FROM
    for plan in plans:
        for table in plan.tables:
            for game in range(1, plan.games + 1):
                if result := plan.results.get((table.number, GameNumber(game))):
                    said = shown(result, table.seats, by_places=by_places)
                    page.line(row, [plan.number, int(table.number), game, said])
                    row += 1
    return page.sheet()


def read_mark(book: ReadBook) -> tuple[Mark, Before]:
    """The mark of a workbook that was read; refused if it has none."""
    rows = book.get(MARK_SHEET, ())
    kind, tournament, head, lang = (str(cell_of(rows, row, 0) or "") for row in range(4))
    if kind != _KIND or lang not in LANGUAGES:
        refuse(Violation(Refusal.NOT_OURS))
    before: dict[tuple[int, int, int], str] = {}
    for row in range(_GAMES_FROM, len(rows)):
        where = tuple(whole_number(cell_of(rows, row, column)) or 0 for column in range(3))
        before[where[0], where[1], where[2]] = str(cell_of(rows, row, 3) or "")
    return Mark(tournament, head, lang), before


def shown(result: Result | None, seats: Seats, *, by_places: bool) -> str:
    """A result in one line: small points or place of each seat, x for who did not play."""
    if result is None:
        return ""
    lines = {line.entrant: line for line in result.lines}
    return "; ".join(
        str(lines[n].place if by_places else number(lines[n].small_points)) if n in lines else "x"
        for n in seats
    )
