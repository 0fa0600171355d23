"""A room: one live table and whoever looks at it; `app/streams/runner.py` has the order of things.

validate ─▶ append (on disk) ─▶ acknowledge the mover, tell the others
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from stolik.app.access.roles import PRACTICE
from stolik.app.ports import Appended, CommandId, Entry, Put
from stolik.app.streams.chain import Rot
from stolik.app.streams.errand import Allowed, Errand, Pace, always, asked_for
from stolik.app.streams.runner import Decided, StreamRunner
from stolik.app.tables import messages as m
from stolik.app.tables.asks import Gesture
from stolik.app.tables.audience import Audience
from stolik.app.tables.codes import Refusal
from stolik.app.tables.house import House
from stolik.app.tables.play import Note, Play
from stolik.app.tables.recorded import Recorded, write_recorded
from stolik.app.tables.seat_acts import acts_at
from stolik.refusal import Refused, Violation, refuse
from stolik.seats import Seat

T = TypeVar("T")

RACK_ORDER = "rack_order"
MOST_RAISED = 40
BETWEEN_REACTIONS_MS = 2000
_COMPANY = 2  # people; who plays alone has nobody to give a sign to


@dataclass(frozen=True, slots=True)
class _News:
    """What was told at the table, here or elsewhere."""

    told: Sequence[Recorded]
    size: int  # in bytes
    is_ours: bool = False
    orders: Mapping[Seat, bytes] = field(default_factory=dict)  # kept with it


class Room:
    """Everything that happens at one table goes through here."""

    def __init__(self, play: Play, house: House) -> None:
        self.play = play
        self.table = play.table
        self.house = house
        self.audience = Audience(play, house)
        self.on_told: Callable[[Sequence[Recorded]], None] = lambda _: None
        self.on_kept: Callable[[], None] = lambda: None
        self.on_present: Callable[[], None] = lambda: None
        self._runner: StreamRunner[_News] = StreamRunner(self.table.setup.stream, house, self)
        self.fetch_secret: Callable[[], Awaitable[None]] | None = None
        self.standing_note: Note = {}  # to be written beside such events, whoever causes them
        self.budget: Callable[[int], None] = lambda _: None  # refuses bytes beyond it
        self.kept_bytes = 0
        self._reacted: dict[Seat, int] = {}  # when each seat gave a sign last

    async def do(
        self,
        command: Any,
        *,
        by: str,
        command_id: CommandId | None = None,
        after: int | None = None,
        note: Note | None = None,
        still: Callable[[], bool] = lambda: True,
        as_seen: Allowed = always,
        allowed: Allowed = always,
    ) -> Appended:
        """Carry out a command: it is on disk when this returns. Raises `Refused` or `NotSaved`.

        `still` is asked again whenever the table has moved on: what fell due may be due no more.
        `as_seen` refuses if what its sender was shown of elsewhere holds no longer.
        `allowed` refuses once it is the command's turn, if its sender has lost the right meanwhile.
        """

        async def decided() -> Decided[_News]:
            if (after is not None and self.table.is_stale(after)) or not still():
                refuse(Violation(Refusal.STALE))
            await as_seen()
            if self.play.lacks_secret and self.fetch_secret:
                await self.fetch_secret()  # another node has dealt
            events = await self.thought(lambda: self.play.decide(command))
            return self._drawn_up(self._recorded(events, by, note or {}))

        asked = asked_for(repr(command)) if command_id else 0
        errand = Errand(by, command_id, allowed, Pace.AT_ONCE, seen=after or 0, asked=asked)
        return (await self._runner.run(errand, decided)).at

    async def thought(self, work: Callable[[], T]) -> T:
        """What this table thinks out: at once, or beside the loop where that may take long."""
        if not self.play.thinks_long:
            return work()
        return await self.house.pools.tables.think(work, self.table.setup.id)

    async def catch_up(self) -> None:
        """Learn what other nodes have written; raises `Rot` if the stream is damaged."""
        await self._runner.catch_up()

    async def forget(self) -> None:
        """If words were erased: tell the table again from its log, as it reads now."""
        await self._runner.forget()

    async def read(self, entries: Sequence[Entry], *, anew: bool) -> _News:  # noqa: ARG002 - an Owner's
        """What another node has told, or this one before it was started again."""
        size = sum(len(entry.body) for entry in entries)
        return _News([self._read(entry) for entry in entries], size)

    def believe(self, news: _News, *, anew: bool) -> None:
        """It is on disk: the table knows it, and whoever looks at it is told."""
        if anew:
            self.table.tell_again(list(news.told))
            return
        self.kept_bytes += news.size
        if news.is_ours:
            self.play.orders_kept(news.orders)
            self.on_kept()
        for each in news.told:
            self.table.apply(each)
        self.audience.tell(news.told)
        self.on_told(news.told)

    def move(self, seat: Seat, gesture: Gesture) -> None:
        """A seat moves something about: everybody sees it, or it is the seat's own order."""
        shown = self.play.moved(gesture, seat, self.house.clock.now())
        if shown is None:
            return
        self.audience.show_draft()
        if not self.house.is_alone:
            whisper = {"seq": self.table.seq, **shown}
            self.house.bus.whisper(self.table.setup.stream, self.house.encode(whisper))

    def react(self, seat: Seat, what: str) -> None:
        """Show a sign to everybody at a table among friends; none too soon after the last."""
        now, setup = self.house.clock.now(), self.table.setup
        people = sum(not one.bot for one in setup.seats)
        if setup.tournament != PRACTICE or people < _COMPANY:
            refuse(Violation(Refusal.REACTIONS))
        if now - self._reacted.get(seat, -BETWEEN_REACTIONS_MS) < BETWEEN_REACTIONS_MS:
            seconds = BETWEEN_REACTIONS_MS // 1000
            refuse(Violation(Refusal.REACTED_JUST_NOW, facts={"seconds": seconds}))
        self._reacted[seat] = now
        self.audience.say(m.Reaction(seat, what))
        if not self.house.is_alone:
            shown = {"reaction": what, "seat": seat}
            self.house.bus.whisper(setup.stream, self.house.encode(shown))

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
        elif "reaction" in raw:
            self.audience.say(m.Reaction(raw["seat"], raw["reaction"]))
        elif raw["seq"] == self.table.seq:
            self.play.moved_elsewhere(raw, self.house.clock.now())
            self.audience.show_draft()

    async def read_orders(self) -> None:
        """How players had put what they hold, as another device or node may have kept it."""
        prefix = f"{self.table.setup.id}/"
        for key, order in (await self.house.store.all(RACK_ORDER, prefix)).items():
            self.play.read_order(Seat(int(key.rpartition("/")[2])), order)

    async def status(self, commands: Sequence[CommandId], by: str) -> dict[str, dict[str, Any]]:
        """What became of somebody's commands whose answer was lost on the way."""
        return await self._runner.fates(commands, by)

    def _recorded(self, events: Sequence[Any], by: str, note: Note) -> list[Recorded]:
        self._demand_measure(events, by)
        now, notes = self.house.clock.now(), {**self.standing_note, **note}
        self._close(notes, events)
        note_of = self.play.note_of
        told = [
            Recorded(event, now, by, notes.get(type(event)) or note_of(event)) for event in events
        ]
        if turn := self.play.turn_note(events, now):
            told[0] = Recorded(told[0].event, now, by, {**told[0].note, **turn})
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

    def _drawn_up(self, told: Sequence[Recorded]) -> Decided[_News]:
        bodies = [write_recorded(each, self.house.encode) for each in told]
        size = sum(map(len, bodies))
        self.budget(size)
        table, orders = self.table.setup.id, self.play.unkept_orders()
        puts = [Put(RACK_ORDER, f"{table}/{seat}", order) for seat, order in orders.items()]
        puts += acts_at(self, told)
        news = _News(told, size, is_ours=True, orders=orders)
        return Decided([each.event for each in told], bodies, news, puts)

    def _read(self, entry: Entry) -> Recorded:
        try:
            return self.play.read(entry.body, entry.seq)
        except (Refused, ValueError, KeyError, TypeError) as fault:
            raise Rot(self.table.setup.stream, entry.seq) from fault
