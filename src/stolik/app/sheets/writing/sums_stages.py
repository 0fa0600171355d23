"""On the sheet that counts: what the criteria ask of each stage, and who is ranked in it."""

from collections.abc import Iterator, Mapping

from stolik.app.sheets.book import on
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.counting import (
    Basics,
    Column,
    Game,
    MakeFormula,
    StageColumns,
    SumsPage,
)
from stolik.app.sheets.writing.penalties_sheet import BIG, ENTRANT, SMALL, STAGE, penalty_column
from stolik.app.sheets.writing.rounds import NUMBER, whole
from stolik.tournament.format import Criterion, Field
from stolik.tournament.tiebreaks import COUNTED_PLACES

_NOBODY = "-1000000000"  # a game that was not played is less than any
_DIGITS = 6  # thirds and quarters add up to equal numbers when they are equal


def count_stage(
    counting: SumsPage, stage: int, games: Mapping[int, list[Game]], basics: Basics
) -> None:
    """Games, points, places and best games of a stage, and whether somebody is ranked in it."""
    here, added = counting.stages[stage], _added(counting, stage)
    here.games = [g for p in counting.plans if p.stage in added for g in games[p.number]]
    here.played = counting.add(
        counting.word(Phrase.GAMES, stage), lambda row: f"COUNT({here.row_of('place', row)})"
    )
    floor = counting.setting.state.format.floor_at_zero
    for name, column, what in (("big_points", BIG, "big"), ("small_points", SMALL, "small")):
        summed = _total(counting, stage, what, column, basics.number)
        least = floor and column == BIG
        here.values[name] = [
            counting.add(
                counting.word(f"criterion.{name}", stage),
                _at_least_zero(summed) if least else summed,
            )
        ]
    for name in sorted(_asked(counting, stage)):
        if columns := _counted(counting, stage, Criterion(name)):
            here.values[name] = columns
    _rank_in(counting, stage, here.played, basics)


def _counted(counting: SumsPage, stage: int, criterion: Criterion) -> list[Column]:
    """The columns of a criterion; none for what is summed anyway or belongs to the tied alone."""
    here, head = counting.stages[stage], counting.word(f"criterion.{criterion.value}", stage)
    match criterion:
        case Criterion.BIG_POINTS | Criterion.SMALL_POINTS:
            return []
        case Criterion.DIRECT | Criterion.EXTRA_GAME | Criterion.LOT:
            return []  # `sums_ranks` asks who is tied first
        case Criterion.BEST_GAME:
            return [counting.add(head, _best(here, 1))]
        case Criterion.BEST_GAMES:
            most = range(1, len(here.games) + 1)
            return [counting.add(f"{head} {k}", _best(here, k)) for k in most]
        case _:  # one more that is no count of places raises
            return [counting.add(head, _places(here, COUNTED_PLACES[criterion]))]


def _added(counting: SumsPage, stage: int) -> range:
    """A stage and those before it whose points it carries over."""
    first = stage
    while first and counting.setting.state.format.stages[first].carry_over:
        first -= 1
    return range(first, stage + 1)


def _asked(counting: SumsPage, stage: int) -> set[str]:
    """What the chains ask of a stage: its own, and that of the next one looking back."""
    stages = counting.setting.state.format.stages
    later = stages[stage + 1].criteria if stage + 1 < len(stages) else ()
    before = (name.removeprefix("before.") for name in later if name.startswith("before."))
    own = (name for name in stages[stage].criteria if not name.startswith("before."))
    return {*own, *before, Criterion.GAMES_WON.value}


def _total(counting: SumsPage, stage: int, what: str, column: int, number: Column) -> MakeFormula:
    """The points of all games, and those that come from none."""
    here, added, setting = counting.stages[stage], _added(counting, stage), counting.setting
    sheet = setting.name(Phrase.PENALTIES)
    points, who, when = (on(sheet, penalty_column(setting, c)) for c in (column, ENTRANT, STAGE))

    def formula(row: int) -> str:
        of_these = f'{when},">={added[0] + 1}",{when},"<={added[-1] + 1}"'
        beside = f"IFERROR(SUMIFS({points},{who},{number.at(row)},{of_these}),0)"
        return f"ROUND(SUM({here.row_of(what, row)})+{beside},{_DIGITS})"

    return formula


def _at_least_zero(formula: MakeFormula) -> MakeFormula:
    return lambda row: f"MAX(0,{formula(row)})"


def _places(here: StageColumns, place: int) -> MakeFormula:
    return lambda row: f"COUNTIF({here.row_of('place', row)},{place})"


def _best(here: StageColumns, k: int) -> MakeFormula:
    return lambda row: f"IFERROR(LARGE({here.row_of('small', row)},{k}),{_NOBODY})"


def _rank_in(counting: SumsPage, stage: int, played: Column, basics: Basics) -> None:
    """The disqualified are not ranked, nor is who neither played nor will."""
    field, active = _field(counting, stage, basics.number), _active(counting, stage)

    def formula(row: int) -> str:
        takes_part = f"OR({basics.plays.at(row)}=1,{played.at(row)}>0)"
        wanted = f"{field.at(row)}=1,{basics.rankable.at(row)}=1,{takes_part},{active}"
        return f"IF(AND({wanted}),1,0)"

    head = counting.word(Phrase.RANKED, stage)
    counting.stages[stage].ranked = counting.add(head, formula)


def _field(counting: SumsPage, stage: int, number: Column) -> Column:
    """Who plays a stage: as it was cut, or whoever is seated in it later."""
    state, head = counting.setting.state, counting.word(Phrase.IN_FIELD, stage)
    if stage <= state.stage or state.format.stages[stage].field is Field.ALL:
        members = state.qualified.get(stage, counting.setting.entrants)
        return counting.constant(head, lambda entrant: int(entrant in members))

    def formula(row: int) -> str:
        seats = (f"COUNTIF({s},{number.at(row)})" for s in _seats(counting, stage))
        return f"IF({'+'.join(seats)}>0,1,0)"

    return counting.add(head, formula)


def _active(counting: SumsPage, stage: int) -> str:
    """A stage counts from the first round that is seated in it."""
    if stage == 0 or any(p.drawn for p in counting.plans if p.stage == stage):
        return "TRUE"
    return "(" + "+".join(f"COUNT({seats})" for seats in _seats(counting, stage)) + ")>0"


def _seats(counting: SumsPage, stage: int) -> Iterator[str]:
    for plan in counting.plans:
        if plan.stage == stage:
            yield whole(counting.setting.round_name(plan.number), plan, NUMBER)
