"""A reason is something one can read."""

import pytest

from stolik.free_text import says_something


@pytest.mark.parametrize("words", ["", " ", "\u200b", "\u2060", "\u3164", "\u202e", "\u00a0\u2800"])
def test_nothing_to_read_is_no_reason(words: str):
    assert not says_something(words)


@pytest.mark.parametrize("words", ["r", "·", "?", "źle dobrana kostka", "\u200bx"])
def test_a_word_is_a_reason(words: str):
    assert says_something(words)
