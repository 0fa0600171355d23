"""All halls of a node: opened when somebody asks, and at the start where something is going on."""

import asyncio

from stolik.app.access.roles import PRACTICE
from stolik.app.hall.clock_room import KIND as CLOCK
from stolik.app.hall.hall import KIND, Hall, hall_stream
from stolik.app.hall.writing_pace import WritingPace
from stolik.app.ports import Stream
from stolik.app.streams.chain import Rot
from stolik.app.tables.host import Host
from stolik.app.tables.house import House
from stolik.app.tables.play import Seen
from stolik.app.tables.rooms import Rooms
from stolik.app.tournaments.offices import Offices
from stolik.refusal import Refused
from stolik.tournament.ladder import counted_game, demand_seen, game_left
from stolik.tournament.state import EntrantNumber, GameNumber


class Halls:
    """The halls this node looks after."""

    def __init__(self, offices: Offices, rooms: Rooms, house: House) -> None:
        self._offices = offices
        self._rooms = rooms
        self._house = house
        self.pace = WritingPace(house.clock.now)
        self._halls: dict[str, Hall] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    async def start(self) -> None:
        """Go on with every hall: a round's time runs out whether or not somebody looks."""
        for stream in await self._house.store.streams(f"{KIND}/"):
            here = stream.partition("/")[2]
            card = await self._offices.card(here)
            if card and card.deleted:
                continue
            try:
                await self.hall(here)
            except (Rot, Refused) as fault:
                # This hall has to be looked at by somebody; all others go on.
                self._house.on_fault(stream, fault)

    async def stop(self) -> None:
        """Leave every hall as it is."""
        for hall in self._halls.values():
            hall.close()
        self._halls.clear()

    def leave(self, tournament: str) -> None:
        """A tournament was deleted: its clocks and online tables stand still for ever."""
        self._rooms.leave(tournament)
        if hall := self._halls.pop(tournament, None):
            hall.close()

    async def hall(self, tournament: str) -> Hall:
        """A tournament's hall for whoever does something there: it goes on where it was left."""
        hall = await self.look(tournament)
        hall.wake()
        return hall

    async def look(self, tournament: str) -> Hall:
        """The hall as it stands, for whoever only reads; refused if there is no such tournament."""
        if tournament in self._halls:
            return self._halls[tournament]
        async with self._opening.setdefault(tournament, asyncio.Lock()):
            if tournament not in self._halls:
                hall = Hall(await self._offices.office(tournament), self._rooms, self._house)
                await hall.open()
                self._halls[tournament] = hall
        self._opening.pop(tournament, None)
        return self._halls[tournament]

    def opened(self) -> tuple[Hall, ...]:
        """The halls that are open on this node."""
        return tuple(self._halls.values())

    async def demand_seen(self, host: Host, seen: Seen) -> None:
        """Refuse a penalty at an online table whose effect is another by now than was shown."""
        setup = host.room.table.setup
        if setup.tournament == PRACTICE:
            return
        office = await self._offices.office(setup.tournament)
        if not self._house.is_alone:
            await office.catch_up()
        entrant = EntrantNumber(setup.seats[seen.seat].entrant or 0)
        here = GameNumber(host.play.game_number)
        game = counted_game(office.state, entrant, here)
        is_on = host.play.hides_racks
        out_of = game_left(office.state, entrant, here, after_game=not is_on)
        demand_seen(office.state, entrant, game, seen.offences, out_of)

    def happened(self) -> int:
        """How many events the halls and clocks that are open here have."""
        return sum(hall.happened() for hall in self._halls.values())

    def moved(self, tournament: str) -> None:
        """Something has changed in a tournament: who has left it is out of his online game too."""
        if hall := self._halls.get(tournament):
            hall.wake()
            hall.tasks.spawn(hall.settle)

    async def woken(self, stream: Stream, seq: int) -> None:
        """Another node has written."""
        for hall in list(self._halls.values()):
            if not stream or (stream == hall_stream(hall.tournament) and hall.seq < seq):
                await hall.catch_up()
            if not stream or stream.startswith(f"{CLOCK}/{hall.tournament}/"):
                await hall.woken(stream, seq)
            if not stream:
                await hall.read_percents()  # a whisper may have been lost

    async def heard(self, stream: Stream) -> None:
        """Another node has given somebody more time, or words of the hall were erased."""
        for hall in list(self._halls.values()):
            if stream == hall_stream(hall.tournament):
                await hall.read_percents()
                await hall.forget()
            elif stream.startswith(f"{CLOCK}/{hall.tournament}/"):
                await hall.forget_at_clock(stream)

    async def forget(self, stream: Stream) -> None:
        """Words beside a hall's or a clock's stream were erased: no node knows them any more."""
        await self.heard(stream)
        self._house.bus.whisper(stream, b"")
