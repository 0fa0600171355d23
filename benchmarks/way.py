"""The way of a move through our server: what one `lay` and one `click` pass, and what a move costs.

    python -m benchmarks.way [MOVES] [LIST]

Four seats sit at one table in this process, without sockets: their messages go to real sessions,
rooms and a SQLite store, and they play as the load generator does. Tells the functions and files of
ours that a lay by places and a click pass, from the text of a message to the bytes for the others,
and the CPU of a move without the writer's fsync. With LIST it names the functions.
"""

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Sequence
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time, thread_time
from types import CodeType, FrameType
from typing import Any

from msgspec.json import encode

import stolik
from benchmarks.seats import Figures, OurSeat
from benchmarks.server_ours import set_tables
from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite.store import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.services import Settings
from stolik.adapters.web.sockets.outbox import Outbox
from stolik.adapters.web.sockets.session import TableSession
from stolik.app.access.standing import LoginNow, nobody, standing_of
from stolik.wiring.serving import Node, make_node

OURS = str(Path(stolik.__file__).parent)


class Passed:
    """The functions of ours that one lay and one click call, in any thread begun after it.

    Of all that were watched those that call the fewest: no game ends with them, no stack runs out.
    """

    def __init__(self) -> None:
        self._found: dict[str, list[set[CodeType]]] = {"lay": [], "click": []}
        self._now: set[CodeType] | None = None
        threading.setprofile(self._see)
        sys.setprofile(self._see)

    def _see(self, frame: FrameType, event: str, _: object) -> None:
        if self._now is not None and event == "call":
            code = frame.f_code
            if (
                code.co_filename.startswith(OURS)
                and "/solver/" not in code.co_filename
                and code.co_name[0] != "<"
            ):
                self._now.add(code)

    def watch(self, kind: str) -> None:
        """From now until the next one asks for something."""
        self._now = set() if kind in self._found else None
        if self._now is not None:
            self._found[kind].append(self._now)

    @property
    def codes(self) -> set[CodeType]:
        """What they call."""
        return set.union(*(min(sets[:-1], key=len) for sets in self._found.values()))

    def told(self) -> str:
        """How many, in how many files."""
        files = {code.co_filename for code in self.codes}
        return f"{len(self.codes)} functions in {len(files)} files"

    def listed(self) -> str:
        """Each with its file."""
        found = [
            f"  {code.co_filename[len(OURS) + 1 :]}  {code.co_qualname}" for code in self.codes
        ]
        return "\n".join(sorted(found))


class NearSeat(OurSeat):
    """A seat whose line is a call; it lays by places, as a browser does."""

    is_full = False
    own_s = 0.0  # what players think is not the server's
    on_asked: Callable[[str], None] = staticmethod(lambda _: None)

    def sit(self, node: Node) -> None:
        """Open a session and say hello."""
        self.on_room = lambda: None
        rooms, access = node.live.rooms, node.access
        outbox = Outbox(self, rooms.house.encode)

        def who(token: str | None, _: str) -> Awaitable[LoginNow]:
            return standing_of(access, token)

        self.session = TableSession(rooms, outbox, who, nobody(access))
        self.sit_down()

    def say(self, messages: Sequence[bytes]) -> None:
        """What the outbox passes on."""
        began = thread_time()
        for message in messages:
            self._hear(message)
        NearSeat.own_s += thread_time() - began

    def _ask(self, kind: str, **more: Any) -> None:
        self.on_asked(kind)
        if kind == "lay":
            more = {"felt": places(more["melds"])}
        super()._ask(kind, **more)

    def _send(self, message: dict[str, Any]) -> None:
        self._task = asyncio.ensure_future(self.session.receive(encode(message)))


def places(melds: list[list[str]]) -> list[tuple[str, int, int]]:
    """The melds in two columns."""
    at = [(450 * (n % 2), 48 * (n // 2)) for n in range(len(melds))]
    rows = zip(melds, at, strict=True)
    return [(tile, x + 30 * i, y) for meld, (x, y) in rows for i, tile in enumerate(meld)]


async def played(directory: Path, moves: int, tables: int, passed: Passed | None = None) -> float:
    """Play; the CPU of a move in ms."""
    node = await make_node(
        await open_store(directory),
        LocalBus(),
        Settings(),
        json_log(StringIO()),
        alone=True,
    )
    figures = Figures()
    seats = [
        NearSeat(0, table, token, lambda: 0.0, figures)
        for table, tokens in (await set_tables(node, tables)).items()
        for token in tokens
    ]
    for seat in seats:
        if passed:
            seat.on_asked = passed.watch
        seat.sit(node)
    while not figures.began:
        await asyncio.sleep(0.01)
    figures.begin()
    began, NearSeat.own_s = process_time(), 0.0
    while len(figures.latencies) < moves:
        await asyncio.sleep(0.01)
    used = process_time() - began - NearSeat.own_s
    return 1000 * used / len(figures.latencies)


def main(moves: int, *, listed: bool) -> None:
    """Tell the way and its price."""
    with TemporaryDirectory() as directory:
        ms = asyncio.run(played(Path(directory), moves, 10))
    print(f"{ms:.3f} ms CPU a move")
    passed = Passed()
    with TemporaryDirectory() as directory:
        asyncio.run(played(Path(directory), 40, 1, passed))
    print(f"a lay and a click: {passed.told()}")
    if listed:
        print(passed.listed())


if __name__ == "__main__":
    main(int((sys.argv[1:] or ["1000"])[0]), listed=len(sys.argv) > 2)
