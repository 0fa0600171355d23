"""What was done to a workbook beside typing results: names, sums and columns that are not ours."""

from collections.abc import Iterator, Mapping

from stolik.app.naming import TIE
from stolik.app.sheets.codes import Phrase, Refusal
from stolik.app.sheets.read_book import ReadBook, Rows, as_written, cell_of, named, whole_number
from stolik.app.sheets.writing.rounds import FIRST_ROW, NAME, NUMBER, Columns
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST
from stolik.app.texts import text
from stolik.refusal import Fact, Violation
from stolik.tournament.state import EntrantNumber, Round, TournamentState

Labels = Mapping[EntrantNumber, str]


def other_names(
    book: ReadBook, state: TournamentState, labels: Labels, lang: str
) -> Iterator[Violation]:
    """Names, clubs, teams and classes that say something else than the program."""
    entrants, numbers = text(Phrase.ENTRANTS, lang), range(1, len(book) + 1)
    for row, n in _people(book.get(entrants, ()), ENTRANTS_FIRST, 0, labels):
        who = state.entrants[n]
        for column, known in enumerate((labels[n], who.club, who.team, who.age_class), start=1):
            yield from _other(book, entrants, row, column, known)
    for sheet in (text(Phrase.ROUND, lang, number=number) for number in numbers):
        for row, n in _people(book.get(sheet, ()), FIRST_ROW, NUMBER, labels):
            yield from _other(book, sheet, row, NAME, labels[n])


def _people(
    rows: Rows, first: int, column: int, labels: Labels
) -> Iterator[tuple[int, EntrantNumber]]:
    for row in range(first, len(rows)):
        number = EntrantNumber(whole_number(cell_of(rows, row, column)) or 0)
        if number in labels:
            yield row, number


def _other(book: ReadBook, sheet: str, row: int, column: int, known: str) -> Iterator[Violation]:
    raw = cell_of(book[sheet], row, column)
    said = "" if raw is None else as_written(raw)
    # A name that nobody counted yet is empty; a namesake who came later adds to a label.
    if not said or _plain(said) == _plain(known) or _plain(known).startswith(f"{_plain(said)} ("):
        return
    facts: dict[str, Fact] = {"cell": named(sheet, row, column), "value": said}
    yield Violation(Refusal.NAME_DIFFERS, facts={**facts, "known": known or "–"})


def _plain(words: str) -> str:
    return " ".join(words.replace(TIE, " ").split())


def moved_column(sheet: str, rows: Rows, heads: Mapping[int, str]) -> Violation | None:
    """Where the headings are ours but stand a column further: one fault for the whole sheet."""
    for column, heading in sorted(heads.items()):
        if cell_of(rows, FIRST_ROW - 1, column) == heading or not heading:
            continue
        near = (cell_of(rows, FIRST_ROW - 1, c) for c in (column + 1, max(column - 1, 0)))
        after = heads.get(column + 1)
        if heading in near or (after and cell_of(rows, FIRST_ROW - 1, column) == after):
            cell = named(sheet, FIRST_ROW - 1, column)
            return Violation(Refusal.COLUMN_MOVED, facts={"cell": cell, "heading": heading})
    return None


def other_totals(
    sheet: str, rows: Rows, r: Round, at: Mapping[int, int], columns: Columns
) -> Iterator[Violation]:
    """Sums that are not those of the row; where nobody counted yet they are those we know."""
    kinds = [(columns.total(r.games), columns.big, "big_points")]
    if not columns.by_places:
        kinds.append((columns.total(r.games) + 1, columns.small, "small_points"))
    for entrant, row in at.items():
        lines = [li for one in r.results.values() for li in one.lines if li.entrant == entrant]
        for column, of_game, points in kinds:
            shown = [cell_of(rows, row, of_game(game)) for game in range(1, r.games + 1)]
            counted = sum(cell for cell in shown if isinstance(cell, int | float))
            known, said = (
                sum(float(getattr(li, points)) for li in lines),
                cell_of(rows, row, column),
            )
            if (
                not isinstance(said, int | float)
                or min(abs(said - counted), abs(said - known)) < _NEARLY
            ):
                continue
            facts: dict[str, Fact] = {"found": as_written(said), "counted": as_written(counted)}
            facts["cell"] = named(sheet, row, column)
            yield Violation(Refusal.DISAGREES, facts=facts)


_NEARLY = 1e-6
