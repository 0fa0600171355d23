"""The picture of a shared link: who won, or what is played, always on one card."""

from dataclasses import replace

import pytest

from stolik.adapters.pdf.rendering import pictures
from stolik.app.library import FORMATS
from stolik.app.paper.content import Postcard
from stolik.app.paper.postcard import postcard
from tests.app.paper.events import begun, over, source

_PPI = 144


def card_of(made) -> Postcard:
    (card,) = made.body
    return card


def size(drawn: bytes) -> tuple[int, int]:
    return int.from_bytes(drawn[16:20], "big"), int.from_bytes(drawn[20:24], "big")


@pytest.mark.parametrize("shape", FORMATS)
def test_the_first_three_with_their_titles(shape: str):
    card = card_of(postcard(source(over(shape, 16))))
    assert card.heading == "Zwycięzcy"
    assert card.winners[0][0] == "1"
    assert 1 <= len(card.winners) <= 3
    assert all(name for _, name, _ in card.winners)


def test_before_the_end_nobody_is_named():
    card = card_of(postcard(source(begun("eliminacje", 13))))
    assert card.winners == ()
    assert card.heading == "13 osób przy stolikach"


def test_whatever_people_are_called_it_is_one_picture():
    made = postcard(source(over("eliminacje", 12), "en"))
    long = replace(
        card_of(made),
        event="Mistrzostwa " * 6,
        under="w Zespole Szkolno-Przedszkolnym imienia Marii Skłodowskiej-Curie",
        winners=tuple((str(n), "Zawodniczka " * 3 + "Długa", "tytuł " * 5) for n in (1, 2, 3)),
    )
    for each in (made, replace(made, body=(long,))):
        (drawn,) = pictures(each, ppi=_PPI)
        assert size(drawn) == (1200, 630)
