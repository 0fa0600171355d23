"""A draft and a move told meld by meld: the server decides, keeps the order and says why not."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from stolik.app.games.rummikub.asks import Draft, Lay
from stolik.app.games.rummikub.drafts import tableau_of
from stolik.app.games.rummikub.felt import arranged, read_felt, settled
from stolik.app.library import rules_profile
from stolik.refusal import Refused
from stolik.rummikub.commands import DeclareReady, LayTiles
from stolik.rummikub.tiles import Tableau, Tile
from stolik.seats import Seat
from tests.app.tables.hall import Eyes, Hall


def tableau(text: str) -> Tableau:
    return tuple(tuple(Tile(t) for t in meld.split()) for meld in text.split(" | ") if meld)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # New melds come last, also one that equals another.
        ("k1 k2 k3", "r1 r2 r3 | k1 k2 k3", "k1 k2 k3 | r1 r2 r3"),
        ("k1 k2 k3 | b1 b2 b3", "k1 k2 k3 | k1 k2 k3 | b1 b2 b3", "k1 k2 k3 | b1 b2 b3 | k1 k2 k3"),
        # A meld that grew stands where it stood.
        ("k1 k2 k3 | b1 b2 b3", "b1 b2 b3 | k1 k2 k3 k4", "k1 k2 k3 k4 | b1 b2 b3"),
        # Parts of one stay side by side, in the mover's order.
        (
            "k1 k2 k3 k4 k5 | b1 b2 b3",
            "b1 b2 b3 | k1 k2 k3 | k3 k4 k5",
            "k1 k2 k3 | k3 k4 k5 | b1 b2 b3",
        ),
        ("", "k1 k2 k3", "k1 k2 k3"),
    ],
)
def test_everybody_knows_the_melds_in_the_same_order(before: str, after: str, expected: str):
    assert settled(tableau(before), tableau(after)) == tableau(expected)


async def opened(hall: Hall) -> tuple[Any, list[Eyes], list[str]]:
    """A game in which seat 0 is to move, and what it has on its rack."""
    host = await hall.table()
    eyes = [await hall.sit(host, seat) for seat in range(4)]
    for seat in range(4):
        await hall.do(host, DeclareReady(Seat(seat)))
    return host, eyes, list(host.room.table.state.seats[0].rack)


def test_a_felt_lists_its_melds_in_the_order_everybody_knows_them_by():
    rules = rules_profile("mp2023")
    felt = arranged((), tableau("k1 k2 k3 | b1 b2 b3 | k1 k2 k3"), rules)
    after = tableau("k1 k2 k3 k4 k5 | b1 b2 b3 | k1 k2 k3 | r1 r2 r3")
    grown = arranged(felt, after, rules)
    assert [placed.tile for placed in grown] == [tile for meld in after for tile in meld]
    assert set(felt[3:]) <= set(grown), "what nobody touched stays where it lay"


def test_a_draft_of_melds_is_seen_by_places_too_and_only_its_player_is_told_what_would_come_of_it():
    async def play() -> None:
        host, eyes, rack = await opened(Hall())
        host.room.move(Seat(0), Draft(melds=[rack[:2], [], rack[2:3]]))
        mine, others = eyes[0].last("draft"), eyes[1].last("draft")
        assert mine["melds"] == others["melds"] == [rack[:2], rack[2:3]]
        lying = tableau_of(read_felt(others["felt"]), host.room.table.rules)
        assert lying == (tuple(rack[:2]), tuple(rack[2:3]))
        assert others["prospect"] is None
        assert mine["prospect"]["laid"] == 3
        assert mine["prospect"]["opening"] == 0
        found = {one["code"] for one in mine["prospect"]["hindrances"]}
        assert "meld.too_short" in found

    asyncio.run(play())


@pytest.mark.parametrize("melds", [[["k1", "k1", "k1"]], [["zz"]], [["j"] * 50]])
def test_tiles_that_do_not_exist_are_no_draft_and_no_move(melds: list[list[str]]):
    async def play() -> None:
        host, _, _ = await opened(Hall())
        with pytest.raises(Refused):
            host.room.move(Seat(0), Draft(melds=melds))
        with pytest.raises(Refused):
            host.play.asked(Lay(id="0" * 32, after=host.room.table.seq, melds=melds), Seat(0))

    asyncio.run(play())


def test_what_a_joker_stands_for_is_told_with_the_move_and_to_who_comes_late():
    async def play() -> None:
        hall = Hall()
        host, eyes, _ = await opened(hall)
        state = host.room.table.state
        rack = tuple(Tile(t) for t in ["r10", "r11", "j"])
        seat = state.seats[0]
        host.room.table.state = replace(
            state, seats=(replace(seat, rack=(*rack, *seat.rack)), *state.seats[1:])
        )
        await hall.do(host, LayTiles(Seat(0), (rack,)))
        laid = next(i for i in eyes[1].last("events")["items"] if i["kind"] == "TilesLaid")
        assert laid["data"]["jokers"] == {"r10 r11 j": ["r12"]}
        late = await hall.sit(host, 1)
        assert late.last("snapshot")["jokers"] == {"r10 r11 j": ["r12"]}

    asyncio.run(play())
