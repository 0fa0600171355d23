"""T19: every order is equally likely. The same judgement must find each biased shuffle out.

Keys are fixed, so a run is no matter of luck. Borders are quantiles of chi-square that a fair
shuffle passes 9,999 times in 10,000.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, permutations

import pytest

from stolik.fair import key, shuffled
from tests.fair import description

Shuffle = Callable[[Sequence[int], bytes], Sequence[int]]
TILES = 106


def fair_shuffle(items: Sequence[int], derived: bytes) -> Sequence[int]:
    return shuffled(items, derived, "bag")


def keys(count: int) -> Iterator[bytes]:
    """Keys as games have them: of a seed, dice and a context."""
    for number in range(count):
        seed = number.to_bytes(32, "big")
        yield key(seed, f"dice:{number % 6 + 1}", f"test/1/{number}/1")


def faults(shuffle: Shuffle, rounds: int) -> list[str]:
    """The tests a shuffle does not pass."""
    tests = {
        "orders": _orders(shuffle, rounds),
        "places": _places(shuffle, rounds),
        "neighbours": _neighbours(shuffle, rounds),
    }
    return [name for name, (found, freedom) in tests.items() if not _is_plausible(found, freedom)]


def _is_plausible(found: float, freedom: int) -> bool:
    """Neither too uneven nor too even."""
    from scipy.stats import chi2  # it takes a second to load: not while tests are being found

    low, high = chi2.ppf([1e-4, 1 - 1e-4], freedom)
    return bool(low < found < high)


def _orders(shuffle: Shuffle, rounds: int) -> tuple[float, int]:
    """All 120 orders of five."""
    orders = list(permutations(range(5)))
    seen = Counter(tuple(shuffle(range(5), k)) for k in keys(10 * rounds))
    return _chi_square([seen[order] for order in orders]), len(orders) - 1


def _places(shuffle: Shuffle, rounds: int) -> tuple[float, int]:
    """Every tile in every place of the whole bag."""
    seen = [[0] * TILES for _ in range(TILES)]
    for derived in keys(rounds):
        for place, tile in enumerate(shuffle(range(TILES), derived)):
            seen[tile][place] += 1
    return _chi_square([n for row in seen for n in row]), (TILES - 1) ** 2


def _neighbours(shuffle: Shuffle, rounds: int) -> tuple[float, int]:
    """The distance between tiles that come one after the other."""
    seen: Counter[int] = Counter()
    for derived in keys(rounds):
        order = shuffle(range(TILES), derived)
        seen.update((b - a) % TILES for a, b in pairwise(order))
    return _chi_square([seen[d] for d in range(1, TILES)]), TILES - 2


def _chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


QUICK = 1_200


def test_the_shuffle_is_uniform():
    assert faults(fair_shuffle, QUICK) == []


@pytest.mark.full
def test_the_shuffle_is_uniform_over_many_games():
    assert faults(fair_shuffle, 20_000) == []


# Shuffles people have written; the judgement above must find each of them out.


def _swapping(bound: Callable[[int, int], tuple[int, int]]) -> Shuffle:
    def shuffle(items: Sequence[int], derived: bytes) -> Sequence[int]:
        order, words = list(items), description.stream(derived, "bag")
        for i in range(len(order) - 1, 0, -1):
            low, high = bound(i, len(order))
            j = low + next(words) % (high - low)
            order[i], order[j] = order[j], order[i]
        return order

    return shuffle


def bytes_modulo(items: Sequence[int], derived: bytes) -> Sequence[int]:
    order, words = list(items), description.stream(derived, "bag")
    for i in range(len(order) - 1, 0, -1):
        j = next(words) % 256 % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def counter_stands_still(items: Sequence[int], derived: bytes) -> Sequence[int]:
    order, words = list(items), description.stream(derived, "bag")
    block = [next(words) for _ in range(8)]
    for i in range(len(order) - 1, 0, -1):
        j = block[i % 8] % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def cut_once(items: Sequence[int], derived: bytes) -> Sequence[int]:
    at = next(description.stream(derived, "bag")) % len(items)
    return [*items[at:], *items[:at]]


MUTANTS: dict[str, Shuffle] = {
    "swaps with any place": _swapping(lambda _, n: (0, n)),
    "never leaves a tile in its place": _swapping(lambda i, _: (0, i)),
    "forgets the last swap": _swapping(lambda i, _: (0, i + 1) if i > 1 else (1, 2)),
    "never moves the first tile": _swapping(lambda i, _: (1, i + 1)),
    "takes bytes modulo the size": bytes_modulo,
    "its counter stands still": counter_stands_still,
    "cuts the bag once": cut_once,
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_biased_shuffle_is_found_out(name: str):
    assert faults(MUTANTS[name], QUICK) != []
