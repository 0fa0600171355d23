"""Fakes for what the world would do: chance, time, storage."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from stolik.app.ports import (
    AlreadyDone,
    Append,
    Appended,
    CommandId,
    Entry,
    NotSaved,
    Put,
    Stale,
    Stream,
)


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


class MemoryStore:
    """A store as the port promises it, without a disk; `broken` makes every write fail."""

    def __init__(self) -> None:
        self.broken = False
        self._streams: dict[Stream, list[Entry]] = {}
        self._done: dict[CommandId, Appended] = {}
        self._records: dict[tuple[str, str], bytes] = {}
        self._beat = 0

    async def append(self, append: Append) -> Appended:
        self._writing()
        if append.command in self._done:
            raise AlreadyDone(self._done[append.command])
        entries = self._streams.setdefault(append.stream, [])
        if len(entries) != append.after:
            raise Stale
        entries.extend(append.entries)
        self._keep(append.puts)
        appended = Appended(append.stream, append.after + 1, len(entries))
        self._done[append.command] = appended
        return appended

    async def put(self, puts: Sequence[Put]) -> None:
        self._writing()
        self._keep(puts)

    async def read(self, stream: Stream, after: int = 0) -> tuple[Entry, ...]:
        return tuple(self._streams.get(stream, [])[after:])

    async def done(self, command: CommandId) -> Appended | None:
        return self._done.get(command)

    async def streams(self, prefix: str = "") -> Mapping[Stream, int]:
        return {name: len(log) for name, log in self._streams.items() if name.startswith(prefix)}

    async def get(self, kind: str, key: str) -> bytes | None:
        return self._records.get((kind, key))

    async def all(self, kind: str, prefix: str = "") -> Mapping[str, bytes]:
        return {
            key: body
            for (found, key), body in self._records.items()
            if found == kind and key.startswith(prefix)
        }

    async def beat(self, ms: int) -> int:
        self._writing()
        self._beat = max(self._beat, ms)
        return self._beat

    async def close(self) -> None:
        pass

    def everything(self) -> bytes:
        """Every byte that is kept, to look for what must not be."""
        events = [entry.body for log in self._streams.values() for entry in log]
        keys = [f"{kind} {key}".encode() for kind, key in self._records]
        return b"\n".join([*events, *keys, *self._records.values()])

    def _writing(self) -> None:
        if self.broken:
            raise NotSaved

    def _keep(self, puts: Sequence[Put]) -> None:
        for put in puts:
            if put.body is None:
                self._records.pop((put.kind, put.key), None)
            else:
                self._records[put.kind, put.key] = put.body
