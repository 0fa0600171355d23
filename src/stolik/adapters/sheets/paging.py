"""Where a sheet is broken into pages: rows that belong together are printed on one."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil

from stolik.app.sheets.book import Area, Formula, Sheet, Style

LONG_HEAD, TALL = 10, 32  # a heading of more characters takes two lines, in points
SENTENCE_LINES = 300  # characters of three faults, in lines of what a row of cells is wide
# Landscape A4 without the margins a spreadsheet gives it, and a little less: programs differ.
_WIDE_PX, _HIGH_PT = 970, 460
_USUAL_WIDTH, _ROW_PT, _TITLE_PT = 8.43, 15, 21


def page_breaks(sheet: Sheet) -> list[int]:
    """The first rows of all pages but the first; the rows of headings come again on each."""
    return list(_breaks(sheet, _HIGH_PT / _scale(sheet)))


def _scale(sheet: Sheet) -> float:
    """How large a sheet is printed that is fitted to the width of a page, at most.

    Where a program draws it smaller there is room left on the page, and no table is parted.
    """
    last = sheet.printed.last[1] if sheet.printed else max(column for _, column in sheet.cells)
    width = sum(sheet.widths.get(column, _USUAL_WIDTH) * 7 + 5 for column in range(last + 1))
    return min(1, _WIDE_PX / width)


def _breaks(sheet: Sheet, room: float) -> Iterator[int]:
    heights = _heights(sheet)

    def high(rows: range) -> float:
        return sum(heights.get(row, _ROW_PT) for row in rows)

    first, last = sheet.heads or (0, -1)
    heads, used = high(range(first, last + 1)), high(range(sheet.together[0]))
    end = max(row for row, _ in sheet.cells) + 1
    for begins, ends in pairwise((*sheet.together, end)):
        needed = high(range(begins, ends))
        if used + needed > room:
            yield begins
            used = heads
        used += needed


def _heights(sheet: Sheet) -> dict[int, float]:
    """Of the rows that are higher than usual: titles, headings and names of several lines."""
    found: dict[int, float] = {}
    for (row, column), cell in sheet.cells.items():
        content = cell.content.value if isinstance(cell.content, Formula) else cell.content
        length = len(str(content or ""))
        match cell.style:
            case Style.TITLE:
                height = _TITLE_PT
            case Style.HEAD if length > LONG_HEAD:
                height = TALL
            case Style.NAMED:
                height = _ROW_PT * ceil(length / sheet.widths.get(column, _USUAL_WIDTH))
            case _:
                continue
        found[row] = max(found.get(row, _ROW_PT), height)
    return found | {line.first[0]: line_height(sheet, line) for line in sheet.lines}


def line_height(sheet: Sheet, line: Area) -> float:
    """Of a row that is one cell: it does not grow by itself, whatever program opens it."""
    columns = range(line.first[1], line.last[1] + 1)
    width = sum(sheet.widths.get(column, _USUAL_WIDTH) for column in columns)
    return _ROW_PT * ceil(SENTENCE_LINES / width)
