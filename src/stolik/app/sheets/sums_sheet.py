"""The sheet that counts: a row for each entrant, from single games to the place.

    table, small points, place, big points of every game   looked up on the sheets of the rounds
    for each stage: is in its field, is ranked, what the chain of criteria asks for
    how far somebody came
    for each stage: the rank after each criterion of its chain, among those who came no further
    place, and the row of the standings

A rank is refined from criterion to criterion: the rank so far plus how many of the same rank have
more. Where a criterion belongs to the tied ones alone (direct meetings, lots) the rank so far says
who they are.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from stolik.app.sheets.book import Formula, Page, Sheet, Style, letters, on, span
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.lots_sheet import LotColumn, lot_columns
from stolik.app.sheets.penalties_sheet import BIG, ENTRANT, SMALL, STAGE, penalty_column
from stolik.app.sheets.rounds import NUMBER, TABLE, Columns, RoundPlan, whole
from stolik.app.sheets.setting import ENTRANTS_FIRST, Setting
from stolik.app.texts import text
from stolik.tournament.format import Criterion, Field
from stolik.tournament.state import EntryStatus
from stolik.tournament.tiebreaks import SETTLING

_STATUS = 5  # the column of the sheet of entrants
_NOBODY = "-1000000000"  # a game that was not played is less than any
_DIGITS = 6  # thirds and quarters add up to equal numbers when they are equal
_MOST_PASSES = 3

_PLACES = {
    Criterion.GAMES_WON.value: 1,
    Criterion.FIRST_PLACES.value: 1,
    Criterion.SECOND_PLACES.value: 2,
    Criterion.THIRD_PLACES.value: 3,
}

MakeFormula = Callable[[int], str]  # by the row


@dataclass(frozen=True, slots=True)
class Column:
    """A column of this sheet."""

    index: int
    rows: tuple[int, int]

    def at(self, row: int) -> str:
        """Its cell in a row."""
        return f"${letters(self.index)}{row + 1}"

    @property
    def all(self) -> str:
        """All its cells."""
        return span((self.rows[0], self.index), (self.rows[1], self.index))


@dataclass(frozen=True, slots=True)
class Game:
    """The columns of one game of one round."""

    table: Column
    small: Column
    place: Column
    big: Column


@dataclass(slots=True)
class StageColumns:
    """What is counted for a stage and those it carries over."""

    games: list[Game] = field(default_factory=list)
    values: dict[str, list[Column]] = field(default_factory=dict)  # by criterion
    played: Column | None = None
    ranked: Column | None = None
    rank: Column | None = None


@dataclass(frozen=True, slots=True)
class Sums:
    """The sheet, and where the standings find what they show."""

    sheet: Sheet
    row_of: Column  # the row of the standings
    place: Column
    level: Column
    stages: tuple[StageColumns, ...]


def sums_sheet(plans: tuple[RoundPlan, ...], setting: Setting) -> Sums:
    """Every formula between the sheets of the rounds and the standings."""
    return _Writer(plans, setting).written()


class _Writer:
    def __init__(self, plans: tuple[RoundPlan, ...], setting: Setting) -> None:
        self.plans, self.setting = plans, setting
        self.state = setting.state
        self.page = Page(setting.name(Phrase.SUMS))
        self.rows = (ENTRANTS_FIRST, setting.last_entrant_row)
        self.next = 0
        self.stages = tuple(StageColumns() for _ in self.state.format.stages)
        self.lots = lot_columns(setting)

    def written(self) -> Sums:
        self.page.put(0, 0, self.page.name, Style.TITLE)
        self.page.put(1, 0, text(Phrase.HINT_SUMS, self.setting.lang), Style.HINT)
        self.page.frozen = (ENTRANTS_FIRST, 1)
        number = self._constant("nr", lambda i: i + 1)
        plays, rankable = self._status()
        games = self._games(number)
        for stage in range(len(self.stages)):
            self._stage(stage, games, number, plays, rankable)
        level = self._level()
        for stage in range(len(self.stages)):
            self._ranks(stage, level, plays)
        place = self._place(level)
        row_of = self._row_of(place)
        return Sums(self.page.sheet(), row_of, place, level, self.stages)

    # columns

    def _add(self, head: str, formula: MakeFormula) -> Column:
        column = self._head(head)
        for row in range(self.rows[0], self.rows[1] + 1):
            self.page.put(row, column.index, Formula(formula(row)), Style.COUNTED)
        return column

    def _constant(self, head: str, value: Callable[[int], int]) -> Column:
        column = self._head(head)
        for row in range(self.rows[0], self.rows[1] + 1):
            self.page.put(row, column.index, value(row - ENTRANTS_FIRST))
        return column

    def _head(self, head: str) -> Column:
        column = Column(self.next, self.rows)
        self.page.put(ENTRANTS_FIRST - 1, column.index, head, Style.HEAD)
        self.next += 1
        return column

    def _status(self) -> tuple[Column, Column]:
        """Whether somebody plays, and whether somebody can be ranked at all."""
        sheet = self.setting.name(Phrase.ENTRANTS)

        def is_one_of(*statuses: EntryStatus) -> MakeFormula:
            words = [text(f"entry.{status.value}", self.setting.lang) for status in statuses]

            def formula(row: int) -> str:
                cell = on(sheet, f"${letters(_STATUS)}${row + 1}")
                return "OR(" + ",".join(f'{cell}="{word}"' for word in words) + ")"

            return formula

        plays = is_one_of(EntryStatus.ENTERED, EntryStatus.PRESENT)
        out = is_one_of(EntryStatus.DISQUALIFIED, EntryStatus.WAITING)
        return (
            self._add("gra", lambda row: f"IF({plays(row)},1,0)"),
            self._add("w klasyfikacji", lambda row: f"IF({out(row)},0,1)"),
        )

    def _games(self, number: Column) -> dict[int, list[Game]]:
        """Every game by round; equal columns stand side by side, so that they are one range."""
        columns = Columns(self.setting.by_places)
        each = [(plan, game) for plan in self.plans for game in range(1, plan.games + 1)]
        tables = {
            plan.number: self._looked_up(f"stolik r{plan.number}", plan, TABLE, number, "0")
            for plan in self.plans
        }

        def looked_up(word: str, column: Callable[[int], int]) -> list[Column]:
            return [
                self._looked_up(f"{word} r{p.number}g{g}", p, column(g), number) for p, g in each
            ]

        places, big = looked_up("miejsce", columns.place), looked_up("duże", columns.big)
        if self.setting.by_places:  # such games have no small points
            small = [
                self._add("małe", lambda row, p=p: f'IF({p.at(row)}="","",0)')  # type: ignore[misc]
                for p in places
            ]
        else:
            small = looked_up("małe", columns.small)
        found: dict[int, list[Game]] = {plan.number: [] for plan in self.plans}
        for (plan, _), s, p, b in zip(each, small, places, big, strict=True):
            found[plan.number].append(Game(tables[plan.number], s, p, b))
        return found

    def _looked_up(
        self, head: str, plan: RoundPlan, column: int, number: Column, nothing: str = '""'
    ) -> Column:
        sheet = self.setting.round_name(plan.number)
        values, numbers = whole(sheet, plan, column), whole(sheet, plan, NUMBER)

        def formula(row: int) -> str:
            found = f"INDEX({values},MATCH({number.at(row)},{numbers},0))"
            # An empty cell looked up is a zero; what is no number says nothing.
            return f"IFERROR(IF(ISNUMBER({found}),{found},{nothing}),{nothing})"

        return self._add(head, formula)

    # a stage

    def _added(self, stage: int) -> range:
        first = stage
        while first and self.state.format.stages[first].carry_over:
            first -= 1
        return range(first, stage + 1)

    def _stage(
        self,
        stage: int,
        games: Mapping[int, list[Game]],
        number: Column,
        plays: Column,
        rankable: Column,
    ) -> None:
        here, added = self.stages[stage], self._added(stage)
        here.games = [g for p in self.plans if p.stage in added for g in games[p.number]]
        head = f"etap {stage + 1}: "
        here.played = self._add(head + "gry", lambda row: f"COUNT({self._row(here, 'place', row)})")
        self._points(stage, head, number)
        for name in sorted(self._asked(stage)):
            if name in _PLACES:
                counted = self._places_counted(here, _PLACES[name])
                here.values[name] = [self._add(head + name, counted)]
            elif name == Criterion.BEST_GAMES.value:
                here.values[name] = [
                    self._add(f"{head}gra {k}", self._best(here, k))
                    for k in range(1, len(here.games) + 1)
                ]
        field_ = self._field(stage, head, number)
        played, active = here.played, self._active(stage)

        def ranked(row: int) -> str:
            takes_part = f"OR({plays.at(row)}=1,{played.at(row)}>0)"
            wanted = f"{field_.at(row)}=1,{rankable.at(row)}=1,{takes_part},{active}"
            return f"IF(AND({wanted}),1,0)"

        here.ranked = self._add(head + "klasyfikowany", ranked)

    def _asked(self, stage: int) -> set[str]:
        """What the chains ask of a stage: its own, and that of the next one looking back."""
        own = self.state.format.stages[stage].criteria
        later = self.state.format.stages[stage + 1].criteria if stage + 1 < len(self.stages) else ()
        before = (name.removeprefix("before.") for name in later if name.startswith("before."))
        return {*own, *before, Criterion.GAMES_WON.value}

    def _row(self, here: StageColumns, what: str, row: int) -> str:
        """The cells of all games of a stage in one row."""
        columns: list[Column] = [getattr(game, what) for game in here.games]
        return f"{columns[0].at(row)}:{columns[-1].at(row)}"

    def _points(self, stage: int, head: str, number: Column) -> None:
        here, added = self.stages[stage], self._added(stage)
        floor = self.state.format.floor_at_zero
        sheet = self.setting.name(Phrase.PENALTIES)

        def total(what: str, column: int, least: bool) -> MakeFormula:
            def formula(row: int) -> str:
                stages = on(sheet, penalty_column(self.setting, STAGE))
                beside = (
                    f"SUMIFS({on(sheet, penalty_column(self.setting, column))},"
                    f"{on(sheet, penalty_column(self.setting, ENTRANT))},{number.at(row)},"
                    f'{stages},">={added[0] + 1}",{stages},"<={added[-1] + 1}")'
                )
                summed = f"ROUND(SUM({self._row(here, what, row)})+{beside},{_DIGITS})"
                return f"MAX(0,{summed})" if least else summed

            return formula

        here.values["big_points"] = [self._add(head + "duże", total("big", BIG, floor))]
        here.values["small_points"] = [self._add(head + "małe", total("small", SMALL, False))]

    def _places_counted(self, here: StageColumns, place: int) -> MakeFormula:
        return lambda row: f"COUNTIF({self._row(here, 'place', row)},{place})"

    def _best(self, here: StageColumns, k: int) -> MakeFormula:
        return lambda row: f"IFERROR(LARGE({self._row(here, 'small', row)},{k}),{_NOBODY})"

    def _field(self, stage: int, head: str, number: Column) -> Column:
        """Who plays a stage: as it was cut, or whoever is seated in it later."""
        state = self.state
        if stage <= state.stage or state.format.stages[stage].field is Field.ALL:
            numbers = self.setting.entrants
            members = state.qualified.get(stage, numbers)
            return self._constant(head + "gra w nim", lambda i: int(i + 1 in members))

        def formula(row: int) -> str:
            seats = (f"COUNTIF({s},{number.at(row)})" for s in self._seats(stage))
            return f"IF({'+'.join(seats)}>0,1,0)"

        return self._add(head + "gra w nim", formula)

    def _active(self, stage: int) -> str:
        """A stage counts from the first round that is seated in it."""
        if stage == 0 or any(p.drawn for p in self.plans if p.stage == stage):
            return "TRUE"
        return "(" + "+".join(f"COUNT({seats})" for seats in self._seats(stage)) + ")>0"

    def _seats(self, stage: int) -> Iterator[str]:
        for plan in self.plans:
            if plan.stage == stage:
                yield whole(self.setting.round_name(plan.number), plan, NUMBER)

    def _level(self) -> Column:
        """The last stage somebody is ranked in; 0: in none."""

        def formula(row: int) -> str:
            flags = (
                f"{number}*{s.ranked.at(row)}"
                for number, s in enumerate(self.stages, start=1)
                if s.ranked
            )
            return f"MAX({','.join(flags)})"

        return self._add("doszedł do etapu", formula)

    # ranks

    def _ranks(self, stage: int, level: Column, plays: Column) -> None:
        head = f"kolejność {stage + 1}: "
        rank = self._add(head, lambda row: f"IF({level.at(row)}={stage + 1},1,0)")
        for name in self.state.format.stages[stage].criteria:
            if name in SETTLING:
                rank = self._settled(rank, stage, name, plays)
                continue
            for value in self._values(stage, name, rank):
                rank = self._refined(rank, value, head + name)
        self.stages[stage].rank = rank

    def _values(self, stage: int, name: str, rank: Column) -> list[Column]:
        here = self.stages[stage]
        if name == Criterion.DIRECT.value:
            return [self._add(f"bezpośrednie {stage + 1}", self._direct(here, rank))]
        if name.startswith("before."):
            return self.stages[stage - 1].values[name.removeprefix("before.")] if stage else []
        return here.values[name]

    def _refined(self, rank: Column, value: Column, head: str) -> Column:
        def formula(row: int) -> str:
            same = f"({rank.all}={rank.at(row)})"
            more = f"SUMPRODUCT({same}*({value.all}>{value.at(row)}))"
            return f"IF({rank.at(row)}=0,0,{rank.at(row)}+{more})"

        return self._add(head, formula)

    def _direct(self, here: StageColumns, rank: Column) -> MakeFormula:
        """Games won against those of the same rank, less games lost to them."""

        def of_a_game(game: Game, row: int) -> str:
            place, table = game.place, game.table
            met = f"({rank.all}={rank.at(row)})*({table.all}={table.at(row)})*ISNUMBER({place.all})"
            won = f"(({place.all}>{place.at(row)})-({place.all}<{place.at(row)}))"
            return f"IF(ISNUMBER({place.at(row)}),SUMPRODUCT({met}*{won}),0)"

        return lambda row: "+".join(of_a_game(game, row) for game in here.games)

    def _settled(self, rank: Column, stage: int, by: str, plays: Column) -> Column:
        """Lots, or an extra game: one counts where all of a tied group who still play drew.

        Who is level after all of them is asked again, since a smaller group may have drawn apart.
        """
        lots = [lot for lot in self.lots if lot.stage == stage and lot.by == by]
        for _ in range(min(len(lots), _MOST_PASSES)):
            group = rank
            for lot in lots:
                value = self._add(f"{by} {stage + 1}", self._drawn(lot, group, plays))
                rank = self._refined(rank, value, f"kolejność {stage + 1}: {by}")
        return rank

    def _drawn(self, lot: LotColumn, group: Column, plays: Column) -> MakeFormula:
        sheet = self.setting.name(Phrase.LOTS)
        all_ = on(sheet, span((self.rows[0], lot.column), (self.rows[1], lot.column)))

        def formula(row: int) -> str:
            cell = on(sheet, f"${letters(lot.column)}${row + 1}")
            same = f"({group.all}={group.at(row)})*({plays.all}=1)"
            lacking = f"SUMPRODUCT({same}*(1-ISNUMBER({all_})))"
            return f"IF({lacking}>0,0,IF(ISNUMBER({cell}),{cell},-1))"

        return formula

    def _place(self, level: Column) -> Column:
        def formula(row: int) -> str:
            ranks = "+".join(s.rank.at(row) for s in self.stages if s.rank)
            ahead = f'COUNTIF({level.all},">"&{level.at(row)})'
            return f'IF({level.at(row)}=0,"",{ahead}+{ranks})'

        return self._add("miejsce", formula)

    def _row_of(self, place: Column) -> Column:
        """Who share a place stand in the order of their numbers."""
        first = self.rows[0]

        def formula(row: int) -> str:
            if row == first:
                return place.at(row)
            above = span((first, place.index), (row - 1, place.index))
            return f'IF({place.at(row)}="","",{place.at(row)}+COUNTIF({above},{place.at(row)}))'

        return self._add("wiersz", formula)
