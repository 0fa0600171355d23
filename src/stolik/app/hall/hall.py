"""The hall of one tournament: what the organiser says to all tables at once, kept and carried out.

    the organiser ─▶ an event of the hall (on disk) ─▶ each table, by a command of its own

Each table is asked under an id that follows from the event, and what it is asked for depends on how
it stands, so that it can be asked again after a crash and nothing is done twice.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from stolik.app.hall import control
from stolik.app.hall import events as e
from stolik.app.hall.clocks.clock_room import ClockPlace
from stolik.app.hall.clocks.clocks import HallClocks
from stolik.app.hall.clocks.times import percents_of
from stolik.app.hall.codes import Refusal
from stolik.app.hall.control import HallState
from stolik.app.hall.log import EventLog
from stolik.app.hall.online.online_tables import OnlineTables
from stolik.app.ports import Appended, CommandId, NotRead, NotSaved, Put, Stream
from stolik.app.streams.command_ids import mark
from stolik.app.streams.errand import Allowed, Errand, always
from stolik.app.tables.house import Alarm, House
from stolik.app.tables.rooms import Rooms
from stolik.app.tasks import Tasks
from stolik.app.thinking.shared import Shared
from stolik.app.tournaments.codes import Refusal as Office_
from stolik.app.tournaments.office.office import Office
from stolik.app.tournaments.online import BY_HALL, published_round
from stolik.refusal import Refused, Violation, refuse
from stolik.table_clock.state import Phase
from stolik.tournament.progress import tables_owing
from stolik.tournament.state import Round, RoundStatus, TournamentState

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
        self.clocks = HallClocks(self)
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
        return self.seq + self.clocks.happened()

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
        self.clocks.close()

    def place(self, number: int, table: int) -> ClockPlace:
        """A table of a published round; refused if there is none."""
        found = published_round(self.office.state, number)
        if not 1 <= table <= len(found.tables):
            facts = {"table": table, "most": len(found.tables)}
            refuse(Violation(Office_.TABLE_UNKNOWN, facts=facts))
        seats = tuple(int(n) for n in found.tables[table - 1].seats)
        return ClockPlace(self.tournament, number, table, seats)

    async def read_percents(self) -> None:
        """Learn whom another node has given more time."""
        self.percents = await percents_of(self.house.store, self.tournament)

    async def set_percent(self, entrant: int, percent: int, puts: list[Put]) -> None:
        """More time for who needs it; from his next move on, wherever he sits."""
        await self.house.store.put(puts)
        self.percents[entrant] = percent
        self.house.bus.whisper(hall_stream(self.tournament), b"")
        await self.online.set_percent(entrant, percent)
        await self.clocks.set_percent(entrant)

    # --- what follows from the hall's events ----------------------------------------------------

    async def settle(self) -> None:
        """Bring every table of the round to what the hall says; doing it twice changes nothing."""
        if self.state.runs and self._is_over():
            await self._stop_time()
            return
        state = self.state
        await self.online.pledge()
        for number in {n for n in (state.round, state.paused) if n} | self._current():
            await self.clocks.settle(number)
            await self.online.settle(number)

    async def _stop_time(self) -> None:
        """No time of a round that is over passes any more; nobody comes to his last moves."""
        number = self.state.round
        await self.do(lambda state, at: control.call_time(state, number, (), at), by=BY_HALL)

    def _is_over(self) -> bool:
        """Whether the round whose time it is is played: another, or the end, is announced."""
        last = self.published()
        return self.office.state.finished or (last is not None and last.number > self.state.round)

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
            for room in await self.clocks.of_round(number)
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
            for room in await self.clocks.of_round(number)
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
