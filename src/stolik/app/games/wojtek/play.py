"""Miś Wojtek at a live table: what of it is not the same for every game.

The table is small and its turns are few, so after every event each viewer gets it as a whole, and
the seat to move what it may do. Later chance (a deck made of used cards) comes from the same deal.
"""

# ruff: noqa: ARG002 - the seam asks every game the same questions

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from stolik.app.fairness.dealing import OpenedDeal
from stolik.app.games.wojtek import asks as w
from stolik.app.games.wojtek import dues as dues
from stolik.app.games.wojtek import film as wojtek_film
from stolik.app.games.wojtek import reports as wojtek_reports
from stolik.app.games.wojtek import speaking as wojtek_speaking
from stolik.app.games.wojtek.asked import asked
from stolik.app.games.wojtek.record import names_of
from stolik.app.games.wojtek.table import WojtekTable
from stolik.app.games.wojtek.transcript import wojtek_log, wojtek_transcript
from stolik.app.library import lesson
from stolik.app.tables.asks import Ask
from stolik.app.tables.codes import Refusal
from stolik.app.tables.house import House
from stolik.app.tables.messages import Item, Snapshot
from stolik.app.tables.play import (
    Asked,
    Due,
    EndedGame,
    Happening,
    Note,
    Presence,
    Seen,
    StillTable,
    Unstudied,
)
from stolik.app.tables.recorded import Recorded, RecordedReader
from stolik.app.tables.seated_bots import SeatedBots
from stolik.app.tables.time_back import time_back
from stolik.bots.wojtek import WojtekBot
from stolik.fair.closing import closing, seal
from stolik.lab.wojtek_table import mix_by, opening
from stolik.refusal import Violation, refuse
from stolik.seats import AccessChanged, Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.engine import decide
from stolik.wojtek.evolution import resting_points, surviving_line
from stolik.wojtek.lesson import Companion, Lesson, prepared
from stolik.wojtek.state import JUDGE_WAITS, Phase
from stolik.wojtek.view import visible_to

_TURNS_UNTIL_REFEREE = 2
# By these nobody plays on.
_QUIET = (e.TimeCalled, e.Paused, e.Resumed, e.TimeAdded, AccessChanged)


class WojtekPlay(StillTable, Unstudied):
    """One table of Miś Wojtek."""

    dealt_kind = e.DecksLaid
    ended_kind = e.GameEnded
    paused_kind = e.Paused
    is_redealing = False
    # What the hall asks of every table; the commands of both cores have the same names and shapes.
    pause, resume, call_time, add_time = c.Pause, c.Resume, c.CallTime, c.AddTime
    raised_kind = e.MisconductReported
    excludes_by_game = True
    tells_tournament: frozenset[type[Any]] = frozenset(
        {
            *(e.GameEnded, e.RankingOverruled, e.Rewound),
            *(e.OffencePunished, e.SeatExcluded, e.ReportDecided),
        }
    )
    stands_with_hall: frozenset[type[Any]] = frozenset(
        {e.DecksLaid, e.GameStarted, e.Resumed, e.Rewound}
    )

    def __init__(self, table: WojtekTable, house: House) -> None:
        self.table = table
        self.game = table.setup.game
        self._reader = RecordedReader(e.Event, names_of(table.board))
        self._keys: dict[str, bytes] = {}  # the chance of each deal, by what it is committed to
        self._bots: SeatedBots[WojtekBot] = SeatedBots(
            table, lambda name: _bot(name, table, house.chance(16))
        )

    # --- deciding ----------------------------------------------------------------------------

    def time_back(self) -> Sequence[Any]:
        """A turn that had begun is left alone: its cards are not drawn again."""
        log = self.table.state.log
        line = surviving_line(log) if self.table.state.time_called else ()
        commands = time_back(line, e.TimeCalled, _QUIET, c, stands=self.table.state.paused)
        back = [one.to for one in commands if isinstance(one, c.Rewind)]
        return commands if set(back) <= set(resting_points(log)) else ()

    def read(self, body: bytes, number: int) -> Recorded:
        return self._reader.read(body, number)

    def asked(self, ask: Ask, seat: Seat) -> Asked | None:
        found = asked(ask, seat)
        if found and isinstance(ask, w.AnswerReport) and ask.is_step and ask.over is not None:
            reports = self.table.state.reports
            if 1 <= ask.report <= len(reports):
                return replace(found, seen=Seen(reports[ask.report - 1].about, ask.over))
        return found

    def decide(self, command: Any) -> Sequence[e.Event]:
        opens = isinstance(command, c.OpenTable)
        key = self._keys.get(self.next_context()[0] if opens else self._context)
        mix = mix_by(key) if key else None
        return decide(self.table.state, command, mix=mix)

    def note_of(self, event: Any) -> Mapping[str, Any]:
        return {}

    def turn_note(self, events: Sequence[Any], now: int) -> Mapping[str, Any]:
        """The lag granted to the player of a turn that ended after its time."""
        kinds = {type(event) for event in events}
        late = -self.table.clock.left(now) if self.table.clock.running else 0
        ended = e.TurnEnded in kinds and e.TurnTimedOut not in kinds
        return {"lag_ms": late} if ended and late > 0 else {}

    # --- telling -----------------------------------------------------------------------------

    def shows_anew(self, told: Sequence[Recorded]) -> bool:
        return bool(told)

    def concerned(self, told: Sequence[Recorded]) -> set[Seat]:
        return set()

    def eyes(self, viewer: Viewer, concerned: set[Seat]) -> Hashable:
        """Everybody has his own: of a report the judge and two seats are told more."""
        return viewer

    def own_rack(self, told: Sequence[Recorded], viewer: Viewer) -> Sequence[str] | None:
        return wojtek_speaking.own_hand(self.table, viewer)

    def item(self, number: int, told: Recorded, viewer: Viewer) -> Item:
        return wojtek_speaking.item(number, told, viewer)

    def snapshot(self, viewer: Viewer, *, now: int, present: Sequence[bool]) -> Snapshot:
        return wojtek_speaking.snapshot(self.table, viewer, now=now, present=present)

    def rules_told(self) -> Mapping[str, Any]:
        return wojtek_speaking.board_told(self.table)

    # --- looking back ------------------------------------------------------------------------

    def games_dealt(self) -> Sequence[int]:
        return range(1, self.table.state.game + 1)

    def film(self, game: int, viewer: Viewer, after: int) -> wojtek_film.WojtekFilm:
        return wojtek_film.film(self.table, game, viewer, after)

    # --- the house's part --------------------------------------------------------------------

    def next_due(self, lag_ms: int, presence: Presence) -> Due | None:
        return dues.next_due(self.table, lag_ms, presence)

    def flag_note(self, lag_ms: int) -> Note:
        given = self.table.clock.lag_credit(lag_ms)
        return {e.TurnTimedOut: {"lag_ms": given}} if given else {}

    def begins_turn(self, told: Sequence[Recorded]) -> bool:
        return any(isinstance(each.event, dues.BEGINS_TURN) for each in told)

    def wants_referee(self, present: Sequence[bool]) -> bool:
        """The seat to move is not there: without a clock at once, else after two turns."""
        state = self.table.state
        if not self.is_playing or present[state.turn]:
            return False
        timed_out = dues.vanished_turns(self.table, state.turn)
        return not state.board.clock.turn_time_s or timed_out == _TURNS_UNTIL_REFEREE

    def bot_to_act(self) -> Seat | None:
        state = self.table.state
        if state.paused:
            return None
        if dues.next_game_comes(self.table):
            unseen = (Seat(s) for s in state.active_seats if not state.seats[s].confirmed)
            return next((seat for seat in unseen if self.table.setup.is_bot(seat)), None)
        if not dues.waits_for_player(self.table.state):
            return None
        return state.turn if self.table.setup.is_bot(state.turn) else None

    def bot_command(self, seat: Seat) -> c.Command:
        if dues.next_game_comes(self.table):
            return c.ConfirmResult(seat)
        viewer = Viewer(Role.SEAT, seat)
        return self._bots.of(seat).command(visible_to(self.table.state, viewer))

    def forget_bots(self) -> None:
        self._bots.forget()

    # --- dealing -----------------------------------------------------------------------------

    @property
    def bag(self) -> tuple[str, ...]:
        """Travel cards, bear cards, bears."""
        board = self.table.board
        return (*board.travel_cards, *board.bear_cards, *board.seating.bears)

    @property
    def lacks_secret(self) -> bool:
        return not self.is_closed and self._context not in self._keys

    @property
    def _context(self) -> str:
        """What the deal that is played was committed to."""
        return (self.table.fair or {}).get("ctx", "")

    def deal_wanted(self) -> bool:
        state = self.table.state
        if not dues.next_game_comes(self.table):
            return self.is_closed
        return state.is_confirmed and not (state.paused or state.has_open_report)

    def next_context(self) -> tuple[str, int]:
        game = self.table.state.game + 1
        return f"{self.table.setup.ctx}/{game}", game

    def deal_command(self, opened: OpenedDeal) -> c.OpenTable:
        if self.table.setup.lesson:
            return prepared(lesson(self.game, Lesson), self.table.board)
        laid = opening(self.table.board, len(self.table.setup.seats), opened.key)
        return c.OpenTable(laid.bears, laid.travel, laid.bear_cards, self._offences())

    def _offences(self) -> tuple[int, ...]:
        """What each brings along: from the tournament, and from the games before at this table."""
        setup, seats = self.table.setup, self.table.state.seats
        known = tuple(seat.offences for seat in seats)
        return setup.warnings if setup.ladder_restarts or not seats else known

    def hold_secret(self, opened: OpenedDeal) -> None:
        self._keys[opened.deal.ctx] = opened.key

    def deal_of(self, game: int, redeal: int | None) -> Mapping[str, str]:
        laid = [told.note for told in self.table.told if isinstance(told.event, e.DecksLaid)]
        if not 1 <= game <= len(laid) or redeal:
            refuse(Violation(Refusal.NO_SUCH_GAME, facts={"game": game}))
        fair: Mapping[str, str] = laid[game - 1]["fair"]
        return fair

    def transcript(self, opened: OpenedDeal, game: int, redeal: int | None) -> dict[str, Any]:
        if self.table.setup.lesson:  # its cards were laid by hand: there is no chance to prove
            refuse(Violation(Refusal.LESSON_DEAL))
        events = [told.event for told in self.table.told]
        return wojtek_transcript(events, opened, self.table.board, game)

    def closing(self, events: Sequence[Any]) -> str:
        every = [*(told.event for told in self.table.told), *events]
        game = sum(isinstance(told.event, e.TableOpened) for told in self.table.told)
        assert self.table.fair
        return seal(closing(self.table.fair["commit"], wojtek_log(every, self.table.board, game)))

    # --- where it stands ---------------------------------------------------------------------

    @property
    def is_closed(self) -> bool:
        return self.table.state.phase is Phase.CLOSED

    @property
    def is_playing(self) -> bool:
        return self.table.state.phase is Phase.PLAYING

    @property
    def hides_racks(self) -> bool:
        return self.table.state.phase not in (Phase.CLOSED, Phase.OVER)

    @property
    def is_running(self) -> bool:
        return self.table.state.phase is not Phase.OVER or dues.next_game_comes(self.table)

    @property
    def game_number(self) -> int:
        return self.table.state.game

    # --- in the hall -------------------------------------------------------------------------

    @property
    def waits_for_referee(self) -> bool:
        return self.table.state.waiting in JUDGE_WAITS

    def open_disputes(self) -> Sequence[Mapping[str, int]]:
        told = enumerate(self.table.told, start=1)
        numbers = [n for n, each in told if isinstance(each.event, e.MisconductReported)]
        return [
            {"number": n, "seat": report.by, "event": numbers[n - 1]}
            for n, report in enumerate(self.table.state.reports, start=1)
            if report.decision is None
        ]

    def away(self, present: Sequence[bool]) -> list[int]:
        state = self.table.state
        waited = state.turn if self.is_playing and not state.board.clock.turn_time_s else None
        return [
            seat
            for seat in range(len(state.seats))
            if not present[seat]
            and (seat == waited or dues.vanished_turns(self.table, seat) >= _TURNS_UNTIL_REFEREE)
        ]

    def leaving(self, seat: Seat, status: str, *, disqualified: bool) -> Sequence[c.Command]:
        return [c.Exclude(seat, status, left=not disqualified)]

    def ended_games(self) -> Mapping[int, EndedGame]:
        return wojtek_reports.ended_games(self.table)

    def happenings(self, by_hall: str) -> Sequence[Happening]:
        return wojtek_reports.happenings(self.table, by_hall)


def _bot(name: str, table: WojtekTable, seed: bytes) -> WojtekBot:
    if table.setup.lesson:
        return Companion(table.board)
    from stolik.bots.wojtek.registry import wojtek_bot_named  # when the first one sits down

    return wojtek_bot_named(name)(table.board, Random(seed))
