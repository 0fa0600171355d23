"""A table that lost somebody before it was set online is a smaller table."""

import asyncio

from tests.app.hall.venue import Venue


def test_who_has_left_has_no_seat_online():
    async def story():
        venue = Venue()
        hall = await venue.tournament()
        table = hall.office.state.rounds[0].tables[0]
        await venue.ask(do="withdraw", entrant=int(table.seats[1]), reason="choroba")
        (host,) = await venue.online(1)
        seats = [seat.entrant for seat in host.room.table.setup.seats]
        assert seats == [int(n) for i, n in enumerate(table.seats) if i != 1]
        assert hall.online.table(1, 1) is not None

    asyncio.run(story())
