"""The shuffle anybody can repeat: fair, unbiased, and the same from the same key."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik import fair
from stolik.app.lab.playing import tile_order
from stolik.app.library import rules_profile
from stolik.fair import digest, shuffled
from tests.fair import description

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
    assert shuffled(items, key, label) == tuple(description.shuffle(items, key, label))


def test_a_known_order_never_changes():
    """Orders already published must verify for ever, so this one is written down."""
    order = shuffled(range(13), b"stolik", "bag")
    assert order == tuple(description.shuffle(range(13), b"stolik", "bag"))
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


def test_words_from_the_uneven_end_are_thrown_away():
    """Of 2³² words a quarter lies beyond 3·2³⁰ and would favour the low numbers.

    No bag is large enough to show it from outside, hence the look at a private function.
    """
    bound = 3 * 2**30
    words = [2**32 - 1, bound, bound - 1]
    assert fair.shuffle._below(bound, iter(words)) == bound - 1


def test_the_order_of_a_game_is_read_from_the_end_of_the_shuffled_bag():
    rules = rules_profile("mp2023")
    shuffle = description.shuffle(rules.tile_set, description.h("stolik play", "my seed"), "bag")
    assert list(tile_order(rules, "my seed")) == shuffle[::-1]


@pytest.mark.parametrize("seed", ["", "0", "ł", "x" * 1000])
def test_any_seed_gives_an_order_of_all_tiles(seed: str):
    rules = rules_profile("mp2023")
    assert Counter(tile_order(rules, seed)) == Counter(rules.tile_set)
