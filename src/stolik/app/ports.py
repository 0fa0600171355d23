"""What the use cases need from the world. `wiring` picks who answers; the tests pick fakes.

A stream is a list of entries numbered from 1; an entry holds one event as bytes nobody but its
owner reads. Records are the side table: what may be changed and erased, such as names of people.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NewType, Protocol

Stream = NewType("Stream", str)
CommandId = NewType("CommandId", str)  # of whoever asks, or of the system: `command_ids.py`

# Unguessable bytes, as many as asked for.
Chance = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as it is stored, linked to the one before it (`app/streams/chain.py`)."""

    seq: int
    body: bytes
    salt: bytes
    link: bytes


@dataclass(frozen=True, slots=True)
class Put:
    """A record to write; without a body it is erased, so that no byte of it stays."""

    kind: str
    key: str
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Append:
    """Entries that follow entry number `after`, and the records that change with them."""

    stream: Stream
    after: int
    entries: tuple[Entry, ...]
    command: CommandId
    puts: tuple[Put, ...] = ()


@dataclass(frozen=True, slots=True)
class Appended:
    """Where the entries of a command stand."""

    stream: Stream
    first: int
    last: int


class Stale(Exception):  # noqa: N818 - an answer, not an error
    """Somebody else wrote first: the stream does not end where the append expected."""


class AlreadyDone(Exception):  # noqa: N818 - an answer, not an error
    """The command has been carried out before; this is where."""

    def __init__(self, appended: Appended) -> None:
        self.appended = appended
        super().__init__(appended)


class IdTaken(Exception):  # noqa: N818 - an answer, not an error
    """The id belongs to a command on another stream, or to somebody else's: nothing was done."""


class NotSaved(Exception):  # noqa: N818 - an answer, not an error
    """The storage failed: nothing was kept, nothing may be acknowledged, reading still works."""


class NotRead(Exception):  # noqa: N818 - an answer, not an error
    """The storage cannot be read just now; ask again later."""


@dataclass(frozen=True, slots=True)
class StorageFault:
    """Something in the storage is not what was written; without a stream it concerns all of it."""

    stream: Stream
    seq: int
    what: str


OnHealth = Callable[[bool], None]


class EventStore(Protocol):
    """Durable streams and records. What returns without an exception is on disk.

    An append holds at least one entry. Reads raise `NotRead` when the storage cannot be reached,
    `chain.Rot` where it is damaged.
    """

    @property
    def writable(self) -> bool:
        """Whether writes are accepted; while they are not, each gets `NotSaved` at once."""
        ...

    def on_health(self, told: OnHealth) -> None:
        """Call `told` in the event loop whenever `writable` has changed."""
        ...

    async def append(self, append: Append) -> Appended:
        """Keep all of it or nothing; raises `Stale`, `AlreadyDone` or `NotSaved`."""
        ...

    async def put(self, puts: Sequence[Put]) -> None:
        """Keep all of these records or none; raises `NotSaved`."""
        ...

    async def drop(self, streams: Sequence[Stream], puts: Sequence[Put] = ()) -> None:
        """Forget whole streams, their commands and these records; raises `NotSaved`.

        Only for what nobody was promised to keep: practice, never a tournament.
        """
        ...

    async def read(
        self, stream: Stream, after: int = 0, most: int | None = None
    ) -> tuple[Entry, ...]:
        """The entries after number `after`, in order; so many at most."""
        ...

    async def done(self, command: CommandId) -> Appended | None:
        """Where a command's entries stand, if it was carried out."""
        ...

    async def streams(self, prefix: str = "") -> Mapping[Stream, int]:
        """Streams whose names begin so, with the number of their last entry."""
        ...

    async def get(self, kind: str, key: str) -> bytes | None:
        """A record."""
        ...

    async def all(self, kind: str, prefix: str = "") -> Mapping[str, bytes]:
        """Every record of a kind whose key begins so, by key."""
        ...

    async def beat(self, ms: int) -> int:
        """Keep the service clock's time unless a later one is kept; the time now kept."""
        ...

    async def check(self) -> tuple[StorageFault, ...]:
        """Read everything and follow every chain: the first fault of each stream."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of the storage."""
        ...


OnWake = Callable[[Stream, int], Awaitable[None]]
OnWhisper = Callable[[Stream, bytes], Awaitable[None]]


class Bus(Protocol):
    """Between the nodes of one database. A wake-up is only that: the log is the truth."""

    def wake(self, stream: Stream, seq: int) -> None:
        """Tell the other nodes that a stream has grown; may be late, doubled or lost."""
        ...

    def whisper(self, stream: Stream, message: bytes) -> None:
        """Pass on something that is not worth keeping, such as a draft; may be lost."""
        ...

    async def listen(self, on_wake: OnWake, on_whisper: OnWhisper) -> None:
        """Hear the other nodes from now on; after a gap `on_wake` gets every stream as ('', 0)."""
        ...

    async def close(self) -> None:
        """Stop listening."""
        ...
