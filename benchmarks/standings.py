"""How long standings and entered results take as a tournament grows.

    python benchmarks/standings.py [entrants]

Ten drawn rounds of one game each: every result is decided and applied as at the desk, then the
standings are counted. Targets: standings of 10,000 entrants × 10 rounds in under 2 s, and a cost
per entrant that hardly grows (twice at most from 1,250 to 10,000).
"""

import json
import platform
import sys
from pathlib import Path
from random import Random
from time import perf_counter

from stolik.app.library import format_from
from stolik.tournament.commands import Create, Draw, Enter, Publish, RecordResult
from stolik.tournament.engine import decide, replay
from stolik.tournament.standings import standings
from stolik.tournament.state import EntrantNumber, GameNumber, Line, TournamentState

ROUNDS = 10
TARGET_S = 2.0
GROWTH = 2.0
OUT = Path(__file__).parent / "out" / "standings.json"
CRITERIA = ["big_points", "small_points", "games_won", "best_games", "lot"]
SHAPE = {
    "id": "benchmark",
    "title": "Benchmark",
    "game": "rummikub",
    "profile": "mp2023",
    "stages": [
        {
            "id": "rounds",
            "title": "Rounds",
            "field": "all",
            "rounds": ROUNDS,
            "games": 1,
            "seating": "draw",
            "criteria": CRITERIA,
        }
    ],
}


def main(most: int = 10_000) -> int:
    """Measure at an eighth, a quarter, half and all of `most`; 1 if a target is missed."""
    rows = [measured(most // part // 4 * 4) for part in (8, 4, 2, 1)]
    print(
        f"{'entrants':>9} {'results':>8} {'µs/result':>10} {'standings s':>12} {'µs/entrant':>11}"
    )
    for row in rows:
        print(
            f"{row['entrants']:>9} {row['results']:>8} {row['us_per_result']:>10.0f} "
            f"{row['standings_s']:>12.3f} {row['us_per_entrant']:>11.1f}"
        )
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps({"python": platform.python_version(), "rows": rows}, indent=1))
    grown = rows[-1]["us_per_entrant"] / rows[0]["us_per_entrant"]
    return int(rows[-1]["standings_s"] > TARGET_S or grown > GROWTH)


def measured(entrants: int) -> dict[str, float]:
    """One tournament: the time for a result, and the best of three for the standings."""
    chance = Random(entrants)
    state = after(TournamentState(format_from(SHAPE)), Create("17"))
    for _ in range(entrants):
        state = after(state, Enter())
    results, spent = 0, 0.0
    for _ in range(ROUNDS):
        order = chance.sample(sorted(state.entrants), entrants)
        tables = tuple(tuple(order[i : i + 4]) for i in range(0, entrants, 4))
        state = after(after(state, Draw(tables, how="by_hand")), Publish())
        begun = perf_counter()
        state = with_results(state, chance)
        spent += perf_counter() - begun
        results += len(tables)
    times = [timed(state) for _ in range(3)]
    return {
        "entrants": entrants,
        "results": results,
        "us_per_result": spent / results * 1e6,
        "standings_s": min(times),
        "us_per_entrant": min(times) / entrants * 1e6,
    }


def with_results(state: TournamentState, chance: Random) -> TournamentState:
    """A game at every table of the last round."""
    last = state.rounds[-1]
    for table in last.tables:
        lines = played(table.seats, chance)
        state = after(state, RecordResult(last.number, table.number, GameNumber(1), lines))
    return state


def played(seats: tuple[EntrantNumber, ...], chance: Random) -> tuple[Line, ...]:
    racks = [chance.randint(1, 90) for _ in seats[1:]]
    losers = zip(seats[1:], racks, strict=True)
    return (
        Line(seats[0], 1, 1, sum(racks)),
        *(Line(n, place, 0, -rack) for place, (n, rack) in enumerate(losers, start=2)),
    )


def timed(state: TournamentState) -> float:
    begun = perf_counter()
    assert standings(state)[0].place == 1
    return perf_counter() - begun


def after(state: TournamentState, command: object) -> TournamentState:
    return replay(decide(state, command), state)  # type: ignore[arg-type]


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
