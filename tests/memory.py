"""Fakes for what the world would do: chance and time; and a look at all that a store keeps."""

from hashlib import sha256

from tests.fakes import MemoryStore


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
