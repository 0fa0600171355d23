"""How long a server takes that starts among many tables in play.

    python -m benchmarks.cold_start [tables] [events of each]

Bots play a game; its first events are given to many tables, as a killed server would leave them.
Then a new process starts on that directory: when it is ready, and how much it has computed by
then, which is the same on a busy machine.
"""

import asyncio
import compileall
import resource
import secrets
import subprocess
import sys
import tempfile
from dataclasses import replace
from io import StringIO
from pathlib import Path
from time import perf_counter, sleep

import httpx

import stolik
from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite import SqliteStore, open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.services import Settings
from stolik.app.ports import Append, CommandId, Put
from stolik.app.streams.chain import chained, genesis
from stolik.app.tables.rooms import RUNNING
from stolik.app.tables.setup import SeatSetup, TableSetup, stream_of, write_setup
from stolik.wiring.serving import make_node

_GAMES = 12  # at one table; a game of bots has about a hundred events
_STARTS = 5
SERVE = "from stolik.wiring.cli import main; main()"


def main(tables: int = 500, events: int = 300) -> int:
    """Print the figures of one start."""
    with tempfile.TemporaryDirectory() as name:
        data = Path(name)
        length, kilobytes = asyncio.run(prepare(data, tables, events))
        print(f"{tables} tables of {length} events, {kilobytes} kB of each")
        empty = Path(name) / "empty"
        # As an installed package is, even where Python is told to leave no bytecode behind.
        compileall.compile_dir(Path(stolik.__file__).parent, quiet=1)
        print(f"ready, no table in play: {told(empty)}")
        print(f"ready, {tables} tables in play: {told(data)}")
    return 0


def told(data: Path) -> str:
    """Some starts: the quickest, the slowest, and what the quickest has computed."""
    starts = sorted(started(data) for _ in range(_STARTS))
    wall, cpu = starts[0]
    return f"{wall:.2f}–{starts[-1][0]:.2f} s, computing {cpu:.2f} s"


async def prepare(data: Path, tables: int, events: int) -> tuple[int, int]:
    """Many tables in mid-game; how many events each got, and how long they are."""
    store = await open_store(data)
    bots = TableSetup("wzor", "mp2023", tuple(SeatSetup(bot="greedy") for _ in range(4)))
    bodies = (await played(store, replace(bots, games=_GAMES), events))[:events]
    people = replace(bots, seats=tuple(SeatSetup() for _ in range(4)))
    for number in range(tables):
        table = f"stol{number}"
        await store.put([write_setup(replace(people, id=table)), Put(RUNNING, table, b"")])
        stream = stream_of(table)
        entries = chained(bodies, after=0, previous=genesis(stream), chance=secrets.token_bytes)
        await store.append(Append(stream, 0, tuple(entries), CommandId(secrets.token_hex(16))))
    await store.close()
    return len(bodies), sum(map(len, bodies)) // 1000


async def played(store: SqliteStore, setup: TableSetup, events: int) -> list[bytes]:
    """The events of bots that play game after game."""
    node = await make_node(
        store, LocalBus(), Settings(), json_log(StringIO()), alone=True, bot_delay_s=0
    )
    await node.live.rooms.create(setup)
    host = await node.live.rooms.host(setup.id)
    host.dealing.begin()
    while host.room.table.seq < events and host.play.is_running:
        await asyncio.sleep(0.01)
    await node.stop()
    await store.put([Put(RUNNING, setup.id, None)])
    return [entry.body for entry in await store.read(setup.stream)]


def started(data: Path) -> tuple[float, float]:
    """Seconds until a server with these data says that it is ready, on the wall and computing."""
    begun, before = perf_counter(), _computed()
    took = 0.0
    words = ("serve", "--port", "0", "--data", str(data), "--lang", "en")
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout
        url = ""
        while "Ctrl+C" not in (line := process.stdout.readline()):
            assert line, "it does not start"
            url = line.split()[-1] if "127.0.0.1" in line and not url else url
        while True:
            try:
                assert httpx.get(url.rstrip("/") + "/readyz").status_code == 200
                took = perf_counter() - begun
                break
            except httpx.TransportError:
                sleep(0.01)
    finally:
        process.kill()
        process.wait()
    return took, _computed() - before


def _computed() -> float:
    """Seconds of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
