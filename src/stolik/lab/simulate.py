"""Many games on all cores: the same rows whatever the number of workers."""

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from stolik.lab.games import GameRow, SimulationPlan, play_planned

LARGEST_CHUNK = 1000
_CHUNKS_PER_WORKER = 40


def simulate(plan: SimulationPlan, workers: int | None = None) -> Iterator[GameRow]:
    """The rows of a plan in their order; by default one worker for each core."""
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        yield from (play_planned(plan, game) for game in range(plan.games))
        return
    # A fresh interpreter for each worker: the same on every system, and no thread is copied.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        for rows in pool.map(partial(_played, plan), _chunks(plan.games, workers)):
            yield from rows


def _played(plan: SimulationPlan, games: range) -> list[GameRow]:
    return [play_planned(plan, game) for game in games]


def _chunks(games: int, workers: int) -> list[range]:
    """Small enough that progress moves and nobody waits long for the last one."""
    size = max(1, min(LARGEST_CHUNK, games // (workers * _CHUNKS_PER_WORKER)))
    return [range(start, min(start + size, games)) for start in range(0, games, size)]
