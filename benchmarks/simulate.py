"""How fast games are simulated: four greedy bots through the real engine.

    python -m benchmarks.simulate [games]

Prints games a second on one core and on all, the cost of a game as their number grows, and where
the time goes. Target: 25 complete games a second per core. On a machine that others use too the
time the process itself got (CPU) says more than the clock on the wall; both are shown.
"""

import cProfile
import json
import os
import platform
import pstats
import resource
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from stolik.app.library import rules_profile
from stolik.lab.games import SimulationPlan, play_planned
from stolik.lab.simulate import simulate
from stolik.lab.summary import Gathering

TARGET = 25
BLOCKS = 4
OUT = Path(__file__).parent / "out" / "simulate.json"
# Where the time goes, by the part of a file's path; the first that fits counts.
PLACES = {
    "solver": "/solver/",
    "engine: view": "rummikub/view.py",
    "engine": "/rummikub/",
    "bots": "/bots/",
    "lab": "/lab/",
    "shuffle": "fair.py",
}


def main(games: int = 400) -> int:
    """Measure; 1 if the target is missed."""
    one = one_core(games)
    many = all_cores(max(2 * games, 400))
    shares = where_the_time_goes(min(games, 100))
    for block in one["blocks"]:
        print(f"games {block['games']:>12}: {block['per_second']:6.1f}/s  {block['mb']:.0f} MB")
    by_cpu = one["per_cpu_second"]
    print(f"one core : {one['per_second']:6.1f} games/s by the wall, {by_cpu:.1f} by CPU")
    given = f"{many['per_cpu_second']:.1f} by CPU; they were given {many['cores']} cores"
    print(f"{many['workers']} workers: {many['per_second']:6.1f} games/s by the wall, {given}")
    print("time goes: " + ", ".join(f"{name} {share:.0%}" for name, share in shares.items()))
    found = {"python": platform.python_version(), "one": one, "all": many, "shares": shares}
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(found, indent=1))
    return int(one["per_cpu_second"] < TARGET)


def plan(games: int) -> SimulationPlan:
    return SimulationPlan(rules_profile("mp2023"), games, (4,), ("greedy",), "benchmark")


def one_core(games: int) -> dict[str, Any]:
    """Games in blocks, each summed up as it comes: the cost of a game must not grow."""
    whole, gathering, blocks = plan(games), Gathering(), []
    size = max(1, games // BLOCKS)
    wall, cpu = perf_counter(), process_time()
    for first in range(0, games, size):
        began, last = process_time(), min(first + size, games)
        for game in range(first, last):
            gathering.add(play_planned(whole, game))
        per_second = round((last - first) / (process_time() - began), 1)
        mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        name = f"{first + 1}–{last}"
        blocks.append({"games": name, "per_second": per_second, "mb": round(mb, 1)})
    return {
        "games": games,
        "per_second": round(games / (perf_counter() - wall), 1),
        "per_cpu_second": round(games / (process_time() - cpu), 1),
        "blocks": blocks,
    }


def all_cores(games: int) -> dict[str, Any]:
    """The same through the pool, starting the workers included.

    The workers' CPU time over the wall's tells how many cores they were given.
    """
    workers = os.cpu_count() or 1
    began, before = perf_counter(), cpu_of_workers()
    count = sum(1 for _ in simulate(plan(games), workers))
    wall, cpu = perf_counter() - began, cpu_of_workers() - before
    return {
        "workers": workers,
        "games": count,
        "per_second": round(count / wall, 1),
        "per_cpu_second": round(count / cpu, 1),
        "cores": round(cpu / wall, 2),
    }


def cpu_of_workers() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def where_the_time_goes(games: int) -> dict[str, float]:
    """The share of each part of the house in the time spent in functions of its own."""
    profile = cProfile.Profile()
    profile.enable()
    for game in range(games):
        play_planned(plan(games), game)
    profile.disable()
    spent: dict[str, float] = {}
    for (file, _, _), row in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        place = place_of(file)
        spent[place] = spent.get(place, 0.0) + row[2]
    total = sum(spent.values())
    by_share = sorted(spent.items(), key=lambda item: -item[1])
    return {place: round(seconds / total, 3) for place, seconds in by_share}


def place_of(file: str) -> str:
    path = file.replace("\\", "/")
    found = next((place for place, part in PLACES.items() if part in path), None)
    return found or ("built-in functions" if file == "~" else "standard library")


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:])))
