"""The events of a tournament as they are kept: with when and by whom, one body for each."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, get_args

from stolik.app.fairness.draw_trail import Happened
from stolik.app.ports import Entry, Stream
from stolik.app.reading.codec import Reader, write_event
from stolik.app.streams.chain import Rot
from stolik.app.streams.log import StreamLog
from stolik.app.streams.slices import in_slices
from stolik.app.thinking.pools import Pool
from stolik.app.tournaments.card.card import Person
from stolik.app.tournaments.office.trying import Asking
from stolik.app.tournaments.telling.amended_told import with_changes
from stolik.refusal import Refused
from stolik.tournament.engine import evolve
from stolik.tournament.events import Event
from stolik.tournament.state import EntrantNumber, TournamentState

READER = Reader(get_args(Event))
_AT_A_STROKE = 50  # events that can be written or read within a few milliseconds


class TournamentLog:
    """Those of one tournament; a long one is neither read nor written on the loop."""

    def __init__(self, stream: Stream, log: Callable[[], StreamLog], pool: Pool, key: str) -> None:
        self._stream = stream
        self._log = log
        self._pool = pool
        self._key = key

    async def entries(self) -> tuple[Entry, ...]:
        """The whole stream, as it was written."""
        return await self._log().all()

    async def entries_told(self) -> tuple[Entry, ...]:
        """The whole stream with the words that stand beside it."""
        return await self._log().told()

    async def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return [self.read(entry) async for entry in in_slices(await self._log().told())]

    async def history(
        self, people: Mapping[EntrantNumber, Person], after: int, most: int, pool: Pool, *keys: str
    ) -> list[dict[str, Any]]:
        """What happened beyond a number, in order: when, by whom, which event."""
        entries = (await self._log().told(after))[:most]
        if any(b'"EntrantAmended"' in entry.body for entry in entries):
            whole = await self._log().told()
            return await pool.think(lambda: with_changes(whole, people, after, most), *keys)
        return await pool.think(
            lambda: [{"seq": entry.seq, **json.loads(entry.body)} for entry in entries], *keys
        )

    async def told(self, tell: Callable[[list[Happened]], bytes], pool: Pool, *keys: str) -> bytes:
        """What is told of everything that happened, in order."""
        entries = await self._log().told()
        return await pool.think(lambda: tell([self._happened(entry) for entry in entries]), *keys)

    def _happened(self, entry: Entry) -> Happened:
        """An event with when, by whom, and the salt it is chained with."""
        event, body = self.read(entry), json.loads(entry.body)
        return Happened(event, body["at"], body["by"], entry.salt, file=body.get("file", False))

    def read(self, entry: Entry) -> Event:
        """The event of an entry; raises `Rot` if it is damaged."""
        try:
            event: Event = READER.event(json.loads(entry.body)["event"], entry.seq)
        except (Refused, ValueError, KeyError, TypeError) as fault:
            raise Rot(self._stream, entry.seq) from fault
        return event

    async def read_on(self, entries: Sequence[Entry], before: TournamentState) -> TournamentState:
        """The tournament after these events."""

        def work() -> TournamentState:
            return reduce(evolve, map(self.read, entries), before)

        return work() if len(entries) <= _AT_A_STROKE else await self._pool.think(work, self._key)

    async def bodies(self, events: Sequence[Event], at: int, asking: Asking) -> list[bytes]:
        """The events of a request as they are kept."""
        told, brought = {"at": at, "by": asking.by}, {"file": True} if asking.from_file else {}

        def work() -> list[bytes]:
            return [_body({**told, "event": write_event(event), **brought}) for event in events]

        return work() if len(events) <= _AT_A_STROKE else await self._pool.think(work, self._key)


def _body(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
