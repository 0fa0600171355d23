"""The load generator, a process of its own: opens seats, lets them play, prints what it measured.

It is started by `benchmarks.server` and speaks with it in lines: prints `open` when all sockets
are, waits for a line, prints `playing` when all seats sit and play, waits for another, goes on for
as long as it was asked to, and prints its figures as JSON.
"""

import asyncio
import json
import resource
import sys
from random import Random
from time import perf_counter, process_time
from typing import Any

import uvloop

from benchmarks.seats import Figures, OurSeat, PeerSeat

_AT_ONCE = 100


async def run(plan: dict[str, Any]) -> dict[str, Any]:
    """Everything a plan asks for."""
    figures = Figures()
    seats = _seats(plan, figures)
    for i in range(0, len(seats), _AT_ONCE):
        await asyncio.gather(*(seat.connect() for seat in seats[i : i + _AT_ONCE]))
    await _said("open")
    for i, seat in enumerate(seats):
        seat.sit_down()
        await asyncio.sleep(0.2 * (i % _AT_ONCE == 0))
    deadline = perf_counter() + 60
    while not _all_play(seats) and perf_counter() < deadline:
        await asyncio.sleep(0.1)
    await asyncio.sleep(plan.get("settle", 1))
    await _said("playing")
    figures.begin()
    began, cpu = perf_counter(), process_time()
    await asyncio.sleep(plan["seconds"])
    figures.on = False
    return _told(figures, perf_counter() - began, process_time() - cpu)


async def _said(word: str) -> None:
    """Say how far we are and wait for the answer."""
    print(word, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


def _seats(plan: dict[str, Any], figures: Figures) -> list[OurSeat | PeerSeat]:
    chance = Random(1)
    low, high = plan["think"]

    def think() -> float:
        return chance.uniform(low, high) if high else 0.0

    if plan["side"] == "ours":
        return [
            OurSeat(plan["port"], table, token, think, figures)
            for table, tokens in plan["tables"].items()
            for token in tokens
        ]
    return [
        PeerSeat(plan["port"], f"m{n}", seat, think, figures)
        for n in range(plan["matches"])
        for seat in range(4)
    ]


def _all_play(seats: list[OurSeat | PeerSeat]) -> bool:
    return all(seat.turn >= 0 for seat in seats)


def _told(figures: Figures, seconds: float, cpu: float) -> dict[str, Any]:
    times = sorted(figures.latencies)
    at = {f"p{q}": round(1000 * times[int(len(times) * q / 100)], 2) for q in (50, 95, 99)}
    return {
        "moves": len(times),
        "seconds": round(seconds, 2),
        "moves_per_second": round(len(times) / seconds, 1),
        "ack_ms": at,
        "kinds": dict(figures.kinds),
        "refusals": dict(figures.refusals),
        "lost": figures.lost,
        "generator_cpu_s": round(cpu, 2),
    }


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(json.dumps(uvloop.run(run(json.loads(sys.stdin.readline())))), flush=True)
