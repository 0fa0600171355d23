"""A game frame by frame: whole, and nobody's secrets before it is over."""

import asyncio
import json
from hashlib import sha256

import pytest

from stolik.adapters.web.edge.encoding import encode
from stolik.app.games.rummikub.film import Film
from stolik.app.tables.looking_back import film_of
from stolik.app.tables.play import Play
from stolik.refusal import Refused
from stolik.rummikub.commands import Challenge, DeclareReady, DrawTile, EndTurn, Pause, Rewind
from stolik.rummikub.state import Phase
from stolik.seats import Role, Seat, Viewer
from tests.app.tables.hall import Hall

REFEREE, SPECTATOR, PUBLIC = (Viewer(r) for r in (Role.REFEREE, Role.SPECTATOR, Role.PUBLIC))
ME = Viewer(Role.SEAT, Seat(0))


def played(turns: int) -> Play:
    """Four people, so many of whose turns are draws."""

    async def play() -> Play:
        hall = Hall()
        host = await hall.table()
        for seat in range(4):
            await hall.sit(host, seat)
        for seat in range(4):
            await hall.do(host, DeclareReady(Seat(seat)))
        for turn in range(turns):
            for command in (DrawTile(Seat(turn % 4)), EndTurn(Seat(turn % 4))):
                assert await hall.do(host, command) is None
        return host.room.play

    return asyncio.run(play())


def finished() -> Play:
    """Bots play one game to its end."""

    async def play() -> Play:
        hall = Hall()
        host = await hall.table("greedy", "greedy", "greedy", "greedy")
        while host.room.table.state.phase is not Phase.OVER:
            await hall.wait(30)
        return host.room.play

    return asyncio.run(play())


def racks(film: Film) -> list[list[tuple[str, ...] | None]]:
    return [[seat.rack for seat in frame.seats or ()] for frame in film.frames]


@pytest.mark.parametrize("viewer", [REFEREE, SPECTATOR, PUBLIC])
def test_nobody_looks_into_a_rack_of_a_game_that_is_played(viewer: Viewer):
    film = film_of(played(6), 1, viewer)
    assert not film.over
    assert all(rack is None for seats in racks(film) for rack in seats)
    drawn = [frame for frame in film.frames if frame.kind == "TileDrawn"]
    assert len(drawn) == 6
    assert all("tile" not in frame.data for frame in drawn)
    assert "order" not in film.frames[0].data


def test_a_player_sees_his_own_rack_and_his_own_tiles():
    film = film_of(played(6), 1, ME)
    assert all(seats[0] is not None and seats[1:] == [None] * 3 for seats in racks(film) if seats)
    tiles = {frame.data["seat"] for frame in film.frames if "tile" in frame.data}
    assert tiles == {0}


def test_a_finished_game_shows_every_rack_at_every_moment():
    play = finished()
    table, film = play.table, film_of(play, 1, SPECTATOR)
    assert film.over
    assert all(rack is not None for seats in racks(film) for rack in seats)
    assert all("tile" in frame.data for frame in film.frames if frame.kind == "TileDrawn")
    last = [frame.seats for frame in film.frames if frame.seats is not None][-1]
    assert [seat.rack for seat in last] == [seat.rack for seat in table.state.seats]
    assert [frame.seq for frame in film.frames] == list(range(2, table.seq + 1))


def test_a_table_that_hides_racks_for_ever_hides_them_here_too():
    film = film_of(finished(), 1, PUBLIC)
    assert all(rack is None for seats in racks(film) for rack in seats)
    assert all("fair" not in frame.data for frame in film.frames)


def test_a_rewind_takes_the_film_back_and_hides_the_racks_again():
    async def play() -> None:
        hall = Hall()
        host = await hall.table("greedy", "greedy", "greedy", "greedy")
        table = host.room.table
        while table.state.phase is not Phase.OVER:
            await hall.wait(30)
        to = next(
            n for n, told in enumerate(table.told, 1) if type(told.event).__name__ == "TurnEnded"
        )
        host.close()  # the bots would play on at once
        assert await hall.do(host, Rewind(to, "spór")) is None
        film = film_of(host.room.play, 1, REFEREE)
        assert film.frames[-1].kind == "Rewound"
        assert not film.over
        assert all(rack is None for seats in racks(film) for rack in seats)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("viewer", "frames"), [(REFEREE, "8e220470993c0a7e"), (PUBLIC, "cba04eb368c44f52")]
)
def test_programs_that_read_the_film_still_can(viewer: Viewer, frames: str):
    """To the byte; a film that shall look otherwise is a change of the protocol."""
    film = film_of(played(6), 1, viewer)
    assert sha256(encode(film.frames)).hexdigest()[:16] == frames
    assert list(json.loads(encode(film))) == [
        *("plays", "table", "tournament", "game", "games", "over", "seat"),
        *("seats", "rules", "frames"),
    ]


def test_only_what_is_new_is_told_again():
    play = played(6)
    whole = film_of(play, 1, REFEREE)
    assert film_of(play, 1, REFEREE, after=12).frames == [f for f in whole.frames if f.seq > 12]


def test_a_game_that_was_not_dealt_is_refused():
    with pytest.raises(Refused, match="game"):
        film_of(played(0), 2, REFEREE)


def test_a_dispute_can_be_found_in_the_film():
    async def play() -> None:
        hall = Hall()
        host = await hall.table()
        for seat in range(4):
            await hall.sit(host, seat)
        for seat in range(4):
            await hall.do(host, DeclareReady(Seat(seat)))
        await hall.do(host, DrawTile(Seat(0)))
        drawn = host.room.table.seq
        await hall.do(host, EndTurn(Seat(0)))
        await hall.do(host, Challenge(Seat(1), drawn))
        await hall.do(host, Pause("spór"))
        frames = film_of(host.room.play, 1, REFEREE).frames
        assert next(f.data["event"] for f in frames if f.kind == "Challenged") == drawn

    asyncio.run(play())


def test_a_film_tells_what_its_jokers_stand_for():
    film = film_of(finished(), 1, SPECTATOR)
    lying = [frame for frame in film.frames if frame.felt is not None]
    assert all((frame.jokers is None) == (frame.felt is None) for frame in film.frames)
    with_joker = [frame for frame in lying if any(place[0] == "j" for place in frame.felt)]
    assert with_joker, "in such a game no joker was laid"
    assert all(any(stands for stands in frame.jokers.values()) for frame in with_joker)
