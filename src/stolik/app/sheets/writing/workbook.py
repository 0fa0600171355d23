"""The workbook of a tournament: "Tabelka do liczenia punktów"."""

from dataclasses import dataclass

from stolik.app.games.counting import Rules
from stolik.app.sheets.book import Workbook
from stolik.app.sheets.writing.lots_sheet import lots_sheet
from stolik.app.sheets.writing.marks import Mark, mark_sheet
from stolik.app.sheets.writing.penalties_sheet import penalties_sheet
from stolik.app.sheets.writing.placing import placings
from stolik.app.sheets.writing.round_sheet import round_sheet
from stolik.app.sheets.writing.rounds import NOBODY_PLACED, round_plans
from stolik.app.sheets.writing.setting import Setting
from stolik.app.sheets.writing.standings_sheet import entrants_sheet, standings_sheet
from stolik.app.sheets.writing.sums_sheet import sums_sheet
from stolik.app.tournaments.desk import Desk
from stolik.tournament.state import EntrantNumber, TournamentState


@dataclass(frozen=True, slots=True)
class WorkbookWish:
    """Everything a workbook is made of; it can be sent to another process."""

    state: TournamentState
    names: dict[EntrantNumber, str]
    rules: Rules | None
    mark: Mark
    title: str

    def workbook(self) -> Workbook:
        """The workbook."""
        desk = Desk(self.state, lambda *_: None, self.names)
        return workbook(desk, self.rules, self.mark, self.title)


def workbook(desk: Desk, rules: Rules | None, mark: Mark, title: str = "") -> Workbook:
    """Entrants, rounds, penalties, lots, sums and standings, ready to work on without us."""
    setting = Setting(desk.state, rules, desk.labels(), mark.lang)
    plans = round_plans(desk.state)
    sums = sums_sheet(plans, setting)
    placed, counted_before = placings(plans, setting)
    return Workbook(
        title,
        (
            entrants_sheet(setting),
            *(round_sheet(p, setting, placed.get(p.number, NOBODY_PLACED)) for p in plans),
            standings_sheet(sums, setting, plans),
            penalties_sheet(setting),
            lots_sheet(setting),
            sums.sheet,
            *counted_before,
            mark_sheet(mark, plans, by_places=setting.by_places),
        ),
    )
