"""On the sheet that counts: from the values of the criteria to the place.

A rank is refined from criterion to criterion: the rank so far plus how many of the same rank have
more. Where a criterion belongs to the tied ones alone (direct meetings, lots) the rank so far says
who they are.
"""

from stolik.app.sheets.book import letters, on, span
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.counting import Column, Game, MakeFormula, SumsPage
from stolik.app.sheets.writing.lots_sheet import LotColumn, lot_columns
from stolik.tournament.format import Criterion
from stolik.tournament.tiebreaks import SETTLING

_MOST_PASSES = 3


def level_of(counting: SumsPage) -> Column:
    """The last stage somebody is ranked in; 0: in none."""

    def formula(row: int) -> str:
        flags = (
            f"{number}*{stage.ranked.at(row)}"
            for number, stage in enumerate(counting.stages, start=1)
            if stage.ranked
        )
        return f"MAX({','.join(flags)})"

    return counting.add(counting.word(Phrase.LEVEL), formula)


def rank_stage(counting: SumsPage, stage: int, level: Column, plays: Column) -> None:
    """The order of those who came to this stage and no further."""
    head = counting.word(Phrase.ORDER, stage)
    rank = counting.add(head, lambda row: f"IF({level.at(row)}={stage + 1},1,0)")
    if counting.setting.state.decided(25):
        rank = _refined(counting, rank, _has_games(counting, stage), head)
    for name in counting.setting.state.format.stages[stage].criteria:
        if name in SETTLING:
            rank = _settled(counting, rank, stage, name, plays=plays)
            continue
        for value in _values(counting, stage, name, rank):
            rank = _refined(counting, rank, value, head)
    counting.stages[stage].rank = rank


def _has_games(counting: SumsPage, stage: int) -> Column:
    """Who has no game yet stands below everybody who has, whatever the points (decision 25)."""
    played = counting.stages[stage].played
    assert played, "games are counted before anybody is ranked"
    head = counting.word(Phrase.GAMES, stage)
    return counting.add(head, lambda row: f"IF({played.at(row)}>0,1,0)")


def place_column(counting: SumsPage, level: Column) -> Column:
    """Behind all who came further, in the order of the own stage."""

    def formula(row: int) -> str:
        ranks = "+".join(stage.rank.at(row) for stage in counting.stages if stage.rank)
        ahead = f'COUNTIF({level.all},">"&{level.at(row)})'
        return f'IF({level.at(row)}=0,"",{ahead}+{ranks})'

    return counting.add(counting.word(Phrase.PLACE), formula)


def row_of(counting: SumsPage, place: Column) -> Column:
    """The row of the standings: who share a place stand in the order of their numbers."""
    first = counting.rows[0]

    def formula(row: int) -> str:
        if row == first:
            return place.at(row)
        above = span((first, place.index), (row - 1, place.index))
        return f'IF({place.at(row)}="","",{place.at(row)}+COUNTIF({above},{place.at(row)}))'

    return counting.add(counting.word(Phrase.ROW), formula)


def seated_of(counting: SumsPage, rows: Column, plays: Column) -> Column:
    """The order seats follow from: who left leaves no gap."""

    def formula(row: int) -> str:
        better = f"SUMPRODUCT(({plays.all}=1)*ISNUMBER({rows.all})*({rows.all}<{rows.at(row)}))"
        return f'IF(AND({plays.at(row)}=1,ISNUMBER({rows.at(row)})),1+{better},"")'

    return counting.add(counting.word(Phrase.SEATED), formula)


def _values(counting: SumsPage, stage: int, name: str, rank: Column) -> list[Column]:
    if name == Criterion.DIRECT.value:
        return [_direct(counting, stage, rank)]
    if name.startswith("before."):
        before = counting.stages[stage - 1] if stage else None
        return before.values[name.removeprefix("before.")] if before else []
    return counting.stages[stage].values[name]


def _refined(counting: SumsPage, rank: Column, value: Column, head: str) -> Column:
    def formula(row: int) -> str:
        same = f"({rank.all}={rank.at(row)})"
        more = f"SUMPRODUCT({same}*({value.all}>{value.at(row)}))"
        return f"IF({rank.at(row)}=0,0,{rank.at(row)}+{more})"

    return counting.add(head, formula)


def _direct(counting: SumsPage, stage: int, rank: Column) -> Column:
    """Games won against those of the same rank, less games lost to them."""
    head = counting.word(f"criterion.{Criterion.DIRECT.value}", stage)
    each = [counting.add(head, _met(game, rank)) for game in counting.stages[stage].games]
    return counting.add(head, lambda row: f"SUM({each[0].at(row)}:{each[-1].at(row)})")


def _met(game: Game, rank: Column) -> MakeFormula:
    place, table = game.place, game.table

    def formula(row: int) -> str:
        met = f"({rank.all}={rank.at(row)})*({table.all}={table.at(row)})*ISNUMBER({place.all})"
        won = f"(({place.all}>{place.at(row)})-({place.all}<{place.at(row)}))"
        return f"IF(ISNUMBER({place.at(row)}),SUMPRODUCT({met}*{won}),0)"

    return formula


def _settled(counting: SumsPage, rank: Column, stage: int, by: str, *, plays: Column) -> Column:
    """Lots, or an extra game: one counts where all of a tied group who still play drew.

    Who is level after all of them is asked again, since a smaller group may have drawn apart.
    """
    lots = [x for x in lot_columns(counting.setting) if x.stage == stage and x.by == by]
    head = counting.word(f"criterion.{by}", stage)
    for _ in range(min(len(lots), _MOST_PASSES)):
        group = rank
        for lot in lots:
            value = counting.add(head, _drawn(counting, lot, group, plays))
            rank = _refined(counting, rank, value, counting.word(Phrase.ORDER, stage))
    return rank


def _drawn(counting: SumsPage, lot: LotColumn, group: Column, plays: Column) -> MakeFormula:
    sheet = counting.setting.name(Phrase.LOTS)
    first, last = counting.rows
    everybody = on(sheet, span((first, lot.column), (last, lot.column)))

    def formula(row: int) -> str:
        cell = on(sheet, f"${letters(lot.column)}${row + 1}")
        same = f"({group.all}={group.at(row)})*({plays.all}=1)"
        lacking = f"SUMPRODUCT({same}*(1-ISNUMBER({everybody})))"
        return f"IF({lacking}>0,0,IF(ISNUMBER({cell}),{cell},-1))"

    return formula
