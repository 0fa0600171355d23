"""Look, then write, as one act: what was seen is still so when it is written, on whatever node.

Limits and "it is still there" are only true inside the write. So each such act is an entry of a
stream of its own, and the store lets only one follow the entry that was there before the look. Who
comes second looks again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from stolik.app.ports import AlreadyDone, Append, EventStore, Put, Stale, Stream
from stolik.app.streams.chain import chained, genesis
from stolik.app.streams.command_ids import mark

_T = TypeVar("_T")
# What came of a look, and what it leads to; without anything to write nothing is written.
Look = Callable[[], Awaitable[tuple[_T, Sequence[Put]]]]
_DONE = b'{"event":"Done"}'

# Those of one node wait for each other; only other nodes make anybody look twice.
_Locks = WeakValueDictionary[str, asyncio.Lock]
_LOCKS: WeakKeyDictionary[asyncio.AbstractEventLoop, _Locks] = WeakKeyDictionary()


async def one_act(store: EventStore, about: str, look: Look[_T]) -> _T:
    """Write what `look` says, if nobody has written about the same since it looked."""
    locks = _LOCKS.setdefault(asyncio.get_running_loop(), WeakValueDictionary())
    async with locks.setdefault(about, asyncio.Lock()):
        while True:
            stream = Stream(f"act/{about}")
            last = (await store.streams(stream)).get(stream, 0)
            found, puts = await look()
            if not puts or await _written(store, stream, last, puts):
                return found


async def _written(store: EventStore, stream: Stream, last: int, puts: Sequence[Put]) -> bool:
    before = await store.read(stream, last - 1, 1) if last else ()
    link = before[0].link if before else genesis(stream)
    # Nothing in it has to be hidden: the salt may be known.
    entries = tuple(chained([_DONE], after=last, previous=link, chance=bytes))
    act = Append(stream, last, entries, mark(stream, str(last + 1)), tuple(puts))
    try:
        await store.append(act)
    except (Stale, AlreadyDone):
        return False
    return True
