"""One stream as its owner knows it: where it ends, and the link the next entry hangs on."""

from collections.abc import Iterable, Sequence

from stolik.app.chain import chained, genesis, verified
from stolik.app.ports import Append, Appended, Chance, CommandId, Entry, EventStore, Put, Stream


class StreamLog:
    """Reads and appends; what it returns is on disk."""

    def __init__(self, stream: Stream, store: EventStore, chance: Chance) -> None:
        self.stream = stream
        self.seq = 0
        self.head = genesis(stream)
        self._store = store
        self._chance = chance

    async def fresh(self) -> tuple[Entry, ...]:
        """The entries beyond those known, each link checked; raises `Rot` at the first fault."""
        entries = await self._store.read(self.stream, self.seq)
        good = verified(self.stream, entries, after=self.seq, previous=self.head)
        self._end_at(good)
        return good

    async def append(
        self, bodies: Iterable[bytes], command: CommandId, puts: Sequence[Put] = ()
    ) -> Appended:
        """Keep these events; raises `Stale` if somebody else wrote first."""
        entries = tuple(chained(bodies, after=self.seq, previous=self.head, chance=self._chance))
        done = await self._store.append(
            Append(self.stream, self.seq, entries, command, tuple(puts))
        )
        self._end_at(entries)
        return done

    async def all(self) -> tuple[Entry, ...]:
        """Everything that was ever written."""
        return await self._store.read(self.stream)

    async def done(self, command: CommandId) -> Appended | None:
        """Where this command's events stand, if it was carried out here."""
        done = await self._store.done(command)
        return done if done and done.stream == self.stream else None

    def _end_at(self, entries: Sequence[Entry]) -> None:
        if entries:
            self.seq, self.head = entries[-1].seq, entries[-1].link
