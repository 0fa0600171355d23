"""All live tables of a node: opened when somebody needs them, woken when their stream grows."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext

from stolik.app.access.roles import PRACTICE
from stolik.app.access.watched import set_otherwise
from stolik.app.codes import Refusal as Unknown
from stolik.app.ports import NotRead, NotSaved, Put, Stream
from stolik.app.streams.chain import Rot
from stolik.app.streams.service_clock import BEAT_MS
from stolik.app.streams.wall_marks import WallMarks
from stolik.app.tables.codes import NoticeCode, Refusal
from stolik.app.tables.dealer import fresh_deal, write_seed
from stolik.app.tables.host import Host
from stolik.app.tables.house import House
from stolik.app.tables.live_game import LiveGame
from stolik.app.tables.play import Play, Seen
from stolik.app.tables.practice import TableBudget
from stolik.app.tables.room import Room
from stolik.app.tables.setup import (
    KIND,
    TableSetup,
    read_setup,
    stream_of,
    write_setup,
)
from stolik.refusal import Fact, Refused, Violation, refuse

RUNNING = "running"
_NODE = "node/"
_SILENT_MS = 3000
_SET_OTHERWISE = b'"set otherwise"'  # a whisper about a table: its setup has changed
_FORGOTTEN = b'"forgotten"'  # another one: words beside its stream were erased


class Rooms:
    """The tables this node looks after."""

    def __init__(self, house: House, games: Mapping[str, LiveGame]) -> None:
        self.house = house
        self.games = games
        self.asks = tuple(ask for game in games.values() for ask in game.asks)
        self.on_open: Callable[[Host], None] = lambda _: None
        self.on_set: Callable[[], None] = lambda: None  # others may sit or look than before
        # Somebody comes to his seat: asked before he is shown anything.
        self.on_seated: Callable[[Host, int], Awaitable[None]] = _as_it_is
        self.budget_of: Callable[[TableSetup], TableBudget | None] = lambda _: None
        # Whether anybody may follow a tournament: to be asked at the door, and ever after.
        self.is_followed: Callable[[str], Awaitable[bool]] = _by_nobody
        self.follows: Callable[[str], bool] = lambda _: False
        self.out_of: Callable[[str], frozenset[int]] = lambda _: frozenset()  # who plays no longer
        self.is_deleted: Callable[[str], bool] = lambda _: False  # the tournament, for ever
        self.head_judge_of: Callable[[str], str] = lambda _: ""  # "": every organiser
        # A referee penalises: refused if the tournament's ledger is another than he was shown.
        self.demand_seen: Callable[[Host, Seen], Awaitable[None]] = _as_shown
        self.judging: Callable[[Host, Seen | None], AbstractAsyncContextManager[None]] = _at_once
        self._hosts: dict[str, Host] = {}
        self._opening: dict[str, asyncio.Future[Host]] = {}
        self._beating: asyncio.Task[None] | None = None
        self.wall_marks = WallMarks(house.store, house.clock, house.wall)
        self._saves = True
        self.happened = 0  # how much was told at tables of tournaments: worth a copy
        self._peers: dict[str, int] = {}  # other nodes, and when each was heard last

    def begin(self) -> None:
        """Let the time run; a table that somebody asks for is opened at once."""
        self._beating = asyncio.ensure_future(self._beat())

    async def open_running(self) -> None:
        """Go on with every table that was being played when the server stopped.

        Hundreds of them take seconds; whoever comes meanwhile is served between two of them.
        """
        for table in await self.house.store.all(RUNNING):
            await self._opened_or_reported(table)
            await asyncio.sleep(0)

    async def start(self) -> None:
        """Begin, and come back when every table goes on."""
        self.begin()
        await self.open_running()

    async def stop(self) -> None:
        """Leave every table as it is."""
        if self._beating:
            self._beating.cancel()
        openings = tuple(self._opening.values())
        for opening in openings:
            opening.cancel()
        await asyncio.gather(*openings, return_exceptions=True)
        for host in self._hosts.values():
            host.close()
        self._hosts.clear()

    async def create(self, setup: TableSetup) -> dict[str, str]:
        """Set a table; the commitments of its games, by context, may be published at once."""
        puts, commits = self.prepared(setup)
        await self.house.store.put(puts)
        return commits

    def prepared(self, setup: TableSetup) -> tuple[list[Put], dict[str, str]]:
        """The records of a new table, to be kept at once, and the commitments of its games."""
        bag, chance = self._play(setup).bag, self.house.chance
        deals = [fresh_deal(f"{setup.ctx}/{n}", bag, chance) for n in range(1, setup.games + 1)]
        secrets = [write_seed(setup.id, deal) for deal in deals]
        running = Put(RUNNING, setup.id, b"")
        commits = {deal.ctx: deal.commit for deal in deals}
        return [write_setup(setup), running, *secrets], commits

    async def host(self, table: str) -> Host:
        """The table, opened if it is not; refused if there is none."""
        if table in self._hosts:
            return self._hosts[table]
        opening = self._opening.get(table)
        if opening is None:
            opening = self._opening[table] = asyncio.ensure_future(self._open(table))
            opening.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(opening)

    async def freshened(self, table: str, seen: int) -> Host:
        """The table for somebody who comes, perhaps from another node, and has seen so much."""
        host = await self.host(table)
        if not self.house.is_alone:
            await host.room.read_orders()
            await self.read_setup(host)
        if not self.house.is_alone or seen > host.room.table.seq:
            await host.room.catch_up()
        return host

    async def change(self, setup: TableSetup) -> None:
        """Change how a table is set, for example a player's time."""
        await self.house.store.put([write_setup(setup), set_otherwise(self.house.chance)])
        if setup.id in self._opening:
            await self.host(setup.id)  # it may have read how the table was set before
        if host := self._hosts.get(setup.id):
            self._set(host, setup)
        self.house.bus.whisper(setup.stream, _SET_OTHERWISE)

    async def read_setups(self) -> None:
        """All tables of this node: a whisper may have been lost."""
        for host in tuple(self._hosts.values()):
            await self.read_setup(host)

    async def read_setup(self, host: Host) -> None:
        """Set the table as another node may have changed it."""
        table = host.room.table
        record = await self.house.store.get(KIND, table.setup.id)
        if record and (setup := read_setup(record)) != table.setup:
            self._set(host, setup)

    def _set(self, host: Host, setup: TableSetup) -> None:
        """Set a table otherwise while it plays; who watches is judged by what holds now."""
        before, host.room.table.setup = host.room.table.setup, setup
        host.changed()
        if setup.watching is not before.watching:
            host.room.audience.judge_watchers_again()
        self.on_set()

    async def running(self, table: str) -> Host | None:
        """A table that is being played; None where nothing is, and nothing is opened for it."""
        is_kept = table in self._hosts or await self.house.store.get(RUNNING, table) is not None
        host = await self.host(table) if is_kept else None
        return host if host and host.play.hides_racks else None

    async def keep_running(self, host: Host, running: bool) -> None:
        """Remember whether a table is to be opened at the next start."""
        table = host.room.table.setup.id
        if host.kept_running is running:
            return
        if (await self.house.store.get(RUNNING, table) is not None) != running:
            await self.house.store.put([Put(RUNNING, table, b"" if running else None)])
        host.kept_running = running

    def is_used(self, table: str) -> bool:
        """Whether somebody is at a table, on any node, or it is just being opened."""
        host = self._hosts.get(table)
        if host is None:
            return table in self._opening
        audience = host.room.audience
        return bool(audience.connections) or any(audience.elsewhere.values())

    def last_told(self, table: str) -> int | None:
        """The service time of a table's last event, if it is open here and has one."""
        host = self._hosts.get(table)
        return host.room.table.told[-1].at if host and host.room.table.told else None

    def forget(self, table: str) -> None:
        """A table is no more."""
        if host := self._hosts.pop(table, None):
            host.close()

    async def no_more_of(self, tournament: str) -> list[Put]:
        """What has to be written so that no table of a tournament goes on after a restart."""
        store = self.house.store
        setups = [read_setup(body) for body in (await store.all(KIND)).values()]
        return [Put(RUNNING, one.id, None) for one in setups if one.tournament == tournament]

    def leave(self, tournament: str) -> None:
        """Nothing is played in a tournament any more."""
        here = [t for t, h in self._hosts.items() if h.room.table.setup.tournament == tournament]
        for table in here:
            self.forget(table)

    async def forget_words(self, stream: Stream) -> None:
        """Words beside a table's stream were erased: know it without them, on every node."""
        if host := self._hosts.get(stream.removeprefix(stream_of(""))):
            await host.room.forget()
        self.house.bus.whisper(stream, _FORGOTTEN)

    def let_go(self, table: str) -> None:
        """Forget a table nobody looks at and nobody plays at; its stream stays."""
        host = self._hosts.get(table)
        if host and not host.room.audience.connections and not host.play.is_running:
            host.close()
            del self._hosts[table]

    async def _open(self, table: str) -> Host:
        record = await self.house.store.get(KIND, table)
        if record is None:
            refuse(Violation(Refusal.NO_SUCH_TABLE))
        setup = read_setup(record)
        self._demand_kept(setup)
        host = Host(Room(self._play(setup), self.house))
        await host.room.read_orders()
        self.on_open(host)
        if setup.tournament != PRACTICE:
            host.room.on_kept = self._count
        host.room.budget = lambda size: self._spend(host, size)
        await host.open()
        self._hosts[table] = host
        try:
            self._demand_kept(setup)  # it may have been deleted while it was being opened
        except Refused:
            self.forget(table)
            raise
        host.room.audience.announce(asks=True)
        return host

    def _demand_kept(self, setup: TableSetup) -> None:
        """No table of a tournament that was deleted for ever is opened again, whoever asks."""
        if self.is_deleted(setup.tournament):
            refuse(Violation(Refusal.NO_SUCH_TABLE))

    def _spend(self, host: Host, size: int) -> None:
        room = host.room
        if budget := self.budget_of(room.table.setup):
            budget.spend(events=room.table.seq, bytes_=room.kept_bytes, size=size)

    def _count(self) -> None:
        self.happened += 1

    def game(self, name: str) -> LiveGame:
        """A game of this house; refused if there is none of this name."""
        if name not in self.games:
            known: dict[str, Fact] = {"game": name, "known": tuple(self.games)}
            refuse(Violation(Unknown.GAME_UNKNOWN, facts=known))
        return self.games[name]

    def _play(self, setup: TableSetup) -> Play:
        return self.game(setup.game).play(setup, self.house)

    async def _opened_or_reported(self, table: str) -> None:
        try:
            await self.host(table)
        except NotRead:
            raise  # no fault of the table: all of them wait for the storage
        except Exception as fault:
            # This table has to be looked at by somebody; all others play.
            self.house.on_fault(stream_of(table), fault)

    # --- other nodes -------------------------------------------------------------------------

    async def woken(self, stream: Stream, seq: int) -> None:
        """Another node has written; without a stream, look at everything."""
        if not stream:
            for table in {**self._hosts, **await self.house.store.all(RUNNING)}:
                await self._caught_up(table)
            await self.read_setups()
        elif stream.startswith(stream_of("")):
            await self._caught_up(stream.removeprefix(stream_of("")), seq)

    async def _caught_up(self, table: str, seq: int | None = None) -> None:
        """What is wrong with one table must not keep the node from hearing of the others."""
        try:
            host = await self.host(table)
            if seq is None or host.room.table.seq < seq:
                await host.room.catch_up()
        except Refused:
            return  # it is no table of ours
        except Rot as rot:
            self.house.on_fault(stream_of(table), rot)

    async def heard(self, stream: Stream, message: bytes) -> None:
        """What another node says: that it lives, who is there, or a draft."""
        if stream.startswith(_NODE):
            node = stream.removeprefix(_NODE)
            if node not in self._peers:
                for each in self._hosts.values():
                    each.room.audience.announce()
            self._peers[node] = self.house.clock.now()
        elif host := self._hosts.get(stream.removeprefix(stream_of(""))):
            if message == _SET_OTHERWISE:
                await self.read_setup(host)
            elif message == _FORGOTTEN:
                await host.room.forget()
            else:
                host.room.heard(message)

    async def mind_peers(self) -> None:
        """Say that this node lives; look after the tables of one that has fallen silent."""
        if self.house.is_alone:
            return
        self.house.bus.whisper(Stream(_NODE + self.house.node), b"")
        late = self.house.clock.now() - _SILENT_MS
        for node in [node for node, heard in self._peers.items() if heard < late]:
            del self._peers[node]
            for host in tuple(self._hosts.values()):
                host.room.audience.lost(node)
            # It may have written something and died before it could wake anybody.
            await self.woken(Stream(""), 0)

    # --- the service clock -------------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            try:
                self.house.clock.beaten(await self.house.store.beat(self.house.clock.now()))
                await self.wall_marks.mind()
                self._say_whether_it_saves(True)
                await self.mind_peers()
            except NotRead:
                pass  # at the next beat
            except NotSaved:
                self._say_whether_it_saves(False)
            await asyncio.sleep(BEAT_MS / 1000)

    def _say_whether_it_saves(self, saves: bool) -> None:
        if saves != self._saves:
            self._saves = saves
            for host in self._hosts.values():
                host.room.audience.notice(NoticeCode.SAVED_AGAIN if saves else NoticeCode.NOT_SAVED)


async def _by_nobody(_: str) -> bool:
    """Where no tournament is known, none is public."""
    return False


def _at_once(_host: Host, _seen: Seen | None) -> AbstractAsyncContextManager[None]:
    return nullcontext()


async def _as_shown(_host: Host, _seen: Seen) -> None:
    """Where no tournament is known, no ledger is."""


async def _as_it_is(_host: Host, _seat: int) -> None:
    """Where nobody lends a seat to a bot, none is given back."""
