"""Public entropy: nonces are committed to and revealed, and all of it is joined in one way only."""

import hashlib

import pytest

from stolik.fair import checked_nonce, nonce_commitment, public_entropy
from stolik.refusal import Refused

ONE, OTHER = "ab" * 32, "cd" * 32


def code(call, *arguments) -> str:
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return caught.value.violations[0].code


def test_a_nonce_is_committed_to_by_its_sha256():
    assert nonce_commitment(ONE) == hashlib.sha256(b"\xab" * 32).hexdigest()
    assert checked_nonce(ONE, nonce_commitment(ONE)) == ONE


def test_another_nonce_than_the_committed_one_is_refused():
    assert code(checked_nonce, OTHER, nonce_commitment(ONE)) == "fair.nonce_other"


@pytest.mark.parametrize("nonce", ["", "ab", ONE.upper(), ONE + "00", "g" * 64, ONE[:-1] + " "])
def test_what_is_no_nonce_is_refused(nonce: str):
    assert code(nonce_commitment, nonce) == "fair.nonce"
    assert code(public_entropy, "", {0: nonce}) == "fair.nonce"


def test_dice_and_nonces_are_joined_seat_by_seat():
    joined = public_entropy("3 1, 6", {1: OTHER, 0: ONE, 2: None})
    assert joined == f"dice:316 seat0:{ONE} seat1:{OTHER} seat2:none"


def test_dice_alone_or_nonces_alone_are_enough():
    assert public_entropy("6") == "dice:6"
    assert public_entropy(nonces={3: ONE}) == f"seat3:{ONE}"


@pytest.mark.parametrize("dice", ["7", "0", "1-2", "six", "dice:1", "1" * 201, "１"])
def test_what_no_die_can_show_is_refused(dice: str):
    assert code(public_entropy, dice) == "fair.dice"


@pytest.mark.parametrize("nonces", [None, {}, {0: None, 1: None}])
def test_there_is_no_deal_without_entropy(nonces):
    assert code(public_entropy, " ", nonces) == "fair.no_entropy"


def test_no_two_sources_give_the_same_string():
    sources = [
        ("1", {}),
        ("11", {}),
        ("1", {1: ONE}),
        ("1", {11: ONE}),
        ("", {1: ONE}),
        ("", {1: ONE, 2: None}),
        ("", {1: OTHER, 2: ONE}),
        ("", {1: ONE, 2: OTHER}),
    ]
    assert len({public_entropy(dice, nonces) for dice, nonces in sources}) == len(sources)
