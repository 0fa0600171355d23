"""The sheet of points that come from no game: penalties and the knowledge test."""

from collections.abc import Iterator

from stolik.app.sheets.book import Page, Sheet, Style, Value, span
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.round_sheet import number
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST, Setting
from stolik.app.texts import text
from stolik.app.tournaments.telling.ladder import step_text

ENTRANT, STAGE, BIG, SMALL = range(4)
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
    page.widths = {ENTRANT: 6, STAGE: 8, BIG: 10, SMALL: 10, SMALL + 1: 60}
    if setting.by_places:
        page.widths[SMALL] = 0  # its column stays, for the sums are counted by columns
    page.frozen = (ENTRANTS_FIRST, 0)
    return page.sheet()


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
