"""Rummikub at a live table: what of it is not the same for every game."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from stolik.app.access.roles import PRACTICE
from stolik.app.fairness.dealing import OpenedDeal
from stolik.app.games.rummikub import asks as a
from stolik.app.games.rummikub import dealing, speaking
from stolik.app.games.rummikub import film as rummikub_film
from stolik.app.games.rummikub.asked import asked, checked_draft
from stolik.app.games.rummikub.drafts import draft_of, read_draft, write_draft
from stolik.app.games.rummikub.dues import next_due, vanished_turns
from stolik.app.games.rummikub.felt import arranged, settled
from stolik.app.games.rummikub.hints import Hint, demand_hints, hint_of
from stolik.app.games.rummikub.rack_order import is_order_of
from stolik.app.games.rummikub.study import Study, events_of, record_of, study_of
from stolik.app.games.rummikub.table import LiveTable, reader_of, write_film
from stolik.app.games.rummikub.tools import Tools
from stolik.app.games.rummikub.transcript import DealtGame, dealt_games, transcript, transcript_log
from stolik.app.games.rummikub.ways_back import WaysBack, ways_back
from stolik.app.library import lesson
from stolik.app.tables.asks import Ask, Gesture
from stolik.app.tables.codes import Refusal
from stolik.app.tables.house import House
from stolik.app.tables.messages import DraftShown, Item, Snapshot
from stolik.app.tables.play import ANEW, Asked, Due, EndedGame, Happening, Note, Presence, SeatLine
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.seated_bots import SeatedBots
from stolik.app.tables.time_back import time_back
from stolik.bots import Bot
from stolik.fair.closing import closing, seal
from stolik.fair.seats import heights
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.evolution import surviving_line
from stolik.rummikub.jokers import taken_jokers
from stolik.rummikub.lesson import Companion, Lesson, is_due, prepared
from stolik.rummikub.state import Phase
from stolik.rummikub.tiles import Tile, Tiles
from stolik.rummikub.view import seat_that_sees_more, visible_to
from stolik.seats import AccessChanged, Role, Seat, Viewer
from stolik.tournament.commands import Disqualify, DrawSeats, Warn
from stolik.tournament.state import (
    CorrectionCause,
    EntrantNumber,
    GameNumber,
    Points,
    RoundNumber,
    TableNumber,
)

_MOST_SEATS = 8  # no table is larger
_TURNS_UNTIL_REFEREE = 2
# By these nobody plays on.
_QUIET = (e.TimeCalled, e.LastMovesBegan, e.Paused, e.Resumed, e.TimeAdded, AccessChanged)
_BEGINS_TURN = (e.GameStarted, e.TurnEnded, e.TurnRestarted, e.Rewound, e.Resumed)
# After these a viewer sees other things than before, so he gets the whole table.
_SHOWS_ANEW = (e.TilesDealt, e.GameEnded, e.Rewound, e.RackInspected, e.Resumed, e.SeatDisqualified)
# After these a rack looks otherwise: that of the seat they name, or every one.
_RACK_OF_SEAT = (e.TileDrawn, e.TilesLaid, e.LooseTilesTaken)
_ALL_RACKS = (e.TilesDealt, e.Rewound)


class RummikubPlay:
    """One table of Rummikub."""

    dealt_kind = e.TilesDealt
    ended_kind = e.GameEnded
    paused_kind = e.Paused
    # What the hall asks of every table; the commands of both cores have the same names and shapes.
    pause, resume, call_time, add_time = c.Pause, c.Resume, c.CallTime, c.AddTime
    lacks_secret = False  # all tiles lie in their order from the deal on
    raised_kind = e.Challenged
    excludes_by_game = False
    tells_tournament: frozenset[type[Any]] = frozenset(
        {
            e.TableOpened,
            e.GameEnded,
            e.WarningGiven,
            e.SeatDisqualified,
            e.ResultConfirmed,
            e.Rewound,
        }
    )
    stands_with_hall: frozenset[type[Any]] = frozenset(
        {e.TilesDealt, e.GameStarted, e.Resumed, e.Rewound}
    )

    def __init__(self, table: LiveTable, house: House, tools: Tools) -> None:
        self.table = table
        self.game = table.setup.game
        self._tools = tools
        self._reader = reader_of(table.rules)
        self._bots: SeatedBots[Bot | Companion] = SeatedBots(
            table, lambda name: self._bot(name, house)
        )
        self._sorted: set[Seat] = set()  # whose rack order is not kept yet

    def _bot(self, name: str, house: House) -> Bot | Companion:
        if self.table.setup.lesson:
            return Companion(lesson(self.game, Lesson))
        return self._tools.make_bot(name, self.table.rules, house.chance(16))

    def time_back(self) -> Sequence[Any]:
        state = self.table.state
        line = surviving_line(state.log) if state.time_called else ()
        return time_back(line, e.TimeCalled, _QUIET, c, stands=state.paused)

    # --- deciding ----------------------------------------------------------------------------

    def read(self, body: bytes, number: int) -> Recorded:
        return self._reader.read(body, number)

    def asked(self, ask: Ask, seat: Seat) -> Asked | None:
        if isinstance(ask, a.Challenge) and self.table.setup.tournament == PRACTICE:
            refuse(Violation(Refusal.NO_REFEREE))  # nobody would ever let the game go on
        found = asked(ask, seat, self.table.rules)
        if found and self.table.setup.lesson:
            self._demand_due(found.command, seat)
        if found and isinstance(found.command, c.Warn) and self.table.setup.ledger_counts:
            return replace(found, command=replace(found.command, counted_elsewhere=True))
        return found

    def _demand_due(self, command: c.Command, seat: Seat) -> None:
        state = self.table.state
        rack = state.seats[seat].rack if state.seats else ()
        if not is_due(lesson(self.game, Lesson), command, rack, state.tableau):
            refuse(Violation(Refusal.LESSON))

    @property
    def thinks_long(self) -> bool:
        return not self._tools.is_quick(self.table.rules)

    def decide(self, command: Any) -> Sequence[e.Event]:
        if isinstance(command, c.LayTiles):
            command = replace(command, tableau=settled(self.table.state.tableau, command.tableau))
        return self.table.decided(command, self._tools.best_opening)

    def note_of(self, event: Any) -> Mapping[str, Any]:
        """Where tiles lie that were named meld by meld, and what became of jokers: kept, so that
        nobody works it out again."""
        if not isinstance(event, e.TilesLaid):
            return {}
        rules = self.table.rules
        note: dict[str, Any] = {"felt": arranged(self.table.felt, event.tableau, rules)}
        if taken := taken_jokers(self.table.state.tableau, event.tableau, rules):
            note["taken"] = taken
        return note

    def turn_note(self, events: Sequence[Any], now: int) -> Mapping[str, Any]:
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

    # --- telling -----------------------------------------------------------------------------

    def shows_anew(self, told: Sequence[Recorded]) -> bool:
        return any(isinstance(each.event, _SHOWS_ANEW) for each in told)

    def concerned(self, told: Sequence[Recorded]) -> set[Seat]:
        more = (seat_that_sees_more(each.event) for each in told)
        return {seat for seat in more if seat is not None} | _racks(told)

    def eyes(self, viewer: Viewer, concerned: set[Seat]) -> Hashable:
        """Who sits there or referees sees the same, but whom it concerns; who watches sees less."""
        at_table = viewer.role in (Role.SEAT, Role.REFEREE)
        own = viewer.seat if viewer.seat in concerned else None
        return None if at_table else viewer.role, own

    def own_rack(self, told: Sequence[Recorded], viewer: Viewer) -> Sequence[str] | None:
        return speaking.own_rack(self.table, viewer) if viewer.seat in _racks(told) else None

    def item(self, number: int, told: Recorded, viewer: Viewer) -> Item:
        return speaking.item(number, told, viewer, self.table.rules)

    def snapshot(self, viewer: Viewer, *, now: int, present: Sequence[bool]) -> Snapshot:
        shown = speaking.snapshot(self.table, viewer, now=now, present=present)
        if self.table.state.phase is Phase.OVER:
            ended = self.ended_games().values()
            shown.match = speaking.match_so_far(ended, len(self.table.setup.seats))
        return shown

    def rules_told(self) -> Mapping[str, Any]:
        shown = speaking.rules_shown(self.table.rules)
        return {**shown, **speaking.set_up(self.table.setup)}

    # --- what is moved about -----------------------------------------------------------------

    def moved(self, gesture: Gesture, seat: Seat, now: int) -> Mapping[str, Any] | None:
        """The draft of who is to move, which decides if time runs out; or somebody's own order."""
        match gesture:
            case a.Draft():
                return self._held(gesture, seat, now)
            case a.Order(rack=rack):
                self._sort(seat, rack)
                return None
            case _:
                raise Refused([Violation(Refusal.OTHER_GAME)])

    def _held(self, shown: a.Draft, seat: Seat, now: int) -> Mapping[str, Any]:
        state = self.table.state
        if state.phase is not Phase.PLAYING or state.turn != seat or state.drew or state.paused:
            refuse(Violation(Refusal.DRAFT_NOT_NOW))
        drafted = checked_draft(shown, self.table.rules, self.table.felt)
        draft_of(state, drafted)
        self.table.hold(drafted, now)
        return write_draft(drafted)

    def moved_elsewhere(self, told: Mapping[str, Any], now: int) -> None:
        self.table.hold(read_draft(told), now)

    def draft_shown(self, viewer: Viewer) -> DraftShown | None:
        drafted = self.table.draft
        return None if drafted is None else speaking.draft_shown(self.table, drafted, viewer)

    def _sort(self, seat: Seat, order: Sequence[str]) -> None:
        """Kept with the next event, so that another device knows it."""
        state = self.table.state
        if not state.seats or not is_order_of(order, state.seats[seat].rack):
            refuse(Violation(Refusal.RACK_ORDER))
        self.table.rack_orders[seat] = tuple(Tile(tile) for tile in order)
        self._sorted.add(seat)

    def unkept_orders(self) -> Mapping[Seat, bytes]:
        return {seat: self._order(seat) for seat in self._sorted}

    def orders_kept(self, orders: Mapping[Seat, bytes]) -> None:
        self._sorted -= {seat for seat, kept in orders.items() if self._order(seat) == kept}

    def _order(self, seat: Seat) -> bytes:
        return " ".join(self.table.rack_orders[seat]).encode()

    def read_order(self, seat: Seat, kept: bytes) -> None:
        if seat not in self._sorted:
            self.table.rack_orders[seat] = tuple(Tile(tile) for tile in kept.decode().split())

    # --- looking back ------------------------------------------------------------------------

    def games_dealt(self) -> Sequence[int]:
        return rummikub_film.games_dealt(self.table)

    def film(self, game: int, viewer: Viewer, after: int) -> rummikub_film.Film:
        return rummikub_film.film(self.table, game, viewer, after)

    def ways_back(self, event: int, lang: str) -> Callable[[], WaysBack]:
        state = self.table.state
        return lambda: ways_back(state, event, lang)

    # --- the house's part --------------------------------------------------------------------

    def next_due(self, lag_ms: int, _presence: Presence) -> Due | None:
        return next_due(self.table, lag_ms)

    def flag_note(self, lag_ms: int) -> Note:
        # What the line was given counts, also when the flag falls in the end.
        given = self.table.clock.lag_credit(lag_ms)
        return {e.TimeRanOut: {"lag_ms": given}} if given else {}

    def begins_turn(self, told: Sequence[Recorded]) -> bool:
        return any(isinstance(each.event, _BEGINS_TURN) for each in told)

    def wants_referee(self, present: Sequence[bool]) -> bool:
        """A seat that has let two turns pass untouched."""
        return any(
            not present[seat] and vanished_turns(self.table, seat) == _TURNS_UNTIL_REFEREE
            for seat in self.table.state.active_seats
        )

    def bot_to_act(self) -> Seat | None:
        state = self.table.state
        if state.paused or not self.table.setup.has_bots:
            return None
        waiting = {
            Phase.PLAYING: [state.turn],
            Phase.READYING: [s for s in state.active_seats if not state.seats[s].ready],
            Phase.OVER: [s for s in state.active_seats if not state.seats[s].confirmed],
        }
        found = (s for s in waiting.get(state.phase, []) if self.table.setup.is_bot(s))
        return next(found, None)

    def bot_command(self, seat: Seat) -> c.Command:
        return self._bots.of(seat).command(visible_to(self.table.state, Viewer(Role.SEAT, seat)))

    def forget_bots(self) -> None:
        self._bots.forget()

    # --- dealing -----------------------------------------------------------------------------

    @property
    def bag(self) -> tuple[str, ...]:
        return self.table.rules.tile_set

    def deal_wanted(self) -> bool:
        return dealing.deal_wanted(self.table.state, self.table.setup.games)

    def next_context(self) -> tuple[str, int]:
        state, since = self.table.state, self.table.since_dealt()
        redeals = sum(isinstance(each.event, e.RedealAsked) for each in since)
        ctx = dealing.next_context(state, self.table.setup.ctx, redeals)
        return ctx, state.game + (not self.is_redealing)

    def deal_command(self, opened: OpenedDeal) -> c.Command:
        setup, order = self.table.setup, tuple(Tile(tile) for tile in opened.order)
        if setup.lesson:
            return prepared(lesson(self.game, Lesson), self.table.rules)
        if not self.is_closed:
            return c.Deal(order)
        seats, starter = len(setup.seats), Seat(setup.starter)
        if not setup.seats_by_tile:
            return c.OpenTable(seats, starter, order, setup.warnings)
        drawn, starter = dealing.seats_drawn(self.table.rules, opened.key, seats)
        return c.OpenTable(seats, starter, order, setup.warnings, drawn)

    def hold_secret(self, opened: OpenedDeal) -> None:
        """Nothing more is drawn from it."""

    def deal_of(self, game: int, redeal: int | None) -> Mapping[str, str]:
        dealt = self._dealt(game, redeal).dealt
        fair: Mapping[str, str] = next(t for t in self.table.told if t.event is dealt).note["fair"]
        return fair

    def transcript(self, opened: OpenedDeal, game: int, redeal: int | None) -> dict[str, Any]:
        if self.table.setup.lesson:  # its tiles were laid by hand: there is no chance to prove
            refuse(Violation(Refusal.LESSON_DEAL))
        return transcript(self._dealt(game, redeal), opened, self.table.rules)

    def closing(self, events: Sequence[Any]) -> str:
        *_, game = dealt_games((*(told.event for told in self.table.told), *events))
        assert self.table.fair
        log = transcript_log(game, self.table.rules)
        return seal(closing(self.table.fair["commit"], log))

    def _dealt(self, game: int, redeal: int | None) -> DealtGame:
        every = dealt_games(told.event for told in self.table.told)
        deals = [one for one in every if one.dealt.game == game]
        if not deals or (redeal is not None and not 0 <= redeal < len(deals)):
            refuse(Violation(Refusal.NO_SUCH_GAME, facts={"game": game}))
        return deals[-1 if redeal is None else redeal]

    # --- learning ----------------------------------------------------------------------------

    def hint(self, seat: Seat, lang: str) -> Callable[[], Hint]:
        state, setup = self.table.state, self.table.setup
        demand_hints(setup, state, seat)
        return lambda: hint_of(state, seat, lang, learns=setup.lesson)

    def study(self, game: int, after: int) -> Callable[[], Study]:
        events, rules = self._finished(game), self.table.rules
        return lambda: study_of(events, rules, game, after)

    def record(self, game: int) -> Callable[[], Mapping[str, Any]]:
        events, profile = self._finished(game), self.table.setup.profile
        return lambda: record_of(events, profile)

    def _finished(self, game: int) -> tuple[e.Event, ...]:
        self._dealt(game, None)
        return events_of(self.table, game)

    # --- where it stands ---------------------------------------------------------------------

    @property
    def is_closed(self) -> bool:
        return self.table.state.phase is Phase.CLOSED

    @property
    def is_playing(self) -> bool:
        return self.table.state.phase is Phase.PLAYING

    @property
    def is_redealing(self) -> bool:
        return self.table.state.phase is Phase.REDEALING

    @property
    def hides_racks(self) -> bool:
        return self.table.state.phase not in (Phase.CLOSED, Phase.OVER)

    @property
    def is_running(self) -> bool:
        state = self.table.state
        over = state.phase is Phase.OVER and state.game >= self.table.setup.games
        return not (over and all(state.seats[seat].confirmed for seat in state.active_seats))

    @property
    def game_number(self) -> int:
        return self.table.state.game

    # --- in the hall -------------------------------------------------------------------------

    @property
    def waits_for_referee(self) -> bool:
        return False  # a dispute stops the table

    def open_disputes(self) -> Sequence[Mapping[str, int]]:
        return [
            {"number": n, "seat": dispute.seat, "event": dispute.event}
            for n, dispute in enumerate(self.table.state.disputes, start=1)
            if dispute.ruling is None
        ]

    def away(self, present: Sequence[bool]) -> list[int]:
        seats = (Seat(n) for n in range(len(self.table.state.seats)))
        return [seat for seat in seats if not present[seat] and self._is_gone(seat)]

    def _is_gone(self, seat: Seat) -> bool:
        return vanished_turns(self.table, seat) >= _TURNS_UNTIL_REFEREE

    def leaving(self, seat: Seat, status: str, *, disqualified: bool) -> Sequence[c.Command]:
        """Out of his game; told as what it is: illness is no gross violation."""
        if not disqualified:
            return [c.Disqualify(seat, status, left=True)]
        penalties = self.table.rules.penalties
        needed = penalties.warnings_before_exclusion - self.table.state.seats[seat].warnings
        warned = 0 if penalties.gross_at_once else needed
        warnings = (c.Warn(seat, status, counted_elsewhere=True) for _ in range(warned))
        return [*warnings, c.Disqualify(seat, status, gross=True)]

    def ended_games(self) -> Mapping[int, EndedGame]:
        found: dict[int, EndedGame] = {}
        game, rewound = 0, ANEW
        for number, told in enumerate(self.table.told, start=1):
            match told.event:
                case e.TilesDealt(game=dealt):
                    game, rewound = dealt, ANEW
                case e.GameEnded(results=results):
                    found[game] = EndedGame(number, told.at, tuple(_lines(results)), *rewound)
                case e.Rewound(to=to, reason=reason):
                    rewound = (CorrectionCause.REWIND, reason, told.by)
                    if game in found and to < found[game].event:
                        del found[game]  # until it ends anew the tournament keeps what it knows
        return found

    def happenings(self, by_hall: str) -> Sequence[Happening]:
        """Warnings count over all tables (mp2023 L128); who is out here is out altogether."""
        found, game = [], GameNumber(0)
        for number, told in enumerate(self.table.told, start=1):
            match told.event:
                case e.TableOpened(drawn=drawn) if drawn:
                    found.append(Happening(number, self._seats_drawn(drawn)))
                case e.TilesDealt(game=dealt):
                    game = GameNumber(dealt)
                case e.WarningGiven(seat, reason) if told.by != by_hall:
                    found.append(Happening(number, Warn(self._entrant(seat), reason, game)))
                case e.SeatDisqualified(seat, reason) if told.by != by_hall:
                    found.append(Happening(number, Disqualify(self._entrant(seat), reason)))
        return found

    def _seats_drawn(self, drawn: Sequence[Tiles]) -> DrawSeats:
        """The tiles as the tournament counts them, by who drew them."""
        setup, joker = self.table.setup, self.table.rules.seating.joker_in_seat_draw
        rows = ((self._entrant(Seat(i)), heights(row, joker)) for i, row in enumerate(drawn))
        return DrawSeats(RoundNumber(setup.round), TableNumber(setup.table), tuple(rows))

    def _entrant(self, seat: Seat) -> EntrantNumber:
        return EntrantNumber(self.table.setup.seats[seat].entrant or 0)


def _racks(told: Iterable[Recorded]) -> set[Seat]:
    """The seats whose racks may look otherwise after these events."""
    seats: set[Seat] = set()
    for each in told:
        if isinstance(each.event, _ALL_RACKS):
            return {Seat(i) for i in range(_MOST_SEATS)}
        if isinstance(each.event, _RACK_OF_SEAT):
            seats.add(each.event.seat)
    return seats


def _lines(results: Iterable[e.SeatResult]) -> Iterator[SeatLine]:
    for result in results:
        score = result.score
        big, small = _whole(score.big_points), _whole(score.small_points)
        yield SeatLine(result.seat, score.place, big, small)


def _whole(value: Points) -> Points:
    return int(value) if value.denominator == 1 else value
