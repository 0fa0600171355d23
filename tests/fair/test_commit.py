"""Commit, key and order: by hand, by a second implementation, and as the engine deals them."""

import hashlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.app.library import RULES, rules_profile
from stolik.fair import commitment, draw_label, drawn, key, order
from stolik.fair.game import RUMMIKUB
from stolik.rummikub.dealing import stacks
from tests.fair import description

SEED = bytes(range(32))
BAG = ("k1", "k2", "j")
COMMIT = "d221a739baf9f8993a32a31280dc759dd7c08aa672fa5d58e5d45d5bf21ad6f7"
KEY = "12ce01f358aaeba5fe22d1bdb62d90b1c4a528d59ca087a1f08def4334e82787"

# These were computed with `sha256sum` and `openssl dgst -mac HMAC` from the bytes spelt out.


def test_the_commit_of_a_small_bag():
    spelt_out = (
        b"\0\0\0\x0dfair-1 commit"
        + (b"\0\0\0\x20" + SEED)
        + b"\0\0\0\x05t/1/2"
        + b"\0\0\0\x02k1\0\0\0\x02k2\0\0\0\x01j"
    )
    assert hashlib.sha256(spelt_out).hexdigest() == COMMIT
    assert commitment(SEED, "t/1/2", BAG) == COMMIT


def test_the_key_of_a_small_bag():
    assert key(SEED, "dice:4", "t/1/2").hex() == KEY


def test_the_order_of_a_small_bag():
    """The stream is 98e2beaa 1b5b10d2 …: its words modulo 3 and 2 are 0 and 0.

    k1 k2 j: places 2 and 0 change, j k2 k1; places 1 and 0 change, k2 j k1. Read from the end:
    k1 j k2.
    """
    assert 0x98E2BEAA % 3 == 0
    assert 0x1B5B10D2 % 2 == 0
    assert order(BAG, bytes.fromhex(KEY)) == ("k1", "j", "k2")


def test_a_draw_is_not_read_from_the_end():
    derived = bytes.fromhex(KEY)
    slips = description.shuffle(["1", "2", "3", "4", "5"], derived, "draw/1")
    assert drawn(("1", "2", "3", "4", "5"), derived, 1) == tuple(slips)


SEEDS = st.binary(min_size=32, max_size=32)


@given(SEEDS, st.text(max_size=9), st.text(max_size=9))
def test_every_step_is_that_of_the_description(seed: bytes, public: str, ctx: str):
    derived = description.mac(seed, description.h("fair-1 key", public, ctx))
    assert commitment(seed, ctx, RUMMIKUB.bag) == description.commit(seed, ctx, RUMMIKUB.bag)
    assert key(seed, public, ctx) == derived
    shuffled = description.shuffle(RUMMIKUB.bag, derived, "bag")
    assert list(order(RUMMIKUB.bag, derived)) == shuffled[::-1]


@given(SEEDS)
def test_the_engine_builds_the_stacks_of_the_description(seed: bytes):
    """The first 7 tiles read are stack 1; the last 8 are stack 15."""
    rules = rules_profile("mp2023")
    told = {"seed": seed.hex(), "public": "dice:6", "ctx": "t/1/1/1", "bag": rules.tile_set}
    built = stacks(order(rules.tile_set, key(seed, "dice:6", "t/1/1/1")), rules)
    assert {s.number: list(s.tiles) for s in built} == description.stacks(told)


@pytest.mark.parametrize("profile", RULES)
def test_the_bag_of_every_profile_is_the_canonical_one(profile: str):
    bag = rules_profile(profile).tile_set
    assert bag == RUMMIKUB.bag
    assert " ".join(bag[:6]) == "k1 k1 k2 k2 k3 k3"
    assert " ".join(bag[24:30]) == "k13 k13 b1 b1 b2 b2"
    assert " ".join(bag[-4:]) == "r13 r13 j j"
    assert (bag[52], bag[78], len(bag)) == ("o1", "r1", 106)


@pytest.mark.parametrize(
    "other",
    [
        lambda: commitment(SEED[::-1], "t/1/2", BAG),
        lambda: commitment(SEED, "t/1/3", BAG),
        lambda: commitment(SEED, "t/1/2", BAG[::-1]),
        lambda: commitment(SEED, "t/1/2k1", BAG[1:]),
        lambda: commitment(SEED, "t/1/2", ("k1k2", "j")),
    ],
)
def test_a_commit_binds_all_it_was_made_of(other: Callable[[], str]):
    assert other() != COMMIT


def test_labels_of_draws_are_numbered():
    assert [draw_label(n) for n in (1, 2, 10)] == ["draw/1", "draw/2", "draw/10"]
