"""Looks after what online tables tell: results go to the tournament, the hall is kept in step.

A result is reported when its game ends and again when the table is opened after a crash; the mark
of the report follows from the end of the game, so that it is counted once. What the tournament does
not take is tried again and again, and the organiser sees it meanwhile (`office/delivering.py`).
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from stolik.app.access.roles import PRACTICE
from stolik.app.hall.delivering import deliver
from stolik.app.hall.hall import Hall
from stolik.app.hall.halls import Halls
from stolik.app.ports import NotRead, NotSaved, Stream
from stolik.app.tables.host import Host
from stolik.app.tables.play import Seen
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.rooms import Rooms
from stolik.app.tasks import Tasks
from stolik.refusal import Refused

_AGAIN_S = 1.0
_REFUSED_AGAIN_S = 10.0


class Caretaker:
    """Of every online table of this node."""

    def __init__(self, rooms: Rooms, halls: Halls) -> None:
        self._rooms = rooms
        self._halls = halls
        self._tasks = Tasks(Stream("online"), rooms.house.on_fault)

    def look_after(self, host: Host) -> None:
        """From now on; before the table is opened, so that nothing it tells is missed."""
        host.on_told = lambda told: self._told(host, told)
        host.dealing.may_begin = lambda: self._may_deal(host)

    @property
    def busy(self) -> bool:
        """Whether something is being reported."""
        return self._tasks.busy

    def stop(self) -> None:
        """Leave what is not reported to the next start."""
        self._tasks.stop()

    @asynccontextmanager
    async def judging(self, host: Host, seen: Seen | None) -> AsyncIterator[None]:
        """While a penalty is given at a table no other is; the ledger has it when this ends."""
        hall = await self._hall_of(host) if seen else None
        if hall is None:
            yield
            return
        async with hall.office.judging:
            yield
            with suppress(NotSaved, NotRead, Refused):  # it is given: `_report` tries again
                await self._delivered(host)

    async def demand_seen(self, host: Host, seen: Seen) -> None:
        """As the halls do; what a referee on another node gave here is in the ledger by then."""
        with suppress(NotSaved, NotRead, Refused):
            await self._delivered(host)
        await self._halls.demand_seen(host, seen)

    def _told(self, host: Host, told: Sequence[Recorded]) -> None:
        kinds = {type(each.event) for each in told}
        if kinds & host.play.tells_tournament:
            self._tasks.spawn(lambda: self._report(host))
        if kinds & host.play.stands_with_hall:
            self._tasks.spawn(lambda: self._settle(host))

    async def _report(self, host: Host) -> None:
        try:
            told = await self._delivered(host)
            await self._settle(host)  # who was put out by it leaves his game
            # As long as something waits the table is opened at the next start, to tell it.
            await self._rooms.keep_running(host, host.play.is_running or not told)
            if not told:
                self._again(_REFUSED_AGAIN_S, host)
        except (NotSaved, NotRead, Refused):
            self._again(_AGAIN_S, host)
        except Exception as fault:
            self._rooms.house.on_fault(host.room.table.setup.stream, fault)
            self._again(_REFUSED_AGAIN_S, host)

    def _again(self, seconds: float, host: Host) -> None:
        later = self._rooms.house.later
        later(seconds, lambda: self._tasks.spawn(lambda: self._report(host)))

    async def _delivered(self, host: Host) -> bool:
        """Whether the tournament knows all that this table has to tell; practice tells nobody."""
        hall = await self._hall_of(host)
        if hall is None:
            return True
        current = self._belongs(hall, host)
        return await deliver(hall.office, self._rooms.house.store, host.play, current=current)

    async def _settle(self, host: Host) -> None:
        """Only if the table still belongs to its round, which may have been drawn again."""
        try:
            hall = await self._hall_of(host)
            if hall is not None and self._belongs(hall, host):
                await hall.online.settle_table(host)
        except (NotSaved, NotRead, Refused):
            later = self._rooms.house.later
            later(_AGAIN_S, lambda: self._tasks.spawn(lambda: self._settle(host)))

    async def _may_deal(self, host: Host) -> bool:
        """Whether the first tiles may come to a table; with no draft to change they always may."""
        hall = await self._hall_of(host)
        return hall is None or await hall.online.may_deal(host.room.table.setup)

    async def _hall_of(self, host: Host) -> Hall | None:
        """The hall a table stands in; practice and tables of no tournament stand in none."""
        tournament = host.room.table.setup.tournament
        if tournament == PRACTICE:
            return None
        try:
            return await self._halls.hall(tournament)
        except Refused:
            return None

    def _belongs(self, hall: Hall, host: Host) -> bool:
        setup = host.room.table.setup
        found = hall.online.table(setup.round, setup.table)
        return found is not None and found.id == setup.id
