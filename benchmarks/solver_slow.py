"""A search for positions the kernel is slow on: random ones, then climbing from the worst."""

import time
from collections import Counter
from random import Random

from stolik import solver
from tests.solver.positions import Request, box, hoard, mixed

KEPT = 8


def slowest(chance: Random, seconds: float) -> dict[str, object]:
    """The worst position found in this time; a third of it looks around, the rest climbs."""
    start = time.monotonic()
    worst: list[tuple[float, Request, str]] = []
    tried = 0
    while time.monotonic() - start < seconds:
        looking_around = time.monotonic() - start < seconds / 3 or chance.random() < 0.1
        if looking_around or not worst:
            request = chance.choice([hoard, hoard, mixed])(chance)
            maximise = chance.choice(["tiles", "points"])
        else:
            _, request, maximise = chance.choice(worst)
            request = neighbour(chance, request)
        worst.append((cost(request, maximise), request, maximise))
        worst = distinct(sorted(worst, key=lambda entry: -entry[0]))[:KEPT]
        tried += 1
    _, request, maximise = worst[0]
    ms = min(cost(request, maximise) for _ in range(20)) * 1e3
    return {
        "ms": ms,
        "tried": tried,
        "maximise": maximise,
        "tableau": request.tableau,
        "rack": request.rack,
    }


def distinct(entries: list[tuple[float, Request, str]]) -> list[tuple[float, Request, str]]:
    seen = {}
    for entry in entries:
        seen.setdefault((str(entry[1]), entry[2]), entry)
    return list(seen.values())


def cost(request: Request, maximise: str) -> float:
    """The best of three calls: what the position costs, not what else the machine does."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        solver.solve(*request, maximise=maximise)
        times.append(time.perf_counter() - start)
    return min(times)


def neighbour(chance: Random, request: Request) -> Request:
    """Some tiles of the rack exchanged, added or taken away, or a meld back on the rack."""
    tableau, rack = list(request.tableau), list(request.rack)
    if tableau and chance.random() < 0.2:
        rack += tableau.pop(chance.randrange(len(tableau)))
    chance.shuffle(rack)
    del rack[: chance.randint(0, min(3, len(rack)))]
    held = Counter(rack) + Counter(tile for meld in tableau for tile in meld)
    left = list((Counter(box()) - held).elements())
    chance.shuffle(left)
    return Request(tableau, rack + left[: chance.randint(0, 3)])
