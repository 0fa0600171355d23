"""Complete four-bot games a second through the real engine, and where the time goes."""

import cProfile
import json
import pstats
from pathlib import Path
from time import perf_counter, process_time

from stolik.app.library import rules_profile
from stolik.lab.games import Plan
from stolik.lab.simulate import simulate

OUT = Path(__file__).parent / "out"
TARGET = 25  # games a second and core


def games_a_second(games: int, workers: int, clock: object) -> float:
    """Whole greedy games, by CPU time on one worker or by the wall clock on several."""
    plan = Plan(rules_profile("mp2023"), games, (4,), ("greedy",), "speed")
    began = clock()  # type: ignore[operator]
    assert sum(1 for _ in simulate(plan, workers)) == games
    return float(games / (clock() - began))  # type: ignore[operator]


def profile() -> str:
    """The ten functions most of the time is spent in."""
    profiler = cProfile.Profile()
    profiler.enable()
    games_a_second(200, 1, perf_counter)
    profiler.disable()
    stats = pstats.Stats(profiler)
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])[:10]  # type: ignore[attr-defined]
    total = stats.total_tt  # type: ignore[attr-defined]
    return "\n".join(
        f"  {spent / total:5.1%}  {Path(file).name}:{name}"
        for (file, _, name), (_, _, spent, _, _) in rows
    )


def main() -> None:
    """Measure, print, save."""
    games_a_second(50, 1, process_time)  # warm
    sizes = {n: games_a_second(n, 1, process_time) for n in (250, 500, 1000, 2000)}
    both = games_a_second(2000, 2, perf_counter)
    print("| games | games/s of one core (CPU time) |\n|---|---|")
    for n, rate in sizes.items():
        print(f"| {n} | {rate:.0f} |")
    print(f"two workers, by the wall clock: {both:.0f} games/s; target {TARGET} a core")
    print("where the time goes:\n" + profile())
    OUT.mkdir(exist_ok=True)
    found = {"games_a_second_by_size": sizes, "two_workers_wall": both}
    (OUT / "simulate.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
