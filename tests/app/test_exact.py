"""Numbers on a score sheet."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.app.reading.exact import read_exact, write_exact


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(27), "27"),
        (Fraction(0), "0"),
        (Fraction(-4), "-4"),
        (Fraction(190, 3), "63 1/3"),
        (Fraction(-25, 2), "-12 1/2"),
        (Fraction(1, 2), "1/2"),
        (Fraction(-1, 2), "-1/2"),
    ],
)
def test_written_as_people_write(number: Fraction, text: str):
    assert write_exact(number) == text
    assert read_exact(text) == number


@given(st.fractions(min_value=-10_000, max_value=10_000, max_denominator=1000))
def test_what_is_written_reads_back(number: Fraction):
    assert read_exact(write_exact(number)) == number


@pytest.mark.parametrize(
    "text",
    ["", "-", "1/0", "63 4/3", "2/4", "-0", "+1", "01", " 1", "1 ", "1.5", "٣", "1e3", "9" * 50],
)
def test_anything_else_is_not_read(text: str):
    assert read_exact(text) is None
