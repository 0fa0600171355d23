"""Results typed into a workbook: what changed, and what cannot be right, cell by cell."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from stolik.app.games.counting import Rules
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
from stolik.app.sheets.reading.game import GameRead, Said, impossible_racks, read_game
from stolik.app.sheets.reading.moved_rows import rows_of_table, seat_rows
from stolik.app.sheets.reading.overwritten import (
    Counted,
    Labels,
    disagreements,
    moved_column,
    other_names,
    other_sums,
)
from stolik.app.sheets.reading.remarks import line_faults, remarks
from stolik.app.sheets.reading.seats import TypedSeat, empty_seat, seated, typed_seats
from stolik.app.sheets.writing.marks import Before, Mark, read_mark, shown
from stolik.app.sheets.writing.points import LEFT_OUT
from stolik.app.sheets.writing.round_sheet import round_heads
from stolik.app.sheets.writing.rounds import FIRST_ROW, NUMBER, TABLE, Columns, field_size
from stolik.app.sheets.writing.setting import Setting
from stolik.app.texts import say, text
from stolik.refusal import Fact, Refused, Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament.engine import decide, replay
from stolik.tournament.format import Field, Seating
from stolik.tournament.progress import Step, due
from stolik.tournament.state import (
    EntrantNumber,
    GameNumber,
    Line,
    Result,
    Round,
    RoundStatus,
    Table,
    TournamentState,
)

BY = "referee"  # whoever may import may confirm

ResultCommand = c.RecordResult | c.CorrectResult | c.Unplayed


@dataclass(frozen=True, slots=True)
class Change:
    """A game that says something else than the log."""

    cell: str
    command: ResultCommand
    known: str
    typed: str
    look_twice: bool = False  # a winner's plus so high that somebody should look again

    @property
    def commands(self) -> tuple[c.Command, ...]:
        return (self.command,)


@dataclass(frozen=True, slots=True)
class SeatsTyped:
    """A round that was drawn at the tables: its seats, as the workbook has them."""

    cell: str
    round: int
    seats: int
    commands: tuple[c.Command, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything a workbook says that the log does not."""

    changes: tuple[Change | SeatsTyped, ...]
    faults: tuple[Violation, ...]  # with these nothing is taken over
    remarks: tuple[Violation, ...]  # what is left behind
    rounds: tuple[SeatsTyped, ...] = ()  # seated in the workbook, published only when asked for
    games: tuple[Change, ...] = ()  # of those rounds


@dataclass(frozen=True, slots=True)
class ResultsWanted:
    """The workbook that is expected; `knows`: whether the log once ended at this head."""

    tournament: str
    knows: Callable[[str], bool]
    lang: str
    labels: Labels = field(default_factory=dict)  # as the program has the names
    rounds: bool = False  # publish also rounds that only the workbook seated, with a cut before


def read_results(
    book: ReadBook, state: TournamentState, rules: Rules | None, wanted: ResultsWanted
) -> Reading:
    """What would change; a workbook of another tournament is refused."""
    mark, before = read_mark(book)
    if mark.tournament != wanted.tournament:
        refuse(Violation(Refusal.OTHER_TOURNAMENT))
    if not wanted.knows(mark.head):
        refuse(Violation(Refusal.UNKNOWN_HEAD))
    reader = _Reader(book, state, rules, mark, before=before, wanted=wanted)
    changes = tuple(reader.changes())
    faults = (*reader.faults, *line_faults(book, state, mark))
    names = other_names(book, state, wanted.labels, mark.lang)
    rounds, left = tuple(reader.rounds), reader.left
    games: tuple[Change, ...] = ()
    if rounds:  # every round that would be published, not the next one alone
        further = replace(wanted, rounds=True)
        reader = _Reader(book, state, rules, mark, before=before, wanted=further)
        asked = tuple(reader.changes())
        rounds = tuple(one for one in asked if isinstance(one, SeatsTyped)) or rounds
        numbers = {one.round for one in rounds}
        found = (one for one in asked if isinstance(one, Change))
        games, left = tuple(one for one in found if one.command.round in numbers), reader.left
    noticed = (*names, *left, *remarks(book, state, mark))
    return Reading(changes, faults, noticed, rounds, games)


class _Reader:
    def __init__(
        self,
        book: ReadBook,
        state: TournamentState,
        rules: Rules | None,
        mark: Mark,
        *,
        before: Before,
        wanted: ResultsWanted,
    ) -> None:
        self.book, self.state, self.rules = book, state, rules
        self.mark, self.before, self.lang = mark, before, wanted.lang
        self.publishes = wanted.rounds
        self.rounds: list[SeatsTyped] = []  # that wait to be asked for
        self.columns = Columns(rules is None)
        self.faults: list[Violation] = []
        self.left: list[Violation] = []  # seats that the workbook made, not as we would
        self.lines: dict[tuple[int, int], list[Line]] = {}  # of a round: as typed, as known

    def changes(self) -> Iterator[Change | SeatsTyped]:
        most = sum(stage.rounds for stage in self.state.format.stages)
        for index in range(max(most, len(self._published()))):
            sheet = text(Phrase.ROUND, self.mark.lang, number=index + 1)
            if self._is_moved(sheet, index + 1):
                continue
            if index >= len(self._published()) and not self.rounds:
                yield from self._seats(sheet, index + 1)
            if index < len(self._published()):
                if sheet in self.book:
                    yield from self._round(sheet, self._published()[index])
                else:
                    self._fault(Refusal.SHEET_MISSING, sheet=sheet)

    def _published(self) -> list[Round]:
        return [r for r in self.state.rounds if r.status is RoundStatus.PUBLISHED]

    def _is_moved(self, sheet: str, number: int) -> bool:
        """Whether a column was put in or taken out: then no cell is where it was."""
        setting = Setting(self.state, self.rules, {}, self.mark.lang)
        heads = round_heads(setting, self._games(number))
        found = moved_column(sheet, self.book.get(sheet, ()), heads)
        self.faults += [found] if found else []
        return found is not None

    def _games(self, number: int) -> int:
        published = self._published()
        if number <= len(published):
            return published[number - 1].games
        stages = self.state.format.stages
        return [stage.games for stage in stages for _ in range(stage.rounds)][number - 1]

    def _seats(self, sheet: str, number: int) -> Iterator[SeatsTyped]:
        """A round of which only the workbook knows who sits where."""
        rows, games = self.book.get(sheet, ()), self._games(number)
        without = list(self._without_seat(sheet, rows, games))
        seats: tuple[TypedSeat, ...] = ()
        try:
            seats = typed_seats(sheet, rows, self.state)
            self.faults += without
            # What cannot be read because of a fault above is not called another fault.
            if not seats or self.faults:
                self.faults += self._wrong_cells(sheet, _with_table(rows), games)
                return
            ready = due(self.state).step in (Step.DRAW, Step.CUT)
            if self.state.draft or number != len(self._published()) + 1 or not ready:
                facts: dict[str, Fact] = {"cell": seats[0].cell, "round": number}
                refuse(Violation(Refusal.NOT_DRAWN, facts=facts))
            found = seated(seats, self.state, self.lang, empty_seat(sheet, rows, seats))
        except Refused as refused:
            if self._follows(number, len(seats)) and not self._is_begun(rows, games):
                facts = {"cell": seats[0].cell, "round": number}
                self.left.append(Violation(Refusal.SEATS_LEFT, facts=facts))
                return
            self.faults += (*refused.violations, *without)
            self.faults += self._wrong_cells(sheet, _with_table(rows), games)
        else:
            if self._follows(number, len(seats)) and not self._is_begun(rows, games):
                facts = {"cell": seats[0].cell, "round": number}
                self.left.append(Violation(Refusal.SEATS_UNPLAYED, facts=facts))
                return
            typed = SeatsTyped(seats[0].cell, number, len(seats), found.commands)
            if self.publishes:
                self.state = found.state
                yield typed
            else:
                self.rounds.append(typed)

    def _follows(self, number: int, seats: int) -> bool:
        """Whether formulas seated this round, all of its field: then nobody typed its numbers."""
        stages = self.state.format.stages
        stage = [i for i, one in enumerate(stages) for _ in range(one.rounds)][number - 1]
        drawn = stages[stage].seating is Seating.DRAW
        winners = stages[stage].field is Field.TABLE_WINNERS
        return not (drawn or winners) and seats == field_size(self.state, stage)

    def _is_begun(self, rows: Rows, games: int) -> bool:
        """Whether anything is typed for a game: who plays at these seats took them for right."""
        columns = [self.columns.typed(game) for game in range(1, games + 1)]
        at = _with_table(rows)
        return any(cell_of(rows, row, column) is not None for row in at for column in columns)

    def _without_seat(self, sheet: str, rows: Rows, games: int) -> Iterator[Violation]:
        """Something typed for a seat where nobody sits."""
        for row in _with_table(rows):
            if cell_of(rows, row, NUMBER) is not None:
                continue
            for column in (self.columns.typed(game) for game in range(1, games + 1)):
                if cell_of(rows, row, column) is not None:
                    yield Violation(Refusal.EMPTY_SEAT, facts={"cell": named(sheet, row, column)})

    def _wrong_cells(self, sheet: str, rows: Sequence[int], games: int) -> Iterator[Violation]:
        """What no game can have, in rows whose games cannot be read."""
        for game in range(1, games + 1):
            for row in rows:
                yield from self._wrong_cell(sheet, row, game)

    def _wrong_cell(self, sheet: str, row: int, game: int) -> Iterator[Violation]:
        column = self.columns.typed(game)
        raw, cell = cell_of(self.book[sheet], row, column), named(sheet, row, column)
        typed = whole_number(raw)
        if raw is not None and typed is None and not _is_left_out(raw):
            yield Violation(Refusal.NOT_A_NUMBER, facts={"cell": cell, "value": as_written(raw)})
        elif self.rules is not None:
            yield from impossible_racks(
                [Said(EntrantNumber(0), typed, None, False, cell)], self.rules
            )

    def _fault(self, code: Refusal, **facts: Fact) -> None:
        self.faults.append(Violation(code, facts=facts))

    def _round(self, sheet: str, r: Round) -> Iterator[Change]:
        self.lines = {}
        for table, rows in self._tables(sheet, r):
            for game in range(1, r.games + 1):
                try:
                    change = self._game(sheet, r, table, rows, game=GameNumber(game))
                except Refused as refused:
                    self.faults += refused.violations
                else:
                    yield from [change] if change else []
            counted = Counted(sheet, self.book[sheet], r, self.columns, self.lines)
            self.faults += (*disagreements(counted, rows), *other_sums(counted, rows))

    def _tables(self, sheet: str, r: Round) -> Iterator[tuple[Table, Mapping[int, int]]]:
        """The tables of a round with the row of each entrant; one that was changed is a fault.

        A table is read on with its seats where they should be: one fault hides no other.
        """
        rows = self.book[sheet]
        seats = seat_rows(rows)
        if not any(seat.entrant is not None and seat.table is not None for seat in seats):
            return  # an empty sheet was written before the round was drawn
        for table in r.tables:
            found = rows_of_table(seats, table)
            for moved in found.moved:
                cell = named(sheet, moved.row, moved.column)
                self._fault(moved.code, cell=cell, entrant=moved.entrant, table=int(table.number))
            if len(found.at) == len(table.seats):
                yield table, found.at
            else:
                self.faults += self._wrong_cells(sheet, found.mine, r.games)

    def _game(
        self, sheet: str, r: Round, table: Table, rows: Mapping[int, int], *, game: GameNumber
    ) -> Change | None:
        """What a game says that is not known; refused with the cell that cannot be right."""
        wrong = [v for n in table.seats for v in self._wrong_cell(sheet, rows[n], game)]
        if any(violation.code == Refusal.NOT_A_NUMBER for violation in wrong):
            raise Refused(wrong)
        said = [self._said(sheet, rows[n], n, game) for n in table.seats]
        result = r.results.get((table.number, game))
        before = self.before.get((r.number, table.number, game))
        at: dict[str, Fact] = {"cell": said[0].typed_cell, "table": table.number, "game": game}
        try:
            found = read_game(said, before, self.rules, self.state.format)
            if found is None or (result and _same(result, found)):
                return None
            known = shown(result, table.seats, by_places=self.rules is None)
            if result and before != known:
                refuse(Violation(Refusal.CHANGED_SINCE, facts={**at, "known": known}))
            command = self._command(r, table, game, found, result)
            # Tried on a copy: what the log would refuse is told now, beside its cell.
            self.state = replay(decide(self.state, command), self.state)
        except Refused as refused:
            raise _at_cell(refused, at, self.lang) from None
        for line in (*found.lines, *(result.lines if result else ())):
            self.lines.setdefault((int(line.entrant), int(game)), []).append(line)
        typed = shown(Result(found.lines), table.seats, by_places=self.rules is None)
        return Change(said[0].typed_cell, command, known, typed, found.look_twice)

    def _command(
        self, r: Round, table: Table, game: GameNumber, found: GameRead, result: Result | None
    ) -> ResultCommand:
        reason = text(Phrase.IMPORTED, self.lang)
        if result:
            return c.CorrectResult(r.number, table.number, game, found.lines, reason, found.absent)
        if found.lines:
            return c.RecordResult(r.number, table.number, game, found.lines, BY, found.absent)
        return c.Unplayed(r.number, table.number, game, reason)

    def _said(self, sheet: str, row: int, entrant: EntrantNumber, game: int) -> Said:
        rows = self.book[sheet]
        column = self.columns.typed(game)
        cell, raw = named(sheet, row, column), cell_of(rows, row, column)
        typed, left_out = whole_number(raw), _is_left_out(raw)
        small = None if self.rules is None else self._small(sheet, row, game)
        gone = not self.state.entrants[entrant].plays and typed is None and small is None
        counted = named(sheet, row, self.columns.small(game))
        return Said(
            *(entrant, typed, small, left_out or gone, cell), small_cell=counted, crossed=left_out
        )

    def _small(self, sheet: str, row: int, game: int) -> int | float | None:
        """As the sheet shows it; words in its place are told of by `disagreements`."""
        raw = cell_of(self.book[sheet], row, self.columns.small(game))
        whole = whole_number(raw)
        return whole if whole is not None else raw if isinstance(raw, float) else None


def _with_table(rows: Rows) -> list[int]:
    """The rows of seats, taken or not."""
    return [
        row
        for row in range(FIRST_ROW, len(rows))
        if whole_number(cell_of(rows, row, TABLE)) is not None
    ]


def _same(result: Result, found: GameRead) -> bool:
    return set(result.lines) == set(found.lines)


def _is_left_out(raw: Read) -> bool:
    return isinstance(raw, str) and raw.casefold() == LEFT_OUT


def _at_cell(refused: Refused, at: Mapping[str, Fact], lang: str) -> Refused:
    """A refusal of the game's rules or of the log, with the place on the sheet it is about."""
    ours = {code.value for code in Refusal}
    return Refused(
        v if v.code in ours else Violation(Refusal.GAME_REFUSED, facts={**at, "why": say(v, lang)})
        for v in refused.violations
    )
