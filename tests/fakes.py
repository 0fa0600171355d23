"""Stand-ins for the world: chance, time, and a store that keeps every promise but one."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from stolik.app.ports import (
    AlreadyDone,
    Append,
    Appended,
    CommandId,
    Entry,
    NotSaved,
    OnHealth,
    Put,
    Stale,
    StorageFault,
    Stream,
)
from stolik.app.streams.chain import Rot, verified


class MemoryStore:
    """An `EventStore` in dictionaries, and the model the real ones are compared with."""

    def __init__(self) -> None:
        self.entries: dict[Stream, list[Entry]] = {}
        self.commands: dict[CommandId, Appended] = {}
        self.records: dict[tuple[str, str], bytes] = {}
        self.ms = 0
        self.writable = True
        self._told: list[OnHealth] = []

    def on_health(self, told: OnHealth) -> None:
        self._told.append(told)

    def fail(self) -> None:
        """From now on nothing is saved."""
        self._turn(healthy=False)

    def mend(self) -> None:
        """There is room again."""
        self._turn(healthy=True)

    async def append(self, append: Append) -> Appended:
        numbers = [entry.seq for entry in append.entries]
        if not numbers or numbers != [append.after + n for n in range(1, len(numbers) + 1)]:
            raise ValueError(numbers)
        self._demand_writable()
        if append.command in self.commands:
            raise AlreadyDone(self.commands[append.command])
        stored = self.entries.get(append.stream, [])
        if len(stored) != append.after:
            raise Stale(append.stream, append.after)
        self.entries[append.stream] = [*stored, *append.entries]
        self._put(append.puts)
        appended = Appended(append.stream, numbers[0], numbers[-1])
        self.commands[append.command] = appended
        return appended

    async def put(self, puts: Sequence[Put]) -> None:
        self._demand_writable()
        self._put(puts)

    async def drop(self, streams: Sequence[Stream], puts: Sequence[Put] = ()) -> None:
        self._demand_writable()
        for stream in streams:
            self.entries.pop(stream, None)
        self.commands = {c: at for c, at in self.commands.items() if at.stream not in streams}
        self._put(puts)

    async def read(
        self, stream: Stream, after: int = 0, most: int | None = None
    ) -> tuple[Entry, ...]:
        return tuple(self.entries.get(stream, [])[after:][:most])

    async def done(self, command: CommandId) -> Appended | None:
        return self.commands.get(command)

    async def streams(self, prefix: str = "") -> Mapping[Stream, int]:
        return {
            stream: len(stored)
            for stream, stored in sorted(self.entries.items())
            if stream.startswith(prefix)
        }

    async def get(self, kind: str, key: str) -> bytes | None:
        return self.records.get((kind, key))

    async def all(self, kind: str, prefix: str = "") -> Mapping[str, bytes]:
        return {
            key: body
            for (of_kind, key), body in sorted(self.records.items())
            if of_kind == kind and key.startswith(prefix)
        }

    async def beat(self, ms: int) -> int:
        self._demand_writable()
        self.ms = max(self.ms, ms)
        return self.ms

    async def check(self) -> tuple[StorageFault, ...]:
        return tuple(fault for stream in self.entries for fault in self._faults(stream))

    async def close(self) -> None:
        """Nothing to let go of."""

    def _put(self, puts: Sequence[Put]) -> None:
        for put in puts:
            if put.body is None:
                self.records.pop((put.kind, put.key), None)
            else:
                self.records[put.kind, put.key] = put.body

    def _demand_writable(self) -> None:
        if not self.writable:
            raise NotSaved

    def _turn(self, *, healthy: bool) -> None:
        if self.writable != healthy:
            self.writable = healthy
            for told in self._told:
                told(healthy)

    def _faults(self, stream: Stream) -> list[StorageFault]:
        try:
            verified(stream, self.entries[stream])
        except Rot as rot:
            return [StorageFault(stream, rot.seq, "the entry is not what was written")]
        return []


class SeededChance:
    """Bytes that look like chance and are the same in every run."""

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self._count = 0

    def __call__(self, size: int) -> bytes:
        blocks = b""
        while len(blocks) < size:
            blocks += sha256(f"{self._seed}/{self._count}".encode()).digest()
            self._count += 1
        return blocks[:size]


class HandClock:
    """Time that passes when a test says so."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def seconds(self) -> int:
        return int(self.now)


def everything(store: MemoryStore) -> bytes:
    """Every byte that is kept, to look for what must not be."""
    events = [entry.body for log in store.entries.values() for entry in log]
    keys = [f"{kind} {key}".encode() for kind, key in store.records]
    return b"\n".join([*events, *keys, *store.records.values()])
