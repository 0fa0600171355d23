"""How strong the bots are: each against the one below it.

    python -m benchmarks.bots [games of each step, 0 to leave it out …] [--save]

Tables of four, two seats for each side, sitting in turns (A B A B) and one seat further in every
game, so that both sides start equally often and neither has the better neighbours; two against two
rather than one against one, because tournaments are played at tables of four and there the others'
openings matter. Measured is the side's share of won games (a tie for first is shared; equal sides
have 50 %) and the small points of a seat, with 95 % confidence intervals over games. `--save` keeps
the figures in `benchmarks/results/`, seeds included: game i of a step has the seed `SEED/i`; steps
left out stay there as they are.
"""

import json
import platform
import sys
from itertools import zip_longest
from pathlib import Path
from time import perf_counter
from typing import Any

from stolik.app.library import rules_profile
from stolik.lab.games import GameRow, SimulationPlan
from stolik.lab.intervals import Interval, Mean
from stolik.lab.simulate import simulate
from stolik.solver import ENGINE

PROFILE = "mp2023"
STEPS = (("greedy", "random", 500), ("patient", "greedy", 2000), ("searcher", "patient", 300))
HERE = Path(__file__).parent
SAVED = HERE / "results" / "bots.json"


def main(arguments: list[str]) -> int:
    """Play all steps; 1 if one of them is not won significantly."""
    numbers = [int(argument) for argument in arguments if argument.isdigit()]
    steps = []
    for (stronger, weaker, usual), games in zip_longest(STEPS, numbers):
        if games != 0:
            steps.append(played(stronger, weaker, usual if games is None else games))
            print(line(steps[-1]), flush=True)
    (HERE / "out").mkdir(exist_ok=True)
    write(HERE / "out" / "bots.json", steps)
    if "--save" in arguments:
        before = json.loads(SAVED.read_text())["steps"] if SAVED.exists() else []
        SAVED.parent.mkdir(exist_ok=True)
        write(SAVED, [*{step["a"]: step for step in (*before, *steps)}.values()])
    return int(any(step["wins"]["low"] <= 0.5 for step in steps))


def write(file: Path, steps: list[dict[str, Any]]) -> None:
    versions = {"python": platform.python_version(), "solver": ENGINE}
    found = {"profile": PROFILE, **versions, "steps": steps}
    file.write_text(json.dumps(found, indent=1) + "\n")


def played(stronger: str, weaker: str, games: int) -> dict[str, Any]:
    """One step: the figures, and who won which game."""
    seed = f"{stronger} v {weaker}"
    plan = SimulationPlan(rules_profile(PROFILE), games, (4,), (stronger, weaker), seed)
    wins, points, turns = Mean(), Mean(), Mean()
    winners, began = "", perf_counter()
    for row in simulate(plan):
        share, small = of_side(row, stronger)
        wins.add(share)
        points.add(small)
        turns.add(row.turns)
        winners += "A" if share == 1 else "B" if share == 0 else "="
    return {
        "a": stronger,
        "b": weaker,
        "seed": seed,
        "games": games,
        "wins": interval(wins.share()),
        "small_points": interval(points.interval()),
        "turns": interval(turns.interval()),
        "games_per_second": round(games / (perf_counter() - began), 2),
        "winners": winners,
    }


def of_side(row: GameRow, bot: str) -> tuple[float, float]:
    """A side's share of the win, and its small points per seat."""
    own = [seat for seat in row.seats if seat.bot == bot]
    return float(sum(s.won for s in own)), float(sum(s.small_points for s in own)) / len(own)


def interval(found: Interval) -> dict[str, float]:
    return {name: round(getattr(found, name), 4) for name in ("mean", "low", "high")}


def line(step: dict[str, Any]) -> str:
    wins, points = step["wins"], step["small_points"]
    return (
        f"{step['a']:>8} v {step['b']:<8} {step['games']:>5} games: wins "
        f"{100 * wins['mean']:.1f} % (95 %: {100 * wins['low']:.1f}–{100 * wins['high']:.1f}), "
        f"small points a seat {points['mean']:+.1f} ({points['low']:+.1f} to {points['high']:+.1f})"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
