"""A room: one live table, whoever looks at it, and the order of things.

    validate ─▶ append (on disk) ─▶ acknowledge the mover, tell the others

One command at a time; between nodes the conditional append decides.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from stolik.app.chain import Rot
from stolik.app.live.audience import Audience
from stolik.app.live.codes import Refusal
from stolik.app.live.drafts import FeltDraft, draft_of, read_draft, write_draft
from stolik.app.live.felt import arranged, write_places
from stolik.app.live.house import House
from stolik.app.live.rack_order import is_order_of
from stolik.app.live.setup import TableSetup
from stolik.app.live.table import LiveTable, write_film
from stolik.app.live.told import Told, ToldReader, write_told
from stolik.app.ports import AlreadyDone, Appended, CommandId, Entry, Put, Stale
from stolik.app.stream_log import StreamLog
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub import events as e
from stolik.rummikub.commands import Command
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Phase, Seat
from stolik.rummikub.tiles import Tile

RACK_ORDER = "rack_order"
_TRIES = 8

Note = Mapping[type[e.Event], Mapping[str, Any]]  # what to write beside events of a kind


class Room:
    """Everything that happens at one table goes through here."""

    def __init__(self, setup: TableSetup, rules: RulesProfile, house: House) -> None:
        self.table = LiveTable(setup, rules)
        self.house = house
        self.audience = Audience(self.table, house)
        self.on_told: Callable[[Sequence[Told]], None] = lambda _: None
        self.on_present: Callable[[], None] = lambda: None
        self._lock = asyncio.Lock()
        self._reader = ToldReader(rules)
        self._log = StreamLog(setup.stream, house.store, house.chance)
        self.standing_note: Note = {}  # to be written beside such events, whoever causes them
        self._sorted: set[Seat] = set()  # whose rack order is not kept yet

    async def do(
        self,
        command: Command,
        *,
        by: str,
        command_id: CommandId | None = None,
        after: int | None = None,
        note: Note | None = None,
        still: Callable[[], bool] = lambda: True,
    ) -> Appended:
        """Carry out a command: it is on disk when this returns. Raises `Refused` or `NotSaved`.

        `still` is asked again whenever the table has moved on: what fell due may be due no more.
        """
        known = command_id or self.house.command_id()
        async with self._lock:
            if after is not None and after > self.table.seq:
                await self._catch_up()  # the asker has seen more than this node
            try:
                return await self._do(command, by, known, after, note=note or {}, still=still)
            except Refused:
                # The same id gets the same answer for ever, whatever its sender has seen since.
                if command_id and (done := await self._log.done(known)):
                    return done
                raise

    async def _do(
        self,
        command: Command,
        by: str,
        known: CommandId,
        after: int | None,
        *,
        note: Note,
        still: Callable[[], bool],
    ) -> Appended:
        for _ in range(_TRIES):
            if (after is not None and self.table.is_stale(after)) or not still():
                break
            told = self._decided(command, by, note)
            try:
                return await self._keep(told, known)
            except Stale:
                await self._catch_up()
            except AlreadyDone as again:
                if again.appended.stream != self._log.stream:
                    refuse(Violation(Refusal.COMMAND_ID))
                return again.appended
        refuse(Violation(Refusal.STALE))
        raise AssertionError

    async def catch_up(self) -> None:
        """Learn what other nodes have written; raises `Rot` if the stream is damaged."""
        async with self._lock:
            await self._catch_up()

    def hold(self, seat: Seat, drafted: FeltDraft) -> None:
        """The seat to move shows its draft; it decides if time runs out."""
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
        state = self.table.state
        if not state.seats or not is_order_of(order, state.seats[seat].rack):
            refuse(Violation(Refusal.RACK_ORDER))
        self.table.rack_orders[seat] = tuple(Tile(tile) for tile in order)
        self._sorted.add(seat)

    def is_sorting(self, seat: Seat) -> bool:
        """Whether a player has sorted his rack here and it is not kept yet."""
        return seat in self._sorted

    async def status(self, commands: Sequence[CommandId]) -> dict[str, dict[str, Any]]:
        """What became of commands whose answer was lost on the way."""
        found = {command: await self._log.done(command) for command in commands}
        return {
            command: {"acked": done.last} if done else {"unknown": True}
            for command, done in found.items()
        }

    def _decided(self, command: Command, by: str, note: Note) -> list[Told]:
        events = self.table.decided(command, self.house.best_opening)
        now, notes = self.house.clock.now(), {**self.standing_note, **note}
        told = [
            Told(event, now, by, notes.get(type(event)) or self._felt(event)) for event in events
        ]
        if turn := self._turn_note(events, now):
            told[0] = Told(told[0].event, now, by, {**told[0].note, **turn})
        return told

    def _felt(self, event: e.Event) -> Mapping[str, Any]:
        """Where tiles lie that were named meld by meld: kept, so that nobody works it out again."""
        if not isinstance(event, e.TilesLaid):
            return {}
        return {"felt": write_places(arranged(self.table.felt, event.tableau, self.table.rules))}

    def _turn_note(self, events: Sequence[e.Event], now: int) -> Mapping[str, Any]:
        """What is kept with the end of a turn: its drafts, and the lag granted to its player."""
        ended = next((event for event in events if isinstance(event, e.TurnEnded)), None)
        if ended is None:
            return {}
        note: dict[str, Any] = {}
        if self.table.film:
            note["film"] = write_film(self.table.film)
        late = -self.table.clock.left(now)
        if late > 0 and ended.how in (e.TurnEnd.CLICK, e.TurnEnd.EMPTY_RACK):
            note["lag_ms"] = late
        return note

    async def _keep(self, told: Sequence[Told], command: CommandId) -> Appended:
        bodies = [write_told(each, self.house.encode) for each in told]
        done = await self._log.append(bodies, command, tuple(self._rack_orders()))
        self._sorted.clear()
        for each in told:
            self.table.apply(each)
        self.house.bus.wake(self._log.stream, self.table.seq)
        self._tell(told)
        return done

    async def _catch_up(self) -> None:
        fresh = [self._read(entry) for entry in await self._log.fresh()]
        for told in fresh:
            self.table.apply(told)
        if fresh:
            self._tell(fresh)

    def _read(self, entry: Entry) -> Told:
        try:
            return self._reader.read(entry.body, entry.seq)
        except (Refused, ValueError, KeyError, TypeError) as fault:
            raise Rot(self._log.stream, entry.seq) from fault

    def _tell(self, told: Sequence[Told]) -> None:
        self.audience.tell(told)
        self.on_told(told)

    def _rack_orders(self) -> Iterator[Put]:
        for seat in self._sorted:
            order = " ".join(self.table.rack_orders[seat]).encode()
            yield Put(RACK_ORDER, f"{self.table.setup.id}/{seat}", order)
