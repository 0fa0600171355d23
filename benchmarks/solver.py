"""The solver side by side with its peers, in one run on one thread, on positions of a fresh seed.

    python -m benchmarks.solver [--seed TEXT] [--positions 300] [--search-seconds 60]

Prints a table and writes benchmarks/out/solver.json. Peers that are not installed are left out.
"""

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.solver_peers import Solver, peers
from benchmarks.solver_slow import slowest
from stolik import solver
from stolik.solver import STANDARD, LookBudget, kernel, twin
from stolik.solver.solutions import measured, unchanged
from tests.solver.positions import Request, grown, played

ROOT = Path(__file__).parent.parent
OUT = ROOT / "benchmarks" / "out" / "solver.json"
REPEATS = 3
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}


def main() -> None:
    options = parsed()
    if ONE_THREAD.items() - os.environ.items():
        # Numeric libraries read this when they are loaded: start again.
        command = [sys.executable, "-m", "benchmarks.solver", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, **ONE_THREAD})
    requests = list(fresh_positions(options.seed, options.positions))
    figures = {name: summary(times) for name, times in measure(requests).items()}
    figures["inside the kernel"] = summary(inside_the_kernel(requests))
    worst = slowest(Random(options.seed), options.search_seconds)
    report = {"seed": options.seed, "figures": figures, "slowest found": worst}
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(report, indent=2), encoding="utf-8")
    show(options.seed, figures, worst)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default=str(time.time_ns()))
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--search-seconds", type=float, default=60)
    return parser.parse_args()


def fresh_positions(seed: str, count: int):
    """Half from play, half grown at random, as the known positions are."""
    for number in range(count):
        chance = Random(f"{seed} {number}")
        request = Request([], [])
        while not request.rack:
            request = (played if number % 2 else grown)(chance)
        yield request


def by_twin(tableau, rack) -> int:
    found, _ = twin.best_tableau(
        tableau, rack, maximise="tiles", limits=STANDARD, budget=LookBudget()
    )
    return (measured(tableau, rack, found) if found else unchanged(tableau)).tiles


def measure(requests: list[Request]) -> dict[str, list[tuple[float, bool]]]:
    """Every solver on every position, taking turns; with whether it found the optimum.

    The best of a few calls counts for everybody: what the position costs, not what else the
    machine was doing.
    """
    contenders: dict[str, Solver] = {
        solver.ENGINE: lambda tableau, rack: solver.solve(tableau, rack).tiles,
        "twin": by_twin,
        **peers(),
    }
    for request, solve in ((r, s) for r in requests[:20] for s in contenders.values()):
        solve(*request)
    times: dict[str, list[tuple[float, bool]]] = {name: [] for name in contenders}
    gc.collect()
    gc.freeze()
    for request in requests:
        tiles = solver.solve(*request).tiles
        for name, solve in contenders.items():
            found, best = None, float("inf")
            for _ in range(REPEATS):
                start = time.perf_counter()
                found = solve(*request)
                best = min(best, time.perf_counter() - start)
            times[name].append((best, found == tiles))
    return times


def inside_the_kernel(requests: list[Request]) -> list[tuple[float, bool]]:
    """The bare call on prepared bytes, warm, less what an empty call costs."""
    loaded = kernel.load()
    if loaded is None:
        return []
    empty = min(timed(lambda: loaded.bare(b"", b"", -1)) for _ in range(1_000))
    calls = []
    for request in requests:
        table, rack = kernel.encoded(*request)
        best = min(timed(lambda t=table, r=rack: loaded.bare(t, r)) for _ in range(3))
        calls.append((max(0.0, best - empty), True))
    return calls


def timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def summary(times: list[tuple[float, bool]]) -> dict[str, float]:
    seconds = sorted(second for second, _ in times)
    if not seconds:
        return {}
    return {
        "median_ms": median(seconds) * 1e3,
        "p99_ms": seconds[int(len(seconds) * 0.99)] * 1e3,
        "max_ms": seconds[-1] * 1e3,
        "optimal": sum(optimal for _, optimal in times),
        "positions": len(seconds),
    }


def show(seed: str, figures: dict[str, dict[str, float]], worst: dict[str, object]) -> None:
    print(f"seed {seed}; milliseconds per call\n")
    print(f"{'':30}{'median':>10}{'p99':>10}{'max':>10}{'optimal':>10}{'slower by':>18}")
    ours = figures[solver.ENGINE]
    for name, row in figures.items():
        if row:
            ratios = " ".join(f"{row[key] / ours[key]:8.1f}" for key in ("median_ms", "p99_ms"))
            print(
                f"{name:30}{row['median_ms']:10.3f}{row['p99_ms']:10.3f}{row['max_ms']:10.3f}"
                f"{row['optimal']:6.0f}/{row['positions']:<3.0f}{ratios:>18}"
            )
    print(f"\nslowest position found: {worst['ms']:.3f} ms after {worst['tried']} positions")
    print(f"  {worst['maximise']}: table {worst['tableau']} rack {' '.join(worst['rack'])}")


if __name__ == "__main__":
    main()
