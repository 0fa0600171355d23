"""Signs among friends: a few, not too many, shown and never kept."""

import asyncio

import pytest

from stolik.app.tables.room import BETWEEN_REACTIONS_MS
from stolik.refusal import Refused
from stolik.seats import Seat
from tests.app.tables.hall import Hall


def test_a_sign_is_shown_to_everybody_and_kept_nowhere():
    async def play() -> None:
        hall = Hall()
        host = await hall.table("greedy", seats=3)
        eyes = [await hall.sit(host, seat) for seat in (0, 1)]
        before = host.room.table.seq
        host.room.react(Seat(1), "bravo")
        for one in eyes:
            assert one.last("reaction") == {"t": "reaction", "seat": 1, "what": "bravo"}
        assert host.room.table.seq == before
        with pytest.raises(Refused, match=r"friends\.reacted"):
            host.room.react(Seat(1), "bravo")
        host.room.react(Seat(0), "wow")  # each has a measure of his own
        await hall.wait(BETWEEN_REACTIONS_MS / 1000)
        host.room.react(Seat(1), "smile")
        assert eyes[0].last("reaction")["what"] == "smile"

    asyncio.run(play())


@pytest.mark.parametrize(
    ("bots", "changes"),
    [(("greedy", "greedy"), {}), ((), {"tournament": "abc"})],
    ids=["alone", "tournament"],
)
def test_no_signs_to_bots_and_none_in_a_tournament(bots: tuple[str, ...], changes: dict[str, str]):
    async def play() -> None:
        host = await Hall().table(*bots, seats=3, **changes)
        with pytest.raises(Refused, match=r"friends\.reactions"):
            host.room.react(Seat(0), "bravo")

    asyncio.run(play())
