"""Requests that make no sense are refused with every reason, by both engines alike."""

import os
import subprocess
import sys

import pytest

from stolik import solver
from stolik.refusal import Refused
from stolik.solver import Refusal, TileSet, kernel

UNKNOWN, COPIES, MELD = (
    Refusal.UNKNOWN_TILE,
    Refusal.TOO_MANY_COPIES,
    Refusal.NOT_A_MELD,
)


def refusals(call) -> list[str]:
    with pytest.raises(Refused) as refused:
        call()
    return [violation.code for violation in refused.value.violations]


def melds(text: str) -> list[list[str]]:
    return [meld.split() for meld in text.split("|")] if text else []


@pytest.mark.parametrize(
    ("tableau", "rack", "codes"),
    [
        ("r1 r2 r4", "", [MELD]),
        ("r1 r2", "", [MELD]),
        ("r12 r13 r1", "", [MELD]),
        ("r12 r13 j", "", [MELD]),
        ("j r1 r2", "", [MELD]),
        ("k7 b7 b7", "", [MELD]),
        ("k7 b7 o8", "", [MELD]),
        ("k7 b7 o7 r7 j", "", [MELD]),
        ("r1 r3 r2", "", [MELD]),
        ("r1 r2 b3", "", [MELD]),
        ("k1 k2 k3", "k1 k1", [COPIES]),
        ("", "k1 k1 k1", [COPIES]),
        ("k1 k2 j", "j j", [COPIES]),
        ("", "j j j", [COPIES]),
        ("", "k14", [UNKNOWN]),
        ("", "k0", [UNKNOWN]),
        ("", "k01", [UNKNOWN]),
        ("", "x5", [UNKNOWN]),
        ("", "J", [UNKNOWN]),
        ("k1 k2 k4", "k2 k2", [COPIES, MELD]),
    ],
)
def test_refusals(tableau, rack, codes):
    assert refusals(lambda: solver.solve(melds(tableau), rack.split())) == codes


@pytest.mark.parametrize(
    "meld", ["r3 r2 r1", "j r12 r13", "r3 j r1", "j j r1", "r5 j j", "o7 j k7"]
)
def test_melds_may_run_down_and_hold_jokers(meld):
    assert solver.solve([meld.split()], []).tableau == (tuple(meld.split()),)


@pytest.mark.parametrize("rack", [[3], [None], [["k1"]], [""], [b"k1"], ["k1", 2.5]])
def test_what_is_no_tile_is_refused(rack):
    assert refusals(lambda: solver.solve([], rack)) == [UNKNOWN]
    assert refusals(lambda: solver.best_opening(rack)) == [UNKNOWN]
    assert refusals(lambda: solver.solve([rack], [])) == [UNKNOWN]


def test_an_empty_meld_is_refused():
    assert refusals(lambda: solver.solve([[]], ["k1"])) == [MELD]


def test_a_whole_box_too_much_is_refused():
    assert set(refusals(lambda: solver.solve([], ["k1"] * 5_000))) == {COPIES}


def test_unknown_aims_are_refused():
    assert refusals(lambda: solver.solve([], ["k1"], maximise="fun")) == [Refusal.UNKNOWN_OBJECTIVE]


@pytest.mark.parametrize(
    "limits",
    [
        TileSet(jokers=9),
        TileSet(copies=0),
        TileSet(colours=()),
        TileSet(colours=("k", "k")),
        TileSet(colours=("j",)),
        TileSet(highest=4),
        TileSet(colours=tuple("abcdefgh")),
        TileSet(run_min=1),
        TileSet(group_min=5),
    ],
)
def test_boxes_that_even_the_twin_cannot_serve_are_refused(limits):
    codes = refusals(lambda: solver.solve([], ["k1"], limits=limits))
    assert set(codes) == {Refusal.UNSUPPORTED_TILE_SET}


BUILT = "kernel" if kernel.library_path().exists() else "twin"


@pytest.mark.parametrize(("pure", "engine"), [("1", "twin"), ("0", BUILT)])
def test_the_environment_may_ask_for_the_twin(pure, engine):
    code = """
from stolik import solver
print(solver.ENGINE, solver.best_opening(["k9", "j", "j"]).value)
"""
    printed = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "STOLIK_PURE": pure},
        capture_output=True,
        text=True,
        check=True,
    )
    assert printed.stdout.split() == [engine, "30"]
