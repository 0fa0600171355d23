"""A workbook as the bytes of an .xlsx file. Text is written as text, whatever it looks like."""

import re
from io import BytesIO
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]

from stolik.app.sheets.book import Cell, Formula, Sheet, Style, Workbook

Format = Any  # XlsxWriter brings no types
Worksheet = Any

_LONGEST = 32_000  # a cell takes 32,767 characters, and one more is dropped without a word
_UNWRITABLE = re.compile("[\ud800-\udfff\ufffe\uffff]")  # no place in XML

_OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
_LOOKS: dict[Style, dict[str, Any]] = {
    Style.PLAIN: {},
    Style.TITLE: {"bold": True, "font_size": 16},
    Style.HINT: {"font_color": "#555555", "italic": True},
    Style.HEAD: {"bold": True, "bg_color": "#DDE7F0", "border": 1, "text_wrap": True},
    Style.INPUT: {"bg_color": "#FFF8D6", "border": 1, "border_color": "#C9B458"},
    Style.COUNTED: {},
}


def write_workbook(book: Workbook) -> bytes:
    """The file."""
    file = BytesIO()
    written = xlsxwriter.Workbook(file, _OPTIONS)
    written.set_properties({"title": writable(book.title), "comments": "Stolik"})
    looks = {style: written.add_format(look) for style, look in _LOOKS.items()}
    for sheet in book.sheets:
        _write(written.add_worksheet(sheet.name), sheet, looks)
    written.close()
    return file.getvalue()


def writable(text: str) -> str:
    """Text as a cell can hold it."""
    cut = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return _UNWRITABLE.sub("\ufffd", cut)


def _write(page: Worksheet, sheet: Sheet, looks: dict[Style, Format]) -> None:
    for column, width in sheet.widths.items():
        page.set_column(column, column, width)
    page.freeze_panes(*sheet.frozen)
    if sheet.hidden:
        page.very_hidden()
    for (row, column), cell in sheet.cells.items():
        _write_cell(page, row, column, cell, looks[cell.style])


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
