"""Our server as `stolik serve` runs it, with tables set and their players let in.

    python -m benchmarks.server_ours DIRECTORY TABLES

Prints one line of JSON: the port and the login of every seat.
"""

import asyncio
import contextlib
import json
import sys
from io import StringIO
from pathlib import Path

import uvicorn

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite.store import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.edge.running import listening, uvicorn_config
from stolik.adapters.web.edge.tidying import ready_for_many
from stolik.adapters.web.services import Settings
from stolik.app.access import passes
from stolik.app.access.invitations import Filled, follow
from stolik.app.access.roles import ANONYMOUS, PRACTICE, PersonRole
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.wiring.serving import Node, make_node


async def serve(directory: Path, tables: int) -> None:
    """Until it is ended."""
    store = await open_store(directory)
    log = json_log(StringIO())
    node = await make_node(store, LocalBus(), Settings(most_connections=100_000), log, alone=True)
    seats = await set_tables(node, tables)
    listener = listening("127.0.0.1", 0)
    ready_for_many()
    print(json.dumps({"port": listener.getsockname()[1], "tables": seats}), flush=True)
    await uvicorn.Server(uvicorn_config(node.app)).serve([listener])


async def set_tables(node: Node, count: int) -> dict[str, list[str]]:
    """Tables of four for many games each."""
    names = [f"{n:024x}" for n in range(count)]
    setups = [
        TableSetup(id=name, profile="mp2023", seats=(SeatSetup(),) * 4, games=5) for name in names
    ]
    for i in range(0, count, 200):
        await asyncio.gather(*(node.live.rooms.create(one) for one in setups[i : i + 200]))
    wanted = [
        passes.Wanted(role=PersonRole.PLAYER, table=t, seat=n) for t in names for n in range(4)
    ]
    issued = [
        one
        for i in range(0, len(wanted), 200)
        for one in await passes.issue(node.access, PRACTICE, wanted[i : i + 200])
    ]
    logins = []
    for i in range(0, len(issued), 200):
        entering = (
            follow(node.access, one.link, ANONYMOUS, Filled()) for one in issued[i : i + 200]
        )
        logins += await asyncio.gather(*entering)
    tokens = [login.token for login in logins]
    return {name: tokens[4 * i : 4 * i + 4] for i, name in enumerate(names)}


if __name__ == "__main__":
    with (
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner,
    ):
        runner.run(serve(Path(sys.argv[1]), int(sys.argv[2])))
