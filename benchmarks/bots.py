"""Strength of the bots, each step against the one below, with confidence intervals.

Tables of four, two seats each, and the seats rotate from game to game, so nobody always starts or
always sits behind the same neighbour. What counts is the share of games won by the newer pair:
half would mean equal strength. Results are saved with their seeds in benchmarks/results/.
"""

import json
import sys
from pathlib import Path
from time import perf_counter

from stolik.app.library import rules_profile
from stolik.lab.games import Plan
from stolik.lab.intervals import Mean
from stolik.lab.simulate import simulate

RESULTS = Path(__file__).parent / "results"
STEPS = (
    ("greedy", "random", 500),
    ("patient", "greedy", 2000),
    ("searcher", "patient", 300),
)


def head_to_head(better: str, worse: str, games: int) -> dict[str, object]:
    """The share of games that `better` wins at tables of two and two."""
    plan = Plan(rules_profile("mp2023"), games, (4,), (better, worse), f"strength/{better}")
    wins, points, began = Mean(), Mean(), perf_counter()
    for row in simulate(plan):
        mine = [seat for seat in row.seats if seat.bot == better]
        wins.add(float(sum(seat.won for seat in mine)))
        points.add(float(sum(seat.small_points for seat in mine)) / len(mine))
        if row.game % 100 == 99:
            print(f"\r{better} v {worse}: {row.game + 1}/{games}", end="", file=sys.stderr)
    share, small = wins.share(), points.interval()
    return {
        "better": better,
        "worse": worse,
        "games": games,
        "seed": plan.seed,
        "won": [round(x, 4) for x in (share.mean, share.low, share.high)],
        "small_points_a_game": [round(x, 2) for x in (small.mean, small.low, small.high)],
        "significant": share.low > 0.5,
        "seconds": round(perf_counter() - began, 1),
    }


def main() -> None:
    """Measure every step, print the table, save it."""
    found = [head_to_head(*step) for step in STEPS]
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "bots.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print("\n| step | games | won by the newer (95 %) | small points a game |\n|---|---|---|---|")
    for step in found:
        won, small = step["won"], step["small_points_a_game"]
        assert isinstance(won, list)
        assert isinstance(small, list)
        share = f"{won[0]:.1%} ({won[1]:.1%}–{won[2]:.1%})"
        print(f"| {step['better']} v {step['worse']} | {step['games']} | {share} | {small[0]:+} |")


if __name__ == "__main__":
    main()
