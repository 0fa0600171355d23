"""The sheet of a round: its tables, what is typed for each game, what follows from it."""

from fractions import Fraction

from stolik.app.sheets.book import Formula, Page, Sheet, Style, Value
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing import points
from stolik.app.sheets.writing.round_checks import RoundChecks
from stolik.app.sheets.writing.rounds import (
    FIRST_ROW,
    NAME,
    NUMBER,
    SEAT,
    TABLE,
    Columns,
    Placing,
    RoundPlan,
    TablePlan,
    mine,
    within,
)
from stolik.app.sheets.writing.setting import Setting, name_width
from stolik.app.texts import text
from stolik.app.tournaments.telling.wording import stage_called
from stolik.tournament.slips import LETTERS
from stolik.tournament.state import EntrantNumber, GameNumber, Line


def round_sheet(plan: RoundPlan, setting: Setting, placing: Placing) -> Sheet:
    """Seats, inputs and formulas of one round."""
    page = Page(setting.round_name(plan.number))
    page.widths = {TABLE: 8, SEAT: 9, NUMBER: 6, NAME: name_width(setting.labels.values())}
    writer = _Writer(page, plan, setting, placing)
    writer.heads()
    for table in plan.tables:
        writer.table(table)
        page.together.append(table.first)
    page.frozen = (FIRST_ROW, NAME + 1)
    RoundChecks(page, plan, setting).put(placing.tied)
    return page.sheet()


def round_heads(setting: Setting, games: int) -> dict[int, str]:
    """What stands over each column of a round."""
    words = (Phrase.TABLE, Phrase.SEAT, Phrase.NUMBER, Phrase.NAME)
    heads = {column: text(word, setting.lang) for column, word in enumerate(words)}
    columns = Columns(setting.by_places)
    for game in range(1, games + 1):
        heads |= {column: setting.head(word) for column, word in _words(columns, game)}
    summed = (Phrase.BIG,) if setting.by_places else (Phrase.BIG, Phrase.SMALL)
    total = columns.total(games)
    return heads | {c: setting.head(word) for c, word in enumerate(summed, start=total)}


def _words(columns: Columns, game: int) -> list[tuple[int, Phrase]]:
    if columns.by_places:
        return [(columns.place(game), Phrase.PLACE), (columns.big(game), Phrase.BIG)]
    return [
        (columns.typed(game), Phrase.TILES),
        (columns.small(game), Phrase.SMALL),
        (columns.big(game), Phrase.BIG),
        (columns.place(game), Phrase.PLACE),
    ]


class _Writer:
    def __init__(self, page: Page, plan: RoundPlan, setting: Setting, placing: Placing) -> None:
        self.page, self.plan, self.setting, self.placing = page, plan, setting, placing
        self.columns = Columns(setting.by_places)

    def heads(self) -> None:
        lang, columns = self.setting.lang, self.columns
        stage = self.setting.state.format.stages[self.plan.stage]
        self.page.put(0, 0, f"{self.page.name} · {stage_called(stage, lang)}", Style.TITLE)
        self.page.put(1, 0, text(self._hint(), lang), Style.HINT)
        for column, head in round_heads(self.setting, self.plan.games).items():
            self.page.put(FIRST_ROW - 1, column, head, Style.HEAD)
        for game in range(1, self.plan.games + 1):
            first = columns.first(game)
            for column in range(first, first + columns.width):
                self.page.put(FIRST_ROW - 2, column, "", Style.HEAD)
            self.page.put(FIRST_ROW - 2, first, text(Phrase.GAME, lang, number=game), Style.HEAD)
        total = columns.total(self.plan.games)
        for column in range(total, total + (1 if self.setting.by_places else 2)):
            self.page.put(FIRST_ROW - 2, column, text(Phrase.TOTAL, lang), Style.HEAD)

    def table(self, table: TablePlan) -> None:
        for seat, row in enumerate(table.rows):
            entrant = table.seats[seat] if table.seats else None
            self._seat(table, row, seat, entrant)
            for game in range(1, self.plan.games + 1):
                self._game(table, row, GameNumber(game), entrant)
            self._totals(row, entrant)
        self._check_sums(table)

    def _hint(self) -> Phrase:
        if self.setting.by_places:
            return Phrase.HINT_PLACES
        return Phrase.HINT_TILES if points.counts_tiles(self.setting.rules) else Phrase.HINT_SMALL

    def _seat(self, table: TablePlan, row: int, seat: int, entrant: EntrantNumber | None) -> None:
        self.page.put(row, TABLE, int(table.number))
        self.page.put(row, SEAT, LETTERS[seat])
        number = entrant or self.placing.number(table, seat)
        self.page.put(row, NUMBER, number, Style.PLAIN if entrant else Style.INPUT)
        if entrant:
            self.page.put(row, NAME, self.setting.labels[entrant], Style.NAMED)
        else:
            names, numbers = self.setting.names(), self.setting.numbers()
            found = f"INDEX({names},MATCH({mine(row, NUMBER)},{numbers},0))"
            self.page.put(row, NAME, Formula(f'IFERROR({found},"")', ""), Style.NAMED)

    def _game(
        self, table: TablePlan, row: int, game: GameNumber, entrant: EntrantNumber | None
    ) -> None:
        result = self.plan.results.get((table.number, game))
        line = next((li for li in result.lines if li.entrant == entrant), None) if result else None
        if self.setting.by_places:
            self._places(table, row, game, line)
            return
        left_out = points.LEFT_OUT if result and line is None else None
        self.page.put(row, self.columns.typed(game), left_out, Style.INPUT)
        self._small(table, row, game, line)
        if result is None or line is None or points.follows(result.lines, self.setting.rules):
            self._place_and_big(table, row, game, line)
        else:  # somebody was put last: the formulas do not know
            self.page.put(row, self.columns.place(game), line.place, Style.COUNTED)
            self.page.put(row, self.columns.big(game), number(line.big_points), Style.COUNTED)

    def _small(self, table: TablePlan, row: int, game: int, line: Line | None) -> None:
        known: Value = number(line.small_points) if line else ""
        column, rules = self.columns.small(game), self.setting.rules
        if rules is None or not points.counts_tiles(rules):
            self.page.put(row, column, None if known == "" else known, Style.INPUT)
            return
        typed = self.columns.typed(game)
        formula = points.small_points(
            mine(row, typed),
            within(table, typed),
            within(table, NUMBER),
            rules,
            '""' if known == "" else repr(known),
        )
        self.page.put(row, column, Formula(formula, known), Style.COUNTED)

    def _place_and_big(self, table: TablePlan, row: int, game: int, line: Line | None) -> None:
        columns, rules = self.columns, self.setting.rules
        assert rules is not None
        small, place = columns.small(game), columns.place(game)
        ranked = points.place(
            mine(row, small),
            within(table, small),
            within(table, NUMBER),
            within(table, columns.typed(game)),
        )
        self.page.put(row, place, Formula(ranked, line.place if line else ""), Style.COUNTED)
        counted = points.big_points(mine(row, place), within(table, place), rules)
        known = number(line.big_points) if line else ""
        self.page.put(row, columns.big(game), Formula(counted, known), Style.COUNTED)

    def _places(self, table: TablePlan, row: int, game: int, line: Line | None) -> None:
        column, shape = self.columns.place(game), self.setting.state.format
        self.page.put(row, column, line.place if line else None, Style.INPUT)
        counted = points.place_points(mine(row, column), within(table, column), shape)
        known = number(line.big_points) if line else ""
        expected = shape.points_at(table.size)
        regular = line is None or (
            line.place <= len(expected) and line.big_points == expected[line.place - 1]
        )
        content = Formula(counted, known) if regular else known
        self.page.put(row, self.columns.big(game), content, Style.COUNTED)

    def _totals(self, row: int, entrant: EntrantNumber | None) -> None:
        lines = [
            line
            for result in self.plan.results.values()
            for line in result.lines
            if line.entrant == entrant
        ]
        total, games = self.columns.total(self.plan.games), range(1, self.plan.games + 1)
        big = ",".join(mine(row, self.columns.big(game)) for game in games)
        known = number(Fraction(sum(line.big_points for line in lines)))
        self.page.put(row, total, Formula(f"SUM({big})", known), Style.COUNTED)
        if not self.setting.by_places:
            small = ",".join(mine(row, self.columns.small(game)) for game in games)
            known = number(Fraction(sum(line.small_points for line in lines)))
            self.page.put(row, total + 1, Formula(f"SUM({small})", known), Style.COUNTED)

    def _check_sums(self, table: TablePlan) -> None:
        """What the small points of a table add up to: nothing, unless the rules say otherwise."""
        if self.setting.by_places:
            return
        row = table.last + 1
        for game in range(1, self.plan.games + 1):
            column = self.columns.small(game)
            result = self.plan.results.get((table.number, GameNumber(game)))
            lines = result.lines if result else ()
            known = number(Fraction(sum(line.small_points for line in lines)))
            formula = Formula(f"SUM({within(table, column)})", known)
            self.page.put(row, self.columns.typed(game), "Σ", Style.HINT)
            self.page.put(row, column, formula, Style.HINT)


def number(value: int | Fraction) -> int | float:
    """An exact number as spreadsheets know numbers."""
    exact = Fraction(value)
    return int(exact) if exact.denominator == 1 else float(exact)
