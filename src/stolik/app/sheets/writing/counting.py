"""The sheet that counts, while it is being written: columns of formulas, a row for each entrant."""

from collections.abc import Callable
from dataclasses import dataclass, field

from stolik.app.sheets.book import Formula, Page, Style, letters, span
from stolik.app.sheets.codes import Phrase
from stolik.app.sheets.writing.rounds import RoundPlan
from stolik.app.sheets.writing.setting import ENTRANTS_FIRST, Setting
from stolik.app.texts import text

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

    def row_of(self, what: str, row: int) -> str:
        """The cells of all its games in one row; equal columns stand side by side."""
        columns: list[Column] = [getattr(game, what) for game in self.games]
        return f"{columns[0].at(row)}:{columns[-1].at(row)}"


@dataclass(frozen=True, slots=True)
class Basics:
    """Of every entrant: the number, whether they play, whether they can be ranked at all."""

    number: Column
    plays: Column
    rankable: Column


class SumsPage:
    """The page, and what everybody who writes on it must know."""

    def __init__(self, plans: tuple[RoundPlan, ...], setting: Setting, name: str = "") -> None:
        self.plans, self.setting = plans, setting
        self.page = Page(name or setting.name(Phrase.SUMS))
        self.rows = (ENTRANTS_FIRST, setting.last_entrant_row)
        self.stages = tuple(StageColumns() for _ in setting.state.format.stages)
        self._next = 0

    def add(self, head: str, formula: MakeFormula) -> Column:
        """A column of formulas."""
        column = self._head(head)
        for row in range(self.rows[0], self.rows[1] + 1):
            self.page.put(row, column.index, Formula(formula(row)), Style.COUNTED)
        return column

    def constant(self, head: str, value: Callable[[int], int]) -> Column:
        """A column of numbers, by the number of the entrant."""
        column = self._head(head)
        for row in range(self.rows[0], self.rows[1] + 1):
            numbers = self.setting.entrants
            at = row - ENTRANTS_FIRST
            self.page.put(row, column.index, value(numbers[at] if numbers else 1))
        return column

    def word(self, phrase: str, stage: int | None = None) -> str:
        """A heading; of a stage, if it is about one."""
        lang = self.setting.lang
        said = self.setting.head(phrase)
        return said if stage is None else f"{text(Phrase.STAGE, lang)} {stage + 1}: {said}"

    def _head(self, head: str) -> Column:
        column = Column(self._next, self.rows)
        self.page.put(ENTRANTS_FIRST - 1, column.index, head, Style.HEAD)
        self._next += 1
        return column
