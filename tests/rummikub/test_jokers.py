"""Jokers are alike: a move is right if they can be told apart in any way that is."""

import pytest

from stolik.app.library import rules_profile
from stolik.rummikub.jokers import joker_violations
from stolik.rummikub.notation import read_tableau

RULES = rules_profile("szkoly2015")


@pytest.mark.parametrize(
    ("before", "after", "fine"),
    [
        ("k5 j k7", "k5 k6 k7 j", False),
        ("k5 j k7", "k7 k6 k5 j", False),  # laid the other way round it is the same meld
        ("k5 j k7", "k7 j k5", True),
        ("k5 j k7 | r5 j r7", "k5 k6 k7 j | r5 r6 r7 j", True),
        ("k5 j k7 | r5 j r7", "k5 k6 k7 j | r5 j r7", True),  # they may have changed places
        ("r5 j j", "r5 b5 j j", True),  # it could be read as a group before
        ("j k5 j", "k4 k5 k6 j | r1 r2 j", False),
        ("j k5 j", "k4 k5 k6 | j j r13", True),
        ("k5 b5 j", "k5 b5 o5 j", True),
    ],
)
def test_a_joker_that_was_taken_lies_in_another_meld(before, after, fine):
    found = list(joker_violations(read_tableau(before, RULES), read_tableau(after, RULES), RULES))
    assert (not found) == fine
