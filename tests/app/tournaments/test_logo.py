"""A picture that is hung up is a picture and nothing else."""

import io

import pytest
from PIL import Image

from stolik.app.tournaments.logo import MOST_BYTES, plain_picture
from stolik.refusal import Refused
from tests.pictures import png


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGB", "RGBA"])
def test_a_picture_stays_as_it_is(mode: str):
    kept = plain_picture(png(mode=mode))
    with Image.open(io.BytesIO(kept)) as shown, Image.open(io.BytesIO(png(mode=mode))) as given:
        assert shown.convert("RGBA").tobytes() == given.convert("RGBA").tobytes()


def test_what_its_file_says_beside_it_is_not_kept():
    assert b"Kowalski" in png(said="Kowalski, 52.2N 21.0E")
    assert b"Kowalski" not in plain_picture(png(said="Kowalski, 52.2N 21.0E"))


def test_what_follows_a_picture_is_not_kept():
    assert plain_picture(png() + b"and more") == plain_picture(png())


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"GIF89a", b"<svg onload=alert(1)>", png()[:-30], png()[:60]),
        png().replace(b"IDAT", b"IDAX"),
        png(1300, 4),
        png()[:40] + b"\x00" + png()[41:],
    ],
    ids=["empty", "gif", "svg", "cut", "head", "no rows", "wide", "bit"],
)
def test_what_no_paper_could_draw_is_refused(content: bytes):
    with pytest.raises(Refused) as refused:
        plain_picture(content)
    assert refused.value.violations[0].code == "office.logo_kind"


def test_a_large_one_is_refused():
    with pytest.raises(Refused) as refused:
        plain_picture(b"x" * (MOST_BYTES + 1))
    assert refused.value.violations[0].code == "office.logo_large"
