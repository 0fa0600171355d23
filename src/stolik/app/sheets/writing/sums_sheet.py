"""The sheet that counts: a row for each entrant, from single games to the place.

table, small points, place, big points of every game   looked up on the sheets of the rounds
for each stage: what the chain of criteria asks for, who is in its field, who is ranked
how far somebody came
for each stage: the rank after each criterion of its chain, among those who came no further
place, and the row of the standings
"""

from dataclasses import dataclass

from stolik.app.sheets.book import Sheet, Style
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.counting import Column, StageColumns, SumsPage
from stolik.app.sheets.writing.rounds import RoundPlan
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST, Setting
from stolik.app.sheets.writing.sums_games import basics, games_of
from stolik.app.sheets.writing.sums_ranks import (
    level_of,
    place_column,
    rank_stage,
    row_of,
    seated_of,
)
from stolik.app.sheets.writing.sums_stages import count_stage
from stolik.app.texts import text


@dataclass(frozen=True, slots=True)
class Sums:
    """The sheet, and where the standings find what they show."""

    sheet: Sheet
    row_of: Column  # the row of the standings
    place: Column
    level: Column
    stages: tuple[StageColumns, ...]
    number: Column
    plays: Column
    seated: Column  # the order that seats follow from: the row among those who still play


def sums_sheet(plans: tuple[RoundPlan, ...], setting: Setting, name: str = "") -> Sums:
    """Every formula between the sheets of the rounds and the standings."""
    counting = SumsPage(plans, setting, name)
    page, stages = counting.page, range(len(counting.stages))
    page.put(0, 0, page.name, Style.TITLE)
    page.put(1, 0, text(Phrase.HINT_SUMS, setting.lang), Style.HINT)
    page.frozen = (ENTRANTS_FIRST, 1)
    everybody = basics(counting)
    games = games_of(counting, everybody.number)
    for stage in stages:
        count_stage(counting, stage, games, everybody)
    level = level_of(counting)
    for stage in stages:
        rank_stage(counting, stage, level, everybody.plays)
    place = place_column(counting, level)
    rows = row_of(counting, place)
    seated = seated_of(counting, rows, everybody.plays)
    basics_ = (everybody.number, everybody.plays)
    return Sums(page.sheet(), rows, place, level, counting.stages, *basics_, seated)
