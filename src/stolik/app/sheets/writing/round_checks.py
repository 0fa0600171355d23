"""On the sheet of a round: a line per table that says what is wrong, and one over the round."""

from collections.abc import Sequence

from stolik.app.sheets.book import Allowed, Area, Formula, Page, RedCells, Style, fixed, ref, span
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing import checks
from stolik.app.sheets.writing.points import counts_tiles, follows
from stolik.app.sheets.writing.rounds import (
    FIRST_ROW,
    NAME,
    NUMBER,
    SEAT,
    TABLE,
    Columns,
    RoundPlan,
    TablePlan,
    mine,
    within,
)
from stolik.app.sheets.writing.setting import Setting, quoted
from stolik.app.texts import text
from stolik.tournament.format import Field
from stolik.tournament.slips import LETTERS
from stolik.tournament.state import EntryStatus, GameNumber

_STATUS = 5  # the column of the sheet of entrants
_AND = "; "  # between two faults


def check_column(columns: Columns, plan: RoundPlan, game: int) -> int:
    """What the sheet says of a game stands right of everything that is printed."""
    return columns.total(plan.games) + 1 + game


def complete(sheet: str, plan: RoundPlan, by_places: bool) -> str:
    """Whether a round is seated and every game of it is there, seen from another sheet."""
    columns = Columns(by_places)
    first, last = (check_column(columns, plan, g) for g in (1, plan.games))
    said = f"'{sheet}'!{span((FIRST_ROW, first), (plan.last_said, last))}"
    seats = f"'{sheet}'!{_all_seats(plan)}"
    return f"AND(COUNT({seats})>0,{_words(said)}=0)"


def wrong_tables(sheet: str, plan: RoundPlan) -> str:
    """How many tables of a round have a mistake, seen from another sheet."""
    return _words(f"'{sheet}'!{span((FIRST_ROW, TABLE), (plan.last_said, TABLE))}")


class RoundChecks:
    """Everything on a round's sheet that looks at what was typed."""

    def __init__(self, page: Page, plan: RoundPlan, setting: Setting) -> None:
        self.page, self.plan, self.setting = page, plan, setting
        self.columns = Columns(setting.by_places)

    def put(self, tied: str = "") -> None:
        """All of them; `tied`: whether a tie keeps the round from being seated."""
        for table in self.plan.tables:
            self._table(table)
        for game in range(1, self.plan.games + 1):
            column = check_column(self.columns, self.plan, game)
            head = self._say(Phrase.CHECK, number=game)
            self.page.put(FIRST_ROW - 1, column, head, Style.HEAD)
            self.page.widths[column] = 32
        self.page.put(FIRST_ROW - 2, TABLE, Formula(self._round(tied), ""), Style.ALARM)
        self.page.printed = Area((0, 0), (self.plan.last_said, self._last_printed))
        self.page.heads = (FIRST_ROW - 2, FIRST_ROW - 1)

    @property
    def _last_printed(self) -> int:
        return self.columns.total(self.plan.games) + (0 if self.setting.by_places else 1)

    def _table(self, table: TablePlan) -> None:
        row = table.said
        notes: list[str] = []
        for game in range(1, self.plan.games + 1):
            cells = checks.GameCells(table, self.columns, game, self.setting.rules)
            column = check_column(self.columns, self.plan, game)
            self.page.put(row, column, Formula(self._game(cells), ""), Style.HINT)
            notes.append(mine(row, column))
            self._guard(cells)
        self.page.put(row, TABLE, Formula(self._line(table, notes), ""), Style.FAULTS)
        self.page.lines.append(Area((row, TABLE), (row, self._last_printed)))
        if not self.plan.drawn:
            self._guard_numbers(table)

    def _game(self, cells: checks.GameCells) -> str:
        """The worst that was typed, and a formula that is gone; a dash: still to be played."""
        found, waits = '""', checks.not_begun(cells)
        before = self._say(Phrase.WRONG_GAME, number=cells.game)
        for holds, phrase in reversed(checks.what_is_wrong(cells)):
            said = before + self._say(phrase, allowed=self._flats())
            found = f"IF({holds},{quoted(_AND + said)},{found})"
        if typed_over := self._typed_over(cells):
            said = quoted(_AND + before + self._say(Phrase.WRONG_FORMULA))
            found = f'{found}&IF({typed_over},{said},"")'
            waits = f"AND({waits},NOT({typed_over}))"
        told = f'{found}&IF({waits},"{_AND}{checks.NOTHING}","")'
        told = self._unless_failed(cells.all, told, before)
        # Who sits there is not known: the line of the table says so, once.
        nobody, _ = checks.failed(_numbers(cells.table))
        return _joined(f'IF({nobody}>0,"{_AND}{checks.NOTHING}",{told})')

    def _unless_failed(self, cells: Sequence[str], told: str, before: str = "") -> str:
        """A formula without a result is named itself: nothing that looks at it says anything."""
        count, names = checks.failed(cells)
        said = quoted(_AND + before + self._say(Phrase.WRONG_FAILED))
        return f"IF({count}>0,{said}&{names},{told})"

    def _typed_over(self, cells: checks.GameCells) -> str:
        """Whether a number stands where the sheet counts; our own numbers are no formulas."""
        result = self.plan.results.get((cells.table.number, GameNumber(cells.game)))
        if not counts_tiles(self.setting.rules):
            return ""
        counts_all = result is None or follows(result.lines, self.setting.rules)
        first = self.columns.small(cells.game)
        last = self.columns.place(cells.game) if counts_all else first
        counted = span((cells.table.first, first), (cells.table.last, last))
        return f"SUMPRODUCT(1-ISFORMULA({counted}))>0"

    def _line(self, table: TablePlan, notes: list[str]) -> str:
        """Everything that is wrong with a table: one fault hides no other."""
        seats, everybody = within(table, NUMBER), _all_seats(self.plan)
        least = self.setting.state.format.table_min
        few = f"AND(COUNT({seats})>0,COUNT({seats})<{least})"
        unknown = f'SUMPRODUCT(({seats}<>"")*({within(table, NAME)}=""))>0'
        twice = f'SUMPRODUCT(({seats}<>"")*(COUNTIF({everybody},{seats})>1))>0'
        first = self.columns.total(self.plan.games)
        last = first + (0 if self.setting.by_places else 1)
        summed = span((table.first, first), (table.last, last))
        replaced = f"SUMPRODUCT(1-ISFORMULA({summed})){self._sums_typed_over(table)}>0"
        held = (
            (unknown, Phrase.WRONG_NUMBER),
            (self._renamed(table), Phrase.WRONG_NAME),
            *(((_moved(table), Phrase.WRONG_MOVED),) if table.seats else ()),
            (twice, Phrase.WRONG_TWICE),
            *(((few, Phrase.WRONG_SIZE),) if not self.plan.drawn else ()),
        )
        said = [f'IF({holds},{quoted(_AND + self._say(phrase))},"")' for holds, phrase in held]
        said = [self._unless_failed(_numbers(table), "&".join(said))]
        said += (
            f'IF(OR({note}="",{note}="{checks.NOTHING}"),"",{quoted(_AND)}&{note})'
            for note in notes
        )
        total = quoted(_AND + self._say(Phrase.WRONG_TOTAL))
        said.append(f'IF({replaced},{total},"")')
        return _joined("&".join(said))

    def _renamed(self, table: TablePlan) -> str:
        """Whether a name or the letter of a seat is not what the program wrote."""
        names, people = within(table, NAME), self.setting.names()
        letters_ = (f'{mine(r, SEAT)}<>"{LETTERS[i]}"' for i, r in enumerate(table.rows))
        if not table.seats:
            return f"OR(SUMPRODUCT(1-ISFORMULA({names}))>0,{','.join(letters_)})"
        # Looked up on the sheet of entrants: no name stands in a formula.
        listed = (f"INDEX({people},MATCH({n},{self.setting.numbers()},0))" for n in table.seats)
        written = zip(table.rows, listed, strict=True)
        known = (f"IFERROR({mine(row, NAME)}<>{name},TRUE)" for row, name in written)
        return f"OR({','.join((*known, *letters_))})"

    def _sums_typed_over(self, table: TablePlan) -> str:
        """The sums below a table, one for each game."""
        if self.setting.by_places:
            return ""
        cells = (fixed(table.last + 1, self.columns.small(g)) for g in self._games)
        return "".join(f"+NOT(ISFORMULA({cell}))" for cell in cells)

    @property
    def _games(self) -> range:
        return range(1, self.plan.games + 1)

    def _round(self, tied: str) -> str:
        first, last = (check_column(self.columns, self.plan, g) for g in (1, self.plan.games))
        said = span((FIRST_ROW, first), (self.plan.last_said, last))
        lines = span((FIRST_ROW, TABLE), (self.plan.last_said, TABLE))
        parts = [
            (f'COUNTIF({said},"{checks.NOTHING}")', Phrase.ROUND_MISSING),
            (_words(lines), Phrase.ROUND_WRONG),
        ]
        if everybody := self._unseated():
            parts.append((everybody, Phrase.ROUND_UNSEATED))
        counted = "&".join(
            f'IF({count}>0,{quoted(self._say(phrase))}&{count}&". ","")' for count, phrase in parts
        )
        any_ = "+".join(count for count, _ in parts)
        complete_ = quoted(self._say(Phrase.ROUND_COMPLETE))
        seats = f"COUNT({_all_seats(self.plan)})"
        found = f'IF({seats}=0,"",IF({any_}=0,{complete_},{counted}))'
        if not tied:
            return found
        lots = self._say(Phrase.ROUND_TIED, sheet=self.setting.name(Phrase.LOTS))
        return f"IF(AND({seats}=0,{tied}),{quoted(lots)},{found})"

    def _unseated(self) -> str:
        """Who plays and sits nowhere, in a round of everybody that is still to be seated."""
        shape = self.setting.state.format.stages[self.plan.stage]
        if self.plan.drawn or (self.plan.stage and shape.field is not Field.ALL):
            return ""
        status = self.setting.entrant_column(_STATUS)
        lang = self.setting.lang
        words = (text(f"entry.{s}", lang) for s in (EntryStatus.ENTERED, EntryStatus.PRESENT))
        plays = "+".join(f"({status}={quoted(word)})" for word in words)
        seated = f"(COUNTIF({_all_seats(self.plan)},{self.setting.numbers()})=0)"
        return f"IFERROR(SUMPRODUCT(({plays})*{seated}),0)"

    def _guard(self, cells: checks.GameCells) -> None:
        area = Area((cells.table.first, cells.input), (cells.table.last, cells.input))
        phrase = Phrase.ALLOWED_SMALL
        if self.setting.by_places:
            phrase = Phrase.ALLOWED_PLACES
        elif counts_tiles(self.setting.rules):
            phrase = Phrase.ALLOWED_TILES
        message = self._say(phrase, allowed=self._flats())
        self.page.allowed.append(Allowed(area, message, checks.may_be_typed(cells)))
        self.page.alarms.append(RedCells(area, checks.wrong_cell(cells)))

    def _guard_numbers(self, table: TablePlan) -> None:
        area, cell = Area((table.first, NUMBER), (table.last, NUMBER)), mine(table.first, NUMBER)
        most = max(self.setting.entrants, default=1)
        once = f"COUNTIF({_all_seats(self.plan)},{cell})<2"
        fits = f"AND({cell}=INT({cell}),{cell}>=1,{cell}<={most},{once})"
        sheet = self.setting.name(Phrase.ENTRANTS)
        self.page.allowed.append(Allowed(area, self._say(Phrase.ALLOWED_NUMBER, sheet=sheet), fits))
        unknown = f'{mine(table.first, NAME)}=""'
        wrong = f'AND({cell}<>"",OR({unknown},COUNTIF({_all_seats(self.plan)},{cell})>1))'
        self.page.alarms.append(RedCells(area, wrong))

    def _say(self, phrase: Phrase, **facts: object) -> str:
        return text(phrase, self.setting.lang, **facts)

    def _flats(self) -> str:
        return checks.flats_said(self.setting.rules)


def _moved(table: TablePlan) -> str:
    """Whether a number that the program wrote is another one now."""
    seats = zip(table.rows, table.seats, strict=False)
    people = (f"{mine(row, NUMBER)}<>{number}" for row, number in seats)
    tables = (f"{mine(row, TABLE)}<>{table.number}" for row in table.rows)
    return f"OR({','.join((*people, *tables))})"


def _numbers(table: TablePlan) -> list[str]:
    return [ref(row, NUMBER) for row in table.rows]


def _all_seats(plan: RoundPlan) -> str:
    return span((FIRST_ROW, NUMBER), (plan.last_row, NUMBER))


def _words(cells: str) -> str:
    """How many cells say something; wildcards match numbers in some programs."""
    return f'SUMPRODUCT(ISTEXT({cells})*({cells}<>""))'


def _joined(faults: str) -> str:
    """Faults one after another, each of which begins with `_AND`."""
    return f"MID({faults},{len(_AND) + 1},500)"
