"""The shuffle anybody can repeat: fair, unbiased, and the same from the same key."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik import fair
from stolik.app.library import rules_profile
from stolik.app.playing import tile_order
from stolik.fair import digest, shuffled

KEYS = st.binary(min_size=1, max_size=64)
LABELS = st.text(max_size=12)


@given(st.lists(st.integers(), max_size=120), KEYS, LABELS)
def test_a_shuffle_keeps_every_item(items: list[int], key: bytes, label: str):
    assert Counter(shuffled(items, key, label)) == Counter(items)


@given(st.lists(st.integers(), max_size=60), KEYS, LABELS)
def test_the_same_key_gives_the_same_order(items: list[int], key: bytes, label: str):
    assert shuffled(items, key, label) == shuffled(tuple(items), key, label)


@given(KEYS, KEYS)
def test_another_key_gives_another_order(one: bytes, other: bytes):
    if one.rstrip(b"\0") != other.rstrip(b"\0"):  # HMAC pads short keys with zeros
        assert shuffled(range(106), one, "bag") != shuffled(range(106), other, "bag")


@given(KEYS, LABELS, LABELS)
def test_another_label_gives_another_order(key: bytes, one: str, other: str):
    if one != other:
        assert shuffled(range(106), key, one) != shuffled(range(106), key, other)


@given(st.lists(st.integers(), max_size=120), KEYS, LABELS)
def test_the_order_is_that_of_the_description(items: list[int], key: bytes, label: str):
    assert shuffled(items, key, label) == _by_description(items, key, label)


def test_a_known_order_never_changes():
    """Orders already published must verify for ever, so this one is written down."""
    order = shuffled(range(13), b"stolik", "bag")
    assert order == _by_description(range(13), b"stolik", "bag")
    assert order == (10, 3, 9, 8, 1, 7, 4, 11, 6, 12, 0, 2, 5)


@pytest.mark.parametrize(
    ("one", "other"),
    [(("ab", "c"), ("a", "bc")), (("ab",), ("a", "b")), (("",), ()), (("a", ""), ("", "a"))],
)
def test_parts_cannot_be_glued_together_otherwise(one, other):
    assert digest(*one) != digest(*other)


def test_a_digest_is_sha256_over_the_length_and_bytes_of_each_part():
    parts = b"\x00\x00\x00\x03bag" + b"\x00\x00\x00\x01\xff"
    assert digest("bag", b"\xff") == hashlib.sha256(parts).digest()


def test_text_counts_in_bytes_of_utf_8():
    raw = "łódź".encode()
    assert digest("łódź") == digest(raw)
    assert digest("łódź") == hashlib.sha256(bytes([0, 0, 0, len(raw)]) + raw).digest()


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_order_comes_equally_often(size: int):
    """Pearson's chi-square over all orders; its 0.01 % quantile is the border."""
    orders = list(permutations(range(size)))
    rounds = 200 * len(orders)
    seen = Counter(shuffled(range(size), _key(i), "bag") for i in range(rounds))
    chi_square = sum((seen[order] - 200) ** 2 / 200 for order in orders)
    assert chi_square < {2: 15.1, 3: 25.7, 4: 57.1}[size]


def test_every_tile_comes_to_every_place_equally_often():
    rounds, places = 2600, 13
    seen = Counter(
        (item, place)
        for i in range(rounds)
        for place, item in enumerate(shuffled(range(places), _key(i), "bag"))
    )
    expected = rounds / places
    chi_square = sum(
        (seen[item, place] - expected) ** 2 / expected
        for item in range(places)
        for place in range(places)
    )
    assert chi_square < 220  # (13 − 1)² = 144 degrees of freedom, 0.01 % quantile 214


def test_words_from_the_uneven_end_are_thrown_away():
    """Of 2³² words a quarter lies beyond 3·2³⁰ and would favour the low numbers.

    No bag is large enough to show it from outside, hence the look at a private function.
    """
    bound = 3 * 2**30
    words = [2**32 - 1, bound, bound - 1]
    assert fair.shuffle._below(bound, iter(words)) == bound - 1


def test_the_order_of_a_game_is_read_from_the_end_of_the_shuffled_bag():
    rules = rules_profile("mp2023")
    key = _h(b"stolik play", b"my seed")
    assert tile_order(rules, "my seed") == _by_description(rules.tile_set, key, "bag")[::-1]


@pytest.mark.parametrize("seed", ["", "0", "ł", "x" * 1000])
def test_any_seed_gives_an_order_of_all_tiles(seed: str):
    rules = rules_profile("mp2023")
    assert Counter(tile_order(rules, seed)) == Counter(rules.tile_set)


def _key(number: int) -> bytes:
    return hashlib.sha256(number.to_bytes(8, "big")).digest()


# A second implementation, from the description of fair-1 alone.


def _h(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(len(p).to_bytes(4, "big") + p for p in parts)).digest()


def _by_description(items, key: bytes, label: str) -> tuple:
    order = list(items)
    words = _stream(key, label)
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, words)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _below(bound: int, words) -> int:
    while True:
        word = next(words)
        if word < 2**32 - 2**32 % bound:
            return word % bound


def _stream(key: bytes, label: str):
    counter = 0
    while True:
        block = hmac.new(key, _h(label.encode(), str(counter).encode()), hashlib.sha256).digest()
        while block:
            yield int.from_bytes(block[:4], "big")
            block = block[4:]
        counter += 1
