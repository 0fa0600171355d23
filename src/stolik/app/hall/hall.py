"""The hall of one tournament: what the organiser says to all tables at once, kept and carried out.

    the organiser ─▶ an event of the hall (on disk) ─▶ each table, by a command of its own

Each table is asked under an id that follows from the event, and what it is asked for depends on how
it stands, so that it can be asked again after a crash and nothing is done twice.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from stolik.app.hall import control
from stolik.app.hall import events as e
from stolik.app.hall.clock_glance import ClockGlance
from stolik.app.hall.clock_room import ClockPlace, ClockRoom
from stolik.app.hall.codes import Refusal
from stolik.app.hall.control import HallState
from stolik.app.hall.log import EventLog
from stolik.app.hall.online_tables import OnlineTables
from stolik.app.hall.starters import games_played, starter_of
from stolik.app.hall.times import percents_of, times_of
from stolik.app.ports import Appended, CommandId, NotRead, NotSaved, Put, Stream
from stolik.app.streams.codes import is_overtaken
from stolik.app.streams.command_ids import mark
from stolik.app.streams.errand import Allowed, Errand, always
from stolik.app.tables.house import Alarm, House
from stolik.app.tables.rooms import Rooms
from stolik.app.tasks import Tasks
from stolik.app.thinking.shared import Shared
from stolik.app.tournaments.codes import Refusal as Office_
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.online import BY_HALL, BY_REFEREE, published_round
from stolik.refusal import Refused, Violation, refuse
from stolik.seats import Seat
from stolik.table_clock import commands as clock
from stolik.table_clock.state import ClockState, Holder, Ms, Phase
from stolik.tournament.progress import party, tables_owing
from stolik.tournament.state import (
    GameNumber,
    Result,
    Round,
    RoundStatus,
    Table,
    TableNumber,
    TournamentState,
)

KIND = "hall"
_AGAIN_S = 1.0
# A command to all running moves is repeated after a crash only while it can still be meant.
_STILL_MEANT_MS = 30_000

Decide = Callable[[HallState, int], e.Event]


def hall_stream(tournament: str) -> Stream:
    """Where the events of a hall are kept."""
    return Stream(f"{KIND}/{tournament}")


class Hall:
    """One tournament's hall on this node."""

    def __init__(self, office: Office, rooms: Rooms, house: House) -> None:
        self.office = office
        self.state = HallState()
        self.percents: dict[int, int] = {}  # of the move's time, per entrant; 100 where absent
        self.house = house
        self.tasks = Tasks(hall_stream(office.card.id), house.on_fault)
        self.online = OnlineTables(self, rooms)
        self._log: EventLog[e.Event] = EventLog(
            hall_stream(office.card.id), e.Event, house, self._believe, self._begin_anew
        )
        self._clocks: dict[tuple[int, int], ClockRoom] = {}
        self._glances: dict[tuple[int, int], ClockGlance] = {}  # at clocks that are not open
        self._is_awake = False
        self._looks: dict[tuple[int, str], Shared[bytes]] = {}  # by round and who looks
        self._owing: tuple[TournamentState, dict[int, tuple[int, ...]]] = (office.state, {})
        office.on_names = lambda: self.tasks.spawn(self._tell_names)
        self._alarm: Alarm | None = None

    @property
    def tournament(self) -> str:
        """Whose hall it is."""
        return self.office.card.id

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self._log.seq

    def happened(self) -> int:
        """How many events the hall and its clocks have."""
        return self.seq + sum(room.seq for room in self._clocks.values())

    async def open(self) -> None:
        """Know the hall as its stream left it: enough for whoever only looks."""
        await self.read_percents()
        await self._log.runner.catch_up()

    async def history(self, most: int) -> list[dict[str, Any]]:
        """What happened in the hall last, in order: by whom, which event with its moment."""
        entries = await self._log.runner.told()
        return [{"seq": entry.seq, **json.loads(entry.body)} for entry in entries[-most:]]

    def wake(self) -> None:
        """Finish what was begun, once: the hall has something to do."""
        if not self._is_awake:
            self._is_awake = True
            self.tasks.spawn(self.settle)

    async def catch_up(self) -> None:
        """Learn what other nodes have written."""
        await self._log.runner.catch_up()

    async def forget(self) -> None:
        """If words were erased: know the hall only as its log tells it now."""
        await self._log.runner.forget()

    async def forget_at_clock(self, stream: Stream) -> None:
        """If words were erased at a clock: know it only as its log tells it now."""
        for room in list(self._clocks.values()):
            if room.place.stream == stream:
                await room.forget()

    def _begin_anew(self) -> None:
        self.state = HallState()

    async def do(
        self,
        decide: Decide,
        *,
        by: str,
        command: CommandId | None = None,
        puts: Sequence[Put] = (),
        allowed: Allowed = always,
    ) -> Appended:
        """Something for the whole hall; its tables have been told when this returns."""
        done = await self._log.do(
            lambda: (decide(self.state, self.house.clock.now()),),
            Errand(by, command, allowed),
            puts=puts,
        )
        await self.settle()
        return done

    def close(self) -> None:
        """Leave the hall; its time goes on where it is opened again."""
        if self._alarm:
            self._alarm.cancel()
        self.tasks.stop()
        for room in self._clocks.values():
            room.close()

    # --- clocks ------------------------------------------------------------------------------

    def place(self, number: int, table: int) -> ClockPlace:
        """A table of a published round; refused if there is none."""
        found = published_round(self.office.state, number)
        if not 1 <= table <= len(found.tables):
            facts = {"table": table, "most": len(found.tables)}
            refuse(Violation(Office_.TABLE_UNKNOWN, facts=facts))
        seats = tuple(int(n) for n in found.tables[table - 1].seats)
        return ClockPlace(self.tournament, number, table, seats)

    async def clock(self, number: int, table: int) -> ClockRoom:
        """The clock of a table that is played in the hall; opened if it is not."""
        place = self.place(number, table)
        if self.online.table(number, table) is not None:
            refuse(Violation(Refusal.PLAYS_ONLINE, facts={"table": table}))
        key = (number, table)
        if key not in self._clocks or self._clocks[key].place != place:
            room = ClockRoom(
                place,
                self.house,
                times=lambda: times_of(self.office, number, place.seats, self.percents),
                is_held=lambda: self.state.paused == number,
                out=lambda game: self._out_of(place, game),
                starter=lambda game: self._starter_of(place, game),
                played=lambda: games_played(*self._at(place)),
            )
            room.shown()  # refused here where the game has no clock
            await room.open()
            self._clocks.setdefault(key, room)
            if self._clocks[key].place != place:
                self._clocks[key] = room  # the round was drawn again
        return self._clocks[key]

    def shows(self, room: ClockRoom) -> bool:
        """Whether this is the clock of its table in the round that is being played."""
        place, last = room.place, self.published()
        if last is None or int(last.number) != place.round:
            return False
        key = (place.round, place.table)
        return self._clocks.get(key) is room and self._seats(*key) == place.seats

    def _seats(self, number: int, table: int) -> tuple[int, ...] | None:
        """Who sits at a table in the hall; None where it is none, or plays online."""
        if self.online.table(number, table) is not None:
            return None
        tables = self.office.state.rounds[number - 1].tables
        return tuple(int(n) for n in tables[table - 1].seats) if table <= len(tables) else None

    async def woken(self, stream: Stream, seq: int) -> None:
        """Another node has written to one of our clocks."""
        for room in list(self._clocks.values()):
            if not stream or (room.place.stream == stream and room.seq < seq):
                await room.catch_up()

    async def read_percents(self) -> None:
        """Learn whom another node has given more time."""
        self.percents = await percents_of(self.house.store, self.tournament)

    async def set_percent(self, entrant: int, percent: int, puts: list[Put]) -> None:
        """More time for who needs it; from his next move on, wherever he sits."""
        await self.house.store.put(puts)
        self.percents[entrant] = percent
        self.house.bus.whisper(hall_stream(self.tournament), b"")
        await self.online.set_percent(entrant, percent)
        for room in list(self._clocks.values()):
            if entrant in room.place.seats and room.state.phase is not Phase.NOT_SET:
                percents = tuple(self.percents.get(n, 100) for n in room.place.seats)
                await room.do(partial(clock.SetPercents, percents), by=BY_HALL)

    # --- what follows from the hall's events ----------------------------------------------------

    async def settle(self) -> None:
        """Bring every table of the round to what the hall says; doing it twice changes nothing."""
        if self.state.runs and self._is_over():
            await self._stop_time()
            return
        state = self.state
        await self.online.pledge()
        for number in {n for n in (state.round, state.paused) if n} | self._current():
            for room in await self.clocks_of(number):
                await self._settle_clock(room)
            await self.online.settle(number)

    async def _stop_time(self) -> None:
        """No time of a round that is over passes any more; nobody comes to his last moves."""
        number = self.state.round
        await self.do(lambda state, at: control.call_time(state, number, (), at), by=BY_HALL)

    def _is_over(self) -> bool:
        """Whether the round whose time it is is played: another, or the end, is announced."""
        last = self.published()
        return self.office.state.finished or (last is not None and last.number > self.state.round)

    async def _settle_clock(self, room: ClockRoom) -> None:
        state, number = self.state, room.place.round
        held = Holder.HALL in room.state.held_by
        if state.paused == number and not held:
            await _asked(room, lambda at: clock.Pause(Holder.HALL, state.pause_reason, at))
        elif state.paused != number and held:
            await _asked(room, lambda at: clock.Resume(Holder.HALL, at))
        await self._follow_results(room)
        clock_state = room.state
        coming = clock_state.game + (clock_state.phase is Phase.READY)
        out = self._out_of(room.place, coming)
        if clock_state.phase is not Phase.NOT_SET and frozenset(out) != clock_state.out:
            await _asked(room, partial(clock.SetOut, out))
        percents = tuple(self.percents.get(n, 100) for n in room.place.seats)
        # Seats may have been drawn since the clock was set.
        if clock_state.phase is not Phase.NOT_SET and percents != clock_state.times.percents:
            await _asked(room, partial(clock.SetPercents, percents))
        game = (room.place.table, room.state.game)
        if self.is_called(number, game) and not room.state.time_called:
            await _asked(room, clock.CallTime)
        elif self.is_taken_back(number, game) and room.state.time_called:
            await _asked(room, clock.TakeTimeBack)
        if extended := self.extension(number):
            make = _adding(extended)
            await _asked(room, make, self.command_id(self.state.extended_by, room.place.stream))

    async def _follow_results(self, room: ClockRoom) -> None:
        """A game whose result was entered is over on its clock too: the next one is ready."""
        state = room.state
        if state.phase is Phase.NOT_SET:
            return
        games = games_played(*self._at(room.place))
        starter = self._starter_of(room.place, min(games + 1, state.times.games))
        if state.is_behind(games) or state.starts_otherwise(games, starter):
            await _asked(room, partial(clock.FollowResults, games, starter))

    def _at(self, place: ClockPlace) -> tuple[Round, Table]:
        found = self.office.state.rounds[place.round - 1]
        return found, found.tables[place.table - 1]

    def _starter_of(self, place: ClockPlace, game: int) -> Seat:
        return starter_of(self.office.state, self.office.counting, *self._at(place), game)

    def _out_of(self, place: ClockPlace, game: int) -> tuple[Seat, ...]:
        """Seats that are no part of a game; nobody where one alone is left, who plays none."""
        found, table = self._at(place)
        here = party(self.office.state, found, table, GameNumber(max(game, 1)))
        if len(here) < 2:
            return ()
        return tuple(Seat(i) for i, n in enumerate(table.seats) if n not in here)

    def is_called(self, number: int, game: tuple[int, int]) -> bool:
        """Whether the end of the round's time was called for this game, (table, game)."""
        called = self.state.time_called
        return called is not None and called.round == number and game in called.games

    def is_taken_back(self, number: int, game: tuple[int, int]) -> bool:
        """Whether the call for this game was a slip that was taken back."""
        slip = self.state.taken_back
        return slip is not None and slip.round == number and game in slip.games

    async def gone_on(self, number: int) -> tuple[int, ...]:
        """Tables that play their last moves all the same: they had gone on after the call."""
        slip = self.state.taken_back
        called = {
            room.place.table
            for room in await self.clocks_of(number)
            if room.state.phase is Phase.PLAYING and room.state.time_called
        } | {table async for table in self.online.called_tables(number)}
        return tuple(sorted(called & {table for table, _ in slip.games})) if slip else ()

    def extension(self, number: int) -> e.MovesExtended | None:
        """More time for running moves, if that was said just now."""
        found = self.state.extended
        if found is None or found.round != number:
            return None
        return found if self.house.clock.now() - found.at < _STILL_MEANT_MS else None

    def command_id(self, number: int, stream: Stream) -> CommandId:
        """The id under which an event of the hall is carried out at a table."""
        return mark(stream, f"{hall_stream(self.tournament)}/{number}")

    async def running_games(self, number: int) -> tuple[tuple[int, int], ...]:
        """The games of a round that are being played: (table, game)."""
        here = [
            (room.place.table, room.state.game)
            for room in await self.clocks_of(number)
            if room.state.phase is Phase.PLAYING
        ]
        return tuple(sorted([*here, *await self.online.running_games(number)]))

    async def demand_no_online_game(self) -> None:
        """Refused once somebody was dealt to online: nobody deals until he likes what he holds."""
        rounds = [r for r in self.office.state.rounds if r.status is RoundStatus.PUBLISHED]
        dealt = await self.online.dealt(rounds[-1].number) if rounds else []
        if dealt:
            refuse(Violation(Refusal.GAME_RUNS, facts={"table": dealt[0].table}))

    async def demand_nothing_played(self) -> None:
        """Refused while a game runs, on a table's clock or online: it is ended first."""
        last = self.published()
        games = await self.running_games(last.number) if last else ()
        if tables := tuple(str(table) for table, _ in games):
            refuse(Violation(Refusal.GAMES_RUN, facts={"tables": tables}))

    def demand_in_the_hall(self, table: int) -> None:
        """Refused for a table set online: its seats and its deal are settled."""
        rounds = [r for r in self.office.state.rounds if r.status is RoundStatus.PUBLISHED]
        if rounds and any(t.table == table for t in self.online.of_round(rounds[-1].number)):
            refuse(Violation(Refusal.ONLINE_ALREADY, facts={"table": str(table)}))

    async def clocks_of(self, number: int) -> list[ClockRoom]:
        """Every clock of the round that has been used."""
        found = []
        for table in await self._clocks_used(number):
            try:
                found.append(await self.clock(number, table))
            except Refused:
                continue  # it plays online now, or the round was drawn again
        return found

    async def clock_states(self, number: int) -> dict[int, ClockState]:
        """How every clock of the round that has been used stands; none is opened for it."""
        found = {}
        for table in await self._clocks_used(number):
            try:
                found[table] = await self._clock_state(self.place(number, table))
            except Refused:
                continue  # the round was drawn again, with fewer tables
        return {t: state for t, state in found.items() if self.online.table(number, t) is None}

    async def _clock_state(self, place: ClockPlace) -> ClockState:
        key = (place.round, place.table)
        room = self._clocks.get(key)
        if room is not None and room.place == place:
            return room.state
        glance = self._glances.setdefault(key, ClockGlance(place, self.house))
        return await glance.state_now()

    async def _clocks_used(self, number: int) -> list[int]:
        prefix = f"clock/{self.tournament}/{number}/"
        return sorted(int(s.rpartition("/")[2]) for s in await self.house.store.streams(prefix))

    # --- the round's time ---------------------------------------------------------------------

    def owing(self, number: int) -> tuple[int, ...]:
        """Tables of a round with a game that has no result."""
        state = self.office.state
        found = published_round(state, number)
        # Every screen asks, whenever something happens: it is worked out once.
        if self._owing[0] is not state:
            self._owing = (state, {})
        if number not in self._owing[1]:
            self._owing[1][number] = tuple(sorted(map(int, tables_owing(state, found))))
        return self._owing[1][number]

    async def glance(self, number: int, eyes: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """A round at a glance, made for all who see the same of it; refused if not published."""
        published_round(self.office.state, number)
        return await self._looks.setdefault((number, eyes), Shared(make)).answer()

    def published(self) -> Round | None:
        """The round that is being played: the last one published."""
        state = self.office.state
        rounds = [r for r in state.rounds if r is not state.draft]
        return rounds[-1] if rounds else None

    def table_played(self, table: int) -> int:
        """The round in which this table is being played; refused if there is none."""
        last = self.published()
        if last is None:
            refuse(Violation(Refusal.NO_TABLE))
        return self.place(int(last.number), table).round

    def _current(self) -> set[int]:
        last = self.published()
        return {int(last.number)} if last else set()

    def _believe(self, events: Sequence[e.Event]) -> None:
        for event in events:
            self.state = control.evolve(self.state, event)
        self.office.tell()
        self._set_alarm()

    async def _tell_names(self) -> None:
        """Somebody has consented, or does not any more: those who look at a table ask again."""
        for number in self._current():
            await self.online.tell_names(number)

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None
        if (due := self.state.due) is not None:
            wait_s = max(0, due - self.house.clock.now()) / 1000
            self._alarm = self.house.later(wait_s, lambda: self.tasks.spawn(self._fall_due))

    async def _fall_due(self) -> None:
        due, number = self.state.due, self.state.round
        if due is None or due > self.house.clock.now():
            self._set_alarm()
            return
        try:
            games = await self.running_games(number)
            await self.do(lambda state, at: control.call_time(state, number, games, at), by=BY_HALL)
        except Refused:
            self._set_alarm()  # somebody was faster
        except (NotSaved, NotRead):
            self._alarm = self.house.later(_AGAIN_S, self._set_alarm)


async def _asked(
    room: ClockRoom, make: Callable[[Ms], clock.Command], command: CommandId | None = None
) -> None:
    """Ask a clock; one that stands otherwise meanwhile is left alone."""
    try:
        await room.do(make, by=BY_HALL, command=command)
    except Refused as refused:
        if is_overtaken(refused):
            raise


def _adding(extended: e.MovesExtended) -> Callable[[Ms], clock.Command]:
    return lambda at: clock.AddTime(extended.seconds, extended.reason, at)


def differing(hall: Hall) -> tuple[e.SheetContradicted, ...]:
    """Sheets that say something else than what counts, until a referee has decided."""
    held = hall.state.contradicted
    return tuple(s for s in held if is_open(result_of(hall, s.round, s.table, s.game)))


def is_open(first: Result | None) -> bool:
    """Whether a second sheet can still be held against it."""
    return first is not None and BY_REFEREE not in first.confirmed_by


def result_of(hall: Hall, number: int, table: int, game: int) -> Result | None:
    """The result of a game that counts."""
    found = hall.office.state.rounds[number - 1 : number]
    which = (TableNumber(table), GameNumber(game))
    return found[0].results.get(which) if found else None


def shown(hall: Hall) -> Mapping[str, object]:
    """What every screen shows of the hall."""
    state, now = hall.state, hall.house.clock.now()
    number, call, scene = state.round, state.call, state.scene
    played = hall.published()
    waiting = state.calls_of(int(played.number)) if played else ()
    picked = state.shown_of(int(played.number)) if played else None
    missing = hall.owing(call.round) if call else ()
    return {
        "seq": hall.seq,
        "now": now,
        "round": number,
        "running": state.runs,
        "left_ms": max(0, state.left_at(now)) if number else None,
        "time_called": state.time_called is not None,
        "paused": state.paused,
        "pause_reason": state.pause_reason,
        "break_ms": state.break_left(now),
        "call": {"round": call.round, "tables": [t for t in call.tables if t in missing]}
        if call and any(t in missing for t in call.tables)
        else None,
        "shown": picked,
        "scene": {"scene": scene.scene, "page": scene.page, "at": scene.at} if scene else None,
        "referee": [{"table": c.table, "ago_ms": max(0, now - c.at)} for c in waiting],
        "differing": [
            {"round": number, "table": table, "game": game}
            for number, table, game in sorted({(s.round, s.table, s.game) for s in differing(hall)})
        ],
    }
