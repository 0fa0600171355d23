"""Who is part of a table online, and where they sit: who left before, what tiles they drew."""

import asyncio

from stolik.app.hall.delivering import deliver
from stolik.app.tables.transcript_of import transcript_of
from stolik.fair import verify
from tests.app.hall.venue import Venue


def test_who_has_left_has_no_seat_online():
    async def story():
        venue = Venue()
        hall = await venue.tournament()
        table = hall.office.state.rounds[0].tables[0]
        await venue.ask(
            do="withdraw", entrant=int(table.seats[1]), reason="choroba", game="not_begun"
        )
        (host,) = await venue.online(1)
        seats = [seat.entrant for seat in host.room.table.setup.seats]
        assert seats == [int(n) for i, n in enumerate(table.seats) if i != 1]
        assert hall.online.table(1, 1) is not None

    asyncio.run(story())


def test_where_tiles_say_who_starts_they_are_drawn_with_the_deal():
    """szkoly2015 L67: by the deal's own commitment; what a table drew by hand stays."""

    async def story():
        venue = Venue()
        hall = await venue.tournament("szkoly2015", 16)
        seats = hall.office.state.rounds[0].tables[1].seats
        rows = [{"entrant": int(n), "drawn": [str(i + 1)]} for i, n in enumerate(seats)]
        await venue.ask(do="seat_tiles", round=1, table=2, tiles=rows)
        (first, second) = await venue.online(1, 2)
        assert not hall.office.state.rounds[0].tables[0].tiles, "nobody starts before the deal"
        commit = (await hall.online.listed(1))[0]["commits"]["t/1/1/1"]
        for seat in range(8):
            await hall.online.seat_bot(1, 1 + seat // 4, seat % 4, "greedy")
        while not await venue.results():
            await venue.wait(5)
        state, setup = first.room.table.state, first.room.table.setup
        drawn, own = hall.office.state.rounds[0].tables[:2]
        assert [int(n) for n in drawn.seats] == [setup.seats[s].entrant for s in state.circle]
        tiles = dict(drawn.tiles)
        assert [tiles[n] for n in drawn.seats] == sorted(tiles.values(), reverse=True)
        assert hall.online.table(1, 1) is not None, "it is still the same table"
        # The chance is the deal's own: whoever saw its commitment can draw the tiles again.
        told = await transcript_of(first.room, 1)
        assert [entry[1] for entry in told["log"] if entry[0] == "seat"] == list(state.circle)
        assert verify(told, commit, told["public"]).size == 4
        assert not second.room.table.state.drawn
        online = [int(s.entrant or 0) for s in second.room.table.setup.seats]
        assert online == [int(n) for n in reversed(seats)] == [int(n) for n in own.seats]

    asyncio.run(story())


def test_who_drew_and_left_before_the_tournament_heard_of_it_has_a_tile_all_the_same():
    async def story():
        venue = Venue(reports=False)
        hall = await venue.tournament("szkoly2015", 16)
        (host,) = await venue.online(1, bots="greedy")
        while host.play.is_closed:
            await venue.wait(1)
        gone = hall.office.state.rounds[0].tables[0].seats[0]
        await venue.ask(do="withdraw", entrant=int(gone), reason="choroba", game="without")
        assert await deliver(hall.office, venue.node.house.store, host.play, current=True)
        table = hall.office.state.rounds[0].tables[0]
        assert all(drawn for _, drawn in table.tiles)

    asyncio.run(story())
