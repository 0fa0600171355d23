"""What one seat can make a table keep is bounded: films of turns, and devices told of."""

import asyncio
from typing import Any

import pytest

from stolik.app.games.rummikub import table as rummikub_table
from stolik.app.games.rummikub.asks import Draft
from stolik.app.tables import eyes
from stolik.app.tables.eyes import MOST_DEVICES, KnownEyes, take_eyes, tell_access
from stolik.app.tables.host import Host
from stolik.refusal import Refused
from stolik.seats import AccessChange
from tests.app.tables.hall import Hall

# --- the film of a turn --------------------------------------------------------------------------

MOVES = 2_000


def filmed(tiles: int, **changes: Any) -> tuple[int, int, bool]:
    """Frames and tiles of a turn in which somebody never stops moving; are both ends there?"""

    async def story() -> tuple[int, int, bool]:
        table = (await Hall().table(seats=2, **changes)).room.table
        felt = tuple((n, (float(n), 0.0)) for n in range(tiles))
        for at in range(MOVES):
            table.hold(Draft(felt=felt), at)  # type: ignore[arg-type]
        film = table.film
        ends = (film[0][0], film[-1][0]) == (0, MOVES - 1)
        return len(film), sum(len(one.felt) for _, one in film), ends

    return asyncio.run(story())


def test_a_film_has_so_many_frames_and_both_its_ends():
    frames, _, ends = filmed(1, tournament="t")
    assert 100 < frames <= 240
    assert ends


@pytest.mark.parametrize(("changes", "most"), [({"tournament": "t"}, 8_000), ({}, 400)])
def test_a_film_has_so_many_tiles_and_both_its_ends(changes: dict[str, Any], most: int):
    frames, tiles, ends = filmed(100, **changes)
    assert frames >= 2
    assert tiles <= most
    assert ends


@pytest.mark.parametrize(
    ("bound", "tiles", "changes"),
    [
        ("_MOST_FRAMES", 1, {"tournament": "t"}),
        ("_MOST_PLACES", 100, {"tournament": "t"}),
        ("_MOST_PLACES_AT_PRACTICE", 100, {}),
    ],
)
def test_the_mutants_that_keep_the_whole_film_are_caught(
    bound: str, tiles: int, changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    most = getattr(rummikub_table, bound)
    monkeypatch.setattr(rummikub_table, bound, 10**9)
    frames, kept, _ = filmed(tiles, **changes)
    assert (frames if bound == "_MOST_FRAMES" else kept) > most


# --- devices at one seat -------------------------------------------------------------------------


def test_twelve_devices_take_a_seats_eyes_and_no_more_without_a_new_pass():
    assert asyncio.run(looked()) == (MOST_DEVICES, "live.too_many_devices", MOST_DEVICES, 1)


def test_the_mutants_that_let_any_number_look_or_nobody_again_are_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(eyes, "_PASSES", ())
    assert asyncio.run(looked())[2:] == (0, 1)
    monkeypatch.setattr(KnownEyes, "is_full", lambda *_: False)
    assert asyncio.run(looked())[0] > MOST_DEVICES


async def looked() -> tuple[int, str, int, int]:
    """New devices let in at one seat, why no more, those after a new pass, at another seat."""
    hall = Hall()
    host = await hall.table(seats=2)
    for seat in (0, 1):
        await hall.sit(host, seat)
    await hall.wait(4)
    assert host.play.hides_racks
    first, why = await _came(host, 0, "a")
    await tell_access(host.room, AccessChange.PASS_ISSUED, seat=0)
    again, _ = await _came(host, 0, "b")
    await take_eyes(host.room, 1, "another seat")
    assert hall.faults == []
    return first, why, again, host.room.table.eyes.count(1) - 1


async def _came(host: Host, seat: int, name: str) -> tuple[int, str]:
    """How many of twenty devices are shown the seat; the one that was there comes and goes."""
    for n in range(20):
        try:
            await take_eyes(host.room, seat, f"seat {seat}")
            await take_eyes(host.room, seat, f"{name}{n}")
        except Refused as refused:
            return n, str(refused.violations[0].code)
    return 20, ""
