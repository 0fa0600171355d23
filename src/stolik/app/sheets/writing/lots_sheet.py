"""The sheet of lots and extra games: a row for each entrant, a column for each time."""

from dataclasses import dataclass

from stolik.app.sheets.book import Allowed, Area, Formula, Page, RedCells, Sheet, Style, ref
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST, Setting, name_width, quoted
from stolik.app.texts import text
from stolik.tournament.state import SettledBy, Settlement
from stolik.tournament.tiebreaks import SETTLING

_SPARE = 1  # a column to be filled in when the computer is gone
_FIRST = 2


@dataclass(frozen=True, slots=True)
class LotColumn:
    """A column of this sheet."""

    column: int
    stage: int
    by: str
    settlement: Settlement | None  # None: nobody has drawn yet


def lot_columns(setting: Setting) -> tuple[LotColumn, ...]:
    """Every lot and extra game that was held, and room for more where the format knows them."""
    found: list[LotColumn] = []
    for number, stage in enumerate(setting.state.format.stages):
        for by in (name for name in stage.criteria if name in SETTLING):
            held = [s for s in setting.state.settlements if s.stage == number and s.by.value == by]
            for settlement in (*held, *[None] * _SPARE):
                found.append(LotColumn(_FIRST + len(found), number, by, settlement))
    return tuple(found)


def lots_sheet(setting: Setting) -> Sheet:
    """Higher is better; it counts where all who are level and still play have drawn."""
    page, lang = Page(setting.name(Phrase.LOTS)), setting.lang
    page.put(0, 0, page.name, Style.TITLE)
    page.put(1, 0, setting.head(Phrase.HINT_LOTS), Style.HINT)
    heads = [text(Phrase.NUMBER, lang), text(Phrase.NAME, lang)]
    page.line(ENTRANTS_FIRST - 1, heads, Style.HEAD)
    for row, entrant in enumerate(setting.entrants, start=ENTRANTS_FIRST):
        page.put(row, 0, int(entrant))
        page.put(row, 1, setting.labels[entrant], Style.NAMED)
    for lot in lot_columns(setting):
        word = Phrase.LOT if lot.by == SettledBy.LOT.value else Phrase.EXTRA_GAME
        stage = setting.state.format.stages[lot.stage].title
        page.put(ENTRANTS_FIRST - 1, lot.column, text(word, lang, stage=stage), Style.HEAD)
        page.widths[lot.column] = 16
        drawn = dict(lot.settlement.drawn) if lot.settlement else {}
        for row, entrant in enumerate(setting.entrants, start=ENTRANTS_FIRST):
            page.put(row, lot.column, drawn.get(entrant), Style.INPUT)
    page.widths |= {0: 6, 1: name_width(setting.labels.values())}
    page.frozen = (ENTRANTS_FIRST, 2)
    page.heads = (ENTRANTS_FIRST - 1, ENTRANTS_FIRST - 1)
    _guard(page, setting)
    return page.sheet()


def _guard(page: Page, setting: Setting) -> None:
    """Whole numbers only; a cell with anything else turns red, its row says so at the end."""
    columns = [lot.column for lot in lot_columns(setting)]
    if not columns or not setting.entrants:
        return
    first, last, wrong = columns[0], columns[-1], columns[-1] + 1
    area = Area((ENTRANTS_FIRST, first), (setting.last_entrant_row, last))
    cell = ref(ENTRANTS_FIRST, first)
    no_number = f'IFERROR(AND({cell}<>"",{cell}<>INT({cell})),TRUE)'
    allowed = f"AND(ISNUMBER({cell}),{cell}=INT({cell}))"
    page.allowed.append(Allowed(area, text(Phrase.ALLOWED_WHOLE, setting.lang), allowed))
    page.alarms.append(RedCells(area, no_number))
    page.put(ENTRANTS_FIRST - 1, wrong, text(Phrase.WRONG, setting.lang), Style.HEAD)
    page.widths[wrong] = 32
    said = quoted(text(Phrase.ALLOWED_WHOLE, setting.lang))
    for row in range(ENTRANTS_FIRST, setting.last_entrant_row + 1):
        cells = (ref(row, column) for column in columns)
        faults = (f'IFERROR(AND({c}<>"",{c}<>INT({c})),TRUE)' for c in cells)
        page.put(row, wrong, Formula(f'IF(OR({",".join(faults)}),{said},"")', ""), Style.ALARM)
