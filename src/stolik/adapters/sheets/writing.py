"""A workbook as the bytes of an .xlsx file. Text is written as text, whatever it looks like."""

import re
from io import BytesIO
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]
from xlsxwriter.worksheet import Worksheet as AnyWorksheet  # type: ignore[import-untyped]

from stolik.adapters.sheets.paging import LONG_HEAD, TALL, line_height, page_breaks
from stolik.app.sheets.book import Allowed, Area, Cell, Formula, Sheet, Style, Workbook

Format = Any  # XlsxWriter brings no types
Worksheet = Any

_LONGEST = 32_000  # a cell takes 32,767 characters, and one more is dropped without a word
_UNWRITABLE = re.compile("[\ud800-\udfff\ufffe\uffff]")  # no place in XML

_A4 = 9

_OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
_THIN = {"border": 1, "border_color": "#D9D9D9"}
_LOOKS: dict[Style, dict[str, Any]] = {
    Style.PLAIN: _THIN,
    Style.TITLE: {"bold": True, "font_size": 16},
    Style.HINT: {"font_color": "#555555", "italic": True},
    Style.HEAD: {"bold": True, "bg_color": "#DDE7F0", "border": 1, "text_wrap": True},
    Style.INPUT: {"bg_color": "#FFF8D6", "border": 1, "border_color": "#C9B458", "locked": False},
    Style.COUNTED: _THIN,
    Style.NAMED: {**_THIN, "text_wrap": True, "valign": "top"},
    Style.ALARM: {"bold": True, "font_color": "#B00020"},
    Style.FAULTS: {"bold": True, "font_color": "#B00020", "text_wrap": True, "valign": "top"},
}
_WRONG = {"bg_color": "#F4B6B6", "font_color": "#7A0010", "bold": True}
# Without a password: it keeps a hand from slipping, and lets go who wants it to.
_UNLOCKED = {"format_columns": True, "format_rows": True, "select_locked_cells": True}
_LONGEST_HELP = 255  # characters, by the file format
_WORDS = (Style.NAMED, Style.ALARM, Style.FAULTS)


class _Page(AnyWorksheet):  # type: ignore[misc]
    """A worksheet that takes formulas as they are.

    The library looks for the newest functions in each of them, which we never use and which costs
    four fifths of the time.
    """

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:
        del expand_future_functions
        # The one function we use that is newer than the file format has a prefix in it.
        return formula.removeprefix("=").replace("ISFORMULA(", "_xlfn.ISFORMULA(")


def write_workbook(book: Workbook) -> bytes:
    """The file."""
    file = BytesIO()
    written = xlsxwriter.Workbook(file, _OPTIONS)
    written.set_properties({"title": writable(book.title), "comments": "Stolik"})
    looks = {
        (style, is_text): written.add_format(look if is_text else {**look, "align": "center"})
        for style, look in _LOOKS.items()
        for is_text in (True, False)
    }
    wrong = written.add_format(_WRONG)
    for sheet in book.sheets:
        page = written.add_worksheet(sheet.name, worksheet_class=_Page)
        _write(page, sheet, looks)
        _guard(page, sheet, wrong)
    written.close()
    return file.getvalue()


def writable(text: str) -> str:
    """Text as a cell can hold it."""
    cut = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return _UNWRITABLE.sub("\ufffd", cut)


def _write(page: Worksheet, sheet: Sheet, looks: dict[tuple[Style, bool], Format]) -> None:
    for column, width in sheet.widths.items():
        page.set_column(column, column, width)
    page.freeze_panes(*sheet.frozen)
    page.set_landscape()
    page.set_paper(_A4)
    page.fit_to_pages(1, 0)
    if sheet.together:
        page.set_h_pagebreaks(page_breaks(sheet))
    if sheet.heads:
        page.repeat_rows(*sheet.heads)
    if sheet.printed:
        page.print_area(*_corners(sheet.printed))
    if sheet.hidden:
        page.very_hidden()
    for line in sheet.lines:
        page.merge_range(*_corners(line), "", looks[Style.FAULTS, True])
        page.set_row(line.first[0], line_height(sheet, line))
    for (row, column), cell in sheet.cells.items():
        _write_cell(page, row, column, cell, looks[cell.style, _is_text(cell)])
        if cell.style is Style.HEAD and len(str(cell.content)) > LONG_HEAD:
            page.set_row(row, TALL)


def _guard(page: Worksheet, sheet: Sheet, wrong: Format) -> None:
    """What the sheet refuses, what turns red, and which cells are open."""
    for allowed in sheet.allowed:
        page.data_validation(*_corners(allowed.area), _validation(allowed))
    for alarm in sheet.alarms:
        rule = {"type": "formula", "criteria": f"={alarm.formula}", "format": wrong}
        page.conditional_format(*_corners(alarm.area), rule)
    if not sheet.hidden:
        page.protect("", _UNLOCKED)


def _validation(allowed: Allowed) -> dict[str, Any]:
    help_ = {"error_message": allowed.message[:_LONGEST_HELP], "ignore_blank": True}
    if allowed.words:
        return {"validate": "list", "source": list(allowed.words), **help_}
    return {"validate": "custom", "value": f"={allowed.formula}", **help_}


def _corners(area: Area) -> tuple[int, int, int, int]:
    return (*area.first, *area.last)


def _is_text(cell: Cell) -> bool:
    """Words stand on the left, numbers in the middle."""
    content = cell.content
    value = content.value if isinstance(content, Formula) else content
    return cell.style in _WORDS or (isinstance(value, str) and value != "")


def _write_cell(page: Worksheet, row: int, column: int, cell: Cell, look: Format) -> None:
    match cell.content:
        case None | "":
            page.write_blank(row, column, None, look)
        case Formula(text, value):
            # Without a result the programs count it when they open the file.
            result = writable(value) if isinstance(value, str) else value
            page.write_formula(row, column, f"={text}", look, "" if result is None else result)
        case str(text):
            page.write_string(row, column, writable(text), look)
        case number:
            page.write_number(row, column, number, look)
