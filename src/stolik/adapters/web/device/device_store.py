"""An `EventStore` for one device: in memory, with every change kept in a drawer of the browser."""

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from stolik.app.ports import Appended, CommandId, Entry, NotSaved, OnHealth, Put, Stream
from stolik.app.ports import StorageFault as Fault
from stolik.app.streams.batch import Batch, BatchAnswer, BatchWish, answered, found_faults, settled
from stolik.app.streams.keeping import KeepingStore

Change = tuple[str, bytes | None]  # a key and what lies there from now on; None: nothing

_ENTRY, _COMMAND, _RECORD, _TIME = "entry", "command", "record", "time"


class Drawer(Protocol):
    """Keeps values by key, for good; raises if it cannot."""

    async def keep(self, changes: Sequence[Change]) -> None:
        """All of these changes or none."""
        ...


class DeviceStore(KeepingStore):
    """What was kept before is handed over at the beginning; reading never waits."""

    def __init__(self, drawer: Drawer, kept: Mapping[str, bytes]) -> None:
        self._contents = _Contents(drawer)
        for key in sorted(kept):
            self._contents.learn(key, kept[key])
        super().__init__(self._contents)

    async def read(
        self, stream: Stream, after: int = 0, most: int | None = None
    ) -> tuple[Entry, ...]:
        """The entries after number `after`, in order; so many at most."""
        return tuple(self._contents.entries.get(stream, [])[after:][:most])

    async def done(self, command: CommandId) -> Appended | None:
        """Where a command's entries stand, if it was carried out."""
        return self._contents.commands.get(command)

    async def streams(self, prefix: str = "") -> Mapping[Stream, int]:
        """Streams whose names begin so, with the number of their last entry."""
        found = sorted(self._contents.entries.items())
        return {stream: len(log) for stream, log in found if stream.startswith(prefix)}

    async def get(self, kind: str, key: str) -> bytes | None:
        """A record."""
        return self._contents.records.get((kind, key))

    async def all(self, kind: str, prefix: str = "") -> Mapping[str, bytes]:
        """Every record of a kind whose key begins so, by key."""
        found = sorted(self._contents.records.items())
        return {key: body for (of, key), body in found if of == kind and key.startswith(prefix)}

    async def check(self) -> tuple[Fault, ...]:
        """Follow every chain."""
        logs, told = self._contents.entries, self._contents.commands.values()
        known = {at.stream: 0 for at in told} | dict.fromkeys(logs, 0)
        for at in told:
            known[at.stream] = max(known[at.stream], at.last)
        faults = [found_faults(s, logs.get(s, ()), last_known=last) for s, last in known.items()]
        return tuple(fault for found in faults for fault in found)

    async def close(self) -> None:
        """Nothing to let go of."""


class _Contents:
    """Carries out one wish after the other: first in the drawer, then in memory."""

    def __init__(self, drawer: Drawer) -> None:
        self.writable = True
        self.entries: dict[Stream, list[Entry]] = {}
        self.commands: dict[CommandId, Appended] = {}
        self.records: dict[tuple[str, str], bytes] = {}
        self._ms = 0
        self._drawer = drawer
        self._turn = asyncio.Lock()
        self._told: list[OnHealth] = []

    def on_health(self, told: OnHealth) -> None:
        self._told.append(told)

    async def ask(self, wish: BatchWish) -> BatchAnswer:
        async with self._turn:
            heads = {stream: len(log) for stream, log in self.entries.items()}
            batch = settled([wish], heads, self.commands)
            if isinstance(batch.answers[0], Exception):
                raise batch.answers[0]
            await self._keep(list(self._changes(batch)))
            self._apply(batch)
            return answered(batch, [wish], self._ms)[0]

    async def _keep(self, changes: Sequence[Change]) -> None:
        try:
            await self._drawer.keep(changes)
        except Exception as fault:  # whatever a browser says when there is no room
            self._turned(writable=False)
            raise NotSaved from fault
        self._turned(writable=True)

    def _turned(self, *, writable: bool) -> None:
        if self.writable != writable:
            self.writable = writable
            for told in self._told:
                told(writable)

    def _changes(self, batch: Batch) -> Iterable[Change]:
        for append in batch.appends:
            last = append.entries[-1].seq
            where = [append.stream, append.entries[0].seq, last]
            yield _key(_COMMAND, append.command), json.dumps(where).encode()
            for entry in append.entries:
                yield _key(_ENTRY, append.stream, f"{entry.seq:08d}"), _written(entry)
        for put in batch.puts:
            yield _key(_RECORD, put.kind, put.key), put.body
        for stream in batch.drops:
            for entry in self.entries.get(stream, ()):
                yield _key(_ENTRY, stream, f"{entry.seq:08d}"), None
        for command in self._commands_of(batch.drops):
            yield _key(_COMMAND, command), None
        if batch.beat is not None:
            yield _key(_TIME), str(max(self._ms, batch.beat)).encode()

    def _apply(self, batch: Batch) -> None:
        for append in batch.appends:
            self.entries.setdefault(append.stream, []).extend(append.entries)
            first, last = append.entries[0].seq, append.entries[-1].seq
            self.commands[append.command] = Appended(append.stream, first, last)
        self._put(batch.puts)
        self._ms = max(self._ms, batch.beat or 0)
        for command in self._commands_of(batch.drops):
            del self.commands[command]
        for stream in batch.drops:
            self.entries.pop(stream, None)

    def _commands_of(self, streams: Sequence[Stream]) -> list[CommandId]:
        return [command for command, at in self.commands.items() if at.stream in streams]

    def _put(self, puts: Iterable[Put]) -> None:
        for put in puts:
            if put.body is None:
                self.records.pop((put.kind, put.key), None)
            else:
                self.records[put.kind, put.key] = put.body

    def learn(self, key: str, value: bytes) -> None:
        """Something that was kept before; keys come in order."""
        kind, *more = json.loads(key)
        if kind == _ENTRY:
            self.entries.setdefault(Stream(more[0]), []).append(_read(value))
        elif kind == _COMMAND:
            stream, first, last = json.loads(value)
            self.commands[CommandId(more[0])] = Appended(stream, first, last)
        elif kind == _RECORD:
            self.records[more[0], more[1]] = value
        else:
            self._ms = int(value)


def _key(*words: str) -> str:
    return json.dumps(words)


def _written(entry: Entry) -> bytes:
    parts = [b64encode(part).decode() for part in (entry.body, entry.salt, entry.link)]
    return json.dumps([entry.seq, *parts]).encode()


def _read(value: bytes) -> Entry:
    seq, *parts = json.loads(value)
    return Entry(seq, *map(b64decode, parts))
