"""Cards: travel cards carry a colour or the rainbow, bear cards a kind, portraits a printed kind.

`r` is a red travel card, `*` the rainbow; `honey` is a bear card, `*honey` the portrait printed
with that kind. Equal cards are indistinguishable.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NewType

Colour = NewType("Colour", str)
TravelCard = NewType("TravelCard", str)
BearCard = NewType("BearCard", str)
TravelCards = tuple[TravelCard, ...]
BearCards = tuple[BearCard, ...]

RAINBOW = TravelCard("*")
_PORTRAIT = "*"


def portrait_of(kind: str) -> BearCard:
    """The portrait printed with this kind."""
    return BearCard(_PORTRAIT + kind)


def is_portrait(card: BearCard) -> bool:
    """Whether a bear card is a portrait."""
    return card.startswith(_PORTRAIT)


def kind_of(card: BearCard) -> str:
    """The kind a bear card shows, a portrait its printed one."""
    return card.removeprefix(_PORTRAIT)


def lacking(wanted: Iterable[str], held: Iterable[str]) -> tuple[str, ...]:
    """What of `wanted` is not among `held`, counted."""
    return tuple((Counter(wanted) - Counter(held)).elements())


def without(cards: TravelCards, gone: Iterable[TravelCard]) -> TravelCards:
    """The cards with these taken out, the others in their order."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
