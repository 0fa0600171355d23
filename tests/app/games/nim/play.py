"""Nim at a live table: the seam's questions, answered for the smallest of games."""

# ruff: noqa: ARG002 - the seam asks every game the same questions

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from stolik.app.fairness.dealing import OpenedDeal
from stolik.app.tables import asks as t
from stolik.app.tables.messages import Item, Snapshot
from stolik.app.tables.move_clock import clock_shown
from stolik.app.tables.play import (
    Asked,
    Due,
    EndedGame,
    Happening,
    Note,
    Presence,
    SeatLine,
    StillTable,
    Unstudied,
)
from stolik.app.tables.recorded import Recorded, RecordedReader
from stolik.app.tables.speaking import noted
from stolik.fair.closing import closing, seal
from stolik.seats import AccessChange, AccessChanged, NoteAccess, Seat, Viewer
from tests.app.games.nim import core
from tests.app.games.nim.asks import TakeStones
from tests.app.games.nim.table import NimTable

HEAPS = tuple(str(stones) for stones in range(7, 20))


class NimPlay(StillTable, Unstudied):
    bag = HEAPS  # the heap is drawn: the first of them
    dealt_kind, ended_kind, paused_kind = core.HeapLaid, core.GameEnded, core.Paused
    access_kind, raised_kind = AccessChanged, type(None)
    excludes_by_game = False
    tells_tournament: frozenset[type[Any]] = frozenset({core.GameEnded})
    stands_with_hall: frozenset[type[Any]] = frozenset({core.HeapLaid})
    lacks_secret = is_redealing = waits_for_referee = False
    pause, resume = core.Pause, core.Resume

    def __init__(self, table: NimTable) -> None:
        self.table = table
        self.game = table.setup.game
        self._reader = RecordedReader(core.Event, {})

    def read(self, body: bytes, number: int) -> Recorded:
        return self._reader.read(body, number)

    def asked(self, ask: t.Ask, seat: Seat) -> Asked | None:
        match ask:
            case TakeStones(stones=stones):
                return Asked(core.Take(seat, stones))
            case t.Pause(reason=reason):
                return Asked(core.Pause(reason))
            case t.GoOn():
                return Asked(core.Resume())
            case _:
                return None

    def decide(self, command: Any) -> Sequence[core.Event]:
        return core.decide(self.table.state, command)

    def note_of(self, event: Any) -> Mapping[str, Any]:
        return {}

    def turn_note(self, events: Sequence[Any], now: int) -> Mapping[str, Any]:
        return {}

    # telling

    def shows_anew(self, told: Sequence[Recorded]) -> bool:
        return bool(told)

    def concerned(self, told: Sequence[Recorded]) -> set[Seat]:
        return set()

    def eyes(self, viewer: Viewer, concerned: set[Seat]) -> Hashable:
        return viewer.role

    def own_rack(self, told: Sequence[Recorded], viewer: Viewer) -> Sequence[str] | None:
        return None

    def item(self, number: int, told: Recorded, viewer: Viewer) -> Item:
        data = asdict(told.event) | noted(told, viewer)
        return Item(number, type(told.event).__name__, told.at, told.by, data)

    def snapshot(self, viewer: Viewer, *, now: int, present: Sequence[bool]) -> Snapshot:
        table = self.table
        clock, fair = clock_shown(table.clock, now), table.fair
        return Snapshot(table.seq, table.state, (), None, clock, present, None, fair)

    def rules_told(self) -> Mapping[str, Any]:
        return {"most": core.MOST}

    # the house's part

    def next_due(self, lag_ms: int, presence: Presence) -> Due | None:
        return None

    def flag_note(self, lag_ms: int) -> Note:
        return {}

    def begins_turn(self, told: Sequence[Recorded]) -> bool:
        return any(isinstance(each.event, core.HeapLaid | core.StonesTaken) for each in told)

    def wants_referee(self, present: Sequence[bool]) -> bool:
        return False

    def bot_to_act(self) -> Seat | None:
        state = self.table.state
        waits = self.is_playing and not state.paused and self.table.setup.is_bot(state.turn)
        return state.turn if waits else None

    def bot_command(self, seat: Seat) -> core.Take:
        return core.Take(seat, self.table.state.heap % (core.MOST + 1) or 1)

    def forget_bots(self) -> None:
        pass

    # dealing

    def deal_wanted(self) -> bool:
        state = self.table.state
        return state.phase is not core.Phase.PLAYING and state.game < self.table.setup.games

    def next_context(self) -> tuple[str, int]:
        game = self.table.state.game + 1
        return f"{self.table.setup.ctx}/{game}", game

    def deal_command(self, opened: OpenedDeal) -> core.LayHeap:
        return core.LayHeap(len(self.table.setup.seats), int(opened.order[0]))

    def hold_secret(self, opened: OpenedDeal) -> None:
        pass

    def deal_of(self, game: int, redeal: int | None) -> Mapping[str, str]:
        laid = [told.note for told in self.table.told if isinstance(told.event, core.HeapLaid)]
        fair: Mapping[str, str] = laid[game - 1]["fair"]
        return fair

    def transcript(self, opened: OpenedDeal, game: int, redeal: int | None) -> dict[str, Any]:
        return opened.revealed(self._log(told.event for told in self.table.told))

    def closing(self, events: Sequence[Any]) -> str:
        assert self.table.fair
        log = self._log([*(told.event for told in self.table.told), *events])
        return seal(closing(self.table.fair["commit"], log))

    def _log(self, events: Any) -> list[list[Any]]:
        return [["take", e.seat, e.stones] for e in events if isinstance(e, core.StonesTaken)]

    # where it stands, and in the hall

    is_closed = property(lambda self: self.table.state.phase is core.Phase.CLOSED)
    is_playing = property(lambda self: self.table.state.phase is core.Phase.PLAYING)
    hides_racks = property(lambda self: self.table.state.phase is core.Phase.PLAYING)
    is_running = property(lambda self: not self.is_over)
    is_over = property(lambda self: self.table.state.phase is core.Phase.OVER)
    game_number = property(lambda self: self.table.state.game)

    def note_access(self, what: str, seat: int | None, **more: Any) -> NoteAccess:
        return NoteAccess(AccessChange(what), None if seat is None else Seat(seat), **more)

    def open_disputes(self) -> Sequence[Mapping[str, int]]:
        return []

    def away(self, present: Sequence[bool]) -> list[int]:
        return []

    def ended_games(self) -> Mapping[int, EndedGame]:
        state, told = self.table.state, self.table.told
        if state.winner is None:
            return {}
        seats = range(state.seats)
        lines = tuple(SeatLine(seat, 1 if seat == state.winner else 2) for seat in seats)
        return {state.game: EndedGame(state.version, told[-1].at, lines)}

    def happenings(self, by_hall: str) -> Sequence[Happening]:
        return []

    # looking back

    def games_dealt(self) -> Sequence[int]:
        return range(1, self.table.state.game + 1)

    def film(self, game: int, viewer: Viewer, after: int) -> list[Any]:
        numbered = list(enumerate(self.table.told, start=1))
        return [self.item(number, told, viewer) for number, told in numbered[after:]]
