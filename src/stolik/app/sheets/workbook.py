"""The workbook of a tournament: "Tabelka do liczenia punktów"."""

from dataclasses import dataclass

from stolik.app.desk import Desk
from stolik.app.sheets.book import Page, Sheet, Workbook
from stolik.app.sheets.lots_sheet import lots_sheet
from stolik.app.sheets.penalties_sheet import penalties_sheet
from stolik.app.sheets.round_sheet import number, round_sheet
from stolik.app.sheets.rounds import RoundPlan, round_plans
from stolik.app.sheets.setting import Setting
from stolik.app.sheets.standings_sheet import entrants_sheet, standings_sheet
from stolik.app.sheets.sums_sheet import sums_sheet
from stolik.rummikub.rules import RulesProfile
from stolik.tournament.state import EntrantNumber, GameNumber, Result

MARK_SHEET = "stolik"  # hidden: whose workbook this is, and what it said when it was written
KIND = "stolik-workbook-1"
GAMES_FROM = 6  # the row of the first known game on the hidden sheet


@dataclass(frozen=True, slots=True)
class Mark:
    """Which tournament a workbook belongs to, and where its log stood then."""

    tournament: str
    head: str
    lang: str


def workbook(desk: Desk, rules: RulesProfile | None, mark: Mark, title: str = "") -> Workbook:
    """Entrants, rounds, penalties, lots, sums and standings, ready to work on without us."""
    setting = Setting(desk.state, rules, desk.labels(), mark.lang)
    plans = round_plans(desk.state)
    sums = sums_sheet(plans, setting)
    return Workbook(
        title,
        (
            entrants_sheet(setting),
            *(round_sheet(plan, setting) for plan in plans),
            standings_sheet(sums, setting),
            penalties_sheet(setting),
            lots_sheet(setting),
            sums.sheet,
            _mark_sheet(mark, plans, by_places=setting.by_places),
        ),
    )


def _mark_sheet(mark: Mark, plans: tuple[RoundPlan, ...], *, by_places: bool) -> Sheet:
    page = Page(MARK_SHEET, hidden=True)
    for row, words in enumerate((KIND, mark.tournament, mark.head, mark.lang)):
        page.put(row, 0, words)
    row = GAMES_FROM
    for plan in plans:
        for table in plan.tables:
            for game in range(1, plan.games + 1):
                result = plan.results.get((table.number, GameNumber(game)))
                if result:
                    where = (plan.number, int(table.number), game)
                    for column, value in enumerate(where):
                        page.put(row, column, value)
                    page.put(row, 3, shown(result, table.seats, by_places=by_places))
                    row += 1
    return page.sheet()


def shown(result: Result | None, seats: tuple[EntrantNumber, ...], *, by_places: bool) -> str:
    """A result as a line of text: what is typed for each seat, for comparing."""
    lines = {line.entrant: line for line in result.lines} if result else {}
    return ";".join(
        ("" if result is None else "x")
        if n not in lines
        else str(lines[n].place if by_places else number(lines[n].small_points))
        for n in seats
    )
