"""Seats that follow from a ranking, as formulas: the scheme of round III, best with best."""

from dataclasses import replace

from stolik.app.sheets.book import Cell, Formula, Sheet, Style, Value, fixed, on, span
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.round_checks import complete
from stolik.app.sheets.writing.rounds import NUMBER, Placing, RoundPlan, field_size
from stolik.app.sheets.writing.setting import Setting
from stolik.app.sheets.writing.sums_sheet import Sums, sums_sheet
from stolik.app.texts import text
from stolik.tournament.format import Field, Seating
from stolik.tournament.placement import placed_tables, table_policy
from stolik.tournament.schemes import best_with_best, serpentine
from stolik.tournament.tables import possible_counts, table_sizes
from stolik.tournament.tiebreaks import SETTLING

_READY, _TIED = (0, 6), (0, 7)  # cells of the sheet that counts before a round


def placings(
    plans: tuple[RoundPlan, ...], setting: Setting
) -> tuple[dict[int, Placing], tuple[Sheet, ...]]:
    """By round, for those that follow from a ranking; and the sheets that count it."""
    found: dict[int, Placing] = {}
    sheets: list[Sheet] = []
    for before, plan in zip((None, *plans), plans, strict=False):
        if plan.drawn or setting.state.format.stages[plan.stage].seating is Seating.DRAW:
            continue
        if before and before.stage == plan.stage:
            found[plan.number] = _after(before, plan, setting)
        elif plan.stage <= setting.state.stage:
            found[plan.number] = _known(plan, setting)
        elif setting.state.format.stages[plan.stage].field is not Field.TABLE_WINNERS:
            placing, sheet = _counted(plans, plan, setting)
            found[plan.number] = placing
            sheets.append(sheet)
    return found, tuple(sheets)


def _after(before: RoundPlan, plan: RoundPlan, setting: Setting) -> Placing:
    """As in the round before; in groups the start moves on by one seat."""
    moves = setting.state.format.stages[plan.stage].seating is Seating.GROUPS
    sheet, seats = setting.round_name(before.number), dict[tuple[int, int], Value | Formula]()
    for table in before.tables:
        cells = [on(sheet, fixed(row, NUMBER)) for row in table.rows]
        seated = on(sheet, span((table.first, NUMBER), (table.last, NUMBER)))
        for seat in range(table.size):
            there = _next_seat(cells, seated, seat) if moves else _copied(cells[seat])
            seats[int(table.number), seat] = Formula(there, "")
    return Placing(seats)


def _copied(cell: str) -> str:
    return f'IF({cell}="","",{cell})'


def _next_seat(cells: list[str], seated: str, seat: int) -> str:
    """Who sat one seat further; the last of those who sit there gets who was first."""
    further = _copied(cells[seat + 1]) if seat + 1 < len(cells) else '""'
    return f"IF(COUNT({seated})={seat + 1},{cells[0]},{further})"


def _known(plan: RoundPlan, setting: Setting) -> Placing:
    tables = placed_tables(setting.state, plan.stage) or ()
    numbered = ((t, s, n) for t, seats in enumerate(tables, 1) for s, n in enumerate(seats))
    return Placing({(t, s): int(n) for t, s, n in numbered})


def _counted(
    plans: tuple[RoundPlan, ...], plan: RoundPlan, setting: Setting
) -> tuple[Placing, Sheet]:
    """By the ranking of the stages before it, counted apart: nothing may depend on itself."""
    earlier = tuple(p for p in plans if p.stage < plan.stage)
    stages = setting.state.format.stages[: plan.stage]
    shape = replace(setting.state.format, stages=stages)
    name = text(Phrase.SUMS_BEFORE, setting.lang, number=plan.number)
    sums = sums_sheet(earlier, replace(setting, state=replace(setting.state, format=shape)), name)
    ready, tied = (on(name, fixed(*cell)) for cell in (_READY, _TIED))
    order, numbers = on(name, sums.seated.all), on(name, sums.number.all)

    def formula(rank: int) -> Formula:
        there = f'IFERROR(INDEX({numbers},MATCH({rank},{order},0)),"")'
        return Formula(f'IF(AND({ready}=1,{tied}=0),{there},"")', "")

    seats: dict[tuple[int, int], Value | Formula] = {
        (table, seat): formula(rank)
        for table, ranks in enumerate(_ranks(plan, setting), start=1)
        for seat, rank in enumerate(ranks)
    }
    sheet = _with_conditions(sums, earlier, plan, setting)
    return Placing(seats, f"AND({ready}=1,{tied}=1)"), sheet


def _ranks(plan: RoundPlan, setting: Setting) -> tuple[tuple[int, ...], ...]:
    state = setting.state
    ranked, policy = range(1, field_size(state, plan.stage) + 1), table_policy(state.format)
    if not possible_counts(len(ranked), policy):
        return ()
    if state.format.stages[plan.stage].seating is Seating.RANK:
        return best_with_best(ranked, policy)
    return serpentine(ranked, len(table_sizes(len(ranked), policy)))


def _with_conditions(
    sums: Sums, earlier: tuple[RoundPlan, ...], plan: RoundPlan, setting: Setting
) -> Sheet:
    """The sheet and two cells of it: all games are there; a tie that lots have to break."""
    rounds = (complete(setting.round_name(p.number), p, setting.by_places) for p in earlier)
    size = field_size(setting.state, plan.stage)
    level = f"COUNTIFS({sums.place.all},{sums.place.all},{sums.plays.all},1)>1"
    tie = f"SUMPRODUCT(({sums.seated.all}<={size})*({level}))>0"
    settled = SETTLING & set(setting.state.format.stages[plan.stage - 1].criteria)
    wanted = bool(settled) and setting.state.decided(26)
    cells = dict(sums.sheet.cells)
    for (row, column), formula in (
        (_READY, f"IF(AND({','.join(rounds)}),1,0)"),
        (_TIED, f"IF({tie},1,0)" if wanted else "0"),
    ):
        cells[row, column] = Cell(Formula(formula, 0), Style.HINT)
    return replace(sums.sheet, cells=cells)
