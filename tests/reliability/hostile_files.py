"""Files that people with bad intentions would upload, made from a seed."""

import io
import struct
import zipfile
from collections.abc import Callable, Iterator
from random import Random

import xlsxwriter

Made = Callable[[Random], bytes]

_TYPES = """<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"""
_RELS = """<?xml version="1.0"?><Relationships
 xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"
 Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}"
 Target="{target}"/></Relationships>"""
_BOOK = """<?xml version="1.0"?><workbook
 xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
 xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>
<sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>"""
_SHEET = """<?xml version="1.0"?>{doctype}<worksheet
 xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{dimension}
<sheetData>{rows}</sheetData></worksheet>"""


def hostile(count: int, seed: int = 23) -> Iterator[tuple[str, bytes]]:
    """So many files, each kind in turn and every one different."""
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        yield kind.__name__, kind(Random(f"{seed} {number}"))


def parts(**changed: bytes) -> bytes:
    """An .xlsx with some of its parts replaced."""
    files = {
        "[Content_Types].xml": _TYPES.encode(),
        "_rels/.rels": _RELS.format(kind="officeDocument", target="xl/workbook.xml").encode(),
        "xl/workbook.xml": _BOOK.encode(),
        "xl/_rels/workbook.xml.rels": _RELS.format(
            kind="worksheet", target="worksheets/sheet1.xml"
        ).encode(),
        "xl/worksheets/sheet1.xml": sheet("<row><c t='str'><v>Zawodnik 1</v></c></row>"),
    }
    return zipped({**files, **{name.replace("__", "/"): body for name, body in changed.items()}})


def zipped(files: dict[str, bytes], level: int = 1) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return made.getvalue()


def sheet(rows: str, dimension: str = "", doctype: str = "") -> bytes:
    return _SHEET.format(rows=rows, dimension=dimension, doctype=doctype).encode()


def with_sheet(body: bytes) -> bytes:
    return parts(**{"xl/worksheets/sheet1.xml": body})


def good(chance: Random) -> bytes:
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        page = book.add_worksheet()
        for row in range(chance.randint(3, 40)):
            page.write_row(row, 0, [f"Zawodnik {row}", "SP 5", row])
    return file.getvalue()


def zip_bomb(chance: Random) -> bytes:
    return with_sheet(sheet("<row>" + " " * chance.randint(65, 90) * 1_000_000 + "</row>"))


def lying_zip_bomb(chance: Random) -> bytes:
    """The sizes in its directory say that it is small."""
    made = bytearray(with_sheet(sheet("<row>" + " " * chance.randint(65, 90) * 1_000_000)))
    at = 0
    while (at := made.find(b"PK\x01\x02", at)) >= 0:
        made[at + 24 : at + 28] = struct.pack("<I", 1000)
        at += 4
    return bytes(made)


def shared_strings_bomb(chance: Random) -> bytes:
    texts = "<si><t>" + "x" * chance.randint(20_000, 30_000) + "</t></si>"
    body = f"<?xml version='1.0'?><sst>{texts * chance.randint(1000, 3000)}</sst>"
    return parts(**{"xl/sharedStrings.xml": body.encode()})


def billion_laughs(chance: Random) -> bytes:
    depth = chance.randint(9, 30)
    entities = "<!ENTITY a0 'ha'>" + "".join(
        f"<!ENTITY a{i} '{f'&a{i - 1};' * 10}'>" for i in range(1, depth)
    )
    rows = f"<row><c t='str'><v>&a{depth - 1};</v></c></row>"
    return with_sheet(sheet(rows, doctype=f"<!DOCTYPE lolz [{entities}]>"))


def outside_entity(chance: Random) -> bytes:
    target = chance.choice(("file:///etc/passwd", "http://127.0.0.1:1/x", "file:///dev/zero"))
    doctype = f"<!DOCTYPE d [<!ENTITY x SYSTEM '{target}'>]>"
    return with_sheet(sheet("<row><c t='str'><v>&x;</v></c></row>", doctype=doctype))


def huge_dimensions(chance: Random) -> bytes:
    far = chance.choice(("XFD1048576", "ZZ1000000", "A1048576", "XFD1"))
    rows = (
        "<row r='1'><c r='A1'><v>1</v></c></row>"
        f"<row r='{far.lstrip('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}'><c r='{far}'><v>1</v></c></row>"
    )
    return with_sheet(sheet(rows, f"<dimension ref='A1:{far}'/>"))


def impossible_dimensions(chance: Random) -> bytes:
    far = chance.choice(("ZZZZZZ99999999999", "A0", "1A", "$-1", "A1:B2:C3"))
    rows = f"<row r='x'><c r='{far}'><v>1</v></c></row>"
    return with_sheet(sheet(rows, f"<dimension ref='{far}'/>"))


def many_rows(chance: Random) -> bytes:
    count = chance.randint(60_000, 200_000)
    return with_sheet(sheet("<row><c><v>1</v></c></row>" * count))


def many_sheets(chance: Random) -> bytes:
    count = chance.randint(200, 2000)
    names = "".join(f"<sheet name='{i}' sheetId='{i + 1}' r:id='rId1'/>" for i in range(count))
    book = _BOOK.replace('<sheet name="A" sheetId="1" r:id="rId1"/>', names)
    return parts(**{"xl/workbook.xml": book.encode()})


def many_parts(chance: Random) -> bytes:
    return zipped(
        {"[Content_Types].xml": b""} | {f"x{i}": b"" for i in range(chance.randint(600, 3000))}
    )


def truncated(chance: Random) -> bytes:
    file = good(chance)
    return file[: chance.randint(4, len(file) - 1)]


def spoilt(chance: Random) -> bytes:
    file = bytearray(good(chance))
    for _ in range(chance.randint(1, 200)):
        file[chance.randrange(4, len(file))] = chance.randrange(256)
    return bytes(file)


def wrong_types(chance: Random) -> bytes:
    kinds = ("b", "e", "n", "s", "d", "inlineStr", "?", "")
    values = ("1e999999", "NaN", "-1", "999999999", "0x10", "#REF!", "99999-99-99", "﷐")
    cells = [
        f"<c t='{chance.choice(kinds)}' s='{style}'><v>{chance.choice(values)}</v></c>"
        for style in range(-5, 45)
    ]
    return with_sheet(sheet(f"<row>{''.join(cells)}</row>"))


def traversal_names(chance: Random) -> bytes:
    name = chance.choice(("../../../tmp/stolik-owned", "/tmp/stolik-owned", "C:\\stolik-owned"))
    files = {"[Content_Types].xml": _TYPES.encode(), name: b"owned", "content.xml": b"<x/>"}
    return zipped({**files, "xl/workbook.xml": _BOOK.encode()})


def formulas(chance: Random) -> bytes:
    texts = ('=cmd|"/C calc"!A0', '=HYPERLINK("http://127.0.0.1")', "@SUM(1)", "+1", "\t=1", "-2")
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        page = book.add_worksheet()
        page.write_string(0, 0, "nazwisko")
        for row in range(1, 30):
            write = page.write_formula if row % 2 else page.write_string
            write(row, 0, chance.choice(texts))
    return file.getvalue()


def macros(chance: Random) -> bytes:
    made = {"xl/vbaProject.bin": bytes(chance.randrange(256) for _ in range(5000))}
    return parts(**made)


def encrypted(chance: Random) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + chance.randbytes(chance.randint(0, 9000))


def locked_zip(chance: Random) -> bytes:
    file = bytearray(good(chance))
    at = file.find(b"PK\x01\x02")
    file[at + 8] |= 1
    return bytes(file)


def deep_xml(chance: Random) -> bytes:
    depth = chance.randint(20_000, 200_000)
    return with_sheet(sheet("<a>" * depth + "</a>" * depth))


def long_attribute(chance: Random) -> bytes:
    return with_sheet(sheet(f"<row r='{'9' * chance.randint(10**5, 10**6)}'/>"))


def ods_repeats(chance: Random) -> bytes:
    """One cell that says it stands here a thousand million times."""
    many = chance.choice((10**6, 10**9, 2**31, 2**63))
    body = (
        "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
        " xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0'"
        " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'><office:body>"
        "<office:spreadsheet><table:table table:name='A'>"
        f"<table:table-row table:number-rows-repeated='{many}'>"
        f"<table:table-cell table:number-columns-repeated='{chance.choice((1, 10**4, many))}'"
        " office:value-type='string'><text:p>x</text:p></table:table-cell>"
        "</table:table-row></table:table></office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    mime = b"application/vnd.oasis.opendocument.spreadsheet"
    return zipped(
        {"mimetype": mime, "content.xml": body.encode(), "META-INF/manifest.xml": b"<m/>"}
    )


def wide_csv(chance: Random) -> bytes:
    return chance.choice((b",", b";", b"\t")) * 1_000_000


def long_csv(chance: Random) -> bytes:
    return b"Zawodnik\n" * chance.randint(100_000, 800_000)


def one_long_cell(chance: Random) -> bytes:
    return b'"' + b"x" * chance.randint(10**6, 7 * 10**6)


def zeros(chance: Random) -> bytes:
    return b"a\0" * chance.randint(1, 10**5)


def noise(chance: Random) -> bytes:
    return chance.randbytes(chance.randint(1, 50_000))


def half_surrogates(chance: Random) -> bytes:
    return b"\xff\xfe" + b"\x00\xd8" * chance.randint(1, 1000)


def quotes(chance: Random) -> bytes:
    return b"".join(chance.choice((b'"', b"a", b";", b"\r", b"\n", b",")) for _ in range(50_000))


def too_large(chance: Random) -> bytes:
    return b"a" * chance.randint(8_000_001, 9_000_000)


KINDS: tuple[Made, ...] = (
    *(good, zip_bomb, lying_zip_bomb, shared_strings_bomb, billion_laughs, outside_entity),
    *(huge_dimensions, impossible_dimensions, many_rows, many_sheets, many_parts, truncated),
    *(spoilt, wrong_types, traversal_names, formulas, macros, encrypted, locked_zip, deep_xml),
    *(long_attribute, ods_repeats, wide_csv, long_csv, one_long_cell, zeros, noise),
    *(half_surrogates, quotes, too_large),
)
