"""Every paper as it comes out of the printer."""

import io
import re
import subprocess
import sys
from typing import get_args

import pytest
from pypdf import PdfReader

from stolik.adapters.pdf.rendering import pdf, pictures
from stolik.app.library import FORMATS
from stolik.app.naming import surname_first
from stolik.app.paper.content import Badge, Label, Paper, Slip
from stolik.app.paper.documents import DOCUMENTS, everything, paper
from stolik.app.paper.wishes import Design, Wish
from tests.app.paper.events import HEAD, WISH, begun, over, source
from tests.reliability.report import figure
from tests.tiers import first
from tests.tournament.hall import Hall

A4 = (595, 842)


def pages(drawn: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(drawn)).pages]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_paper_is_drawn_on_a4_with_its_letters(document: str):
    late = document in ("protocol", "diplomas", "form")
    shape = "grandprix" if document == "numbers" else "eliminacje"
    hall = over(shape, 12) if late else begun(shape, 13)
    reader = PdfReader(io.BytesIO(pdf(paper(document, source(hall), WISH))))
    for page in reader.pages:
        assert sorted(round(side) for side in page.mediabox[2:]) == list(A4)
    fonts = {str(font) for page in reader.pages for font in _fonts(page)}
    assert fonts
    assert all("DejaVuSansCondensed" in font for font in fonts), fonts


def _fonts(page):
    for font in page["/Resources"].get("/Font", {}).values():
        yield font.get_object()["/BaseFont"]


@pytest.mark.parametrize("shape", first(*sorted(FORMATS, key="eliminacje".__ne__)))
@pytest.mark.parametrize("lang", first("pl", "en"))
def test_every_format_is_drawn(shape: str, lang: str):
    for hall in (begun(shape, 16), over(shape, 16)):
        for _, made in everything(source(hall, lang), WISH):
            assert pdf(made).startswith(b"%PDF")


@pytest.mark.parametrize("shape", FORMATS)
def test_the_rules_are_one_page(shape: str):
    assert len(pages(pdf(paper("rules", source(begun(shape, 16)), WISH)))) == 1


def test_a_score_sheet_is_one_page_with_everything_on_it():
    hall = begun("eliminacje", 13)
    found = pages(pdf(paper("scores", source(hall), WISH)))
    assert len(found) == 4
    for table, page in enumerate(found, start=1):
        words = page.replace("\u200b", "").replace("\n", " ")
        assert f"Stolik {table}" in words
        assert f"Karta 1-{table}-" in words
        for n in hall.state.rounds[0].tables[table - 1].seats:
            assert f"Zawodnik {n}" in words
        assert HEAD in words.replace(" ", "")


def test_many_games_and_seats_still_fit_their_page():
    for shape, entrants in (("grandprix", 16), ("wojtek", 20), ("szkoly2015", 16)):
        hall = begun(shape, entrants)
        made = paper("scores", source(hall), WISH)
        assert len(pages(pdf(made))) == len(hall.state.rounds[0].tables)


def test_polish_letters_are_letters_in_the_file():
    words = " ".join(pages(pdf(paper("consent", source(begun("eliminacje", 13)), WISH))))
    for word in ("Imię i nazwisko", "zgadzam się", "Urzędu Ochrony", "cofnąć w każdej chwili"):
        assert word in words


def test_labels_stand_two_on_a_page_and_badges_ten():
    hall = begun("eliminacje", 13)
    assert len(pages(pdf(paper("labels", source(hall), WISH)))) == 2
    assert len(pages(pdf(paper("badges", source(hall), WISH)))) == 2
    assert len(pages(pdf(paper("slips", source(hall), WISH)))) == 1


def test_the_same_content_gives_the_same_file():
    made = paper("seating", source(begun("eliminacje", 13)), WISH)
    assert pdf(made) == pdf(made)


def test_pictures_show_every_page():
    found = pictures(paper("scores", source(begun("eliminacje", 13)), Wish(blank=True)), ppi=20)
    assert len(found) == 4
    assert all(picture.startswith(b"\x89PNG") for picture in found)


def test_a_search_in_the_file_finds_every_name():
    hall = Hall()
    hall.do("create", format="zimowy", seed="17")
    names = ["Zawodnik Brzęczyszczykiewicz", "Zawodniczka Konstantynopolitańska", "Zawodnik 3"]
    for name in names:
        hall.do("enter", name=name, club="Szkoła Podstawowa")
    hall.do("draw")
    hall.do("publish")
    for document in ("seating", "tables", "badges", "scores"):
        (words,) = pages(pdf(paper(document, source(hall), WISH)))
        assert not re.search("[\u200b\u2060\ufeff]", words), document
        parted = re.sub("[-\u00ad]\\s", "", words).replace("\n", " ")
        for name in names:
            wanted = surname_first(name) if document == "seating" else name
            assert wanted in parted, (document, name)


def test_a_table_is_never_split_over_two_pages():
    hall = begun("eliminacje", 61)
    found = pages(pdf(paper("tables", source(hall), WISH)))
    assert len(found) > 1
    for table in hall.state.rounds[0].tables:
        held = [page for page in found for n in table.seats if f"Zawodnik {n}\n" in f"{page}\n"]
        assert len(set(held)) == 1, table.number


def test_score_sheets_stand_two_on_a_page_to_be_cut():
    hall = begun("eliminacje", 13)
    found = pages(pdf(paper("scores", source(hall), Wish(two=True))))
    assert len(found) == 2
    for number, page in enumerate(found):
        assert f"Stolik {2 * number + 1}" in page
        assert f"Stolik {2 * number + 2}" in page
        assert page.count("Podpis sędziego") == 2
    for shape, entrants in (("grandprix", 16), ("wojtek", 20), ("szkoly2015", 16)):
        tables = len(begun(shape, entrants).state.rounds[0].tables)
        made = paper("scores", source(begun(shape, entrants)), Wish(two=True))
        assert len(pages(pdf(made))) == (tables + 1) // 2


def test_diplomas_come_in_three_designs_with_the_school():
    hall = over("eliminacje", 12)
    drawn = {d: pdf(paper("diplomas", source(hall), Wish(design=d))) for d in get_args(Design)}
    assert len(set(drawn.values())) == 3
    for design, file in drawn.items():
        first = pages(file)[0]
        assert len(pages(file)) == 3, design
        for words in ("Zawodnik 10", "LO Gdynia", "Sala Sportowa, Sztum", "20.11.2026"):
            assert words in first, (design, words)


@pytest.mark.parametrize(
    ("body", "on_a_page"),
    [
        ((Badge("Zawodnik", "1", "", "Turniej", "kod", "https://stolik.example/t"),), 10),
        ((Slip("1A", "Stolik 1", ""),), 28),
        ((Label("Stolik", "1", ""),), 2),
    ],
    ids=["badges", "slips", "labels"],
)
def test_a_long_paper_has_the_pages_of_a_short_one(body, on_a_page: int):
    kind = {"Badge": "badges", "Slip": "slips", "Label": "labels"}[type(body[0]).__name__]
    many = max(410, 12 * on_a_page + 1)
    made = Paper(kind, "x", "pl", body * many)
    parts = list(made.parts(5))
    assert [len(part.body) for part in parts[:-1]] == [5 * on_a_page] * (len(parts) - 1)
    assert sum(len(part.body) for part in parts) == many
    assert len(pages(pdf(parts[0]))) == 5
    assert len(pages(pdf(made))) == -(-many // on_a_page)


@pytest.mark.full
def test_ten_thousand_badges_take_little_memory():
    """In a process of its own, as a server draws them: at most 300 MB."""
    program = (
        "import resource; from stolik.adapters.pdf.rendering import pdf\n"
        "from stolik.app.paper.content import Badge, Paper\n"
        "made = tuple(Badge(f'Zawodnik {n}', str(n), 'Szkoła 12', 'Turniej', f'{n:08}',\n"
        "             f'https://stolik.example/t/abcdefgh#{n:020}') for n in range(10_000))\n"
        "drawn = pdf(Paper('badges', 'x', 'pl', made))\n"
        "assert len(drawn) > 1_000_000\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)\n"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    most_mb = int(told.stdout.split()[-1])
    figure("paper", "memory of 10,000 badges", f"{most_mb} MB", tier="full")
    assert most_mb <= 300


@pytest.mark.parametrize("template", ["badges", "pages"])
def test_a_double_name_has_one_hyphen_where_it_is_parted(template: str):
    hall = Hall()
    hall.do("create", format="grandprix", seed="17")
    for n in range(1, 9):
        hall.do("enter", name=f"Aleksandra {'Naj' * n}dłuższa-{'Prze' * n}dłuższa", club="SP 5")
    drawn = pdf(paper("badges" if template == "badges" else "checkin", source(hall), WISH))
    text = "\n".join(pages(drawn))
    assert "dłuższa-" in text
    assert re.search(r"-\s*-", text) is None
