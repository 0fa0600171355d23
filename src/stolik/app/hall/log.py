"""A stream of one kind of events with their author: what a clock and a hall have in common.

The pure function that decides is called anew whenever somebody else wrote first.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, get_args

from stolik.app.access.standing import Allowed, always
from stolik.app.chain import Rot
from stolik.app.codec import LARGEST_MOMENT, Reader, write_event
from stolik.app.command_ids import our_own
from stolik.app.office.codes import Refusal
from stolik.app.office.office import Parts
from stolik.app.ports import AlreadyDone, Appended, CommandId, Entry, IdTaken, Put, Stale, Stream
from stolik.app.stream_log import StreamLog
from stolik.refusal import Refused, Violation, refuse

_TRIES = 8

E = TypeVar("E")


class EventLog(Generic[E]):
    """Decides, keeps, believes: in this order, one at a time."""

    def __init__(
        self, stream: Stream, kinds: Any, parts: Parts, believe: Callable[[Sequence[E]], None]
    ) -> None:
        self.stream = stream
        self._parts = parts
        self._log = StreamLog(stream, parts.store, parts.chance)
        self._reader = Reader(get_args(kinds), largest=LARGEST_MOMENT)
        self._believe = believe
        self._lock = asyncio.Lock()

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self._log.seq

    async def do(
        self,
        decide: Callable[[], Sequence[E]],
        *,
        by: str,
        command: CommandId | None = None,
        note: dict[str, Any] | None = None,
        puts: Sequence[Put] = (),
        allowed: Allowed = always,
    ) -> Appended | None:
        """What `decide` tells is on disk when this returns; None if it had nothing to tell.

        Raises `Refused`, or `NotSaved`. The same command is carried out once. `allowed` refuses
        once it is the command's turn, if its sender has lost the right meanwhile.
        """
        async with self._lock:
            try:
                return await self._do(decide, by, command, note or {}, puts, allowed)
            except IdTaken:
                refuse(Violation(Refusal.COMMAND_ID_USED))
        raise AssertionError

    async def _do(
        self,
        decide: Callable[[], Sequence[E]],
        by: str,
        command: CommandId | None,
        note: dict[str, Any],
        puts: Sequence[Put],
        allowed: Allowed,
    ) -> Appended | None:
        known = command or our_own(self._parts.chance)
        for _ in range(_TRIES):
            await allowed()
            if command and (done := await self._log.done(command, by)):
                return done
            events = decide()
            if not events:
                return None
            bodies = [_body(event, by, note) for event in events]
            try:
                done = await self._log.append(events, bodies, known, puts, by=by)
            except Stale:
                await self._catch_up()
                continue
            except AlreadyDone as again:
                return again.appended
            self._believe(events)
            self._parts.bus.wake(self.stream, self.seq)
            return done
        raise Stale

    async def catch_up(self) -> None:
        """Learn what is kept and not known yet; raises `Rot` if the stream is damaged."""
        async with self._lock:
            await self._catch_up()

    async def forget(self, begin_anew: Callable[[], None]) -> None:
        """If words were erased: learn everything again, as the log tells it now."""
        async with self._lock:
            if await self._log.has_lost_words():
                self._log = StreamLog(self.stream, self._parts.store, self._parts.chance)
                fresh = [self._read(entry) for entry in await self._log.fresh()]
                begin_anew()
                self._believe(fresh)

    async def done(self, command: CommandId, by: str) -> Appended | None:
        """What became of somebody's command."""
        return await self._log.where_done(command, by)

    async def _catch_up(self) -> None:
        fresh = [self._read(entry) for entry in await self._log.fresh()]
        if fresh:
            self._believe(fresh)

    def _read(self, entry: Entry) -> E:
        try:
            event: E = self._reader.event(json.loads(entry.body)["event"], entry.seq)
        except (Refused, ValueError, KeyError, TypeError) as fault:
            raise Rot(self.stream, entry.seq) from fault
        return event


def _body(event: Any, by: str, note: dict[str, Any]) -> bytes:
    told = {"by": by, "event": write_event(event), **({"note": note} if note else {})}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
