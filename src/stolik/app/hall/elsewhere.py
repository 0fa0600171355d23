"""What another node may have changed without this one hearing of it: whispers can be lost.

Whether a tournament is public, who sits at a table and which round is played decide who may look.
Whoever changes such a thing beside a stream changes one record in the same write, and every node
looks at that record; the tournaments that are open are read on from time to time.
"""

from collections.abc import Callable
from contextlib import suppress

from stolik.app.access.watched import PLACES
from stolik.app.ports import EventStore, Stream
from stolik.app.streams.chain import Rot
from stolik.app.tables.rooms import Rooms
from stolik.app.tournaments.offices import Offices

_RECORD_EACH_S = 1.0
_STREAMS_EACH_S = 3.0


class Elsewhere:
    """Looks at what the nodes of one database have in common."""

    def __init__(
        self, store: EventStore, rooms: Rooms, offices: Offices, monotonic: Callable[[], float]
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._offices = offices
        self._monotonic = monotonic
        self._kept: bytes | None = None
        self._record_at = self._streams_at = monotonic()

    async def look(self) -> None:
        """Learn what was missed; everything is known again after a few seconds at most."""
        now = self._monotonic()
        if self._rooms.house.is_alone or now < self._record_at + _RECORD_EACH_S:
            return
        self._record_at = now
        kept = await self._store.get(*PLACES)
        if kept != self._kept:
            await self._offices.woken(Stream(""), 0)
            await self._rooms.read_setups()
            self._kept = kept
        if now >= self._streams_at + _STREAMS_EACH_S:
            self._streams_at = now
            for office in self._offices.opened():
                with suppress(Rot):  # whoever asks for it is told
                    await office.catch_up()
