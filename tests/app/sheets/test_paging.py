"""A workbook on paper: a table stands on one page."""

from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from stolik.adapters.sheets.paging import page_breaks
from stolik.adapters.sheets.writing import write_workbook
from tests.app.sheets.libreoffice import converted
from tests.app.sheets.typing import book_of
from tests.tournament.hall import Hall

LONG = "Zawodniczka " + "Długonazwiskowa-" * 5 + "Druga"
ROWS_OF_A_PAGE = 48  # of the lowest height, at the scale three games of four columns need


def a_round(entrants: int) -> Hall:
    hall = Hall(lang="pl").create("eliminacje", entrants)
    hall.do("amend", entrant=3, name=LONG, reason="x")
    hall.do("draw")
    hall.do("publish")
    return hall


@pytest.mark.parametrize("entrants", [13, 64])
def test_a_page_begins_with_a_table_and_holds_all_its_rows(entrants: int):
    for sheet in book_of(a_round(entrants)).sheets:
        if not sheet.together:
            continue
        begins = page_breaks(sheet)
        assert set(begins) <= set(sheet.together)
        end = max(row for row, _ in sheet.cells) + 1
        pages = list(pairwise((0, *begins, end)))
        assert len(pages) > 1 or end <= ROWS_OF_A_PAGE
        assert all(last - first <= ROWS_OF_A_PAGE for first, last in pages)


@pytest.mark.full
def test_libreoffice_prints_every_table_on_one_page(tmp_path: Path):
    hall = a_round(64)
    (printed,) = converted([write_workbook(book_of(hall))], tmp_path, "pdf")
    texts = [page.extract_text() for page in PdfReader(printed).pages]
    pages = [words.replace("\n", " ") for words in texts if "Gra 1" in words]
    for table in hall.state.rounds[0].tables:
        names = [f"Zawodnik {n} " for n in table.seats if n != 3]
        assert any(all(name in page for name in names) for page in pages), table.number
