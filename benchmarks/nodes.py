"""What more nodes cost: the same tables on one node and on several, in one run.

    python -m benchmarks.nodes [TABLES] [SECONDS]

One node on SQLite, one on PostgreSQL, two and four on one PostgreSQL with all players of a table on
one node (pinned), and two with the players of each table on both (spread). CPU is that of all nodes
together, that of the database beside it. The players live in another process and think for 1–3 s.

Targets, CPU of all nodes per move beside one node on the same PostgreSQL: two pinned at most 1.15,
four pinned 1.25, two spread 1.5; others see a move across nodes after 15 ms in the middle and 60 ms
in the 99th of a hundred cases.
"""

import asyncio
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psutil

from benchmarks.server import cpu, fsync_ms, generator, load, tell
from tests.postgres import Postgres

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "nodes.json"
TABLES, SECONDS = 500, 15
# How many nodes there are, none: one on SQLite; and whether a table's players sit on all of them.
RUNS = {
    "one node, SQLite": (0, False),
    "one node": (1, False),
    "two nodes, pinned": (2, False),
    "four nodes, pinned": (4, False),
    "two nodes, spread": (2, True),
}
AIMS = {"two nodes, pinned": 1.15, "four nodes, pinned": 1.25, "two nodes, spread": 1.5}


def main(tables: int = TABLES, seconds: int = SECONDS) -> int:
    """Measure and write down."""
    found: dict[str, Any] = {
        "machine": f"{os.cpu_count()} cores, Python {platform.python_version()}",
        "fsync_ms": fsync_ms(),
        "tables": tables,
        "runs": {},
    }
    print(f"fsync {found['fsync_ms']} ms, load {load()}", flush=True)
    for name, (count, is_spread) in RUNS.items():
        found["runs"][name] = figures = measured(count, tables, seconds, spread=is_spread)
        print(f"{name:20} {told(figures)}", flush=True)
    one = found["runs"]["one node"]["cpu_ms_per_move"]
    found["ratios"] = {
        name: round(figures["cpu_ms_per_move"] / one, 2) for name, figures in found["runs"].items()
    }
    for name, aim in AIMS.items():
        print(f"{name}: {found['ratios'][name]} times one node (aim {aim})")
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    return 0


def measured(count: int, tables: int, seconds: int, *, spread: bool) -> dict[str, Any]:
    """One run."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres()) if count else None
        where = asyncio.run(database.new_database()) if database else stack.enter_context(place())
        nodes = [stack.enter_context(node(where, tables))]
        nodes += [stack.enter_context(node(where, 0)) for _ in range(count - 1)]
        plan = {
            "side": "ours",
            "think": [1, 3],
            "seconds": seconds,
            "settle": 8,  # until who is not needed has let go
            "spread": int(spread),
            "ports": [each["port"] for _, each in nodes],
            "tables": nodes[0][1]["tables"],
        }
        players = stack.enter_context(generator(plan))
        assert players.stdin
        assert players.stdout
        assert players.stdout.readline() == "open\n"
        tell(players)
        assert players.stdout.readline() == "playing\n"
        before, before_db = [cpu(process) for process, _ in nodes], of_database(database)
        tell(players)
        figures: dict[str, Any] = json.loads(players.stdout.readline())
        used = sum(cpu(process) for process, _ in nodes) - sum(before)
        used_db = of_database(database) - before_db
    figures["cpu_ms_per_move"] = round(1000 * used / figures["moves"], 3)
    figures["database_ms_per_move"] = round(1000 * used_db / figures["moves"], 3)
    return {**figures, "nodes": count or 1, "load_1_min": load()}


def told(figures: dict[str, Any]) -> str:
    ack, others = figures["ack_ms"], figures["told_ms"]
    return (
        f"{figures['moves_per_second']:>6} moves/s  {figures['cpu_ms_per_move']:>6} ms CPU a move"
        f" + {figures['database_ms_per_move']} database, ack p50 {ack['p50']} p99 {ack['p99']} ms,"
        f" seen by others p50 {others['p50']} p99 {others['p99']} ms, {figures['lost']} lost"
    )


def of_database(server: Postgres | None) -> float:
    """The CPU of all its processes; those that ended meanwhile are counted by their parent."""
    if server is None:
        return 0.0
    parent = psutil.Process(server.pid)
    times = parent.cpu_times()
    return (
        cpu(parent)
        + times.children_user
        + times.children_system
        + sum(cpu(child) for child in parent.children(recursive=True))
    )


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server on the disk that other runs use."""
    server = Postgres(parent=Path(tempfile.gettempdir()))
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def place() -> Iterator[str]:
    """A directory on the same disk as this checkout."""
    (HERE / "out").mkdir(exist_ok=True)
    directory = tempfile.mkdtemp(dir=HERE / "out")
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def node(where: str, tables: int) -> Iterator[tuple[psutil.Process, dict[str, Any]]]:
    """A server process, and what it says when it is ready."""
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.server_ours", where, str(tables)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield psutil.Process(process.pid), json.loads(process.stdout.readline())
        finally:
            process.kill()


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
