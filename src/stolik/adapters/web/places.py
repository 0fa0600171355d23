"""What is known of a place beyond its address, and who is told of a new way in there."""

from collections.abc import Sequence
from dataclasses import replace

from stolik.adapters.web.table_session import place_of as table_place
from stolik.app.access.passes import Wanted
from stolik.app.access.roles import Place, Role
from stolik.app.hall.halls import Halls
from stolik.app.hall.online_tables import Holder
from stolik.app.live.rooms import Rooms
from stolik.app.live.setup import KIND, read_setup
from stolik.app.office.offices import Offices
from stolik.app.office.online import seats_played
from stolik.app.ports import EventStore


class Places:
    """Tournaments and tables of this node as the rules of access ask for them."""

    def __init__(self, store: EventStore, offices: Offices, rooms: Rooms, halls: Halls) -> None:
        self._store = store
        self._offices = offices
        self._halls = halls
        rooms.is_followed, rooms.follows = self.is_followed, offices.is_public

    async def is_followed(self, tournament: str) -> bool:
        """Whether anybody may follow a tournament; where there is none nobody does."""
        known = await self._offices.card(tournament)
        return known is not None and (await self._offices.office(tournament)).card.public

    async def place_of(self, place: Place) -> Place:
        """Whether anybody may follow a tournament is on its card; a table has its own record."""
        if place.table and not place.tournament:
            return await self._table(place)
        known = place.tournament and await self._offices.card(place.tournament)
        if not known:
            return place
        seated: tuple[int, ...] = ()
        if place.table:
            seated = seats_played(await self._offices.office(place.tournament), place.table)
        return replace(place, public=known.public, seated=seated)

    async def tell_way_in(self, tournament: str, wanted: Sequence[Wanted], what: str) -> None:
        """Tell the tables being played, before a pass for one of their seats can be used."""
        holders = [
            Holder(one.entrant, one.table, one.seat)
            for one in wanted
            if one.role in (Role.PLAYER, Role.BOT)
        ]
        if holders and await self._offices.card(tournament):
            await (await self._halls.hall(tournament)).online.tell_way_in(holders, what)

    async def _table(self, place: Place) -> Place:
        record = await self._store.get(KIND, place.table)
        if record is None:
            return place
        setup = read_setup(record)
        found = table_place(setup, followed=await self.is_followed(setup.tournament))
        return replace(found, local=place.local)
