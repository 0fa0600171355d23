"""The store as access writes to it: whoever loses a right, it is noted in the same write.

Each such write also changes one record, the edition. A node that has not heard of a loss finds
another edition there; whispers between nodes are only faster.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from stolik.app.access.records import ORGANISER_OF, PHONE, Account, KeptLogin, Pass
from stolik.app.ports import (
    Append,
    Appended,
    Chance,
    CommandId,
    Entry,
    EventStore,
    OnHealth,
    Put,
    StorageFault,
    Stream,
)

EDITION = ("access_edition", "now")
# Another one: a tournament is public or not, or a table is set otherwise, than a node may know.
PLACES = ("access_edition", "places")
_ENDS = (Pass.KIND, KeptLogin.KIND)  # by being erased: who comes in takes nothing from anybody
_CHANGES = (Account.KIND, ORGANISER_OF)

# Gets the ids of the logins that have ended; none if it may have been any.
Lost = Callable[[Iterable[str]], None]


def taken_away(puts: Iterable[Put]) -> list[Put]:
    """What makes an open login worth something else than before."""
    return [p for p in puts if (p.kind in _ENDS and p.body is None) or p.kind in _CHANGES]


def _with_phones(puts: Iterable[Put]) -> list[Put]:
    """A phone is told nothing any more once its login or pass is gone."""
    puts = list(puts)
    ended = [put.key for put in puts if put.kind in _ENDS and put.body is None]
    return [*puts, *(Put(PHONE, login, None) for login in ended)]


def set_otherwise(chance: Chance) -> Put:
    """To be written with what says who may look where."""
    return Put(*PLACES, chance(16))


class Watched:
    """An `EventStore` that tells of every loss, once it is kept."""

    def __init__(self, store: EventStore, chance: Chance, lost: Lost) -> None:
        self._store = store
        self._chance = chance
        self._lost = lost

    async def put(self, puts: Sequence[Put]) -> None:
        """Keep all of these records or none."""
        if not (losses := taken_away(puts)):
            await self._store.put(puts)
            return
        try:
            await self._store.put([*_with_phones(puts), self._edition()])
        except BaseException:
            self._lost(())  # nobody knows whether it was kept
            raise
        self._tell(losses)

    async def append(self, append: Append) -> Appended:
        """Keep all of it or nothing."""
        if not (losses := taken_away(append.puts)):
            return await self._store.append(append)
        try:
            kept = (*_with_phones(append.puts), self._edition())
            done = await self._store.append(replace(append, puts=kept))
        except BaseException:
            self._lost(())
            raise
        self._tell(losses)
        return done

    def _tell(self, losses: Sequence[Put]) -> None:
        logins = [put.key for put in losses if put.kind == KeptLogin.KIND]
        # A log-out concerns one login; anything else may concern any.
        self._lost(logins if len(logins) == len(losses) else ())

    def _edition(self) -> Put:
        return Put(*EDITION, self._chance(16))

    # --- all else as it is ---------------------------------------------------------------------

    @property
    def writable(self) -> bool:
        """Whether writes are accepted."""
        return self._store.writable

    def on_health(self, told: OnHealth) -> None:
        """Call `told` whenever `writable` has changed."""
        self._store.on_health(told)

    async def drop(self, streams: Sequence[Stream], puts: Sequence[Put] = ()) -> None:
        """Forget whole streams, and these records."""
        if not (losses := taken_away(puts)):
            await self._store.drop(streams, puts)
            return
        try:
            await self._store.drop(streams, [*_with_phones(puts), self._edition()])
        except BaseException:
            self._lost(())
            raise
        self._tell(losses)

    async def read(
        self, stream: Stream, after: int = 0, most: int | None = None
    ) -> tuple[Entry, ...]:
        """The entries after number `after`, so many at most."""
        return await self._store.read(stream, after, most)

    async def done(self, command: CommandId) -> Appended | None:
        """Where a command's entries stand."""
        return await self._store.done(command)

    async def streams(self, prefix: str = "") -> Mapping[Stream, int]:
        """Streams whose names begin so."""
        return await self._store.streams(prefix)

    async def get(self, kind: str, key: str) -> bytes | None:
        """A record."""
        return await self._store.get(kind, key)

    async def all(self, kind: str, prefix: str = "") -> Mapping[str, bytes]:
        """Every record of a kind whose key begins so."""
        return await self._store.all(kind, prefix)

    async def beat(self, ms: int) -> int:
        """Keep the service clock's time."""
        return await self._store.beat(ms)

    async def check(self) -> tuple[StorageFault, ...]:
        """Read everything and follow every chain."""
        return await self._store.check()

    async def close(self) -> None:
        """Let go of the storage."""
        await self._store.close()
