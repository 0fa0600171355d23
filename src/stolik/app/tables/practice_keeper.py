"""Practice tables come and go: what nobody uses any more is removed, stream, records and secrets.

A table goes a day after its last event, and earlier when there are too many: the one that has been
left longest goes first. A table with somebody at it is never removed, a tournament's never at all.
"""

import json
from dataclasses import dataclass, replace

from stolik.app.access.access import Access
from stolik.app.access.passes import revoke_of_tables
from stolik.app.access.roles import PRACTICE, Login
from stolik.app.ports import Put, Stream
from stolik.app.streams.beside import TEXT
from stolik.app.tables.codes import Refusal
from stolik.app.tables.dealer import KIND as DEAL
from stolik.app.tables.practice import Asker, PracticeLimit, TableBudget
from stolik.app.tables.room import RACK_ORDER
from stolik.app.tables.rooms import RUNNING, Rooms
from stolik.app.tables.setup import KIND, TableSetup, is_let_in, read_setup, stream_of
from stolik.refusal import Violation, refuse

FRIENDS = "friends"  # who may still come to a table, where it is one among friends
KEPT_MS = 24 * 3600 * 1000  # after the last event, of the service clock
MOST_TABLES = 300
MOST_OF_AN_ADDRESS = 120
_UNKNOWN = Asker("")  # of a table of before the last start: nobody knows from where


@dataclass
class _Known:
    asker: Asker
    last: int  # when something happened there last, as far as we know


class PracticeKeeper:
    """The practice tables of a node."""

    def __init__(self, rooms: Rooms, access: Access, limit: PracticeLimit) -> None:
        self._rooms = rooms
        self._access = access
        self._limit = limit
        self._known: dict[str, _Known] = {}
        self._swept = False

    async def create(self, setup: TableSetup, host: str, login: Login) -> None:
        """Set a practice table for somebody at this address; refused beyond the budgets."""
        asker = Asker(host, self._came_before(login))
        self._limit.count(asker)
        if not self._swept:
            await self.sweep()
        await self._make_room(host)
        mine = replace(asker, self_=asker.self_ or setup.id)
        self._known[setup.id] = _Known(mine, self._rooms.house.clock.now())
        await self._rooms.create(setup)

    def _came_before(self, login: Login) -> str:
        """As whom somebody asks again; empty for who is new, who may be anybody.

        A login for practice is free to have, so whoever has one counts with the table it is for.
        """
        if is_let_in(login):
            return login.author
        known = self._known.get(login.table) if login.table else None
        return known.asker.self_ if known else ""

    def budget_of(self, setup: TableSetup) -> TableBudget | None:
        """What a table may write; a tournament's has no such bound."""
        if setup.tournament != PRACTICE:
            return None
        known = self._known.get(setup.id)
        return TableBudget(self._limit, known.asker if known else _UNKNOWN)

    async def sweep(self) -> int:
        """Remove what was left a day ago; how many tables that were."""
        store = self._rooms.house.store
        setups = (read_setup(body) for body in (await store.all(KIND)).values())
        here = [setup.id for setup in setups if setup.tournament == PRACTICE]
        ends = await store.streams(stream_of(""))
        now = self._rooms.house.clock.now()
        for table in here:
            known = self._known.setdefault(table, _Known(_UNKNOWN, now))
            known.last = await self._last(table, ends.get(stream_of(table), 0)) or known.last
        for gone in self._known.keys() - set(here):
            del self._known[gone]  # another node has removed it
        self._swept = True
        due = [t for t, known in self._known.items() if known.last <= now - KEPT_MS]
        return await self._remove([table for table in due if not self._rooms.is_used(table)])

    async def _make_room(self, host: str) -> None:
        mine = [table for table, known in self._known.items() if known.asker.host == host]
        if len(mine) >= MOST_OF_AN_ADDRESS:
            await self._remove_oldest(mine)
        if len(self._known) >= MOST_TABLES:
            await self._remove_oldest(list(self._known))

    async def _remove_oldest(self, tables: list[str]) -> None:
        left = [table for table in tables if not self._rooms.is_used(table)]
        if not left:
            refuse(Violation(Refusal.PRACTICE_CROWDED))
        seen = {table: self._rooms.last_told(table) or self._known[table].last for table in left}
        # Some at once: to erase something costs as much as there are records.
        await self._remove(sorted(left, key=lambda t: seen[t])[: max(1, len(tables) // 20)])

    async def _last(self, table: str, end: int) -> int | None:
        """The service time of a table's last event; None before there is one."""
        if (at := self._rooms.last_told(table)) is not None:
            return at
        entries = await self._rooms.house.store.read(stream_of(table), end - 1, 1) if end else ()
        return int(json.loads(entries[0].body)["at"]) if entries else None

    async def _remove(self, tables: list[str]) -> int:
        if not tables:
            return 0
        store = self._rooms.house.store
        streams: list[Stream] = []
        puts: list[Put] = []
        for table in tables:
            self._rooms.forget(table)
            streams += [stream_of(table), *await store.streams(f"{DEAL}/{table}:")]
            puts += [Put(kind, table, None) for kind in (KIND, RUNNING, FRIENDS)]
            puts += [Put(DEAL, key, None) for key in await store.all(DEAL, f"{table}:")]
            puts += [Put(TEXT, key, None) for key in await store.all(TEXT, f"{stream_of(table)}/")]
            puts += [Put(RACK_ORDER, key, None) for key in await store.all(RACK_ORDER, f"{table}/")]
        await store.drop(streams, puts)
        await revoke_of_tables(self._access, PRACTICE, frozenset(tables))
        for table in tables:
            self._known.pop(table, None)
        return len(tables)
