"""Every code on paper, read from the page as a phone reads it."""

import io
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image

from stolik.adapters import store_sqlite
from stolik.adapters.pdf.rendering import pictures
from stolik.app.paper.content import Paper, Scores
from stolik.app.paper.documents import everything, paper
from stolik.app.paper.wishes import PlayerPass, Wish
from tests.adapters.web.day import Day
from tests.adapters.web.node import serving_node
from tests.app.paper.events import PAGE, begun, over, source

SHARP = 150  # dots an inch: less than any printer
WITH_CODES = ("badges", "poster", "scores", "slips")


def read_codes(made: Paper) -> list[str]:
    """What stands in the codes of the pages, as they are drawn."""
    found: list[str] = []
    for page in pictures(made, ppi=SHARP):
        image = Image.open(io.BytesIO(page)).convert("L")
        found += [code.text for code in zxingcpp.read_barcodes(image)]
    return sorted(found)


def meant(made: Paper) -> list[str]:
    """What the codes of a paper are to say."""
    body = made.body
    pieces = body.sheets if isinstance(body, Scores) else body
    return sorted(code for piece in pieces if (code := getattr(piece, "qr", "")))


@pytest.mark.parametrize("document", WITH_CODES)
@pytest.mark.parametrize("shape", ["eliminacje", "wojtek"])
def test_every_code_reads_as_a_whole_address(document: str, shape: str):
    links = {n: PlayerPass(f"KOD-{n}", f"{PAGE}#klucz-{n}") for n in range(1, 17)}
    made = paper(document, source(begun(shape, 16)), Wish(passes=links))
    found = read_codes(made)
    assert found
    assert found == meant(made)
    assert all(code.startswith(PAGE) for code in found), found


def test_the_codes_of_two_sheets_on_a_page_read():
    made = paper("scores", source(begun("eliminacje", 13)), Wish(two=True))
    assert read_codes(made) == meant(made) != []


@pytest.mark.full
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_no_other_paper_has_a_code(lang: str):
    for hall in (begun("eliminacje", 13), over("eliminacje", 12)):
        for name, made in everything(source(hall, lang), Wish()):
            if name not in WITH_CODES:
                assert read_codes(made) == [], name


def test_what_the_codes_say_opens_on_the_server(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        day = Day(server, "eliminacje", 13, confirmations=0)
        hall = begun("eliminacje", 13)
        page = f"{PAGE.rpartition('/')[0]}/{day.here.rpartition('/')[2]}"
        own = replace(source(hall), page=page)
        for document in ("poster", "scores", "slips"):
            for code in read_codes(paper(document, own, Wish())):
                where = urlsplit(code)
                opened = day.organiser.http.get(f"{where.path}?{where.query}")
                assert opened.status_code == 200, code
                assert "text/html" in opened.headers["content-type"], code
