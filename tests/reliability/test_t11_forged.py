"""T11: a forging phone at a clock of the hall, a forging client at an online table: what they gain.

By the count of a wall clock that nobody can forge: how long a seat's time ran before everybody's
eyes, against what it was charged for.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.web.sockets.lines import Mail
from stolik.adapters.web.sockets.outbox import Outbox
from stolik.adapters.web.sockets.session import TableSession
from stolik.app.access import passes
from stolik.app.access.roles import PRACTICE, PersonRole
from stolik.app.access.standing import nobody, standing_of
from stolik.app.hall.sight import Sights
from stolik.app.tables.host import Host
from stolik.rummikub import events as e
from stolik.rummikub.commands import DeclareReady, DrawTile
from stolik.rummikub.state import Phase
from stolik.seats import Seat
from stolik.table_clock import evolution
from stolik.table_clock.state import ClockState, Ms
from stolik.wiring.serving import make_access
from tests.app.tables.hall import Eyes, Hall, settle
from tests.reliability import forgers
from tests.reliability.forgers import TRICKS, Count, played
from tests.reliability.report import figure

MOVE_MS, GAME_MS = 250, 1000
FORGER = Seat(1)


def faults_of(count: Count, seat: Seat = FORGER) -> list[str]:
    """What a forger must not have got, and nobody else have lost."""
    found = []
    if count.move_gain > MOVE_MS:
        found.append(f"{count.move_gain} ms in a move")
    if count.gain(seat) > GAME_MS:
        found.append(f"{count.gain(seat)} ms in a game")
    lost = {s: -count.gain(s) for s in count.truth if s != seat and -count.gain(s) > GAME_MS}
    if lost:
        found.append(f"others lost {lost}")
    if count.late_flags:
        found.append(f"{count.late_flags} moves too long without a flag")
    return found


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__.strip("_"))
def test_a_forging_phone_gains_next_to_nothing(trick: Any):
    count = asyncio.run(played(Random(11), (trick,)))
    gain = f"{count.move_gain}, {count.gain(FORGER):.0f}"
    figure("T11", f"hall: {trick.__name__.strip('_')}, a move/game (ms)", gain, tier="quick")
    assert faults_of(count) == []


@pytest.mark.parametrize(
    ("tier", "games"), [("quick", 12), pytest.param("full", 500, marks=pytest.mark.full)]
)
def test_whatever_a_forging_phone_mixes(tier: str, games: int):
    counts = [asyncio.run(played(Random(seed))) for seed in range(games)]
    most = max(count.gain(FORGER) for count in counts)
    lost = max(-count.gain(s) for count in counts for s in count.truth)
    figure("T11", "hall: games forged, most gained / lost (ms)", f"{games}, {most:.0f}, {lost:.0f}",
           tier=tier)  # fmt: skip
    assert [(seed, found) for seed, c in enumerate(counts) if (found := faults_of(c))] == []


def test_a_phone_that_was_connected_cannot_have_been_late():
    count = asyncio.run(played(Random(3), (forgers._says_long_ago,)))
    assert (count.move_gain, count.gain(FORGER)) == (0, 0)


async def _connected(table: forgers.HallTable) -> None:
    """It never lost its line."""


async def _blinked(table: forgers.HallTable) -> None:
    """Away for no time at all, right before it taps."""
    table.forger.beat()
    table.forger.drop()
    table.forger.connect()


async def _back_for_long(table: forgers.HallTable) -> None:
    """It was away in truth, and has had its line again for half a minute."""
    table.forger.drop()
    await table.wait(5_000)
    table.forger.connect()
    await table.wait(15_000)


async def _never_here(table: forgers.HallTable) -> None:
    """A phone that has logged in a moment ago brings taps of ten minutes before."""
    await table.wait(15_000)
    table.forger.entrant = 99
    table.forger.connect()


Came = Callable[[forgers.HallTable], Coroutine[Any, Any, None]]
LIES = (_connected, _blinked, _back_for_long, _never_here)


async def held_by_a_lie(came: Came) -> tuple[bool, int]:
    """Whether the table's clock is held after a tap "of ten minutes ago", and what it gained."""
    table = await forgers.HallTable.set()
    while table.venue.node.clock.now() < 700_000:
        await table.wait(5_000)
        await table.tap(table.honest)
    while table.room.state.turn != table.seat:
        await table.tap(table.honest)
        await table.wait(500)
    await came(table)
    await table.wait(1_000)
    before = table.room.state.move
    await table.tap(table.forger, 600_000)
    assert table.room.state.move == before + 1, "the move is over, whenever it was"
    await table.wait(4_000)
    return bool(table.room.state.held_by), table.count.move_gain


@pytest.mark.parametrize("came", LIES, ids=lambda came: came.__name__.strip("_"))
def test_who_was_not_cut_off_holds_no_clock(came: Came):
    assert asyncio.run(held_by_a_lie(came)) == (False, 0)


@pytest.mark.parametrize("came", LIES, ids=lambda came: came.__name__.strip("_"))
def test_the_mutant_that_takes_a_phone_at_its_word_is_caught(
    came: Came, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Sights, "was_away", lambda _, __, ago_ms, ___: ago_ms > 0)
    assert asyncio.run(held_by_a_lie(came)) != (False, 0)


def test_who_comes_after_a_restart_may_have_been_cut_off_by_it():
    async def story() -> frozenset[Any]:
        table = await forgers.HallTable.set()
        await table.wait(1_000)
        await table.tap(table.honest)
        table.room._sights = Sights(int(table.venue.node.clock.now()), alone=True)
        await table.wait(20_000)
        table.forger.connect()
        await table.tap(table.forger, 19_000)
        await table.wait(4_000)
        return table.room.state.held_by

    assert asyncio.run(story())


def test_another_node_believes_nothing_of_what_it_has_not_seen():
    async def story() -> int:
        table = await forgers.HallTable.set()
        await table.wait(1_000)
        await table.tap(table.honest)
        table.forger.drop()
        table.room._sights = Sights()  # as on a node where this phone has never been
        await table.wait(5_000)
        table.forger.connect()
        await table.tap(table.forger, 5_000)
        return table.count.move_gain

    assert asyncio.run(story()) == 0


# --- mutants --------------------------------------------------------------------------------------


def _unlimited(state: ClockState, came: Ms) -> Ms:
    return Ms(max(0, came - state.since))


def _past_the_flag(state: ClockState, came: Ms) -> Ms:
    return Ms(max(0, min(250, came - state.since)) if state.runs else 0)


def test_the_mutant_without_a_budget_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ClockState, "reach", _unlimited)
    assert faults_of(asyncio.run(played(Random(1), (forgers._drops_and_returns,))))


def test_the_mutant_that_does_not_count_what_it_believed_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(evolution, "_reached", lambda state, *_: state)
    assert faults_of(asyncio.run(played(Random(1), (forgers._drops_shortly,))))


def test_the_mutant_that_reaches_back_over_a_flag_is_caught(monkeypatch: pytest.MonkeyPatch):
    assert asyncio.run(tapped_after_the_flag()) == (1, 0)
    monkeypatch.setattr(ClockState, "reach", _past_the_flag)
    assert asyncio.run(tapped_after_the_flag()) != (1, 0)


def test_the_mutant_that_believes_a_connected_phone_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Sights, "earliest", lambda _, __, ago_ms, now: now - ago_ms)
    count = asyncio.run(played(Random(3), (forgers._says_long_ago,)))
    assert count.move_gain > 0


async def tapped_after_the_flag() -> tuple[int, int]:
    """The table's only phone comes back 100 ms after its flag: flags told, time believed."""
    table = await forgers.HallTable.set()
    table.honest.drop()
    table.forger.drop()
    await table.venue.node.wait(40.1)
    table.forger.connect()
    await table.tap(table.forger, 200)
    return table.room.state.flags.get(Seat(0), 0), table.count.move_gain


# --- online ---------------------------------------------------------------------------------------

Answer = Callable[[Hall, Host, int], Coroutine[Any, Any, None]]


async def _held_back(hall: Hall, host: Host, n: int) -> None:
    await hall.wait(5)
    host.pong(Seat(0), n)


async def _doubled(hall: Hall, host: Host, n: int) -> None:
    """At once, as is right; and again as late as it likes."""
    host.pong(Seat(0), n)
    await hall.wait(5)
    host.pong(Seat(0), n)


async def _of_numbers_to_come(hall: Hall, host: Host, n: int) -> None:
    for number in range(n + 1, n + 40):
        host.pong(Seat(0), number)
    await hall.wait(5)
    host.pong(Seat(0), n - 1)


async def _never(hall: Hall, _: Host, __: int) -> None:
    await hall.wait(5)


@pytest.mark.parametrize(
    ("answer", "most"),
    [
        (_held_back, (250, 1000)),
        (_doubled, (0, 0)),
        (_of_numbers_to_come, (0, 0)),
        (_never, (0, 0)),
    ],
)
def test_a_forging_client_gains_next_to_nothing(answer: Answer, most: tuple[int, int]):
    gained = asyncio.run(online(answer))
    figure("T11", f"online: pong {answer.__name__.strip('_')}, a move/game (ms)",
           f"{max(gained)}, {sum(gained)}", tier="quick")  # fmt: skip
    assert (max(gained), sum(gained)) == most


def test_who_has_shown_a_quick_line_does_not_get_a_slow_one_at_once():
    async def first_honest(hall: Hall, host: Host, n: int) -> None:
        await (_doubled if n < 3 else _held_back)(hall, host, n)

    assert sum(asyncio.run(online(first_honest, moves=2))) == 0


def test_the_mutant_that_takes_the_last_pong_is_caught(monkeypatch: pytest.MonkeyPatch):
    def pong(host: Host, _: Seat, number: int) -> None:
        n, sent = host._ping
        if number == n and sent is not None:
            host._lag_ms = host.room.house.clock.now() - sent

    monkeypatch.setattr(Host, "pong", pong)
    assert sum(asyncio.run(online(_doubled))) > 0


def test_who_comes_back_after_the_flag_has_no_turn_left():
    """Where several nodes wait for each other, nobody plays on in the second they wait."""
    assert asyncio.run(drawn_after_the_flag()) == ["TimeRanOut"]


def test_the_mutant_that_lets_a_command_overtake_the_flag_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    async def not_at_all(host: Host) -> None:
        """Whoever is faster."""

    monkeypatch.setattr(Host, "on_time", not_at_all)
    assert asyncio.run(drawn_after_the_flag()) != ["TimeRanOut"]


async def drawn_after_the_flag() -> list[str]:
    """A client leaves before its time is over, comes back a little after it and draws at once."""
    hall = Hall()
    hall.rooms.house = replace(hall.house, is_alone=False)
    host = await hall.table(seats=2, patience_s=0, tournament="t")
    await hall.sit(host, 1)
    mine = await hall.sit(host, 0)
    await hall.wait(4)
    for seat in (0, 1):
        await hall.do(host, DeclareReady(Seat(seat)))
    table = host.room.table
    while table.state.turn != 0:
        await hall.wait(1)
    deadline, before = table.clock.deadline, len(table.told)
    assert deadline is not None
    await hall.wait((deadline - hall.clock.now()) / 1000 - 0.1)
    host.room.audience.leave(mine)
    await hall.wait(1.0)
    host.room.audience.join(Eyes(mine.viewer), 0, {})
    await host.on_time()  # as a session does before it passes a command on
    await hall.do(host, DrawTile(Seat(0)))
    told = [type(each.event).__name__ for each in table.told[before:]]
    return [kind for kind in told if kind in ("TimeRanOut", "TileDrawn")][:1]


@pytest.mark.parametrize("said", ["draw", "draft"])
def test_a_session_looks_at_the_clock_before_it_passes_anything_on(said: str):
    assert asyncio.run(said_after_the_flag(said)) == ["TimeRanOut"]


@pytest.mark.parametrize("said", ["draw", "draft"])
def test_the_mutant_session_that_passes_it_on_at_once_is_caught(
    said: str, monkeypatch: pytest.MonkeyPatch
):
    async def not_at_all(host: Host) -> None:
        """Whoever is faster."""

    monkeypatch.setattr(Host, "on_time", not_at_all)
    assert asyncio.run(said_after_the_flag(said)) != ["TimeRanOut"]


async def said_after_the_flag(said: str) -> list[str]:
    """The same by a real session: a draw, or a tile held over the felt, a second too late."""
    hall = Hall()
    hall.rooms.house = replace(hall.house, is_alone=False)
    access = make_access(hall.store, LocalBus())
    host = await hall.table(seats=2, patience_s=0)
    await hall.sit(host, 1)
    wanted = passes.Wanted(role=PersonRole.PLAYER, table="t", seat=0)
    (issued,) = await passes.issue(access, PRACTICE, [wanted])
    token = (await passes.enter(access, issued.entry))[0].token

    async def come() -> TableSession:
        session = TableSession(
            hall.rooms,
            Outbox(Mail(), hall.house.encode),
            lambda *_: standing_of(access, token),
            nobody(access),
        )
        await session.receive(json.dumps({"t": "hello", "table": "t"}))
        await settle()
        assert session.looking
        return session

    mine = await come()
    await hall.wait(4)
    for seat in (0, 1):
        await hall.do(host, DeclareReady(Seat(seat)))
    table = host.room.table
    while table.state.turn != 0:
        await hall.wait(1)
    deadline, before = table.clock.deadline, len(table.told)
    assert deadline is not None
    await hall.wait((deadline - hall.clock.now()) / 1000 - 0.1)
    mine.leave()
    await hall.wait(1.0)
    mine = await come()
    told = {
        "draw": {"t": "draw", "id": "ab" * 16, "after": table.seq},
        "draft": {"t": "draft", "felt": []},
    }
    await mine.receive(json.dumps(told[said]))
    await settle()
    kinds = [type(each.event).__name__ for each in table.told[before:]]
    return [kind for kind in kinds if kind in ("TimeRanOut", "TileDrawn")][:1]


async def online(answer: Answer, moves: int = 12) -> list[int]:
    """What seat 0 gains in each of its turns by answering pings as it likes, until its flag."""
    hall = Hall()
    host = await hall.table(seats=2)
    eyes: list[Eyes] = [await hall.sit(host, seat) for seat in (0, 1)]
    await hall.wait(4)
    for seat in (0, 1):
        await hall.do(host, DeclareReady(Seat(seat)))
    gained: list[int] = []
    while len(gained) < moves and host.room.table.state.phase is Phase.PLAYING:
        table = host.room.table
        seat, deadline = table.state.turn, table.clock.deadline
        assert deadline is not None
        pings = [m["n"] for m in eyes[seat].told if m["t"] == "ping"]
        if seat == 0:
            await answer(hall, host, pings[-1])
        # The other's flag to the millisecond: then our ping has just been sent.
        await hall.wait((deadline - hall.clock.now()) / 1000 + (seat == 0))
        told = [t for t in table.told if isinstance(t.event, e.TimeRanOut)][-1]
        gained += [told.at - deadline] if seat == 0 else []
    return gained
