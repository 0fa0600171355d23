"""Reads a spreadsheet in a process of its own: bytes in, JSON out, and nothing else.

    python -m stolik.adapters.sheets.reader_main < file > rows

It binds itself to a little memory and a little time before it looks at the first byte, and can
write to no file. What hostile files do to it ends with it.
"""

import csv
import io
import json
import re
import sys
import zipfile
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Any

from python_calamine import CalamineSheet, CalamineWorkbook

from stolik.adapters.sheets import limits
from stolik.adapters.sheets.limited import take_little
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.files import MOST_BYTES

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # old .xls, and everything that is encrypted
_ZIP = b"PK\x03\x04"
_PAGES = (b"<html", b"<!doctype", b"<table", b"<?xml")
_PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"II*\x00", b"MM\x00*", b"BM")
_RTF = b"{\\rtf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_NO_LETTERS = re.compile("[\x80-\x84\x86-\x9f]")  # any byte is a sign in ISO 8859-2, these are none
_DELIMITERS = ";\t,"


class Unreadable(Exception):  # noqa: N818 - an answer, not an error
    """The file is refused."""

    def __init__(self, code: Refusal, **facts: int) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)


def main() -> None:
    """Read standard input, answer on standard output."""
    take_little(limits.MEMORY, limits.CPU_S, writes=False)
    try:
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
        answer: dict[str, Any] = {"sheets": sheets_of(content)}
    except Unreadable as refused:
        answer = {"code": refused.code.value, "facts": refused.facts}
    except MemoryError:
        answer = {"code": Refusal.TOO_HEAVY.value, "facts": {}}
    sys.stdout.buffer.write(json.dumps(answer).encode())


def sheets_of(content: bytes) -> dict[str, list[list[Any]]]:
    """Every sheet by name; a text file is one sheet without a name."""
    if not content.strip():
        raise Unreadable(Refusal.EMPTY)
    if len(content) > MOST_BYTES:
        raise Unreadable(Refusal.TOO_LARGE, most=MOST_BYTES)
    if content.startswith(_OLE):
        raise Unreadable(Refusal.OLD_OR_LOCKED)
    if content.startswith(_ZIP):
        _check_parts(content)
        return _workbook(content)
    _check_kind(content)
    return {"": _text_rows(content)}


def _check_kind(content: bytes) -> None:
    """What schools send instead of a list has its own sentence."""
    if content.lstrip()[:5] == b"%PDF-":
        raise Unreadable(Refusal.PDF)
    if content.startswith(_PICTURES) or content[4:8] == b"ftyp" or content[8:12] == b"WEBP":
        raise Unreadable(Refusal.PICTURE)
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:9].lower().startswith(_PAGES):
        raise Unreadable(Refusal.WEB_PAGE)
    if content.startswith(_RTF):
        raise Unreadable(Refusal.DOCUMENT)


def _check_parts(content: bytes) -> None:
    """What a zipped file says of itself; that it may lie is why there are limits."""
    try:
        parts = zipfile.ZipFile(io.BytesIO(content)).infolist()
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError):
        raise Unreadable(Refusal.BROKEN) from None
    names = {part.filename for part in parts}
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable(Refusal.OLD_OR_LOCKED)
    if len(parts) > limits.MOST_PARTS or sum(p.file_size for p in parts) > limits.MOST_UNPACKED:
        raise Unreadable(Refusal.UNPACKS_TOO_LARGE)
    if any(name.startswith("word/") for name in names) or _is_text_document(content, names):
        raise Unreadable(Refusal.DOCUMENT)
    if not names & {"[Content_Types].xml", "content.xml"}:
        raise Unreadable(Refusal.KIND)


def _is_text_document(content: bytes, names: set[str]) -> bool:
    if "mimetype" not in names:
        return False
    with zipfile.ZipFile(io.BytesIO(content)) as parts, parts.open("mimetype") as kind:
        return b"opendocument.text" in kind.read(100)


def _workbook(content: bytes) -> dict[str, list[list[Any]]]:
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        names = book.sheet_names
        if len(names) > limits.MOST_SHEETS:
            raise Unreadable(Refusal.UNPACKS_TOO_LARGE)
        left, found = limits.MOST_CELLS, {}
        for name in names:
            sheet = book.get_sheet_by_name(name)
            _check_size(sheet, left)
            left -= sheet.total_height * sheet.total_width
            rows = sheet.to_python(skip_empty_area=False)
            found[name] = [[_plain(value) for value in row] for row in rows]
            _fill_merged(found[name], sheet.merged_cell_ranges or ())
    except (Unreadable, MemoryError):
        raise
    except BaseException as fault:  # the library panics too, and that is no Exception
        if isinstance(fault, KeyboardInterrupt | SystemExit):
            raise
        raise Unreadable(Refusal.BROKEN) from None
    return found


def _fill_merged(rows: list[list[Any]], merged: Any) -> None:
    """A cell over several rows says its words in each of them: one school beside its people."""
    for (top, left), (bottom, right) in merged:
        if right != left or bottom >= len(rows):
            continue  # over several columns it is a title
        for row in range(top + 1, bottom + 1):
            if left < len(rows[row]) and left < len(rows[top]):
                rows[row][left] = rows[top][left]


def _check_size(sheet: CalamineSheet, left: int) -> None:
    height, width = sheet.total_height, sheet.total_width
    if height > limits.MOST_ROWS:
        raise Unreadable(Refusal.TOO_MANY_ROWS, most=limits.MOST_ROWS)
    if width > limits.MOST_COLUMNS:
        raise Unreadable(Refusal.TOO_WIDE, most=limits.MOST_COLUMNS)
    if height * width > left:
        raise Unreadable(Refusal.TOO_MANY_ROWS, most=left // max(width, 1))


def _plain(value: Any) -> Any:
    match value:
        case bool() | int():
            return value
        case float():
            return value if value == value and abs(value) < 1e300 else str(value)
        case str():
            return value[: limits.LONGEST_TEXT]
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return str(value)
        case _:
            return None


def _text_rows(content: bytes) -> list[list[Any]]:
    text = _decoded(content)
    if "\0" in text:
        raise Unreadable(Refusal.KIND)
    delimiter = _delimiter(text)
    csv.field_size_limit(MOST_BYTES)
    rows: list[list[Any]] = []
    cells = 0
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            cells += len(row)
            if len(row) > limits.MOST_COLUMNS:
                raise Unreadable(Refusal.TOO_WIDE, most=limits.MOST_COLUMNS)
            if len(rows) >= limits.MOST_ROWS or cells > limits.MOST_CELLS:
                raise Unreadable(Refusal.TOO_MANY_ROWS, most=limits.MOST_ROWS)
            rows.append([cell[: limits.LONGEST_TEXT] for cell in row])
    except csv.Error:
        raise Unreadable(Refusal.BROKEN) from None
    return rows


def _decoded(content: bytes) -> str:
    """UTF-8, what Excel calls Unicode text, or the Polish letters of older Windows."""
    if content.startswith(_UTF16):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ("utf-8-sig", *_polish(content))
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            text = content.decode(encoding)
            if not _NO_LETTERS.search(text):
                return text
    raise Unreadable(Refusal.ENCODING)


def _polish(content: bytes) -> tuple[str, ...]:
    """Two older ways to write Polish letters; they differ in ą, ś, ź and their capitals.

    What one of them takes for a letter is no letter at all in the other.
    """
    windows = sum(
        content.count(sign) for sign in (b"\xb9", b"\x9c", b"\x9f", b"\xa5", b"\x8c", b"\x8f")
    )
    latin = sum(
        content.count(sign) for sign in (b"\xb1", b"\xb6", b"\xbc", b"\xa1", b"\xa6", b"\xac")
    )
    return ("iso-8859-2", "cp1250") if latin > windows else ("cp1250", "iso-8859-2")


def _delimiter(text: str) -> str:
    """What separates the columns: the sign that stands most often in the first line."""
    first = next((line for line in text.splitlines() if line.strip()), "")[:100_000]
    # A comma inside quotes separates nothing.
    bare = "".join(first.split('"')[::2])
    return max(_DELIMITERS, key=bare.count)


if __name__ == "__main__":
    main()
