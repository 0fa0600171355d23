"""A look at the clock of a table that nobody has open here: it is read, and nothing is begun."""

from collections.abc import Sequence

from stolik.app.hall.clock_room import ClockPlace
from stolik.app.hall.log import EventLog
from stolik.app.tables.house import House
from stolik.table_clock.engine import evolve
from stolik.table_clock.events import Event
from stolik.table_clock.state import ClockState


class ClockGlance:
    """Knows what it has read before, and reads on from there."""

    def __init__(self, place: ClockPlace, house: House) -> None:
        self._state = ClockState()
        self._log: EventLog[Event] = EventLog(
            place.stream, Event, house, self._believe, self._begin_anew
        )

    async def state_now(self) -> ClockState:
        """How the clock stands."""
        await self._log.runner.catch_up()
        return self._state

    def _believe(self, events: Sequence[Event]) -> None:
        for event in events:
            self._state = evolve(self._state, event)

    def _begin_anew(self) -> None:
        self._state = ClockState()
