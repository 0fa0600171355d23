"""What was typed on sheets that are not taken over: named, so that nothing is lost unseen."""

from collections import Counter
from collections.abc import Iterator

from stolik.app.sheets.codes import Phrase, Refusal
from stolik.app.sheets.read_book import ReadBook, cell_of, named, whole_number
from stolik.app.sheets.writing.marks import Mark
from stolik.app.sheets.writing.penalties_sheet import BIG, ENTRANT, SMALL, STAGE
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST
from stolik.app.texts import text
from stolik.refusal import Violation
from stolik.tournament.state import EntrantNumber, EntryStatus, TournamentState

_STATUS = 5
_FIRST_LOT = 2
_LEFT = (EntryStatus.WITHDRAWN, EntryStatus.NO_SHOW, EntryStatus.DISQUALIFIED)


def remarks(book: ReadBook, state: TournamentState, mark: Mark) -> Iterator[Violation]:
    """Penalties, lots and departures that only the workbook knows."""
    for cell in (
        *_penalties(book, state, mark),
        *_lots(book, state, mark),
        *_left(book, state, mark),
    ):
        yield Violation(Refusal.ELSEWHERE, facts={"cell": cell})


def _penalties(book: ReadBook, state: TournamentState, mark: Mark) -> Iterator[str]:
    sheet = text(Phrase.PENALTIES, mark.lang)
    rows = book.get(sheet, ())
    known = Counter(
        [(int(p.entrant), float(p.big_points), float(p.small_points)) for p in state.penalties]
        + [(int(b.entrant), float(b.big_points), 0.0) for b in state.bonuses]
        + [(int(p.entrant), 0.0, 0.0) for p in state.penalties if p.cancelled]
    )
    for row in range(ENTRANTS_FIRST, len(rows)):
        cells = [cell_of(rows, row, column) for column in (ENTRANT, STAGE, BIG, SMALL)]
        if all(cell is None for cell in cells):
            continue
        entrant = whole_number(cells[0]) or 0
        big, small = (float(whole_number(cell) or 0) for cell in cells[2:])
        line = (entrant, big, small)
        if known[line] > 0:
            known[line] -= 1
        else:
            yield named(sheet, row, ENTRANT)


def _lots(book: ReadBook, state: TournamentState, mark: Mark) -> Iterator[str]:
    sheet = text(Phrase.LOTS, mark.lang)
    rows = book.get(sheet, ())
    known = {(int(n), value) for s in state.settlements for n, value in s.drawn}
    for row in range(ENTRANTS_FIRST, len(rows)):
        entrant = whole_number(cell_of(rows, row, 0)) or 0
        for column in range(_FIRST_LOT, len(rows[row])):
            value = whole_number(cell_of(rows, row, column))
            if value is not None and (entrant, value) not in known:
                yield named(sheet, row, column)


def _left(book: ReadBook, state: TournamentState, mark: Mark) -> Iterator[str]:
    sheet = text(Phrase.ENTRANTS, mark.lang)
    rows = book.get(sheet, ())
    words = {text(f"entry.{status.value}", mark.lang): status for status in _LEFT}
    for row in range(ENTRANTS_FIRST, len(rows)):
        entrant = EntrantNumber(whole_number(cell_of(rows, row, 0)) or 0)
        typed = words.get(str(cell_of(rows, row, _STATUS)))
        if typed and entrant in state.entrants and state.entrants[entrant].status is not typed:
            yield named(sheet, row, _STATUS)
