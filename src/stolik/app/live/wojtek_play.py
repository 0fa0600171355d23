"""Miś Wojtek at a live table: what of it is not the same for every game.

The table is small and its turns are few, so after every event each viewer gets it as a whole, and
the seat to move what it may do. Later chance (a deck made of used cards) comes from the same deal.
"""

# ruff: noqa: ARG002 - the seam asks every game the same questions

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from stolik.app.dealing import OpenedDeal
from stolik.app.live import wojtek_film, wojtek_reports, wojtek_speaking
from stolik.app.live.codes import Refusal
from stolik.app.live.house import House
from stolik.app.live.messages import DraftShown, Item, Snapshot, Welcome
from stolik.app.live.play import Due, EndedGame, Happening, Note, Presence
from stolik.app.live.setup import WOJTEK
from stolik.app.live.told import Told, ToldReader
from stolik.app.live.wojtek_table import WojtekTable
from stolik.app.wojtek_record import names_of
from stolik.app.wojtek_transcripts import wojtek_transcript
from stolik.bots.wojtek import WojtekBot
from stolik.lab.wojtek_table import mix_by, opening
from stolik.refusal import Violation, refuse
from stolik.rummikub.state import Seat
from stolik.rummikub.view import Viewer
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.engine import decide
from stolik.wojtek.state import JUDGE_WAITS, Phase, Waiting
from stolik.wojtek.state import Seat as WojtekSeat
from stolik.wojtek.view import Role, visible_to
from stolik.wojtek.view import Viewer as WojtekViewer

_BEGINS_TURN = (e.StartCardDrawn, e.GameStarted, e.TurnEnded, e.Rewound, e.Resumed)
_TURNS_UNTIL_REFEREE = 2
_AWAY = "away"  # the reason for passing a turn that the house gives; screens know the word


class WojtekPlay:
    """One table of Miś Wojtek."""

    game = WOJTEK
    dealt_kind = e.DecksLaid
    ended_kind = e.GameEnded
    paused_kind = e.Paused
    is_redealing = False
    tells_tournament: frozenset[type[Any]] = frozenset(
        {e.GameEnded, e.RankingOverruled, e.Rewound, e.OffencePunished, e.ReportDecided}
    )
    stands_with_hall: frozenset[type[Any]] = frozenset(
        {e.DecksLaid, e.GameStarted, e.Resumed, e.Rewound}
    )

    def __init__(self, table: WojtekTable, house: House) -> None:
        self.table = table
        self._house = house
        self._reader = ToldReader(e.Event, names_of(table.board))
        self._keys: dict[str, bytes] = {}  # the chance of each deal, by what it is committed to
        self._bots: dict[Seat, WojtekBot] = {}

    # --- deciding ----------------------------------------------------------------------------

    def read(self, body: bytes, number: int) -> Told:
        return self._reader.read(body, number)

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

    def shows_anew(self, told: Sequence[Told]) -> bool:
        return bool(told)

    def concerned(self, told: Sequence[Told]) -> set[Seat]:
        return set()

    def eyes(self, viewer: Viewer, concerned: set[Seat]) -> Hashable:
        """Everybody has his own: of a report the judge and two seats are told more."""
        return viewer

    def own_rack(self, told: Sequence[Told], viewer: Viewer) -> Sequence[str] | None:
        return wojtek_speaking.own_hand(self.table, viewer)

    def item(self, number: int, told: Told, viewer: Viewer) -> Item:
        return wojtek_speaking.item(number, told, viewer)

    def snapshot(self, viewer: Viewer, *, now: int, present: Sequence[bool]) -> Snapshot:
        return wojtek_speaking.snapshot(self.table, viewer, now=now, present=present)

    def draft_shown(self, drafted: Any, viewer: Viewer) -> DraftShown:
        raise AssertionError("there are no drafts")

    def welcome(self, viewer: Viewer, now: int) -> Welcome:
        return wojtek_speaking.welcome(self.table, viewer, now)

    # --- looking back ------------------------------------------------------------------------

    def games_dealt(self) -> Sequence[int]:
        return [] if self.is_closed else [1]

    def film(self, game: int, viewer: Viewer, after: int) -> wojtek_film.WojtekFilm:
        return wojtek_film.film(self.table, viewer, after)

    # --- the house's part --------------------------------------------------------------------

    def next_due(self, lag_ms: int, presence: Presence) -> Due | None:
        dues = (*self._dues(lag_ms), *self._absences(presence), *self._confirmations())
        return min(dues, key=lambda due: due.at, default=None)

    def _dues(self, lag_ms: int) -> Iterator[Due]:
        state, clock, setup = self.table.state, self.table.clock, self.table.setup
        if clock.deadline is not None:
            yield Due(clock.deadline + clock.lag_credit(lag_ms), c.TimeOut(state.turn))
        if setup.game_minutes and self.is_playing and not (state.paused or state.time_called):
            told = reversed(self.table.told)
            began = next(each.at for each in told if isinstance(each.event, e.GameStarted))
            yield Due(began + 60_000 * setup.game_minutes, c.CallTime())

    def _absences(self, presence: Presence) -> Iterator[Due]:
        """Where turns have no clock: somebody who has gone is not waited for without end.

        Only for a person's sake: bots wait, and a table everybody has left stands as it is.
        """
        state = self.table.state
        if state.board.clock.turn_time_s or state.paused or not self._waits_for_player:
            return
        seat, others = state.turn, (s for s in state.active_seats if s != state.turn)
        waiting = [
            presence.since[s] for s in others if presence.here[s] and not self.table.setup.is_bot(s)
        ]
        if waiting and not presence.here[seat]:
            since = max(self._turn_began(), presence.since[seat], min(waiting))
            yield Due(since + self._patience_ms, c.PassTurn(seat, _AWAY))

    def _confirmations(self) -> Iterator[Due]:
        """Nobody keeps the others from their next game by looking at the last one."""
        state = self.table.state
        if state.paused or not self._next_game_comes:
            return
        told = reversed(self.table.told)
        ended = next(each.at for each in told if isinstance(each.event, e.GameEnded))
        for seat in state.active_seats:
            if not state.seats[seat].confirmed:
                yield Due(ended + self._patience_ms, c.ConfirmResult(seat))

    @property
    def _patience_ms(self) -> int:
        return 1000 * self.table.setup.patience_s

    @property
    def _waits_for_player(self) -> bool:
        """Whether the seat to move has to do something, and nobody else."""
        waiting = self.table.state.waiting
        if self.is_playing:
            return waiting not in JUDGE_WAITS
        return waiting is Waiting.START

    @property
    def _next_game_comes(self) -> bool:
        state = self.table.state
        return state.phase is Phase.OVER and state.game < self.table.setup.games

    def _turn_began(self) -> int:
        told = reversed(self.table.told)
        return next(each.at for each in told if isinstance(each.event, _BEGINS_TURN))

    def flag_note(self, lag_ms: int) -> Note:
        given = self.table.clock.lag_credit(lag_ms)
        return {e.TurnTimedOut: {"lag_ms": given}} if given else {}

    def begins_turn(self, told: Sequence[Told]) -> bool:
        return any(isinstance(each.event, _BEGINS_TURN) for each in told)

    def wants_referee(self, present: Sequence[bool]) -> bool:
        """The seat to move is not there: without a clock at once, else after two turns."""
        state = self.table.state
        if not self.is_playing or present[state.turn]:
            return False
        timed_out = self._timed_out(state.turn)
        return not state.board.clock.turn_time_s or timed_out == _TURNS_UNTIL_REFEREE

    def _timed_out(self, seat: int) -> int:
        """How many turns in a row this seat has let pass."""
        count = 0
        for told in reversed(self.table.since_opened()):
            match told.event:
                case e.TurnTimedOut(seat=s) | e.TurnPassed(seat=s) if s == seat:
                    count += 1
                case e.CardsExchanged(seat=s) | e.BearMoved(seat=s) if s == seat:
                    break
                case _:
                    pass
        return count

    def bot_to_act(self) -> Seat | None:
        state = self.table.state
        if state.paused:
            return None
        if self._next_game_comes:
            unseen = (Seat(s) for s in state.active_seats if not state.seats[s].confirmed)
            return next((seat for seat in unseen if self.table.setup.is_bot(seat)), None)
        if not self._waits_for_player:
            return None
        return Seat(state.turn) if self.table.setup.is_bot(state.turn) else None

    def bot_command(self, seat: Seat) -> c.Command:
        if self._next_game_comes:
            return c.ConfirmResult(WojtekSeat(seat))
        if seat not in self._bots:
            name, chance = self.table.setup.seats[seat].bot, self._house.chance(16)
            self._bots[seat] = self._house.make_wojtek_bot(name, self.table.board, chance)
        viewer = WojtekViewer(Role.SEAT, WojtekSeat(seat))
        return self._bots[seat].command(visible_to(self.table.state, viewer))

    def forget_bots(self) -> None:
        self._bots.clear()

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
        if not self._next_game_comes:
            return self.is_closed
        return state.is_confirmed and not (state.paused or state.has_open_report)

    def next_context(self) -> tuple[str, int]:
        game = self.table.state.game + 1
        return f"{self.table.setup.ctx}/{game}", game

    def deal_command(self, opened: OpenedDeal) -> c.OpenTable:
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
        events = [told.event for told in self.table.told]
        return wojtek_transcript(events, opened, self.table.board, game)

    # --- where it stands ---------------------------------------------------------------------

    @property
    def is_closed(self) -> bool:
        return self.table.state.phase is Phase.CLOSED

    @property
    def is_playing(self) -> bool:
        return self.table.state.phase is Phase.PLAYING

    @property
    def is_running(self) -> bool:
        return self.table.state.phase is not Phase.OVER or self._next_game_comes

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
            and (seat == waited or self._timed_out(seat) >= _TURNS_UNTIL_REFEREE)
        ]

    def pause(self, reason: str) -> c.Command:
        return c.Pause(reason)

    def resume(self) -> c.Command:
        return c.Resume()

    def call_time(self) -> c.Command:
        return c.CallTime()

    def add_time(self, seconds: int, reason: str) -> c.Command:
        return c.AddTime(seconds, reason)

    def leaving(self, seat: Seat, status: str, *, disqualified: bool) -> Sequence[c.Command]:
        return [c.Exclude(WojtekSeat(seat), status)]

    def ended_games(self) -> Mapping[int, EndedGame]:
        return wojtek_reports.ended_games(self.table)

    def happenings(self, by_hall: str) -> Sequence[Happening]:
        return wojtek_reports.happenings(self.table)
