"""Building appends in tests."""

import secrets
from collections.abc import Iterable, Sequence

from stolik.app.ports import Append, CommandId, Entry, EventStore, Put, Stream
from stolik.app.streams.beside import Beside
from stolik.app.streams.chain import chained, genesis


def new_command() -> CommandId:
    return CommandId(secrets.token_hex(16))


def append_after(
    entries: Sequence[Entry],
    bodies: Iterable[bytes],
    *,
    stream: Stream,
    command: CommandId | None = None,
    puts: Iterable[Put] = (),
) -> Append:
    """An append that follows the entries a stream has."""
    previous = entries[-1].link if entries else genesis(stream)
    chain = chained(bodies, after=len(entries), previous=previous, chance=secrets.token_bytes)
    return Append(stream, len(entries), tuple(chain), command or new_command(), tuple(puts))


async def told_entries(store: EventStore, stream: Stream) -> tuple[Entry, ...]:
    """The entries of a stream with the words that stand beside it."""
    return await Beside(stream, store, secrets.token_bytes).shown(await store.read(stream))


async def next_append(store: EventStore, stream: Stream, *bodies: bytes) -> Append:
    """An append at the end of a stream as it is now."""
    return append_after(await store.read(stream), bodies, stream=stream)
