"""How long the engine takes for a turn: decide, and evolve with what was decided.

    python benchmarks/engine.py [games]

Turns are taken from seeded games of random bots. What the engine remembers of melds it has read
is forgotten before every turn, so each is timed as if it came first; of three tries the quickest
counts, since the others only show what else the machine does. Target: median 0.2 ms.
"""

import json
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter_ns

from stolik.app.lab.playing import tile_order
from stolik.app.library import RULES, rules_profile
from stolik.bots.random_bot import RandomBot
from stolik.refusal import Refused
from stolik.rummikub.commands import Command, DeclareReady, DrawTile, EndTurn, LayTiles, OpenTable
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.melds import read_meld
from stolik.rummikub.openings import best_opening
from stolik.rummikub.state import Phase, TableState, new_table
from stolik.rummikub.view import visible_to
from stolik.seats import Role, Seat, Viewer

TARGET_MS = 0.2
TRIES = 3
SEATS = 4
MID_GAME = range(12, 19)  # melds on the table
OUT = Path(__file__).parent / "out" / "engine.json"

Turn = tuple[str, TableState, tuple[Command, ...]]


def main(games: int = 24) -> int:
    """Time every turn of some games and print the table; 1 if the target is missed."""
    turns = [turn for game in range(games) for turn in turns_of_a_game(game)]
    figures = {
        kind: figures_of([timed(state, commands) for k, state, commands in turns if k == kind])
        for kind in ("draw and click", "lay, mid-game", "refused lay, mid-game")
    }
    print_table(figures)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps({"python": platform.python_version(), "turns": figures}, indent=1))
    return int(any(row["median_ms"] > TARGET_MS for row in figures.values()))


def turns_of_a_game(number: int) -> Iterator[Turn]:
    """Each turn of one game: how it is called, the state it begins in and its commands."""
    rules = rules_profile(RULES[number % len(RULES)])
    bots = [RandomBot(rules, Random(f"{number} {seat}"), best_opening) for seat in range(SEATS)]
    state = new_table(rules)
    state = after(state, OpenTable(SEATS, Seat(0), tile_order(rules, f"benchmark {number}")))
    for seat in state.active_seats:
        state = after(state, DeclareReady(seat))
    while state.phase is Phase.PLAYING:
        command = bots[state.turn].command(visible_to(state, Viewer(Role.SEAT, state.turn)))
        mid_game = len(state.tableau) in MID_GAME
        if isinstance(command, DrawTile):
            yield "draw and click", state, (command, EndTurn(state.turn))
        elif isinstance(command, LayTiles) and mid_game:
            yield "lay, mid-game", state, (command,)
            yield "refused lay, mid-game", state, (spoiled(command),)
        state = after(state, command)


def spoiled(command: LayTiles) -> LayTiles:
    """The same move with the last tile forgotten: a tile is missing and a meld may be broken."""
    *melds, last = command.tableau
    return LayTiles(command.seat, (*melds, last[:-1]))


def after(state: TableState, command: Command) -> TableState:
    """The state after a command, or the same state if it is refused."""
    try:
        return replay(decide(state, command), state)
    except Refused:
        return state


def timed(state: TableState, commands: tuple[Command, ...]) -> float:
    """Milliseconds for a turn."""
    return min(timed_once(state, commands) for _ in range(TRIES))


def timed_once(state: TableState, commands: tuple[Command, ...]) -> float:
    """Milliseconds for a turn, whatever else goes on."""
    read_meld.cache_clear()
    began = perf_counter_ns()
    for command in commands:
        state = after(state, command)
    return (perf_counter_ns() - began) / 1e6


def figures_of(times: list[float]) -> dict[str, float]:
    """What the table shows of one kind of turn."""
    return {
        "turns": len(times),
        "median_ms": round(median(times), 4),
        "p99_ms": round(quantiles(times, n=100)[98], 4),
    }


def print_table(figures: dict[str, dict[str, float]]) -> None:
    """One line per kind of turn."""
    print(f"{'turn':<24}{'turns':>8}{'median ms':>12}{'p99 ms':>10}   target {TARGET_MS} ms")
    for kind, row in figures.items():
        print(f"{kind:<24}{row['turns']:>8}{row['median_ms']:>12.3f}{row['p99_ms']:>10.3f}")


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
