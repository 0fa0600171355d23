"""The clocks of a hall: one at each table that is not played online, in step with the hall."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from stolik.app.hall import events as e
from stolik.app.hall.clocks.clock_glance import ClockGlance
from stolik.app.hall.clocks.clock_room import ClockPlace, ClockRoom
from stolik.app.hall.clocks.starters import games_played, starter_of
from stolik.app.hall.clocks.times import times_of
from stolik.app.hall.codes import Refusal
from stolik.app.ports import CommandId, Stream
from stolik.app.streams.codes import is_overtaken
from stolik.app.tournaments.online import BY_HALL
from stolik.refusal import Refused, Violation, refuse
from stolik.seats import Seat
from stolik.table_clock import commands as clock
from stolik.table_clock.state import ClockState, Holder, Ms, Phase
from stolik.tournament.progress import party
from stolik.tournament.state import GameNumber, Round, Table

if TYPE_CHECKING:
    from stolik.app.hall.hall import Hall


class HallClocks:
    """Those of one tournament."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._rooms: dict[tuple[int, int], ClockRoom] = {}
        self._glances: dict[tuple[int, int], ClockGlance] = {}  # at clocks that are not open

    def happened(self) -> int:
        """How many events those that are open have."""
        return sum(room.seq for room in self._rooms.values())

    def close(self) -> None:
        """Leave them; their time goes on where they are opened again."""
        for room in self._rooms.values():
            room.close()

    async def set_percent(self, entrant: int) -> None:
        """The hall gives somebody another time: the clock of his table knows it."""
        for room in list(self._rooms.values()):
            if entrant in room.place.seats and room.state.phase is not Phase.NOT_SET:
                await room.do(partial(clock.SetPercents, self._percents(room)), by=BY_HALL)

    def _percents(self, room: ClockRoom) -> tuple[int, ...]:
        return tuple(self._hall.percents.get(n, 100) for n in room.place.seats)

    async def settle(self, number: int) -> None:
        """Bring every clock of a round to what the hall says."""
        for room in await self.of_round(number):
            await self._settle(room)

    async def room(self, number: int, table: int) -> ClockRoom:
        """The clock of a table that is played in the hall; opened if it is not."""
        place = self._hall.place(number, table)
        if self._hall.online.table(number, table) is not None:
            refuse(Violation(Refusal.PLAYS_ONLINE, facts={"table": table}))
        key = (number, table)
        if key not in self._rooms or self._rooms[key].place != place:
            room = ClockRoom(
                place,
                self._hall.house,
                times=lambda: times_of(self._hall.office, number, place.seats, self._hall.percents),
                is_held=lambda: self._hall.state.paused == number,
                out=lambda game: self._out_of(place, game),
                starter=lambda game: self._starter_of(place, game),
                played=lambda: games_played(*self._at(place)),
            )
            room.shown()  # refused here where the game has no clock
            await room.open()
            self._rooms.setdefault(key, room)
            if self._rooms[key].place != place:
                self._rooms[key] = room  # the round was drawn again
        return self._rooms[key]

    def shows(self, room: ClockRoom) -> bool:
        """Whether this is the clock of its table in the round that is being played."""
        place, last = room.place, self._hall.published()
        if last is None or int(last.number) != place.round:
            return False
        key = (place.round, place.table)
        return self._rooms.get(key) is room and self._seats(*key) == place.seats

    def _seats(self, number: int, table: int) -> tuple[int, ...] | None:
        """Who sits at a table in the hall; None where it is none, or plays online."""
        if self._hall.online.table(number, table) is not None:
            return None
        tables = self._hall.office.state.rounds[number - 1].tables
        return tuple(int(n) for n in tables[table - 1].seats) if table <= len(tables) else None

    async def woken(self, stream: Stream, seq: int) -> None:
        """Another node has written to one of our clocks."""
        for room in list(self._rooms.values()):
            if not stream or (room.place.stream == stream and room.seq < seq):
                await room.catch_up()

    async def of_round(self, number: int) -> list[ClockRoom]:
        """Every clock of the round that has been used."""
        found = []
        for table in await self._used(number):
            try:
                found.append(await self.room(number, table))
            except Refused:
                continue  # it plays online now, or the round was drawn again
        return found

    async def states(self, number: int) -> dict[int, ClockState]:
        """How every clock of the round that has been used stands; none is opened for it."""
        found = {}
        for table in await self._used(number):
            try:
                found[table] = await self._state_of(self._hall.place(number, table))
            except Refused:
                continue  # the round was drawn again, with fewer tables
        return {
            t: state for t, state in found.items() if self._hall.online.table(number, t) is None
        }

    async def _state_of(self, place: ClockPlace) -> ClockState:
        key = (place.round, place.table)
        room = self._rooms.get(key)
        if room is not None and room.place == place:
            return room.state
        glance = self._glances.setdefault(key, ClockGlance(place, self._hall.house))
        return await glance.state_now()

    async def _used(self, number: int) -> list[int]:
        prefix = f"clock/{self._hall.tournament}/{number}/"
        return sorted(
            int(s.rpartition("/")[2]) for s in await self._hall.house.store.streams(prefix)
        )

    async def forget(self, stream: Stream) -> None:
        """If words were erased at a clock: know it only as its log tells it now."""
        for room in list(self._rooms.values()):
            if room.place.stream == stream:
                await room.forget()

    async def _settle(self, room: ClockRoom) -> None:
        hall, number = self._hall, room.place.round
        state = hall.state
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
        percents = self._percents(room)
        # Seats may have been drawn since the clock was set.
        if clock_state.phase is not Phase.NOT_SET and percents != clock_state.times.percents:
            await _asked(room, partial(clock.SetPercents, percents))
        game = (room.place.table, room.state.game)
        if hall.is_called(number, game) and not room.state.time_called:
            await _asked(room, clock.CallTime)
        elif hall.is_taken_back(number, game) and room.state.time_called:
            await _asked(room, clock.TakeTimeBack)
        if extended := hall.extension(number):
            make = _adding(extended)
            await _asked(room, make, hall.command_id(hall.state.extended_by, room.place.stream))

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
        found = self._hall.office.state.rounds[place.round - 1]
        return found, found.tables[place.table - 1]

    def _starter_of(self, place: ClockPlace, game: int) -> Seat:
        return starter_of(
            self._hall.office.state, self._hall.office.counting, *self._at(place), game
        )

    def _out_of(self, place: ClockPlace, game: int) -> tuple[Seat, ...]:
        """Seats that are no part of a game; nobody where one alone is left, who plays none."""
        found, table = self._at(place)
        here = party(self._hall.office.state, found, table, GameNumber(max(game, 1)))
        if len(here) < 2:
            return ()
        return tuple(Seat(i) for i, n in enumerate(table.seats) if n not in here)


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
