"""The sheets people read: who entered, and the standings that sort themselves."""

from collections.abc import Callable
from fractions import Fraction

from stolik.app.sheets.book import (
    Allowed,
    Area,
    Formula,
    Page,
    RedCells,
    Sheet,
    Style,
    Value,
    on,
    ref,
)
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.counting import Column, StageColumns
from stolik.app.sheets.writing.round_checks import wrong_tables
from stolik.app.sheets.writing.round_sheet import number
from stolik.app.sheets.writing.rounds import RoundPlan
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST, Setting, name_width, quoted
from stolik.app.sheets.writing.sums_sheet import Sums
from stolik.app.texts import text
from stolik.app.tournaments.telling.wording import stage_called
from stolik.tournament.standings import Row, stage_tallies, standings
from stolik.tournament.state import EntryStatus

_CLUB = 2
_NAME_AT, _CLUB_AT = 2, 3  # columns of the standings


def entrants_sheet(setting: Setting) -> Sheet:
    """A row for each entrant; who leaves is marked here."""
    page, lang = Page(setting.name(Phrase.ENTRANTS)), setting.lang
    page.put(0, 0, page.name, Style.TITLE)
    page.put(1, 0, text(Phrase.HINT_ENTRANTS, lang), Style.HINT)
    heads = (Phrase.NUMBER, Phrase.NAME, Phrase.CLUB, Phrase.TEAM, Phrase.AGE_CLASS, Phrase.STATUS)
    page.line(ENTRANTS_FIRST - 1, [text(word, lang) for word in heads], Style.HEAD)
    for row, n in enumerate(setting.entrants, start=ENTRANTS_FIRST):
        who = setting.state.entrants[n]
        status = text(f"entry.{who.status.value}", lang)
        line: list[Value | Formula | None] = [int(n), setting.labels[n]]
        page.line(row, [*line, who.club, who.team, who.age_class], Style.NAMED)
        page.put(row, len(heads) - 1, status, Style.INPUT)
    clubs = (setting.state.entrants[n].club for n in setting.entrants)
    widths = name_width(setting.labels.values()), name_width(clubs)
    page.widths = {0: 6, 1: widths[0], 2: widths[1], 3: 16, 4: 14, 5: 16, 6: 32}
    page.frozen = (ENTRANTS_FIRST, 2)
    page.heads = (ENTRANTS_FIRST - 1, ENTRANTS_FIRST - 1)
    _guard_statuses(page, setting, len(heads) - 1)
    return page.sheet()


def _guard_statuses(page: Page, setting: Setting, column: int) -> None:
    """A status is one of the words the sums know; another one says so beside it."""
    words = tuple(text(f"entry.{status.value}", setting.lang) for status in EntryStatus)
    area = Area((ENTRANTS_FIRST, column), (setting.last_entrant_row, column))
    page.allowed.append(Allowed(area, text(Phrase.ALLOWED_STATUS, setting.lang), words=words))
    page.put(ENTRANTS_FIRST - 1, column + 1, text(Phrase.WRONG, setting.lang), Style.HEAD)
    said = quoted(text(Phrase.WRONG_STATUS, setting.lang))
    for row in range(ENTRANTS_FIRST, setting.last_entrant_row + 1):
        cell = ref(row, column)
        known = ",".join(f"{cell}={quoted(word)}" for word in words)
        page.put(
            row, column + 1, Formula(f'IF(IFERROR(OR({known}),FALSE),"",{said})', ""), Style.ALARM
        )
    first = f"${ref(ENTRANTS_FIRST, column + 1)}"
    page.alarms.append(RedCells(area, f'{first}<>""'))


def standings_sheet(sums: Sums, setting: Setting, plans: tuple[RoundPlan, ...]) -> Sheet:
    """One row after the other by place; every cell follows from what was typed."""
    page = Page(setting.name(Phrase.STANDINGS))
    page.put(0, 0, page.name, Style.TITLE)
    columns = _columns(sums, setting)
    _true_or_not(page, setting, plans, len(columns))
    heads = [setting.head(word) for word, _, _ in columns]
    page.line(ENTRANTS_FIRST - 1, heads, Style.HEAD)
    rows = standings(setting.state)
    wins = _wins(setting)
    for i in range(len(setting.entrants)):
        row = ENTRANTS_FIRST + i
        known = rows[i] if i < len(rows) else None
        for column, (_, formula, value) in enumerate(columns):
            shown = value(known, wins) if known else ""
            style = Style.NAMED if column in (_NAME_AT, _CLUB_AT) else Style.COUNTED
            page.put(row, column, Formula(formula(row, i + 1), shown), style)
    clubs = (setting.state.entrants[n].club for n in setting.entrants)
    widths = {_NAME_AT: name_width(setting.labels.values()), _CLUB_AT: name_width(clubs)}
    page.widths = {0: 9, 1: 6, **widths, 4: 18, 5: 10, 6: 10, 7: 9, 8: 6}
    page.frozen = (ENTRANTS_FIRST, 3)
    page.heads = (ENTRANTS_FIRST - 1, ENTRANTS_FIRST - 1)
    return page.sheet()


def _true_or_not(page: Page, setting: Setting, plans: tuple[RoundPlan, ...], width: int) -> None:
    """Over the places, in red: rounds with mistakes, for what follows from them looks as good."""
    hint = text(Phrase.HINT_STANDINGS, setting.lang)
    counts = {p.number: wrong_tables(setting.round_name(p.number), p) for p in plans}
    words = {n: quoted(text(Phrase.STANDINGS_WRONG, setting.lang, number=n)) for n in counts}
    each = (f'IF({count}>0,{words[n]}&{count}&". ","")' for n, count in counts.items())
    any_ = f"({'+'.join(counts.values()) or '0'})>0"
    said = "&".join((*each, quoted(text(Phrase.STANDINGS_NOT_TRUE, setting.lang))))
    page.put(1, 0, Formula(f"IF({any_},{said},{quoted(hint)})", hint), Style.HINT)
    page.alarms.append(RedCells(Area((1, 0), (1, width - 1)), f"$A$2<>{quoted(hint)}"))


_FormulaOf = Callable[[int, int], str]  # by the row and its number in the standings
_ValueOf = Callable[[Row, dict[tuple[int, int], int]], Value]


def _columns(sums: Sums, setting: Setting) -> list[tuple[Phrase, _FormulaOf, _ValueOf]]:
    name = setting.name(Phrase.SUMS)
    state = setting.state

    def found(cells: str) -> _FormulaOf:
        """What stands in the row of whoever is next."""
        rows = on(name, sums.row_of.all)
        return lambda _, order: f'IFERROR(INDEX({cells},MATCH({order},{rows},0)),"")'

    stages = [stage_called(stage, setting.lang) for stage in state.format.stages]

    def of_stage(column: Callable[[StageColumns], Column | None]) -> _FormulaOf:
        """What the stage somebody came to says."""

        def formula(row: int, order: int) -> str:
            match = f"MATCH({order},{on(name, sums.row_of.all)},0)"
            level = f"INDEX({on(name, sums.level.all)},{match})"
            each = [column(stage) for stage in sums.stages]
            cells = [f"INDEX({on(name, c.all)},{match})" for c in each if c]
            return f'IF({ref(row, 1)}="","",CHOOSE({level},{",".join(cells)}))'

        return formula

    def stage_title(row: int, order: int) -> str:
        match = f"MATCH({order},{on(name, sums.row_of.all)},0)"
        titles = ",".join(quoted(title) for title in stages)
        level = f"INDEX({on(name, sums.level.all)},{match})"
        return f'IF({ref(row, 1)}="","",CHOOSE({level},{titles}))'

    small: tuple[Phrase, _FormulaOf, _ValueOf] = (
        Phrase.SMALL,
        of_stage(lambda s: s.values["small_points"][0]),
        lambda r, _: number(Fraction(r.small_points)),
    )
    return [
        (Phrase.PLACE, found(on(name, sums.place.all)), lambda r, _: r.place),
        (Phrase.NUMBER, found(setting.numbers()), lambda r, _: int(r.entrant)),
        (Phrase.NAME, found(setting.names()), lambda r, _: setting.labels[r.entrant]),
        (
            Phrase.CLUB,
            lambda row, order: f'{found(setting.entrant_column(_CLUB))(row, order)}&""',
            lambda r, _: state.entrants[r.entrant].club,
        ),
        (Phrase.STAGE, stage_title, lambda r, _: stages[r.stage]),
        (
            Phrase.BIG,
            of_stage(lambda s: s.values["big_points"][0]),
            lambda r, _: number(Fraction(r.big_points)),
        ),
        *([] if setting.by_places else [small]),
        (
            Phrase.WINS,
            of_stage(lambda s: s.values["games_won"][0]),
            lambda r, wins: wins[r.stage, r.entrant],
        ),
        (Phrase.GAMES, of_stage(lambda s: s.played), lambda r, _: r.games),
    ]


def _wins(setting: Setting) -> dict[tuple[int, int], int]:
    return {
        (stage, tally.entrant): sum(line.place == 1 for line in tally.played)
        for stage in range(setting.state.stage + 1)
        for tally in stage_tallies(setting.state, stage)
    }
