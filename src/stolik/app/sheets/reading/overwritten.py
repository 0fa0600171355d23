"""What was done to a workbook beside typing results: names, sums and columns that are not ours."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from stolik.app.naming import TIE
from stolik.app.sheets.codes import Phrase, Refusal
from stolik.app.sheets.read_book import ReadBook, Rows, as_written, cell_of, named, whole_number
from stolik.app.sheets.writing.rounds import FIRST_ROW, NAME, NUMBER, SEAT, TABLE, Columns
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST
from stolik.app.texts import text
from stolik.refusal import Fact, Violation
from stolik.tournament.slips import LETTERS
from stolik.tournament.state import EntrantNumber, Line, Round, TournamentState

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
        for row, letter in _letters(book.get(sheet, ())):
            yield from _other(book, sheet, row, SEAT, letter)


def _people(
    rows: Rows, first: int, column: int, labels: Labels
) -> Iterator[tuple[int, EntrantNumber]]:
    for row in range(first, len(rows)):
        number = EntrantNumber(whole_number(cell_of(rows, row, column)) or 0)
        if number in labels:
            yield row, number


def _letters(rows: Rows) -> Iterator[tuple[int, str]]:
    """The letter that belongs to each row of a table: seats stand one below the other."""
    seat = 0
    for row in range(FIRST_ROW, len(rows)):
        numbers = (whole_number(cell_of(rows, row, column)) for column in (TABLE, NUMBER))
        if not any(number is not None for number in numbers):
            seat = 0
        elif seat < len(LETTERS):
            yield row, LETTERS[seat]
            seat += 1


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


@dataclass(frozen=True, slots=True)
class Counted:
    """A round as it stands on its sheet, and what its games come to where anybody typed them."""

    sheet: str
    rows: Rows
    round: Round
    columns: Columns
    lines: Mapping[tuple[int, int], Sequence[Line]]  # entrant and game: as typed, as known before


def disagreements(counted: Counted, at: Mapping[int, int]) -> Iterator[Violation]:
    """What the sheet counted and we do not: of each game, and of the sums; in one walk."""
    columns, games = counted.columns, counted.round.games
    kinds: list[tuple[Callable[[int], int], str, int | None]]
    kinds = [(columns.big, "big_points", columns.total(games))]
    if not columns.by_places:
        kinds.append((columns.small, "small_points", columns.total(games) + 1))
        kinds.append((columns.place, "place", None))
    for entrant, row in at.items():
        for column_of, points, total in kinds:
            summed = 0.0
            for game in range(1, games + 1):
                said = cell_of(counted.rows, row, column_of(game))
                lines = counted.lines.get((entrant, game), ())
                expected = [float(getattr(line, points)) for line in lines]
                yield from _other_number(counted, (row, column_of(game)), expected)
                summed += said if isinstance(said, int | float) else 0
            if total is not None and any(_other_number(counted, (row, total), [summed])):
                known = _known(counted.round, entrant, points)
                yield from _other_number(counted, (row, total), [summed, known])


def other_sums(counted: Counted, at: Mapping[int, int]) -> Iterator[Violation]:
    """The sums of small points below a table that are not those of the cells above them."""
    columns, row = counted.columns, max(at.values()) + 1
    if columns.by_places:
        return
    for game in range(1, counted.round.games + 1):
        column = columns.small(game)
        above = [cell_of(counted.rows, seat, column) for seat in at.values()]
        numbers = [float(said) for said in above if isinstance(said, int | float)]
        known = sum(
            float(line.small_points)
            for (_, number), one in counted.round.results.items()
            for line in one.lines
            if number == game and int(line.entrant) in at
        )
        yield from _other_number(counted, (row, column), [sum(numbers), known])


def _known(r: Round, entrant: int, points: str) -> float:
    lines = (line for one in r.results.values() for line in one.lines if line.entrant == entrant)
    return sum(float(getattr(line, points)) for line in lines)


def _other_number(
    counted: Counted, at: tuple[int, int], expected: Sequence[float]
) -> Iterator[Violation]:
    """A cell that says none of what it may, or words; where nobody counted it is empty."""
    said, cell = cell_of(counted.rows, *at), named(counted.sheet, *at)
    if isinstance(said, str) and not said.startswith(FAILED):
        yield Violation(Refusal.NOT_A_NUMBER, facts={"cell": cell, "value": said})
    elif (
        isinstance(said, int | float)
        and expected
        and min(abs(said - value) for value in expected) >= _NEARLY
    ):
        facts = {"found": as_written(said), "counted": as_written(expected[0])}
        yield Violation(Refusal.DISAGREES, facts={"cell": cell, **facts})


FAILED = ("#", "Err:")  # how Excel and LibreOffice begin what they show instead of a number
_NEARLY = 1e-6
