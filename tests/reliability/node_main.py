"""A node as a process of its own, to be killed: `python -m tests.reliability.node_main …`.

With `--warm` it waits for lines on its standard input, each a command line for a fork that serves:
a restart then costs what the server takes and not what reading its code takes.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.bus.postgres import PostgresBus
from stolik.adapters.store_postgres import open_store as open_postgres
from stolik.adapters.store_sqlite import open_store as open_sqlite
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.edge.running import listening, uvicorn_config
from stolik.adapters.web.services import Settings
from stolik.app.ports import AlreadyDone, Append, Appended, CommandId, EventStore
from stolik.wiring.serving import make_node


class HastyStore:
    """A mutant: says that something is on disk and writes it a moment later."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._last: asyncio.Task[None] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, append: Append) -> Appended:
        self._last = asyncio.ensure_future(self._later(append, self._last))
        return Appended(append.stream, append.after + 1, append.entries[-1].seq)

    async def _later(self, append: Append, before: "asyncio.Task[None] | None") -> None:
        await asyncio.sleep(0.02)
        if before:
            await before
        with suppress(AlreadyDone):
            await self._store.append(append)


class ForgetfulStore:
    """A mutant: does not know a command again."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, append: Append) -> Appended:
        return await self._store.append(replace(append, command=CommandId(os.urandom(16).hex())))

    async def done(self, _: CommandId) -> None:
        return None


MUTANTS: dict[str, Callable[[EventStore], Any]] = {"hasty": HastyStore, "forgetful": ForgetfulStore}


async def serve(arguments: argparse.Namespace) -> None:
    """The node on its port until it is told to stop, or killed."""
    log = Path(arguments.log).open("a", buffering=1)  # noqa: SIM115 - lives as long
    if arguments.database:
        store, bus = await open_postgres(arguments.database), PostgresBus(arguments.database)
    else:
        store, bus = await open_sqlite(Path(arguments.data)), LocalBus()
    if arguments.mutant:
        store = MUTANTS[arguments.mutant](store)
    node = await make_node(store, bus, Settings(), json_log(log), alone=not arguments.database)
    listener = listening("127.0.0.1", arguments.port)
    server = uvicorn.Server(uvicorn_config(node.app))
    await server.serve([listener])
    await node.stop()
    await bus.close()
    await store.close()


def watch_connections(path: str) -> None:
    """Write down every address this process connects to or looks up."""
    out = Path(path).open("a", buffering=1)  # noqa: SIM115 - lives as long as the process

    def heard(event: str, given: tuple[object, ...]) -> None:
        if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
            out.write(
                json.dumps([event, str(given[-1] if event != "socket.getaddrinfo" else given)])
            )
            out.write("\n")

    sys.addaudithook(heard)


def parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data")
    parser.add_argument("--database")
    parser.add_argument("--port", type=int)
    parser.add_argument("--log", default=os.devnull)
    parser.add_argument("--audit")
    parser.add_argument("--mutant", choices=MUTANTS)
    parser.add_argument("--warm", action="store_true")
    return parser.parse_args(words)


def run(arguments: argparse.Namespace) -> None:
    if arguments.audit:
        watch_connections(arguments.audit)
    asyncio.run(serve(arguments))


def main() -> None:
    arguments = parsed(sys.argv[1:])
    if not arguments.warm:
        run(arguments)
        return
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            with suppress(KeyboardInterrupt):
                run(parsed(json.loads(line)))
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
