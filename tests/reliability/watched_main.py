"""A node with a watchdog on its loop: `python -m tests.reliability.watched_main --data … --port …`.

Each line on its standard input is answered by one on its output: the longest time the loop was held
since the last line. What counts is the processor time of the loop's own thread between two beats,
which is the same on a busy machine; the time on the wall stands beside it, for what else can keep a
loop (a thread that does not let go of the interpreter).
"""

import argparse
import asyncio
import json
import os
import sys
from asyncio import events
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from threading import Thread
from time import perf_counter, thread_time
from typing import Any

import uvicorn

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.edge.running import listening, uvicorn_config
from stolik.adapters.web.edge.tidying import ready_for_many, tidy_when_quiet
from stolik.adapters.web.routes.warming import warm_up
from stolik.adapters.web.services import Settings
from stolik.app.thinking import pools as thinking
from stolik.app.tournaments.telling import forecast
from stolik.tournament import tables
from stolik.wiring.serving import make_node

_BEAT_S = 0.005
_NAMED_S = 0.01


class Watchdog:
    """Beats on the loop, and remembers the longest time between two beats."""

    def __init__(self) -> None:
        self.cpu = self.wall = self.named = 0.0
        self.slowest = ""
        self._loop = asyncio.get_running_loop()
        self._cpu, self._wall = thread_time(), perf_counter()
        self._watch_callbacks()
        self._beat()

    def take(self) -> dict[str, Any]:
        """What was found since the last time; what still goes on belongs to it."""
        self._look()
        found = {"cpu": self.cpu, "wall": self.wall, "slowest": self.slowest}
        self.cpu = self.wall = self.named = 0.0
        self.slowest = ""
        return found

    def _beat(self) -> None:
        self._look()
        self._loop.call_later(_BEAT_S, self._beat)

    def _look(self) -> None:
        cpu, wall = thread_time(), perf_counter()
        self.cpu = max(self.cpu, cpu - self._cpu)
        self.wall = max(self.wall, wall - self._wall - _BEAT_S)
        self._cpu, self._wall = cpu, wall

    def _watch_callbacks(self) -> None:
        """Remember who took longest, so that a stall has a name."""
        run = events.Handle._run

        def watched(handle: Any) -> None:
            began = thread_time()
            run(handle)
            took = thread_time() - began
            if took > max(_NAMED_S, self.named):
                self.named, self.slowest = took, repr(handle._callback)[:300]

        events.Handle._run = watched  # type: ignore[method-assign]


def listen_to(stdin: Any, dog: Watchdog, loop: asyncio.AbstractEventLoop) -> None:
    """Answer every line; the end of them is the end of the process."""

    def answer() -> None:
        print(json.dumps(dog.take()), flush=True)

    for _ in stdin:
        loop.call_soon_threadsafe(answer)
    os._exit(0)


async def on_the_loop(self: thinking.Pool, work: Callable[[], Any], *_: str) -> Any:
    """A mutant: what thinks keeps the loop."""
    del self
    return work()


def try_them_all(entrants: int, policy: Any = tables.FOURS) -> int:
    """A mutant: every number of tables is set up and compared, as it was once."""
    splits = [tables.even_split(entrants, n) for n in tables.possible_counts(entrants, policy)]
    near = min(splits, key=lambda sizes: sum(abs(s - policy.preferred) for s in sizes))
    return len(near)


def mutate(name: str | None) -> None:
    if name == "pools":
        thinking.Pool.think = on_the_loop  # type: ignore[method-assign,assignment]
    if name == "forecast":
        forecast.number_of_tables = try_them_all  # type: ignore[attr-defined]


async def serve(arguments: argparse.Namespace) -> None:
    mutate(arguments.mutant)
    store = await open_store(Path(arguments.data))
    node = await make_node(
        store, LocalBus(), Settings(), json_log(StringIO()), alone=True, bot_delay_s=0.01
    )
    server = uvicorn.Server(uvicorn_config(node.app))
    warm_up(node.app)
    ready_for_many()
    loop = asyncio.get_running_loop()
    ears = Thread(target=listen_to, args=(sys.stdin, Watchdog(), loop), daemon=True)
    ears.start()
    tidying = asyncio.ensure_future(tidy_when_quiet(lambda: node.live.pools.busy))
    await server.serve([listening("127.0.0.1", arguments.port)])
    tidying.cancel()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--mutant", choices=["pools", "forecast"])
    parser.add_argument("--fast", action="store_true", help="the loop of a real server, unnamed")
    arguments = parser.parse_args()
    factory = uvicorn.Config("").get_loop_factory() if arguments.fast else None
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve(arguments))


if __name__ == "__main__":
    main()
