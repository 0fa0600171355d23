"""A large hall behind a server with a watchdog, and everything that can be asked of it."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import httpx

from benchmarks.standings import played
from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.services import Settings
from stolik.app.access import passes, records
from stolik.app.access.passes import Wanted
from stolik.app.access.roles import PersonRole
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.app.tournaments.trying import Asking, TrialBook
from stolik.tournament.commands import Create, Draw, Enter, Publish, RecordResult
from stolik.tournament.state import EntrantNumber, GameNumber
from stolik.wiring.serving import Node, make_node
from tests.reliability.nodes import free_port, people, prepared

GAMES = 4  # of a round of the Grand Prix


@dataclass(frozen=True)
class Large:
    """What a watched server was prepared with."""

    entrants: int
    rounds: int
    big: str  # a tournament in full swing
    fresh: str  # one where everybody has entered and nothing was drawn
    empty: str  # one that waits for its list
    organiser: str
    player: str  # of entrant 1 of the big one
    seats: dict[str, list[str]]  # tokens by table

    @property
    def thorough(self) -> bool:
        """Whether there is time for everything that differs only in its words."""
        return self.entrants > 100

    @property
    def tables(self) -> int:
        return self.entrants // 4


async def prepare(directory: Path, entrants: int, rounds: int) -> Large:
    """A data directory with all of it."""
    store = await open_store(directory)
    node = await make_node(store, LocalBus(), Settings(), json_log(StringIO()), alone=True)
    bots = tuple(SeatSetup(bot="greedy") for _ in range(4))
    wojtek = tuple(SeatSetup() for _ in range(4))
    tables = (
        people("stol", 4, patience_s=0),
        TableSetup("boty", "mp2023", bots, patience_s=0),
        TableSetup("misie", "trasa", wojtek, game="wojtek"),
    )
    hall = await prepared(node, *tables, format_="grandprix")
    office = await node.live.offices.office(hall.tournament)
    await office.do(lambda book: entered(book, entrants), Asking("test"))
    for _ in range(rounds):
        await office.do(round_played, Asking("test"))
    await office.do(round_seated, Asking("test"))
    fresh = await second(node, hall.tournament, entrants)
    empty = await second(node, hall.tournament, 0)
    (issued,) = await passes.issue(
        node.access, hall.tournament, [Wanted(PersonRole.PLAYER, entrant=1)]
    )
    player, _ = await passes.enter(node.access, issued.entry)
    await node.stop()
    await store.close()
    return Large(
        entrants,
        rounds + 1,
        hall.tournament,
        fresh,
        empty,
        hall.organiser,
        player.token,
        hall.seats,
    )


async def second(node: Node, first: str, entrants: int) -> str:
    """Another tournament of the same organiser."""
    card = (await node.live.offices.office(first)).card
    account = next(iter(await records.every(node.access.store, records.Account)))
    fresh = replace(card, id=node.access.chance(8).hex())
    office = await node.live.offices.create(fresh, records.organiser_of(account.id, fresh.id))
    await office.do(lambda book: {"events": len(book.desk.do(Create("17", 0)))}, Asking("test"))
    await office.do(lambda book: entered(book, entrants), Asking("test"))
    return fresh.id


def entered(book: TrialBook, entrants: int) -> dict[str, Any]:
    for n in range(1, entrants + 1):
        book.desk.do(Enter(f"Klub {n % 40}"), name=f"Zawodnik {n}")
    return {}


def round_seated(book: TrialBook) -> dict[str, Any]:
    """By hand, for the draw is asked for elsewhere."""
    state = book.desk.state
    order = Random(len(state.rounds)).sample(sorted(state.entrants), len(state.entrants))
    numbers = [EntrantNumber(n) for n in order]
    tables = tuple(tuple(numbers[i : i + 4]) for i in range(0, len(numbers), 4))
    book.desk.do(Draw(tables, how="by_hand"))
    book.desk.do(Publish())
    return {}


def round_played(book: TrialBook) -> dict[str, Any]:
    round_seated(book)
    last, chance = book.desk.state.rounds[-1], Random(7)
    for table in last.tables:
        for game in range(1, GAMES + 1):
            lines = played(table.seats, chance)
            book.desk.do(RecordResult(last.number, table.number, GameNumber(game), lines))
    return {}


@dataclass
class Watched:
    """The process, and the way to its watchdog."""

    process: "subprocess.Popen[str]"
    port: int
    large: Large
    stalls: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def take(self) -> dict[str, Any]:
        """How long the loop was held at most since the last time."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    @contextmanager
    def watching(self, what: str) -> Iterator[None]:
        """Everything done in here is held against its name."""
        self.take()
        yield
        found = self.take()
        if what not in self.stalls or found["cpu"] > self.stalls[what]["cpu"]:
            self.stalls[what] = found

    def client(self, token: str = "") -> httpx.Client:
        headers = {"origin": self.url}
        if token:
            headers["authorization"] = f"Bearer {token}"
        return httpx.Client(base_url=self.url, headers=headers, timeout=60)

    def longest(self, kind: str = "cpu") -> tuple[str, dict[str, Any]]:
        return max(self.stalls.items(), key=lambda item: item[1][kind])


@contextmanager
def watched(
    directory: Path, large: Large, mutant: str = "", *, fast: bool = False
) -> Iterator[Watched]:
    """A server process with a watchdog."""
    port = free_port()
    words = ["--data", str(directory), "--port", str(port)]
    words += ["--mutant", mutant] if mutant else []
    words += ["--fast"] if fast else []
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.reliability.watched_main", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        _until_ready(port)
        yield Watched(process, port, large)
    finally:
        process.kill()
        process.wait()


def _until_ready(port: int) -> None:
    until = monotonic() + 30
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=2) as client:
        while monotonic() < until:
            with suppress(httpx.HTTPError):
                if client.get("/readyz").status_code == 200:
                    return
            sleep(0.05)
    raise TimeoutError("the node does not get ready")


def prepared_large(directory: Path, entrants: int, rounds: int) -> Large:
    """The same, for who has no loop."""
    return asyncio.run(prepare(directory, entrants, rounds))
