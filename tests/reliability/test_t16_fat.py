"""T16, fat messages: what a seat says is measured by the game before the rules look at it."""

import asyncio
import json
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from stolik.adapters.web.edge import budget
from stolik.adapters.web.edge.budget import Budget, cost_of
from stolik.adapters.web.sockets import strictly
from stolik.app.games.rummikub import asked as rummikub_asked
from stolik.app.games.rummikub.asked import asked, checked_draft, sound_tiles
from stolik.app.games.rummikub.asks import Draft, Lay, Place
from stolik.app.library import rules_profile
from stolik.app.tables import speaking
from stolik.refusal import Refused, Violation
from stolik.rummikub.legality import move_violations
from stolik.rummikub.tiles import Tile
from stolik.seats import Seat
from tests.reliability.nodes import Caller, people, served
from tests.reliability.report import figure
from tests.reliability.test_t22_names import made_ready, seats

RULES = rules_profile("mp2023")
SET = [str(tile) for tile in RULES.tile_set]
SHORT = 6_000  # bytes: no refusal is longer

TOO_MUCH: dict[str, dict[str, Any]] = {
    "sixty melds of two hundred": {"melds": [["k1"] * 200] * 60},
    "as much as may be read": {"melds": [["k1"] * 50] * 50},
    "three of one tile": {"melds": [["k1", "k1", "k1"]]},
    "two sets": {"melds": [SET, SET]},
    "melds of nothing": {"melds": [[]] * 60},
    "two hundred places": {"felt": [["k1", n, 0] for n in range(200)]},
    "the set in melds": {"melds": [SET[n : n + 3] for n in range(0, 105, 3)]},
    "the set as one meld": {"melds": [SET]},
    "the set, scattered": {"felt": [[tile, n * 900, 0] for n, tile in enumerate(SET)]},
}


def codes_of(ask: Lay) -> set[str]:
    with pytest.raises(Refused) as refused:
        asked(ask, Seat(0), RULES)
    return {violation.code for violation in refused.value.violations}


@pytest.mark.parametrize("what", ["as much as may be read", "three of one tile", "two sets"])
def test_no_more_tiles_than_the_set_holds(what: str):
    assert codes_of(Lay("0" * 32, 1, **TOO_MUCH[what])) == {"tile.too_many"}


def test_no_more_melds_than_they_can_make():
    assert codes_of(Lay("0" * 32, 1, melds=[[]] * 36)) == {"meld.too_short"}
    assert asked(Lay("0" * 32, 1, melds=[SET[n : n + 3] for n in range(0, 105, 3)]), Seat(0), RULES)


def draft(names: Iterable[str], lifted: str | None = None) -> Draft:
    felt = tuple(Place(Tile(name), n, 0) for n, name in enumerate(names))
    return Draft(felt, None if lifted is None else Tile(lifted))


def test_drafts_are_measured_too():
    assert checked_draft(draft(SET), RULES)
    for wrong in (draft(["k1"] * 3), draft([], "zz"), draft([""]), draft(SET, "j")):
        with pytest.raises(Refused):
            checked_draft(wrong, RULES)


def test_nobody_looks_further_than_one_set():
    looked = 0

    def names() -> Iterator[str]:
        nonlocal looked
        for _ in range(100_000):
            looked += 1
            yield "k1"

    with pytest.raises(Refused):
        sound_tiles(names(), RULES)
    assert looked == len(SET) + 1


def test_a_large_message_counts_as_several():
    small, large = Budget(0.0), Budget(0.0)
    assert cost_of(2_000) == 1
    assert sum(small.allows(0.0, messages=cost_of(900)) for _ in range(500)) == budget.BURST
    assert sum(large.allows(0.0, messages=cost_of(16_000)) for _ in range(500)) == budget.BURST // 8


# --- what is answered ----------------------------------------------------------------------------


def echoed(violations: tuple[Violation, ...]) -> int:
    """How many tiles a refusal repeats, at most, for one reason."""
    told = speaking.refusal(Refused(violations), id=None, seq=0, lang="pl")
    count: dict[str, int] = {}
    for fault in told.faults:
        here = len(fault.tiles) + sum(map(len, fault.melds))
        count[fault.code] = count.get(fault.code, 0) + here
    return max(count.values())


def everything_wrong() -> tuple[Violation, ...]:
    tableau = tuple(tuple(RULES.tile_set[n : n + 3]) for n in range(0, 105, 3))
    return move_violations((), tableau, (), RULES, opened=False)


def test_a_refusal_repeats_little():
    wrong = everything_wrong()
    assert echoed(wrong) <= 40
    told = speaking.refusal(Refused(wrong), id=None, seq=0, lang="pl")
    assert {fault.code for fault in told.faults} == {str(violation.code) for violation in wrong}


def test_the_mutant_that_repeats_everything_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(speaking, "MOST_SHOWN", 10**9)
    assert echoed(everything_wrong()) > 100


# --- at a table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", ["quick", pytest.param("full", marks=pytest.mark.full)])
def test_fat_messages_are_refused_in_few_words(ram_path: Path, tier: str):
    longest_answer, longest_ms = asyncio.run(said_in_turn(ram_path))
    figure("T16", "fat messages of a seat: longest answer, bytes", longest_answer, tier=tier)
    figure("T16", "fat messages of a seat: longest answer, ms", round(longest_ms), tier=tier)
    assert longest_answer < SHORT
    if tier == "full":
        assert longest_ms < 50


def test_the_mutant_that_measures_nothing_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rummikub_asked, "sound_tiles", lambda *_: ())
    monkeypatch.setattr(rummikub_asked, "_tableau", lambda melds, _: tuple(map(tuple, melds)))
    monkeypatch.setattr(speaking, "MOST_SHOWN", 10**9)
    monkeypatch.setattr(strictly, "LARGEST", 10**9)
    assert asyncio.run(said_in_turn(ram_path))[0] > SHORT


async def said_in_turn(directory: Path) -> tuple[int, float]:
    """The longest answer to a seat in its turn, in bytes and in milliseconds."""
    async with served(directory, people("stol")) as server:
        host = await server.node.live.rooms.host("stol")
        host.dealing.begin()
        async with seats(server) as callers:
            await made_ready(callers, host)
            caller = callers[int(host.room.table.state.turn)]
            before = host.room.table.seq
            answers = [await _answer(caller, said) for said in TOO_MUCH.values()]
            assert host.room.table.seq == before
            assert server.errors == []
    return max(size for size, _ in answers), max(ms for _, ms in answers)


async def _answer(caller: Caller, said: dict[str, Any]) -> tuple[int, float]:
    began = perf_counter()
    await caller.say(t="lay", id=secrets.token_hex(16), after=caller.seq, **said)
    answer = await caller.until("no", "ack")
    assert answer["t"] == "no"
    return len(json.dumps(answer)), (perf_counter() - began) * 1000
