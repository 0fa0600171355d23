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


def test_where_tiles_say_who_starts_the_house_draws_them_online():
    """szkoly2015 L67: highest first, the others in order; what the table drew itself stays."""

    async def story():
        venue = Venue()
        hall = await venue.tournament("szkoly2015", 16)
        seats = hall.office.state.rounds[0].tables[1].seats
        rows = [{"entrant": int(n), "drawn": [str(i + 1)]} for i, n in enumerate(seats)]
        await venue.ask(do="seat_tiles", round=1, table=2, tiles=rows)
        (first, second) = await venue.online(1, 2)
        drawn, own = hall.office.state.rounds[0].tables[:2]
        tiles = dict(drawn.tiles)
        assert [tiles[n] for n in drawn.seats] == sorted(tiles.values(), reverse=True)
        assert len(set(tiles.values())) == 4
        online = [int(seat.entrant or 0) for seat in first.room.table.setup.seats]
        assert online == [int(n) for n in drawn.seats]
        assert [int(s.entrant or 0) for s in second.room.table.setup.seats] == [
            int(n) for n in reversed(seats)
        ]
        assert own.tiles

    asyncio.run(story())
