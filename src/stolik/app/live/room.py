"""A room: one live table, whoever looks at it, and the order of things.

    validate ─▶ append (on disk) ─▶ acknowledge the mover, tell the others

One command at a time; between nodes the conditional append decides.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

from stolik.app.access.standing import Allowed, always
from stolik.app.chain import Rot
from stolik.app.live.audience import Audience
from stolik.app.live.codes import Refusal
from stolik.app.live.drafts import FeltDraft, draft_of, read_draft, write_draft
from stolik.app.live.house import House
from stolik.app.live.play import Note, Play
from stolik.app.live.rack_order import is_order_of
from stolik.app.live.setup import RUMMIKUB
from stolik.app.live.told import Told, write_told
from stolik.app.ports import AlreadyDone, Appended, CommandId, Entry, IdTaken, Put, Stale
from stolik.app.stream_log import StreamLog
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub.state import Phase, Seat
from stolik.rummikub.tiles import Tile

RACK_ORDER = "rack_order"
_TRIES = 8
MOST_RAISED = 40


class Room:
    """Everything that happens at one table goes through here."""

    def __init__(self, play: Play, house: House) -> None:
        self.play = play
        self.table = play.table
        self.house = house
        self.audience = Audience(play, house)
        self.on_told: Callable[[Sequence[Told]], None] = lambda _: None
        self.on_kept: Callable[[], None] = lambda: None
        self.on_present: Callable[[], None] = lambda: None
        self._lock = asyncio.Lock()
        self._log = StreamLog(self.table.setup.stream, house.store, house.chance)
        self.fetch_secret: Callable[[], Awaitable[None]] | None = None
        self.standing_note: Note = {}  # to be written beside such events, whoever causes them
        self.budget: Callable[[int], None] = lambda _: None  # refuses bytes beyond it
        self.kept_bytes = 0
        self._sorted: set[Seat] = set()  # whose rack order is not kept yet

    async def do(
        self,
        command: Any,
        *,
        by: str,
        command_id: CommandId | None = None,
        after: int | None = None,
        note: Note | None = None,
        still: Callable[[], bool] = lambda: True,
        allowed: Allowed = always,
    ) -> Appended:
        """Carry out a command: it is on disk when this returns. Raises `Refused` or `NotSaved`.

        `still` is asked again whenever the table has moved on: what fell due may be due no more.
        `allowed` refuses once it is the command's turn, if its sender has lost the right meanwhile.
        """
        known = command_id or self.house.command_id()
        async with self._lock:
            await allowed()
            if after is not None and after > self.table.seq:
                await self._catch_up()  # the asker has seen more than this node
            try:
                return await self._do_once(
                    command, by, known, after, note=note or {}, still=still, allowed=allowed
                )
            except IdTaken:
                refuse(Violation(Refusal.COMMAND_ID))
        raise AssertionError

    async def _do_once(
        self, command: Any, by: str, known: CommandId, after: int | None, **how: Any
    ) -> Appended:
        """The same id gets the same answer for ever, whatever its sender has seen since."""
        try:
            return await self._do(command, by, known, after, **how)
        except Refused:
            if done := await self._log.done(known, by):
                return done
            raise

    async def _do(
        self,
        command: Any,
        by: str,
        known: CommandId,
        after: int | None,
        *,
        note: Note,
        still: Callable[[], bool],
        allowed: Allowed,
    ) -> Appended:
        for _ in range(_TRIES):
            if (after is not None and self.table.is_stale(after)) or not still():
                break
            if self.play.lacks_secret and self.fetch_secret:
                await self.fetch_secret()  # another node has dealt
            told = self._decided(command, by, note)
            try:
                return await self._keep(told, known, by)
            except Stale:
                await self._catch_up()
                await allowed()
            except AlreadyDone as again:
                return again.appended
        refuse(Violation(Refusal.STALE))
        raise AssertionError

    async def catch_up(self) -> None:
        """Learn what other nodes have written; raises `Rot` if the stream is damaged."""
        async with self._lock:
            await self._catch_up()

    async def forget(self) -> None:
        """If words were erased: tell the table again from its log, as it reads now."""
        async with self._lock:
            if await self._log.has_lost_words():
                log = StreamLog(self._log.stream, self.house.store, self.house.chance)
                told = [self._read(entry) for entry in await log.fresh()]
                self._log = log
                self.table.tell_again(told)

    def hold(self, seat: Seat, drafted: FeltDraft) -> None:
        """The seat to move shows its draft; it decides if time runs out."""
        self._plays_rummikub()
        state = self.table.state
        if state.phase is not Phase.PLAYING or state.turn != seat or state.drew or state.paused:
            refuse(Violation(Refusal.DRAFT_NOT_NOW))
        draft_of(state, drafted)
        self._show(drafted)
        if not self.house.is_alone:
            whisper = {"seq": self.table.seq, **write_draft(drafted)}
            self.house.bus.whisper(self.table.setup.stream, self.house.encode(whisper))

    def heard(self, message: bytes) -> None:
        """What another node has to say: who is there, or a draft that came in.

        A draft of an earlier turn is of no use any more.
        """
        raw = json.loads(message)
        if "node" in raw:
            self.audience.heard(raw["node"], raw["here"], raw["sat"])
            if raw["asks"] or raw["sat"] is not None:
                self.audience.announce()
            self.on_present()
        elif raw["seq"] == self.table.seq:
            self._show(read_draft(raw))

    def _show(self, drafted: FeltDraft) -> None:
        self.table.hold(drafted, self.house.clock.now())
        self.audience.show_draft()

    def put_in_order(self, seat: Seat, order: Sequence[str]) -> None:
        """A player sorts his rack; kept with the next event, so that another device knows it."""
        self._plays_rummikub()
        state = self.table.state
        if not state.seats or not is_order_of(order, state.seats[seat].rack):
            refuse(Violation(Refusal.RACK_ORDER))
        self.table.rack_orders[seat] = tuple(Tile(tile) for tile in order)
        self._sorted.add(seat)

    def _plays_rummikub(self) -> None:
        """Only tiles are moved about and sorted."""
        if self.play.game != RUMMIKUB:
            refuse(Violation(Refusal.OTHER_GAME))

    def is_sorting(self, seat: Seat) -> bool:
        """Whether a player has sorted his rack here and it is not kept yet."""
        return seat in self._sorted

    async def status(self, commands: Sequence[CommandId], by: str) -> dict[str, dict[str, Any]]:
        """What became of somebody's commands whose answer was lost on the way."""
        found = {command: await self._log.where_done(command, by) for command in commands}
        return {
            command: {"acked": done.last} if done else {"unknown": True}
            for command, done in found.items()
        }

    def _decided(self, command: Any, by: str, note: Note) -> list[Told]:
        events = self.play.decide(command)
        self._demand_measure(events, by)
        now, notes = self.house.clock.now(), {**self.standing_note, **note}
        self._close(notes, events)
        note_of = self.play.note_of
        told = [Told(event, now, by, notes.get(type(event)) or note_of(event)) for event in events]
        if turn := self.play.turn_note(events, now):
            told[0] = Told(told[0].event, now, by, {**told[0].note, **turn})
        return told

    def _demand_measure(self, events: Sequence[Any], by: str) -> None:
        """What a seat may raise at any time, beside the play, it may not raise without end."""
        raised = self.play.raised_kind
        if any(isinstance(event, raised) for event in events):
            before = sum(t.by == by and isinstance(t.event, raised) for t in self.table.told)
            if before >= MOST_RAISED:
                refuse(Violation(Refusal.ENOUGH_SAID, facts={"most": MOST_RAISED}))

    def _close(self, notes: dict[type[Any], Mapping[str, Any]], events: Sequence[Any]) -> None:
        """The end of a game tells how long its log is and where it ends: docs/fair.md."""
        ended = self.play.ended_kind
        if "fair" in notes.get(ended, {}) and any(isinstance(event, ended) for event in events):
            fair = notes[ended]["fair"]
            notes[ended] = {**notes[ended], "fair": {**fair, "closed": self.play.closing(events)}}

    async def _keep(self, told: Sequence[Told], command: CommandId, by: str) -> Appended:
        bodies = [write_told(each, self.house.encode) for each in told]
        size = sum(map(len, bodies))
        self.budget(size)
        events = [each.event for each in told]
        orders = tuple(self._rack_orders())
        done = await self._log.append(events, bodies, command, orders, by=by)
        self._sorted.clear()
        self.kept_bytes += size
        self.on_kept()
        for each in told:
            self.table.apply(each)
        self.house.bus.wake(self._log.stream, self.table.seq)
        self._tell(told)
        return done

    async def _catch_up(self) -> None:
        entries = await self._log.fresh()
        self.kept_bytes += sum(len(entry.body) for entry in entries)
        fresh = [self._read(entry) for entry in entries]
        for told in fresh:
            self.table.apply(told)
        if fresh:
            self._tell(fresh)

    def _read(self, entry: Entry) -> Told:
        try:
            return self.play.read(entry.body, entry.seq)
        except (Refused, ValueError, KeyError, TypeError) as fault:
            raise Rot(self._log.stream, entry.seq) from fault

    def _tell(self, told: Sequence[Told]) -> None:
        self.audience.tell(told)
        self.on_told(told)

    def _rack_orders(self) -> Iterator[Put]:
        for seat in self._sorted:
            order = " ".join(self.table.rack_orders[seat]).encode()
            yield Put(RACK_ORDER, f"{self.table.setup.id}/{seat}", order)
