"""A server's whole life played by chance: commands, drafts, faults of the disk, restarts.

All chance comes from one seed and time passes only when told to, so the same seed gives the same
bytes. After every step the table in memory is held against what is stored.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

from stolik.app.games.rummikub.asks import Draft, Order
from stolik.app.games.rummikub.felt import arranged
from stolik.app.games.rummikub.table import LiveTable, reader_of
from stolik.app.library import RULES, rules_profile
from stolik.app.ports import Append, Appended, CommandId, Entry, NotSaved, Put, Stream
from stolik.app.tables.host import Host
from stolik.app.tables.recorded import RecordedReader
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.fair.entropy import nonce_commitment
from stolik.refusal import Refused
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.state import Phase
from stolik.seats import Role, Seat, Viewer
from tests.app.tables.hall import Eyes, Hall, settle
from tests.fakes import MemoryStore
from tests.moves import random_move
from tests.random_play import WILD, RandomTable, messy_draft
from tests.streams import told_entries

# What only the house does; a client has no message for it.
_OF_THE_HOUSE = (c.OpenTable, c.Deal, c.TimeOut)
_STEPS = (
    ("command",) * 12
    + ("race",) * 3
    + ("draft",) * 3
    + ("wait",) * 4
    + ("order", "brink", "nonces", "pong")
)
_RARE = ("join", "join", "leave", "resume", "fail", "restart", "kill")


class SlowStore(MemoryStore):
    """A store that takes its time, so that others get a word in before and after each write."""

    gate: asyncio.Event | None = None  # while there is one, appends wait for it

    async def append(self, append: Append) -> Appended:
        await asyncio.sleep(0)
        if self.gate:
            await self.gate.wait()
        done = await super().append(append)
        await asyncio.sleep(0)
        return done

    async def put(self, puts: Sequence[Put]) -> None:
        await asyncio.sleep(0)
        await super().put(puts)

    async def read(
        self, stream: Stream, after: int = 0, most: int | None = None
    ) -> tuple[Entry, ...]:
        await asyncio.sleep(0)
        return await super().read(stream, after, most)


class Broken(AssertionError):  # noqa: N818 - names what it is
    """An invariant does not hold."""


@dataclass
class Watcher:
    """Somebody's connection and the last number it was told."""

    eyes: Eyes
    seq: int = 0
    read: int = 0

    def check(self) -> None:
        """Every number once and in order; a snapshot may leap, but never back."""
        for message in self.eyes.told[self.read :]:
            if message["t"] == "events":
                for item in message["items"]:
                    _demand(item["seq"] == self.seq + 1, f"gap: {self.seq} → {item['seq']}")
                    self.seq = item["seq"]
            elif message["t"] == "snapshot":
                _demand(message["seq"] >= self.seq, f"back: {self.seq} → {message['seq']}")
                self.seq = message["seq"]
        self.read = len(self.eyes.raw)


@dataclass
class Shadow:
    """A table built from the stored bytes alone."""

    table: LiveTable
    reader: RecordedReader
    seq: int = 0
    at: int = 0

    def follow(self, entries: Sequence[Entry]) -> None:
        for entry in entries[self.seq :]:
            told = self.reader.read(entry.body, entry.seq)
            if isinstance(told.event, e.TimeRanOut):
                _demand(self.table.clock.left(told.at) <= 0, f"#{entry.seq}: the flag fell early")
            self.table.apply(told)
            self.seq, self.at = entry.seq, told.at


@dataclass
class World:
    """One simulated server and everybody around it."""

    seed: int
    store: SlowStore = field(default_factory=SlowStore)
    acked: dict[CommandId, int] = field(default_factory=dict)
    watchers: dict[str, list[Watcher]] = field(default_factory=dict)
    shadows: dict[str, Shadow] = field(default_factory=dict)
    heard: Any = field(default_factory=sha256)
    commands: int = 0
    restarts: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(f"world {self.seed}")
        self.hall = Hall(self.store, seed=f"world {self.seed}")
        self.tables: list[str] = []

    async def live(self, steps: int) -> None:
        """Play so many steps and look at everything after each."""
        for n in range(1 + self.chance.randrange(2)):
            await self._set_table(f"t{n}")
        for _ in range(steps):
            await self._step()
            await settle()
            await self.check()
        await self._restart(gently=False)
        await self.check()
        await self.hall.rooms.stop()

    # --- what happens ------------------------------------------------------------------------

    async def _set_table(self, name: str) -> None:
        chance = self.chance
        count = chance.randint(2, 4)
        bots = chance.randrange(count + 1) if chance.random() < 0.6 else 0
        kinds = ("greedy", "random")
        setup = TableSetup(
            id=name,
            profile=chance.choice(RULES),
            seats=tuple(
                SeatSetup(bot=chance.choice(kinds) if i < bots else "", time_percent=percent)
                for i, percent in enumerate(chance.choices((100, 100, 150), k=count))
            ),
            starter=chance.randrange(count),
            games=chance.randint(1, 3),
            patience_s=chance.choice((5, 90)),
            game_minutes=chance.choice((0, 0, 3)),
        )
        await self.hall.rooms.create(setup)
        self.tables.append(name)
        self.watchers[name] = []
        rules = rules_profile(setup.profile)
        self.shadows[name] = Shadow(LiveTable(setup, rules), reader_of(rules))
        for seat in range(count):
            await self._join(name, Viewer(Role.SEAT, Seat(seat)))
        await self._join(name, Viewer(Role.SPECTATOR))

    async def _step(self) -> None:  # noqa: C901 - a table, no tangle
        chance = self.chance
        name = chance.choice(self.tables)
        kind = chance.choice(_RARE) if chance.random() < 0.12 else chance.choice(_STEPS)
        match kind:
            case "command":
                await self._command(name)
            case "race":
                rivals = [self._command(name) for _ in range(chance.randint(2, 3))]
                await asyncio.gather(*rivals, self._let_time_pass(chance.choice((0, 0.8, 3))))
            case "brink":
                await self._brink(name)
            case "draft":
                await self._draft(name)
            case "order":
                await self._order(name)
            case "nonces":
                await self._nonces(name)
            case "pong":
                host = await self._host(name)
                host.pong(host.room.table.state.turn, self.chance.randrange(5))
            case "wait":
                await self._let_time_pass(chance.choice((0.1, 1, 3, 10, 41)))
            case "join":
                count = len(self.shadows[name].table.setup.seats)
                eyes = [Viewer(Role.SEAT, Seat(i)) for i in range(count)]
                others = [Viewer(role) for role in (Role.SPECTATOR, Role.REFEREE, Role.PUBLIC)]
                await self._join(name, chance.choice(eyes + others))
            case "leave":
                await self._leave(name)
            case "resume":
                await self._resume(name)
            case "fail":
                await self._fail(name)
            case "restart" | "kill":
                await self._restart(gently=kind == "restart")

    async def _command(self, name: str) -> None:
        host = await self._host(name)
        state = host.room.table.state
        player = RandomTable(
            state.rules, len(host.room.table.setup.seats), WILD, self.chance, shy=0
        )
        if not state.seats:
            host.dealing.begin()
            return
        command = player.command(state)
        if isinstance(command, _OF_THE_HOUSE):
            return
        self.commands += 1
        known = CommandId(f"{self.seed:08x}{self.commands:024x}")
        after = max(host.room.table.seq - self.chance.choice((0, 0, 0, 0, 1, 5)), 0)
        for _ in range(self.chance.choice((1, 1, 1, 2))):  # an answer may be lost on the way
            await self._ask(host, command, known, after)

    async def _ask(self, host: Host, command: c.Command, known: CommandId, after: int) -> None:
        try:
            done = await host.room.do(command, by="seat", command_id=known, after=after)
        except (Refused, NotSaved):
            _demand(known not in self.acked, "acknowledged, then refused")
        else:
            _demand(self.acked.setdefault(known, done.last) == done.last, "two answers")

    async def _brink(self, name: str) -> None:
        """The referee gives more time at the very moment when the flag is about to fall."""
        host = await self._host(name)
        deadline = host.room.table.clock.deadline
        if deadline is None:
            return
        await self._let_time_pass(max(deadline - self.hall.clock.now() - 1, 0) / 1000)
        self.commands += 1
        known = CommandId(f"{self.seed:08x}{self.commands:024x}")
        seq = host.room.table.seq
        gate = self.store.gate = asyncio.Event()
        saving = asyncio.ensure_future(self._ask(host, c.AddTime(30, "the bell"), known, seq))
        await settle()
        await self._let_time_pass(0.01)
        self.store.gate = None
        gate.set()
        await saving

    async def _draft(self, name: str) -> None:
        host = await self._host(name)
        table = host.room.table
        if table.state.phase is not Phase.PLAYING:
            return
        if self.chance.random() < 0.5:
            lying, held = random_move(table.state, self.chance) or table.state.tableau, ()
        else:
            mess = messy_draft(table.state, self.chance)
            lying, held = mess.tableau, mess.own_in_hand[:1]
        felt = arranged(table.felt, lying, table.rules)
        drafted = Draft(felt, held[0] if held else None)
        try:
            host.room.move(table.state.turn, drafted)
        except Refused:
            return

    async def _order(self, name: str) -> None:
        host = await self._host(name)
        for seat, state in enumerate(host.room.table.state.seats):
            rack = self.chance.sample(state.rack, len(state.rack))
            host.room.move(Seat(seat), Order(rack))

    async def _nonces(self, name: str) -> None:
        """Some devices add their chance to a deal: hash first, then the nonce, or a wrong one."""
        host = await self._host(name)
        for seat in range(len(host.room.table.setup.seats)):
            nonce = self.hall.chance(32).hex()
            if self.chance.random() < 0.7:
                host.dealing.takes_part(Seat(seat), nonce_commitment(nonce))
                await self._let_time_pass(self.chance.choice((0, 0, 0.5)))
            if self.chance.random() < 0.7:
                host.dealing.reveals(Seat(seat), self.chance.choice((nonce, "00" * 32)))

    async def _let_time_pass(self, seconds: float) -> None:
        until = self.hall.time.now + seconds
        while self.hall.time.now < until:
            await self.hall.time.pass_by(min(0.4, until - self.hall.time.now), self._beat)

    async def _beat(self) -> None:
        try:
            await self.hall.beat()
        except NotSaved:
            return

    async def _join(self, name: str, viewer: Viewer) -> None:
        host = await self._host(name)
        eyes = Eyes(viewer, self.chance.choice(("pl", "en")))
        known = self.chance.choice((0, host.room.table.seq, self.chance.randint(0, 400)))
        known = min(known, host.room.table.seq)
        watcher = Watcher(eyes, known)
        self.watchers[name].append(watcher)
        host.room.audience.join(eyes, known, {})
        host.dealing.look()

    async def _leave(self, name: str) -> None:
        host = await self._host(name)
        if host.room.audience.connections:
            host.room.audience.leave(self.chance.choice(host.room.audience.connections))

    async def _resume(self, name: str) -> None:
        host = await self._host(name)
        here = [w for w in self.watchers[name] if w.eyes in host.room.audience.connections]
        if here:
            watcher = self.chance.choice(here)
            watcher.check()
            watcher.seq = self.chance.randint(0, watcher.seq)
            host.room.audience.resend(watcher.eyes, watcher.seq)

    async def _fail(self, name: str) -> None:
        self.store.fail()
        for _ in range(self.chance.randrange(4)):
            await self._command(name)
            await self._let_time_pass(self.chance.choice((0.5, 5, 50)))
            await self.check()
        self.store.mend()
        await self._beat()

    async def _restart(self, *, gently: bool) -> None:
        """The server comes back; if it was killed, something was being written at that moment."""
        dying = []
        if not gently:
            dying = [asyncio.ensure_future(self._command(name)) for name in self.tables]
            for _ in range(self.chance.randrange(6)):
                await asyncio.sleep(0)
        for task in dying:
            task.cancel()
        await self.hall.rooms.stop()
        await asyncio.gather(*dying, return_exceptions=True)
        await settle()
        await self.check_watchers()
        self.restarts += 1
        faults = self.hall.faults
        self.hall.time._alarms.clear()
        self.hall.time.now += self.chance.choice((0.1, 100, 4000))
        self.hall = Hall(self.store, self.hall.time, f"{self.hall.seed}+")
        self.hall.faults = faults
        for watchers in self.watchers.values():
            for watcher in watchers:
                self.heard.update(b"".join(watcher.eyes.raw))
            watchers.clear()
        await self.hall.rooms.start()
        self.hall.rooms._beating.cancel()  # beats come as time passes here

    async def _host(self, name: str) -> Host:
        return await self.hall.rooms.host(name)

    # --- what must hold ----------------------------------------------------------------------

    async def check(self) -> None:
        """Everything that must hold between two steps."""
        _demand(not self.hall.faults, f"faults: {self.hall.faults}")
        await self.check_watchers()
        for name in self.tables:
            host = await self._host(name)
            entries = await told_entries(self.store, host.room.table.setup.stream)
            self._check_table(host, self.shadows[name], entries)
        for command, last in self.acked.items():
            kept = self.store.commands.get(command)
            _demand(kept is not None and kept.last == last, f"{command} is not where it was")

    async def check_watchers(self) -> None:
        for watchers in self.watchers.values():
            for watcher in watchers:
                watcher.check()

    def _check_table(self, host: Host, shadow: Shadow, entries: Sequence[Entry]) -> None:
        live = host.room.table
        shadow.follow(entries)
        _demand(live.seq == len(entries), f"{live.seq} of {len(entries)} events are known")
        _demand(live.state == shadow.table.state, "another state than the log's")
        _demand(live.clock == shadow.table.clock, "another clock than the log's")
        _demand(live.felt == shadow.table.felt, "another felt than the log's")
        _demand(conserved(live), "tiles came or went")

    @property
    def hash(self) -> str:
        """Of every byte that was stored and told."""
        all_of_it = self.heard.copy()
        for stream, entries in sorted(self.store.entries.items()):
            all_of_it.update(stream.encode())
            for entry in entries:
                all_of_it.update(entry.body + entry.salt + entry.link)
        return str(all_of_it.hexdigest())


def conserved(table: LiveTable) -> bool:
    """Whether every tile of the set is somewhere, and only there."""
    state = table.state
    if not state.seats:
        return True
    piles = [*(seat.rack for seat in state.seats), *state.tableau, state.middle.tiles]
    piles += [stack.tiles for stack in state.bank]
    here = Counter(tile for pile in piles for tile in pile)
    return here == Counter(table.rules.tile_set)


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


def simulate(seed: int, steps: int, store: Callable[[], SlowStore] = SlowStore) -> World:
    """The world of a seed after so many steps; raises `Broken` if something is wrong with it."""
    world = World(seed, store())
    asyncio.run(world.live(steps))
    return world
