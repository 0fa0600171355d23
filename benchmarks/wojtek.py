"""Miś Wojtek by bots: how long games are, what wins them, what the first seat is worth.

    python -m benchmarks.wojtek [games for each table size] [--save]

Part 1: for each size of table, games between equal bots: turns, how they end, the winner's largest
set, and how often each place in the order of play wins (with equal chances it is one in `seats`).
Part 2: bots against each other at tables of four, two seats a side, one seat further each game.
Part 3: one bot alone among others at tables of two to five; its fair share is one in `seats`.
These lie closer together, so ten times as many games are played.
Part 4: games of random bots a second on one core; at least 100 are wanted. `--save` keeps the
figures in `benchmarks/results/`; game i of a part has the seed `PART/i`.
"""

import json
import platform
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from stolik.app.library import board
from stolik.bots.wojtek.registry import WOJTEK_BOTS
from stolik.lab.intervals import Interval, Mean
from stolik.lab.wojtek_table import play_wojtek
from stolik.wojtek.state import TableState

TRACK = board("trasa")
HERE = Path(__file__).parent
SAVED = HERE / "results" / "wojtek.json"
TARGET = 100  # games a second
MATCHES = (("greedy", "random"), ("planner", "greedy"))
ALONE = ((("planner", "greedy"), 10), (("planner", "random"), 1))  # and how many times the games


def main(arguments: list[str]) -> int:
    """Play everything and print it; 1 if the engine is too slow."""
    games = next((int(a) for a in arguments if a.isdigit()), 200)
    found: dict[str, Any] = {"python": platform.python_version(), "board": TRACK.hash}
    found["tables"] = [table_of("greedy", seats, games) for seats in range(2, 6)]
    found["matches"] = [match(a, b, games) for a, b in MATCHES]
    found["alone"] = [
        alone(*pair, seats, times * games) for pair, times in ALONE for seats in range(2, 6)
    ]
    found["random_games_per_second"] = speed(games)
    text = json.dumps(found, indent=1) + "\n"
    print(text)
    (HERE / "out").mkdir(exist_ok=True)
    (HERE / "out" / "wojtek.json").write_text(text)
    if "--save" in arguments:
        SAVED.write_text(text)
    return int(found["random_games_per_second"] < TARGET)


def played(names: list[str], seed: str) -> TableState:
    bots = [WOJTEK_BOTS[n](TRACK, Random(f"{seed}/{i}")) for i, n in enumerate(names)]
    return play_wojtek(TRACK, bots, seed)


def table_of(bot: str, seats: int, games: int) -> dict[str, Any]:
    """Equal bots around a table."""
    turns, largest = Mean(), Mean()
    wins = [Mean() for _ in range(seats)]
    endings: Counter[str] = Counter()
    sizes: Counter[int] = Counter()
    for number in range(games):
        state = played([bot] * seats, f"{bot} {seats}/{number}")
        winner = next(r for r in state.results if r.standing.place == 1)
        turns.add(state.turns / seats)
        largest.add(winner.standing.sets.sizes[0])
        sizes[winner.standing.sets.sizes[0]] += 1
        endings[str(state.ending)] += 1
        for place, seat in enumerate(state.order):
            wins[place].add(float(seat == winner.seat))
    return {
        "bot": bot,
        "seats": seats,
        "games": games,
        "turns_each": rounded(turns.interval()),
        "winners_largest_set": rounded(largest.interval()),
        "winners_largest_sets": {str(size): sizes[size] for size in sorted(sizes)},
        "endings": dict(sorted(endings.items())),
        "wins_by_order_of_play": [rounded(mean.share()) for mean in wins],
    }


def match(stronger: str, weaker: str, games: int) -> dict[str, Any]:
    """Two seats a side at a table of four."""
    wins, points = Mean(), Mean()
    for number in range(games):
        names = [(stronger, weaker)[(i + number) % 2] for i in range(4)]
        state = played(names, f"{stronger} v {weaker}/{number}")
        mine = [r for r in state.results if names[r.seat] == stronger]
        wins.add(float(any(r.standing.place == 1 for r in mine)))
        points.add(sum(r.points for r in mine) / 2)
    return {
        "a": stronger,
        "b": weaker,
        "games": games,
        "wins": rounded(wins.share()),
        "points_a_seat": rounded(points.interval()),
    }


def alone(one: str, others: str, seats: int, games: int) -> dict[str, Any]:
    """One bot among others of another kind, one seat further each game."""
    wins, points, theirs = Mean(), Mean(), Mean()
    for number in range(games):
        mine = number % seats
        names = [one if i == mine else others for i in range(seats)]
        state = played(names, f"{one} among {others} {seats}/{number}")
        for result in state.results:
            (points if result.seat == mine else theirs).add(result.points)
        wins.add(float(state.results[mine].standing.place == 1))
    return {
        "one": one,
        "others": others,
        "seats": seats,
        "games": games,
        "wins": rounded(wins.share()),
        "points": rounded(points.interval()),
        "points_of_the_others": round(theirs.interval().mean, 3),
    }


def speed(games: int) -> float:
    """Random games a second, tables of two to five in turns."""
    began = process_time()
    for number in range(games):
        played(["random"] * (2 + number % 4), f"speed/{number}")
    return round(games / (process_time() - began), 1)


def rounded(interval: Interval) -> dict[str, float]:
    return {
        "mean": round(interval.mean, 3),
        "low": round(interval.low, 3),
        "high": round(interval.high, 3),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
