"""The rounds of a workbook: those drawn, and empty tables for those still to come."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil

from stolik.app.sheets.book import Formula, Value, letters, on, span
from stolik.tournament.cut import size_by_range
from stolik.tournament.format import Field
from stolik.tournament.placement import table_policy
from stolik.tournament.state import (
    GameNumber,
    Result,
    RoundStatus,
    Seats,
    TableNumber,
    TournamentState,
)
from stolik.tournament.tables import possible_counts, table_sizes

TABLE, SEAT, NUMBER, NAME = range(4)  # the columns before the first game
FIRST_ROW = 4


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table and the rows it takes on the sheet of its round."""

    number: TableNumber
    seats: Seats  # empty: to be typed in
    first: int
    size: int

    @property
    def last(self) -> int:
        return self.first + self.size - 1

    @property
    def said(self) -> int:
        """The row of what is wrong with the table, below its sums."""
        return self.last + 2

    @property
    def rows(self) -> range:
        return range(self.first, self.first + self.size)


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round as it stands on its sheet."""

    number: int
    stage: int
    games: int
    tables: tuple[TablePlan, ...]
    drawn: bool
    results: Mapping[tuple[TableNumber, GameNumber], Result] = field(default_factory=dict)

    @property
    def last_row(self) -> int:
        """The last row that belongs to a seat."""
        return self.tables[-1].last

    @property
    def last_said(self) -> int:
        """The last row of all: what is wrong with the last table."""
        return self.tables[-1].said


@dataclass(frozen=True, slots=True)
class Placing:
    """Who sits where in a round nobody has drawn: numbers or formulas by table and seat."""

    seats: Mapping[tuple[int, int], Value | Formula] = field(default_factory=dict)
    tied: str = ""  # a formula: a tie keeps the round from being seated

    def number(self, table: TablePlan, seat: int) -> Value | Formula | None:
        """What stands in the cell of a seat; nothing where slips are drawn."""
        return self.seats.get((int(table.number), seat))


NOBODY_PLACED = Placing()


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the numbers of each game stand: tiles, small and big points, place; or place, big."""

    by_places: bool

    @property
    def width(self) -> int:
        return 2 if self.by_places else 4

    def first(self, game: int) -> int:
        return NAME + 1 + (game - 1) * self.width

    def typed(self, game: int) -> int:
        """What people type: the tiles left, or the place."""
        return self.first(game)

    def small(self, game: int) -> int:
        return self.first(game) + 1

    def big(self, game: int) -> int:
        return self.first(game) + (1 if self.by_places else 2)

    def place(self, game: int) -> int:
        return self.first(game) + (0 if self.by_places else 3)

    def total(self, games: int) -> int:
        """The first column after all games."""
        return self.first(games + 1)


def whole(sheet: str, plan: RoundPlan, column: int) -> str:
    """A column of a round's sheet, seen from another sheet."""
    return on(sheet, span((FIRST_ROW, column), (plan.last_row, column)))


def within(table: TablePlan, column: int) -> str:
    """The cells of one table in a column."""
    return span((table.first, column), (table.last, column))


def mine(row: int, column: int) -> str:
    """A cell whose row moves along and whose column stays."""
    return f"${letters(column)}{row + 1}"


def round_plans(state: TournamentState) -> tuple[RoundPlan, ...]:
    """Every round of the format: published ones with their seats, the others empty."""
    found = list(_published(state))
    for stage in range(len(state.format.stages)):
        shape = state.format.stages[stage]
        there = sum(plan.stage == stage for plan in found)
        if stage < state.stage:
            continue  # a stage that is over gets no more rounds
        for _ in range(shape.rounds - there):
            tables = _tables([((), state.format.table_max)] * _count(state, stage))
            found.append(RoundPlan(len(found) + 1, stage, shape.games, tables, drawn=False))
    return tuple(found)


def _published(state: TournamentState) -> Iterator[RoundPlan]:
    for r in state.rounds:
        if r.status is RoundStatus.PUBLISHED:
            tables = _tables([(table.seats, len(table.seats)) for table in r.tables])
            yield RoundPlan(r.number, r.stage, r.games, tables, drawn=True, results=r.results)


def _tables(wanted: list[tuple[Seats, int]]) -> tuple[TablePlan, ...]:
    tables: list[TablePlan] = []
    row = FIRST_ROW
    for number, (seats, size) in enumerate(wanted, start=1):
        tables.append(TablePlan(TableNumber(number), seats, row, size))
        row += size + 2  # a line for the sums, and one for what is wrong
    return tuple(tables)


def field_size(state: TournamentState, stage: int) -> int:
    """How many will play a stage, as far as it is known today."""
    shape = state.format.stages[stage]
    playing = len(state.members(stage)) or len(state.entrants)
    if shape.field is Field.CUT and stage > state.stage:
        return size_by_range(state, shape) or playing
    return playing


def _count(state: TournamentState, stage: int) -> int:
    """So many tables may be needed in a round that is still to come."""
    playing = field_size(state, stage)
    policy = table_policy(state.format)
    sizes = table_sizes(playing, policy) if possible_counts(playing, policy) else ()
    return max(len(sizes), ceil(playing / state.format.table_max), 1)
