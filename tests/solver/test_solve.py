"""What can be laid: known positions, the traps, the oracle, and both engines against each other."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik import solver
from stolik.solver import STANDARD, LookBudget, TileSet
from stolik.solver.checking import is_meld, known_tiles
from tests.solver import oracle, positions
from tests.solver.checker import assert_legal
from tests.solver.engines import both, by_twin, need_kernel

QUICK, FULL, CHUNK = 100, 5_200, 200


def test_the_kernel_answers_unless_told_otherwise():
    need_kernel()
    assert solver.ENGINE == "kernel"


def test_all_known_positions_are_solved():
    solved = 0
    for request, tiles in positions.known():
        for solution in both(*request):
            assert_legal(solution, *request)
            assert solution.tiles == tiles, request
        solved += 1
    assert solved == 100


@pytest.mark.parametrize("maximise", ["tiles", "points"])
@pytest.mark.parametrize("request_", positions.TRAPS, ids=lambda r: " ".join(r.rack)[:40])
def test_traps(request_, maximise):
    expected = oracle.optimum(request_.table, request_.rack, maximise)
    for solution in both(*request_, maximise):
        assert_legal(solution, *request_)
        assert (solution.tiles, solution.points) == expected


@pytest.mark.parametrize("chunk", range(QUICK // 20))
def test_the_oracle_agrees(chunk):
    for number in range(chunk * 20, chunk * 20 + 20):
        assert_agreement(Random(f"quick {number}"))


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(FULL // CHUNK))
def test_the_oracle_agrees_on_thousands(chunk):
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        assert_agreement(Random(f"full {number}"))


def assert_agreement(chance: Random) -> None:
    request = positions.mixed(chance)
    maximise = chance.choice(["tiles", "points"])
    expected = oracle.optimum(request.table, request.rack, maximise)
    for solution in both(*request, maximise):
        assert_legal(solution, *request)
        assert (solution.tiles, solution.points) == expected, (maximise, request)


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(["tiles", "points"]))
def test_kernel_and_twin_are_twins(chance, maximise):
    request = positions.mixed(chance)
    of_kernel, of_twin = both(*request, maximise)
    assert_legal(of_kernel, *request)
    assert_legal(of_twin, *request)
    assert (of_kernel.tiles, of_kernel.points) == (of_twin.tiles, of_twin.points)


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(20))
def test_kernel_and_twin_are_twins_on_thousands(chunk):
    for number in range(chunk * 1_000, (chunk + 1) * 1_000):
        chance = Random(f"twins {number}")
        request, maximise = positions.mixed(chance), chance.choice(["tiles", "points"])
        of_kernel, of_twin = both(*request, maximise)
        assert (of_kernel.tiles, of_kernel.points) == (of_twin.tiles, of_twin.points), request


def test_eight_threads_get_the_same_answers_as_one():
    requests = [request for request, _ in positions.known()]
    requests += [positions.hoard(Random(f"threads {n}")) for n in range(50)]
    alone = [solver.solve(*request) for request in requests]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda request: solver.solve(*request), requests * 8))
    assert together == alone * 8


def test_threads_may_share_the_twin():
    requests = [request for request, _ in positions.known()][:30]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda request: by_twin(*request), requests * 4))
    assert together == [by_twin(*request) for request in requests] * 4


def test_the_same_request_gets_the_same_answer():
    for request, _ in positions.known():
        assert solver.solve(*request) == solver.solve(*request)


def test_answers_are_written_in_order():
    solution = solver.solve([["r3", "r2", "r1"], ["k7", "o7", "b7"]], ["j", "k1", "k2", "k3"])
    assert solution.tableau == (
        ("k1", "k2", "k3", "j"),
        ("r1", "r2", "r3"),
        ("k7", "b7", "o7"),
    )


def test_a_tableau_nothing_can_be_laid_on_stays_as_given():
    tableau = [["r3", "r2", "r1"], ["o7", "k7", "b7"]]
    solution = solver.solve(tableau, ["b1", "k13"])
    assert solution == solver.Solution(0, 0, (), (("r3", "r2", "r1"), ("o7", "k7", "b7")))


def test_points_and_tiles_are_different_aims():
    tableau, rack = [["b11", "o11", "j"]], ["k11", "j"]
    assert solver.solve(tableau, rack).points == 50
    tableau, rack = [["k12", "b12", "o12"]], ["r12", "r1", "r2", "r3", "r13", "r11"]
    assert solver.solve(tableau, rack).tiles == 6


@pytest.mark.parametrize(
    ("tableau", "rack", "whole"),
    [("k1 k2 k3", "k4 k5", True), ("k1 k2 k3", "k4 k6", False), ("", "", True), ("", "j", False)],
)
def test_a_winning_move_is_seen(tableau, rack, whole):
    melds = [tableau.split()] if tableau else []
    assert solver.can_place_all(melds, rack.split()) is whole


def test_both_engines_stop_within_a_budget_and_say_so():
    """However few looks are left the answer is legal; enough of them change nothing."""
    chance = Random("budget")
    box = [tile for tile, copies in known_tiles(STANDARD).items() for _ in range(copies)]
    cut = Counter[TileSet]()
    for _ in range(10):
        rack = tuple(chance.sample(box, 60))
        for limits in (STANDARD, replace(STANDARD, highest=14)):  # the kernel's box, the twin's
            best, few = LookBudget(10**9), LookBudget(100)
            free = solver.solve((), rack, limits=limits, budget=best)
            short = solver.solve((), rack, limits=limits, budget=few)
            assert free.complete
            assert best.left < 10**9, "what is looked at is counted"
            assert short.tiles <= free.tiles
            assert all(is_meld(meld, limits) for meld in short.tableau)
            assert short.complete is False or short.tiles == free.tiles
            cut[limits] += not short.complete
    assert min(cut.values()) > 2, cut
