"""A workbook as data: sheets of cells, formulas beside the values they must give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

Value = str | int | float


class Style(StrEnum):
    """What a cell is for."""

    PLAIN = "plain"
    TITLE = "title"
    HINT = "hint"
    HEAD = "head"
    INPUT = "input"  # to be typed into
    COUNTED = "counted"  # follows from what is typed
    NAMED = "named"  # words of people: broken into lines, never clipped
    ALARM = "alarm"  # says what is wrong
    FAULTS = "faults"  # says it in sentences, broken into lines


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula and its result as we know it; None: the spreadsheet program counts it first."""

    text: str
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell; text is always text, whatever it looks like."""

    content: Value | Formula | None
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells."""

    first: tuple[int, int]
    last: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may be typed there: a formula about the first cell, or one of these words."""

    area: Area
    message: str
    formula: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RedCells:
    """Cells that turn red where the formula about the first of them holds."""

    area: Area
    formula: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet; rows and columns are counted from 0. Only cells of INPUT can be typed into."""

    name: str
    cells: Mapping[tuple[int, int], Cell]
    widths: Mapping[int, int] = field(default_factory=dict)  # in characters
    frozen: tuple[int, int] = (0, 0)  # rows and columns that stay in sight
    hidden: bool = False
    allowed: tuple[Allowed, ...] = ()
    alarms: tuple[RedCells, ...] = ()
    heads: tuple[int, int] | None = None  # rows that are printed on every page
    printed: Area | None = None  # None: all of it
    together: tuple[int, ...] = ()  # first rows of what is never parted by a page
    lines: tuple[Area, ...] = ()  # cells of a row made one, for a sentence or two


@dataclass(frozen=True, slots=True)
class Workbook:
    """All sheets in order."""

    title: str
    sheets: tuple[Sheet, ...]


class Page:
    """A sheet being written."""

    def __init__(self, name: str, *, hidden: bool = False) -> None:
        self.name = name
        self.widths: dict[int, int] = {}
        self.frozen = (0, 0)
        self.allowed: list[Allowed] = []
        self.alarms: list[RedCells] = []
        self.heads: tuple[int, int] | None = None
        self.printed: Area | None = None
        self.together: list[int] = []
        self.lines: list[Area] = []
        self._hidden = hidden
        self._cells: dict[tuple[int, int], Cell] = {}

    def put(
        self,
        row: int,
        column: int,
        content: Value | Formula | None,
        style: Style = Style.PLAIN,
    ) -> None:
        """Write a cell."""
        self._cells[row, column] = Cell(content, style)

    def line(
        self, row: int, contents: Sequence[Value | Formula | None], style: Style = Style.PLAIN
    ) -> None:
        """Write the cells of a row from its beginning."""
        for column, content in enumerate(contents):
            self.put(row, column, content, style)

    def sheet(self) -> Sheet:
        """The sheet as it is now."""
        return Sheet(
            self.name,
            dict(self._cells),
            dict(self.widths),
            self.frozen,
            self._hidden,
            tuple(self.allowed),
            tuple(self.alarms),
            self.heads,
            self.printed,
            tuple(self.together),
            tuple(self.lines),
        )


def letters(column: int) -> str:
    """The name of a column: A, B, … Z, AA."""
    name, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def ref(row: int, column: int) -> str:
    """A cell as people name it, and as messages do: F17."""
    return f"{letters(column)}{row + 1}"


def fixed(row: int, column: int) -> str:
    """A cell that stays the same when a formula is copied."""
    return f"${letters(column)}${row + 1}"


def span(first: tuple[int, int], last: tuple[int, int]) -> str:
    """A rectangle of cells."""
    return f"{fixed(*first)}:{fixed(*last)}"


def on(sheet: str, cells: str) -> str:
    """Cells of another sheet."""
    quoted = sheet.replace("'", "''")
    return f"'{quoted}'!{cells}"
