"""The sheet of points that come from no game: penalties and the knowledge test."""

from collections.abc import Iterator

from stolik.app.sheets.book import (
    Allowed,
    Area,
    Formula,
    Page,
    RedCells,
    Sheet,
    Style,
    Value,
    letters,
    span,
)
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.round_sheet import number
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST, Setting, quoted
from stolik.app.texts import text
from stolik.app.tournaments.telling.ladder import step_text

ENTRANT, STAGE, BIG, SMALL = range(4)
_WRONG = 5  # the column that says what is wrong with a line
_SPARE = 40  # rows to be filled in when the computer is gone


def penalty_column(setting: Setting, column: int) -> str:
    """A column of this sheet, empty rows included."""
    state = setting.state
    last = ENTRANTS_FIRST + len(state.penalties) + len(state.bonuses) + _SPARE - 1
    return span((ENTRANTS_FIRST, column), (last, column))


def penalties_sheet(setting: Setting) -> Sheet:
    """The ledger; a cancelled line stays readable and counts nothing."""
    page, lang = Page(setting.name(Phrase.PENALTIES)), setting.lang
    page.put(0, 0, page.name, Style.TITLE)
    page.put(1, 0, text(Phrase.HINT_PENALTIES, lang), Style.HINT)
    heads = (Phrase.NUMBER, Phrase.STAGE, Phrase.BIG, Phrase.SMALL, Phrase.REASON)
    page.line(ENTRANTS_FIRST - 1, [setting.head(word) for word in heads], Style.HEAD)
    lines = list(_lines(setting))
    for row, line in enumerate(lines, start=ENTRANTS_FIRST):
        page.line(row, line, Style.PLAIN)
    for row in range(ENTRANTS_FIRST + len(lines), ENTRANTS_FIRST + len(lines) + _SPARE):
        page.line(row, [None] * len(heads), Style.INPUT)
    page.widths = {ENTRANT: 6, STAGE: 8, BIG: 10, SMALL: 10, SMALL + 1: 60, _WRONG: 32}
    if setting.by_places:
        page.widths[SMALL] = 0  # its column stays, for the sums are counted by columns
    page.frozen = (ENTRANTS_FIRST, 0)
    page.heads = (ENTRANTS_FIRST - 1, ENTRANTS_FIRST - 1)
    _guard(page, setting, ENTRANTS_FIRST + len(lines))
    return page.sheet()


def _guard(page: Page, setting: Setting, first: int) -> None:
    """Numbers where numbers belong, and beside each line what is wrong with it."""
    lang, stages = setting.lang, len(setting.state.format.stages)
    last = first + _SPARE - 1
    most = max(setting.entrants, default=1)
    page.put(ENTRANTS_FIRST - 1, _WRONG, text(Phrase.WRONG, lang), Style.HEAD)
    for column, least, highest in (
        (ENTRANT, 1, most),
        (STAGE, 1, stages),
        (BIG, 0, 0),
        (SMALL, 0, 0),
    ):
        cell = f"{letters(column)}{first + 1}"
        bounds = f",{cell}>={least},{cell}<={highest}" if highest else ""
        formula = f"AND(ISNUMBER({cell}){bounds},{cell}=INT({cell}))"
        if column in (BIG, SMALL):
            formula = f"ISNUMBER({cell})"
        area = Area((first, column), (last, column))
        page.allowed.append(Allowed(area, text(Phrase.ALLOWED_WHOLE, lang), formula))
    for row in range(first, last + 1):
        page.put(row, _WRONG, Formula(_what_is_wrong(setting, row), ""), Style.ALARM)
    said = f'${letters(_WRONG)}{first + 1}<>""'
    page.alarms.append(RedCells(Area((first, ENTRANT), (last, SMALL)), said))


def _what_is_wrong(setting: Setting, row: int) -> str:
    lang, stages = setting.lang, len(setting.state.format.stages)
    who, stage, big, small = (f"${letters(c)}{row + 1}" for c in (ENTRANT, STAGE, BIG, SMALL))
    whole = span((row, ENTRANT), (row, SMALL))
    known = f"COUNTIF({setting.numbers()},{who})"
    no_stage = f"IFERROR(OR({stage}<1,{stage}>{stages},{stage}<>INT({stage})),TRUE)"
    no_points = f"OR(ISTEXT({big}),ISTEXT({small}),COUNT({big},{small})=0)"
    found = '""'
    for holds, phrase in (
        (no_points, Phrase.WRONG_POINTS),
        (f"OR(NOT(ISNUMBER({stage})),{no_stage})", Phrase.WRONG_STAGE),
        (f'OR({who}="",{known}=0)', Phrase.WRONG_NUMBER),
    ):
        found = f"IF({holds},{quoted(text(phrase, lang))},{found})"
    failed = f"SUMPRODUCT(ISERROR({whole})*1)>0"
    said = quoted(text(Phrase.WRONG_FAILED, lang).rstrip(":"))
    return f'IF({failed},{said},IF(COUNTA({whole})=0,"",{found}))'


def _lines(setting: Setting) -> Iterator[list[Value]]:
    state, lang = setting.state, setting.lang
    for p in state.penalties:
        stage = state.rounds[p.round - 1].stage if p.round else 0
        step = step_text(state.format.game, p.step, lang)
        if p.cancelled:
            reason = f"{step}: {p.reason} ({text(Phrase.CANCELLED, lang)}: {p.cancelled})"
            yield [int(p.entrant), stage + 1, 0, 0, reason]
        else:
            points = [number(p.big_points), number(p.small_points)]
            yield [int(p.entrant), stage + 1, *points, f"{step}: {p.reason}"]
    for bonus in state.bonuses:
        reason = f"{text(Phrase.TEST, lang)}: {bonus.reason}"
        yield [int(bonus.entrant), 1, bonus.big_points, 0, reason]
