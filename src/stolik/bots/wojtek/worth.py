"""What collected cards are worth: places go by the largest set, then by the next."""

from collections.abc import Iterable

from stolik.wojtek.board import Board
from stolik.wojtek.cards import BearCard
from stolik.wojtek.ranking import Sets, collection_of, sets_of
from stolik.wojtek.switches import Specials

_WEIGHTS = (64.0, 8.0, 2.0, 0.5)
_COMPLETE = 300.0


def sets_with(cards: Iterable[BearCard], cities: Iterable[str], board: Board) -> Sets:
    """The sets these cards make."""
    return sets_of(collection_of(tuple(cards), tuple(cities), board), board)


def worth(sets: Sets, board: Board) -> float:
    """A number to compare plans by; a complete set is worth far more than a large one."""
    total = sum(weight * size for weight, size in zip(_WEIGHTS, sets.sizes, strict=False))
    if sets.sizes and sets.sizes[0] >= board.ending.set_size:
        total += _COMPLETE
    # A special without a partner is half a card: the partner may still come.
    pairs = board.ranking.specials in (Specials.PAIR_ANY, Specials.PAIR_PORTRAIT_CITY)
    return total + (_WEIGHTS[0] / 2 if pairs and sets.ignored else 0.0)
