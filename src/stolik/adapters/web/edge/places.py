"""What is known of a place beyond its address, and who is told of a new way in there."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from stolik.app.access.codes import Refusal
from stolik.app.access.passes import Wanted
from stolik.app.access.roles import PersonRole, Place
from stolik.app.hall.halls import Halls
from stolik.app.hall.online_tables import PassHolder
from stolik.app.ports import EventStore
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.setup import KIND, read_setup
from stolik.app.tables.table_rights import table_place
from stolik.app.tournaments.codes import Refusal as Gone
from stolik.app.tournaments.offices import Offices
from stolik.app.tournaments.online import most_tables, seats_played
from stolik.refusal import Violation, refuse
from stolik.seats import AccessChange


class Places:
    """Tournaments and tables of this node as the rules of access ask for them."""

    def __init__(self, store: EventStore, offices: Offices, rooms: Rooms, halls: Halls) -> None:
        self._store = store
        self._offices = offices
        self._halls = halls
        rooms.is_followed, rooms.follows = self.is_followed, offices.is_public
        rooms.out_of, rooms.head_judge_of = offices.out_of, offices.head_judge_of
        rooms.is_deleted = offices.is_deleted

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
        if known.deleted:
            refuse(Violation(Gone.DELETED))
        if not place.table:
            return replace(place, public=known.public, head_judge=known.head_judge)
        office = await self._offices.office(place.tournament)
        seated = seats_played(office, place.table)
        heads = known.head_judge
        return replace(place, public=known.public, seated=seated, out=office.out, head_judge=heads)

    async def check_holders(self, tournament: str, wanted: Sequence[Wanted]) -> None:
        """Refuse a pass for somebody who has not entered, and one for a seat.

        In a tournament people sit where the draw puts them; a seat of its own has only a table to
        practise at. A pass for a seat would open it to whoever has it, round after round.
        """
        office = await self._offices.office(tournament)
        most = most_tables(office.state)  # once: a thousand passes come in one request
        known = frozenset(str(number) for number in range(1, most + 1))
        for one in wanted:
            if one.table or one.seat is not None:
                refuse(Violation(Refusal.PASS_SEAT))
            if one.entrant is not None and one.entrant not in office.state.entrants:
                refuse(Violation(Refusal.PASS_ENTRANT, facts={"entrant": one.entrant}))
            _demand_tables(one.tables or (), known)

    async def tell_way_in(
        self, tournament: str, wanted: Sequence[Wanted], what: AccessChange
    ) -> None:
        """Tell the tables being played, before a pass for one of their seats can be used."""
        holders = [
            PassHolder(one.entrant, one.table, one.seat)
            for one in wanted
            if one.role in (PersonRole.PLAYER, PersonRole.BOT)
        ]
        if holders and await self._offices.card(tournament):
            await (await self._halls.hall(tournament)).online.tell_way_in(holders, what)

    async def _table(self, place: Place) -> Place:
        record = await self._store.get(KIND, place.table)
        if record is None:
            return place
        setup = read_setup(record)
        followed = await self.is_followed(setup.tournament)
        if self._offices.is_deleted(setup.tournament):
            refuse(Violation(Gone.DELETED))
        found = table_place(setup, followed=followed)
        return replace(found, local=place.local)


def _demand_tables(named: Sequence[str], known: AbstractSet[str]) -> None:
    """A referee judges at tables there are, or can be: by number, as they are called."""
    for table in named:
        if table not in known:
            refuse(Violation(Refusal.PASS_TABLE, facts={"table": table, "most": len(known)}))
