"""What lies where on a printed page: signs and words beside each other, nothing at the edges."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from stolik.adapters.pdf.rendering import pictures
from stolik.app.paper.content import Paper
from stolik.app.paper.documents import paper
from stolik.app.paper.source import PaperSource
from tests.app.paper.events import DETAILS, WISH, begun, over, source

PLACE = (
    "Zespół Szkół Ponadpodstawowych im. Marii Skłodowskiej-Curie, ul. Szkolna 17, sala gimnastyczna"
)
PPI = 100
RED = (255, 0, 0)


def far_away(name: str) -> PaperSource:
    hall = over("eliminacje", 16) if name in ("protocol", "form") else begun("eliminacje", 16)
    details = replace(DETAILS, place=PLACE)
    return replace(source(hall), details=details, name="XII Otwarte Mistrzostwa Szkół w Rummikub")


def first_page(made: Paper) -> Image.Image:
    return Image.open(io.BytesIO(pictures(made, ppi=PPI)[0])).convert("RGB")


@pytest.mark.parametrize(
    "name", ["startlist", "seating", "standings", "rules", "referee", "consent", "protocol", "form"]
)
def test_no_word_lies_on_the_sign_of_who_holds_it(name: str):
    sign = io.BytesIO()
    Image.new("RGB", (250, 100), RED).save(sign, "PNG")
    page = first_page(replace(paper(name, far_away(name), WISH), logo=sign.getvalue()))
    reds = [
        (x, y)
        for x in range(page.width)
        for y in range(page.height // 4)
        if page.getpixel((x, y)) == RED
    ]
    left, right = min(x for x, _ in reds), max(x for x, _ in reds)
    top, bottom = min(y for _, y in reds), max(y for _, y in reds)
    assert len(reds) == (right - left + 1) * (bottom - top + 1)


def test_the_place_stands_whole_over_a_list():
    made = paper("standings", far_away("standings"), WISH)
    assert "sala gimnastyczna" in str(made.body)


def test_table_labels_keep_off_the_edges_and_the_cut():
    page = first_page(paper("labels", far_away("labels"), WISH)).convert("L")
    per_mm = page.height / 297
    cut = 148.5
    for near in ((0, 8), (cut - 8, cut - 1), (cut + 1, cut + 8), (289, 297)):
        box = (0, round(near[0] * per_mm), page.width, round(near[1] * per_mm))
        assert page.crop(box).getextrema()[0] > 200, near
