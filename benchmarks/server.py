"""Our server beside boardgame.io: the same players, the same games, one run.

    python -m benchmarks.server [closed] [thinking] [large]

A move is a command of a player that was answered: draw, lay, click, and what begins and ends a game
(ready and confirm here, redeal there). Four sockets sit at each table and all of them are told of
each move, with the secrets of the others left out. Nobody sends drafts. CPU is that of the server's
process alone, with all its threads; the players live in another process. On a machine that others
use too the CPU says more than the clock on the wall.

What favours the peer: it keeps everything in memory and checks no meld, and it has no clock. Ours
checks every move by the rules, has it on disk (fsync) before it answers, measures the line's lag at
each turn, and deals by commitment. What favours ours: the peer sends its whole state each time and
keeps a log of every match that is copied when it grows; in the closed run it makes more moves, so
its logs get longer. Both are how it comes out of the box.

Memory is told for ours only in parts: what a socket takes that is open and silent, and what a table
takes once its four sit and play, sessions and first events included. The peer's is the growth of
a heap that nobody hurries to clean, so it is told but not compared.

Targets: at most a third of the peer's CPU per move; 3,000 tables of four with 10 s of thinking, p99
of the answers at most 50 ms; at most 60 kB per idle socket and 150 kB per live table.
"""

import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import psutil

HERE = Path(__file__).parent
PEER = HERE / "boardgame_io"
RESULTS = HERE / "results" / "server.json"
RUNS: dict[str, dict[str, Any]] = {
    "closed": {"tables": 50, "think": [0, 0], "seconds": 12},
    "thinking": {"tables": 500, "think": [1, 3], "seconds": 15},
    "large": {"tables": 3000, "think": [5, 15], "seconds": 30, "settle": 10},
}
SIDES = ("peer", "ours")


def main(names: list[str]) -> int:
    """Measure and write down; 1 if a target was missed."""
    before = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"runs": {}}
    found: dict[str, Any] = {
        "machine": f"{os.cpu_count()} cores, Python {platform.python_version()}",
        "fsync_ms": fsync_ms(),
        "runs": before["runs"],
    }
    print(f"fsync {found['fsync_ms']} ms, load {load()}", flush=True)
    for name in names:
        found["runs"][name] = {side: measured(side, RUNS[name]) for side in SIDES}
        for side, figures in found["runs"][name].items():
            print(f"{name:9} {side:5} {told(figures)}", flush=True)
    found["targets"] = targets(found["runs"])
    for target, reached in found["targets"].items():
        print(f"{target}: {reached}")
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    return 0


def measured(side: str, run: dict[str, Any]) -> dict[str, Any]:
    """One run against one side."""
    with (ours if side == "ours" else peer)(run["tables"]) as (process, plan):
        base = process.memory_info().rss
        with generator({**run, **plan, "side": side}) as players:
            assert players.stdin
            assert players.stdout
            assert players.stdout.readline() == "open\n"
            connected = process.memory_info().rss
            tell(players)
            assert players.stdout.readline() == "playing\n"
            seated, before = process.memory_info().rss, cpu(process)
            tell(players)
            figures = json.loads(players.stdout.readline())
            used = cpu(process) - before
    figures["cpu_ms_per_move"] = round(1000 * used / figures["moves"], 3)
    figures["cpu_share"] = round(used / figures["seconds"], 3)
    if side == "ours":
        figures["kb_per_idle_socket"] = round((connected - base) / run["tables"] / 4000, 1)
        figures["kb_per_live_table"] = round((seated - connected) / run["tables"] / 1000, 1)
    figures["kb_per_table"] = round((seated - base) / run["tables"] / 1000, 1)  # with 4 sockets
    return {**figures, "tables": run["tables"], "think_s": run["think"], "load_1_min": load()}


def tell(players: "subprocess.Popen[str]") -> None:
    """Let the players go on."""
    assert players.stdin
    players.stdin.write("go\n")
    players.stdin.flush()


def told(figures: dict[str, Any]) -> str:
    ack = figures["ack_ms"]
    return (
        f"{figures['tables']:>5} tables {figures['moves_per_second']:>7} moves/s "
        f"{figures['cpu_ms_per_move']:>6} ms CPU a move, ack p50 {ack['p50']} p99 {ack['p99']} ms, "
        f"{figures['kb_per_table']} kB a table and its sockets, {figures['lost']} lost"
    )


def targets(runs: dict[str, Any]) -> dict[str, Any]:
    """What was aimed at and what was found."""
    found: dict[str, Any] = {}
    for name in RUNS:
        if "peer" in runs.get(name, {}):
            ours_ms, peer_ms = (runs[name][side]["cpu_ms_per_move"] for side in ("ours", "peer"))
            found[f"{name}: CPU a move, ours to peer (aim 0.33)"] = round(ours_ms / peer_ms, 2)
    if "large" in runs:
        large = runs["large"]["ours"]
        found["large: p99 of answers in ms (aim 50)"] = large["ack_ms"]["p99"]
        found["large: sockets lost (aim 0)"] = large["lost"]
        found["large: kB an idle socket (aim 60)"] = large.get("kb_per_idle_socket")
        found["large: kB a live table beyond its sockets (aim 150)"] = large.get(
            "kb_per_live_table"
        )
    return found


@contextmanager
def ours(tables: int) -> Iterator[tuple[psutil.Process, dict[str, Any]]]:
    """Our server on a fresh store, on the same disk as this checkout."""
    (HERE / "out").mkdir(exist_ok=True)
    directory = tempfile.mkdtemp(dir=HERE / "out")
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "benchmarks.server_ours",
        directory,
        str(tables),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield psutil.Process(process.pid), json.loads(process.stdout.readline())
        finally:
            process.kill()
    shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def peer(tables: int) -> Iterator[tuple[psutil.Process, dict[str, Any]]]:
    """boardgame.io as it is installed from the lock."""
    if not (PEER / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "NODE_ENV": "production"}
    command = ["node", str(PEER / "server.js"), str(port)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=environment, text=True, **streams) as process:
        assert process.stdout
        process.stdout.readline()
        sleep(0.5)
        try:
            yield psutil.Process(process.pid), {"port": port, "matches": tables}
        finally:
            process.kill()


@contextmanager
def generator(plan: dict[str, Any]) -> Iterator["subprocess.Popen[str]"]:
    """The players, in a process of their own."""
    command = [sys.executable, "-m", "benchmarks.load"]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **streams) as process:
        assert process.stdin
        process.stdin.write(json.dumps({**plan, "tables": plan["tables"]}) + "\n")
        process.stdin.flush()
        try:
            yield process
        finally:
            process.kill()


def load() -> float:
    """How many processes wanted a core of this machine in the last minute, ours among them."""
    return round(os.getloadavg()[0], 2)


def cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def fsync_ms() -> float:
    """How long the disk takes to have a page for certain, in the middle of 50 tries."""
    (HERE / "out").mkdir(exist_ok=True)
    with tempfile.TemporaryFile(dir=HERE / "out") as file:
        times = []
        for _ in range(50):
            file.write(bytes(4096))
            file.flush()
            began = perf_counter()
            os.fsync(file.fileno())
            times.append(perf_counter() - began)
    return round(1000 * sorted(times)[25], 2)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(RUNS)))
