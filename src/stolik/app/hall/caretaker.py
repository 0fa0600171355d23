"""Looks after what online tables tell: results go to the tournament, the hall is kept in step.

A result is reported when its game ends and again when the table is opened after a crash; the id of
the report follows from the end of the game, so that it is counted once.
"""

from collections.abc import Sequence

from stolik.app.hall.halls import Halls
from stolik.app.live.host import Host
from stolik.app.live.rooms import Rooms
from stolik.app.live.setup import PRACTICE
from stolik.app.live.told import Told
from stolik.app.office.online import report_happenings, report_results
from stolik.app.ports import NotSaved, Stream
from stolik.app.tasks import Tasks
from stolik.refusal import Refused

_AGAIN_S = 1.0


class Caretaker:
    """Of every online table of this node."""

    def __init__(self, rooms: Rooms, halls: Halls) -> None:
        self._rooms = rooms
        self._halls = halls
        self._tasks = Tasks(Stream("online"), rooms.house.on_fault)

    def look_after(self, host: Host) -> None:
        """From now on; before the table is opened, so that nothing it tells is missed."""
        host.on_told = lambda told: self._told(host, told)

    @property
    def busy(self) -> bool:
        """Whether something is being reported."""
        return self._tasks.busy

    def stop(self) -> None:
        """Leave what is not reported to the next start."""
        self._tasks.stop()

    def _told(self, host: Host, told: Sequence[Told]) -> None:
        kinds = {type(each.event) for each in told}
        if kinds & host.play.tells_tournament:
            self._tasks.spawn(lambda: self._report(host))
        if kinds & host.play.stands_with_hall:
            self._tasks.spawn(lambda: self._settle(host))

    async def _report(self, host: Host) -> None:
        try:
            if await self._is_current(host):
                hall = await self._halls.hall(host.room.table.setup.tournament)
                await report_happenings(hall.office, host.play)
                await report_results(hall.office, host.play)
            await self._rooms.keep_running(host, host.play.is_running)
        except NotSaved:
            later = self._rooms.house.later
            later(_AGAIN_S, lambda: self._tasks.spawn(lambda: self._report(host)))
        except Refused as refused:
            # The tournament does not take it: somebody has to look, the table plays on.
            self._rooms.house.on_fault(host.room.table.setup.stream, refused)

    async def _settle(self, host: Host) -> None:
        try:
            if await self._is_current(host):
                hall = await self._halls.hall(host.room.table.setup.tournament)
                await hall.online.settle_table(host)
        except NotSaved:
            later = self._rooms.house.later
            later(_AGAIN_S, lambda: self._tasks.spawn(lambda: self._settle(host)))

    async def _is_current(self, host: Host) -> bool:
        """Whether the table still belongs to its round, which may have been drawn again."""
        setup = host.room.table.setup
        if setup.tournament == PRACTICE:
            return False
        try:
            hall = await self._halls.hall(setup.tournament)
        except Refused:
            return False
        found = hall.online.table(setup.round, setup.table)
        return found is not None and found.id == setup.id
