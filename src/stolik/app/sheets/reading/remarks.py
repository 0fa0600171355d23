"""What was typed on sheets that are not taken over: named, so that nothing is lost unseen."""

from collections import Counter
from collections.abc import Iterator

from stolik.app.sheets.codes import Phrase, Refusal
from stolik.app.sheets.read_book import (
    Read,
    ReadBook,
    Rows,
    as_written,
    cell_of,
    named,
    whole_number,
)
from stolik.app.sheets.writing.marks import Mark
from stolik.app.sheets.writing.penalties_sheet import BIG, ENTRANT, SMALL, STAGE
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST
from stolik.app.texts import text
from stolik.refusal import Fact, Violation
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
    sheet = text(Phrase.ENTRANTS, mark.lang)
    rows = book.get(sheet, ())
    for row in _new_people(rows, state):
        column = next(c for c in (1, 0) if cell_of(rows, row, c) is not None)
        value = as_written(cell_of(rows, row, column))
        facts: dict[str, Fact] = {"cell": named(sheet, row, column), "value": value}
        yield Violation(Refusal.NEW_PERSON, facts=facts)


def _new_people(rows: Rows, state: TournamentState) -> list[int]:
    """Rows below everybody who is entered, where a number or a name was typed."""
    numbers = [whole_number(cell_of(rows, row, 0)) or 0 for row in range(len(rows))]
    known = [row for row, n in enumerate(numbers) if EntrantNumber(n) in state.entrants]
    # Whoever was typed over in the middle is a fault; so is the last one, who is still to be there.
    below = range(max([ENTRANTS_FIRST - 1 + len(state.entrants), *known]) + 1, len(rows))
    return [row for row in below if any(cell_of(rows, row, c) is not None for c in (0, 1))]


def line_faults(book: ReadBook, state: TournamentState, mark: Mark) -> Iterator[Violation]:
    """What cannot stand on those sheets: named by its cell, as the sheet itself marks it."""
    for sheet, row, column in (
        *_wrong_penalties(book, state, mark),
        *_wrong_lots(book, mark),
        *_wrong_statuses(book, state, mark),
        *_wrong_numbers(book, state, mark),
    ):
        raw = cell_of(book[sheet], row, column)
        value = "–" if raw is None else as_written(raw)
        facts: dict[str, Fact] = {"cell": named(sheet, row, column), "value": value}
        yield Violation(Refusal.LINE_WRONG, facts=facts)


def _wrong_penalties(
    book: ReadBook, state: TournamentState, mark: Mark
) -> Iterator[tuple[str, int, int]]:
    sheet, stages = text(Phrase.PENALTIES, mark.lang), range(1, len(state.format.stages) + 1)
    rows = book.get(sheet, ())
    for row in range(ENTRANTS_FIRST, len(rows)):
        who, stage, *points = (cell_of(rows, row, c) for c in (ENTRANT, STAGE, BIG, SMALL))
        if all(cell is None for cell in (who, stage, *points)):
            continue
        if EntrantNumber(whole_number(who) or 0) not in state.entrants:
            yield sheet, row, ENTRANT
        if whole_number(stage) not in stages:
            yield sheet, row, STAGE
        for column, value in zip((BIG, SMALL), points, strict=True):
            if isinstance(value, str | bool):
                yield sheet, row, column
        if all(value is None for value in points):
            yield sheet, row, BIG


def _wrong_lots(book: ReadBook, mark: Mark) -> Iterator[tuple[str, int, int]]:
    sheet, wrong = text(Phrase.LOTS, mark.lang), text(Phrase.WRONG, mark.lang)
    rows = book.get(sheet, ())
    heads = rows[ENTRANTS_FIRST - 1] if len(rows) >= ENTRANTS_FIRST else ()
    lots = [c for c in range(_FIRST_LOT, len(heads)) if heads[c] not in (None, "", wrong)]
    for row in range(ENTRANTS_FIRST, len(rows)):
        for column in lots:
            value = cell_of(rows, row, column)
            if value is not None and whole_number(value) is None:
                yield sheet, row, column


def _wrong_statuses(
    book: ReadBook, state: TournamentState, mark: Mark
) -> Iterator[tuple[str, int, int]]:
    sheet = text(Phrase.ENTRANTS, mark.lang)
    rows = book.get(sheet, ())
    new = _new_people(rows, state)
    for row in range(ENTRANTS_FIRST, len(rows)):
        known = whole_number(cell_of(rows, row, 0)) is not None
        if known and row not in new and _status(cell_of(rows, row, _STATUS), mark.lang) is None:
            yield sheet, row, _STATUS


def _wrong_numbers(
    book: ReadBook, state: TournamentState, mark: Mark
) -> Iterator[tuple[str, int, int]]:
    """Numbers of entrants that nobody has: every name and status beside them would be lost."""
    sheet = text(Phrase.ENTRANTS, mark.lang)
    rows = book.get(sheet, ())
    new = _new_people(rows, state)
    for row in range(ENTRANTS_FIRST, len(rows)):
        number = EntrantNumber(whole_number(cell_of(rows, row, 0)) or 0)
        if row in new or cell_of(rows, row, _STATUS) is None:
            continue
        if number not in state.entrants:
            yield sheet, row, 0


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
    for row in range(ENTRANTS_FIRST, len(rows)):
        entrant = EntrantNumber(whole_number(cell_of(rows, row, 0)) or 0)
        typed = _status(cell_of(rows, row, _STATUS), mark.lang)
        if (
            typed in _LEFT
            and entrant in state.entrants
            and state.entrants[entrant].status is not typed
        ):
            yield named(sheet, row, _STATUS)


# What workbooks of earlier versions say, in Polish; those of today are in the catalogues.
_FORMER = {
    "zgłoszony": EntryStatus.ENTERED,
    "obecny": EntryStatus.PRESENT,
    "wycofany": EntryStatus.WITHDRAWN,
    "nie przyszedł": EntryStatus.NO_SHOW,
}


def _status(cell: Read, lang: str) -> EntryStatus | None:
    """The status that a cell says, in words of today or of an earlier version."""
    words = {text(f"entry.{status.value}", lang).casefold(): status for status in EntryStatus}
    return (_FORMER | words).get(str(cell).casefold())
