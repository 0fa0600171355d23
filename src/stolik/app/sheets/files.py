"""The port for spreadsheet files: whoever writes and reads their bytes."""

from collections.abc import Callable
from dataclasses import dataclass

from stolik.app.sheets.book import Workbook
from stolik.app.sheets.read_book import ReadFile

MOST_BYTES = 8_000_000  # of a file somebody brings
MOST_EDIT_BYTES = 8_000_000  # said about its rows: every one of ten thousand written anew
FEW_BYTES = 100_000  # read before a process has started, in steps too small to hold anybody up
FEW_ROWS = 1_000  # looked through before a process has started


@dataclass(frozen=True, slots=True)
class SheetFiles:
    """Workbooks out, files in."""

    write: Callable[[Workbook], bytes]
    read: ReadFile
